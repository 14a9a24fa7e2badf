#include "store/sqlite/sqlite_error.h"

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <sqlite3.h>

namespace satchel::store::sqlite {
namespace {

Error With(Errc code, const std::string& text, std::string_view hint) {
  return Error(code, text).WithHint(hint).error();
}

std::string Reason(const Failure& failure) {
  std::string reason(failure.message);
  if (failure.system_errno != 0) {
    reason += ": " + std::generic_category().message(failure.system_errno);
  }
  return reason;
}

Error Constraint(const Failure& failure, std::string_view file) {
  switch (failure.code) {
    case SQLITE_CONSTRAINT_PRIMARYKEY:
    case SQLITE_CONSTRAINT_ROWID:
    case SQLITE_CONSTRAINT_UNIQUE:
      return {Errc::kConflict,
              fmt::format("{}: the row is there already ({})", file, failure.message)};
    default:
      return {Errc::kInvalidInput, fmt::format("{}: {}", file, failure.message)};
  }
}

Error Io(const Failure& failure, std::string_view file) {
  if (failure.code == SQLITE_IOERR_NOMEM) return {Errc::kUnavailable, "out of memory"};
  if (failure.system_errno == ENOSPC || failure.system_errno == EDQUOT) {
    return With(Errc::kSystem, fmt::format("cannot write {}: the disk is full", file),
                "free some space and try again");
  }
  return With(Errc::kSystem, fmt::format("cannot read or write {}: {}", file, Reason(failure)),
              "see the system's log for errors of the disk");
}

Error ReadOnly(const Failure& failure, std::string_view file) {
  if (failure.code == SQLITE_READONLY_RECOVERY || failure.code == SQLITE_READONLY_ROLLBACK) {
    return With(Errc::kUnavailable,
                fmt::format("{} was left in the middle of a write and is not repaired yet", file),
                "the next command that writes repairs it");
  }
  return With(Errc::kSystem, fmt::format("cannot write {}: {}", file, Reason(failure)),
              "the file and its directory must be writable");
}

Error CannotOpen(const Failure& failure, std::string_view file) {
  if (failure.code == SQLITE_CANTOPEN_SYMLINK || failure.system_errno == ELOOP) {
    return {Errc::kInvalidInput, fmt::format("cannot open {}: it is a symbolic link", file)};
  }
  return With(Errc::kSystem, fmt::format("cannot open {}: {}", file, Reason(failure)),
              "the file and its directory must be readable and writable");
}

}  // namespace

Error ToError(const Failure& failure, std::string_view file) {
  switch (failure.code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_PROTOCOL:
      return With(Errc::kUnavailable, fmt::format("{} is in use by another process", file),
                  "try again when the other one has finished");
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return With(Errc::kCorrupt, fmt::format("{} is damaged: {}", file, failure.message),
                  "move it away; what can be rebuilt is rebuilt by `satchel init`");
    case SQLITE_FULL:
      return With(Errc::kSystem, fmt::format("cannot write {}: the disk is full", file),
                  "free some space and try again");
    case SQLITE_READONLY:
      return ReadOnly(failure, file);
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return With(Errc::kSystem, fmt::format("cannot write {}: {}", file, Reason(failure)),
                  "the file and its directory must be writable");
    case SQLITE_CANTOPEN:
      return CannotOpen(failure, file);
    case SQLITE_CONSTRAINT:
      return Constraint(failure, file);
    case SQLITE_TOOBIG:
      return {Errc::kInvalidInput, fmt::format("{}: a value is too large to be stored", file)};
    case SQLITE_INTERRUPT:
      return {Errc::kDeadline, fmt::format("{}: out of time, or cancelled", file)};
    case SQLITE_NOMEM:
      return {Errc::kUnavailable, "out of memory"};
    case SQLITE_IOERR:
      return Io(failure, file);
    default:
      return {Errc::kInternal,
              fmt::format("{}: {} (SQLite {})", file, failure.message, failure.code)};
  }
}

bool BreaksConnection(int code) {
  switch (code & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_CORRUPT:
    case SQLITE_FULL:
    case SQLITE_IOERR:
    case SQLITE_NOMEM:
    case SQLITE_NOTADB:
    case SQLITE_READONLY:
      return true;
    default:
      return false;
  }
}

}  // namespace satchel::store::sqlite
