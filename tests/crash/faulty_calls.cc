#include "tests/crash/faulty_calls.h"

#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

// The linker sends SQLite's syncs here (tests/crash/CMakeLists.txt).
extern "C" {
int __wrap_fdatasync(int file);  // NOLINT(bugprone-reserved-identifier): the linker's name
int __wrap_fsync(int file);      // NOLINT(bugprone-reserved-identifier): the linker's name
}

namespace satchel::test {
namespace {

struct Plan {
  bool active = false;
  Fault fault = Fault::kReadError;
  std::uint64_t at = 0;
  Lasting lasting = Lasting::kOnce;
  std::uint64_t calls = 0;
  std::uint64_t failed = 0;
};
Plan g_plan;  // SQLite's table of system calls is global as well

bool Fails(Fault fault) {
  if (!g_plan.active || fault != g_plan.fault) return false;
  ++g_plan.calls;
  const bool fails =
      g_plan.at != 0 &&
      (g_plan.lasting == Lasting::kOnce ? g_plan.calls == g_plan.at : g_plan.calls >= g_plan.at);
  if (fails) ++g_plan.failed;
  return fails;
}

int Error(int code) {
  errno = code;
  return -1;
}

int Open(const char* path, int flags, int mode) {
  return Fails(Fault::kOpenError) ? Error(EMFILE) : ::open(path, flags, mode);
}

ssize_t Pread(int file, void* bytes, size_t size, off_t offset) {
  if (Fails(Fault::kReadError)) return Error(EIO);
  if (size > 1 && Fails(Fault::kShortRead)) size /= 2;
  return ::pread(file, bytes, size, offset);
}

ssize_t Pwrite(int file, const void* bytes, size_t size, off_t offset) {
  if (Fails(Fault::kWriteError)) return Error(EIO);
  if (Fails(Fault::kDiskFull)) return Error(ENOSPC);
  if (Fails(Fault::kShortWrite)) {
    return size > 1 ? ::pwrite(file, bytes, size / 2, offset) : Error(ENOSPC);
  }
  return ::pwrite(file, bytes, size, offset);
}

int Ftruncate(int file, off_t size) {
  return Fails(Fault::kTruncateError) ? Error(EIO) : ::ftruncate(file, size);
}

int Fcntl(int file, int command, ...) {
  va_list arguments;
  va_start(arguments, command);
  void* argument = va_arg(arguments, void*);
  va_end(arguments);
  const bool locks = command == F_SETLK && static_cast<const flock*>(argument)->l_type != F_UNLCK;
  if (locks && Fails(Fault::kLockError)) return Error(EIO);
  return ::fcntl(file, command, argument);
}

void* Mmap(void* at, size_t size, int protection, int flags, int file, off_t offset) {
  if (Fails(Fault::kMapError)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  return ::mmap(at, size, protection, flags, file, offset);
}

int Unlink(const char* path) { return Fails(Fault::kDeleteError) ? Error(EIO) : ::unlink(path); }

int Fstat(int file, struct stat* out) {
  return Fails(Fault::kStatError) ? Error(EIO) : ::fstat(file, out);
}

template <class Function>
void Override(sqlite3_vfs* vfs, const char* name, Function* function) {
  // SQLite keeps all of them as one type of pointer.
  vfs->xSetSystemCall(vfs, name, reinterpret_cast<sqlite3_syscall_ptr>(function));
}

}  // namespace

std::string_view Name(Fault fault) {
  switch (fault) {
    case Fault::kReadError:
      return "read error";
    case Fault::kShortRead:
      return "short read";
    case Fault::kWriteError:
      return "write error";
    case Fault::kDiskFull:
      return "disk full";
    case Fault::kShortWrite:
      return "short write";
    case Fault::kSyncError:
      return "sync error";
    case Fault::kTruncateError:
      return "truncate error";
    case Fault::kOpenError:
      return "open error";
    case Fault::kLockError:
      return "lock error";
    case Fault::kMapError:
      return "map error";
    case Fault::kDeleteError:
      return "delete error";
    case Fault::kStatError:
      return "stat error";
  }
  return "";
}

FaultyCalls::FaultyCalls(Fault fault, std::uint64_t at, Lasting lasting) {
  g_plan = {.active = true, .fault = fault, .at = at, .lasting = lasting};
  sqlite3_vfs* vfs = sqlite3_vfs_find("unix");
  Override(vfs, "open", Open);
  Override(vfs, "pread", Pread);
  Override(vfs, "pwrite", Pwrite);
  Override(vfs, "ftruncate", Ftruncate);
  Override(vfs, "fcntl", Fcntl);
  Override(vfs, "mmap", Mmap);
  Override(vfs, "unlink", Unlink);
  Override(vfs, "fstat", Fstat);
}

FaultyCalls::~FaultyCalls() {
  sqlite3_vfs* vfs = sqlite3_vfs_find("unix");
  vfs->xSetSystemCall(vfs, nullptr, nullptr);
  g_plan = {};
}

std::uint64_t FaultyCalls::calls() { return g_plan.calls; }
std::uint64_t FaultyCalls::failed() { return g_plan.failed; }

}  // namespace satchel::test

int __wrap_fdatasync(int /*file*/) {  // NOLINT(bugprone-reserved-identifier): the linker's name
  return satchel::test::Fails(satchel::test::Fault::kSyncError) ? satchel::test::Error(EIO) : 0;
}

int __wrap_fsync(int file) {  // NOLINT(bugprone-reserved-identifier): the linker's name
  return __wrap_fdatasync(file);
}
