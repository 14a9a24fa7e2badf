#include "base/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/directory.h"

namespace satchel {
namespace fs = std::filesystem;
namespace {

std::string SystemText(int error) { return std::generic_category().message(error); }

std::unexpected<Error> CannotRead(const fs::path& path, int error) {
  return Fail(Errc::kSystem, fmt::format("cannot read {}: {}", path.string(), SystemText(error)));
}

Result<std::optional<std::string>> Refused(const ReadFailure& failure, const fs::path& path,
                                           std::size_t max_bytes) {
  switch (failure.kind) {
    case ReadFailure::Kind::kAbsent:
      return std::nullopt;
    case ReadFailure::Kind::kLink:
      return Fail(
          Errc::kInvalidInput,
          fmt::format("{} is a symbolic link, which a workspace may not use here", path.string()),
          "replace it by what it points to");
    case ReadFailure::Kind::kWrongKind:
      return Fail(Errc::kInvalidInput, fmt::format("{} is not a regular file", path.string()));
    case ReadFailure::Kind::kTooLarge:
      return Fail(Errc::kInvalidInput,
                  fmt::format("{} is larger than the limit of {} bytes", path.string(), max_bytes));
    case ReadFailure::Kind::kSystem:
      return CannotRead(path, failure.error);
  }
  return CannotRead(path, failure.error);
}

bool MeansAbsent(int error) { return error == ENOENT || error == ENOTDIR; }

Status Replace(const fs::path& directory, const std::string& name, std::string_view bytes) {
  const auto opened = Directory::OpenItself(directory);
  Status done = opened ? opened->ReplaceFile(name, bytes)
                       : Status(Fail(Errc::kSystem, opened.error().SystemText()));
  if (!done) {
    return std::move(done).error().While(
        fmt::format("cannot write {}", (directory / name).string()));
  }
  return done;
}

}  // namespace

Result<std::optional<std::string>> ReadSmallFile(const fs::path& path, std::size_t max_bytes) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.ok()) {
    if (MeansAbsent(errno)) return std::nullopt;
    return CannotRead(path, errno);
  }
  auto bytes = ReadRegularFile(file.get(), max_bytes);
  if (!bytes) return Refused(bytes.error(), path, max_bytes);
  return *std::move(bytes);
}

Result<std::optional<std::string>> ReadSmallFileBeneath(const fs::path& root,
                                                        const std::string& directory,
                                                        const std::string& name,
                                                        std::size_t max_bytes) {
  const auto top = Directory::Open(root);
  if (!top) return Refused(top.error(), root, max_bytes);
  const auto inner = top->OpenDirectory(directory);
  if (!inner) {
    // A plain file in the directory's place has nothing in it.
    if (inner.error().kind == ReadFailure::Kind::kWrongKind) return std::nullopt;
    return Refused(inner.error(), root / directory, max_bytes);
  }
  auto bytes = inner->ReadFile(name, max_bytes);
  if (!bytes) return Refused(bytes.error(), root / directory / name, max_bytes);
  return *std::move(bytes);
}

Status WriteFileAtomically(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  fs::path target = path;
  if (fs::is_symlink(fs::symlink_status(path, error))) {
    target = fs::weakly_canonical(path, error);
    if (error) {
      return Fail(Errc::kSystem,
                  fmt::format("cannot write {}: {}", path.string(), error.message()));
    }
  }
  const fs::path directory = fs::canonical(target.parent_path(), error);
  if (error) {
    return Fail(Errc::kSystem, fmt::format("cannot write {}: {}", path.string(), error.message()));
  }
  return Replace(directory, target.filename().string(), bytes);
}

Status WriteFileAtomicallyBeneath(const fs::path& directory, const std::string& name,
                                  std::string_view bytes) {
  return Replace(directory, name, bytes);
}

Status MakePrivateDirectory(const std::filesystem::path& directory) {
  constexpr ::mode_t kOwnerOnly = 0700;
  std::error_code error;
  fs::create_directories(directory.parent_path(), error);
  if (!error && ::mkdir(directory.c_str(), kOwnerOnly) != 0 && errno != EEXIST) {
    error = std::error_code(errno, std::generic_category());
  }
  if (error) {
    return Fail(Errc::kSystem,
                fmt::format("cannot make {}: {}", directory.string(), error.message()),
                "choose another place with `satchel config set store.url DIR`");
  }
  SATCHEL_TRY(CheckNoLink(directory));
  if (fs::is_directory(fs::symlink_status(directory, error))) return {};
  return Fail(Errc::kInvalidInput, fmt::format("{} is no directory", directory.string()),
              "remove it, or choose another place with `satchel config set store.url DIR`");
}

Status CheckNoLink(const fs::path& path) {
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(path, error))) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("{} is a symbolic link, which is not followed", path.string()),
              "replace it by what it points to");
}

FileDraft::FileDraft(int file, fs::path target, fs::path draft)
    : file_(file), target_(std::move(target)), draft_(std::move(draft)) {}

FileDraft::FileDraft(FileDraft&& other) noexcept
    : file_(std::exchange(other.file_, -1)),
      target_(std::move(other.target_)),
      draft_(std::exchange(other.draft_, {})),
      waiting_(std::move(other.waiting_)) {}

FileDraft::~FileDraft() {
  if (file_ >= 0) ::close(file_);
  if (!draft_.empty()) ::unlink(draft_.c_str());
}

Result<FileDraft> FileDraft::Open(const fs::path& target) {
  const auto cannot = [&](Errc code, std::string_view why) {
    return Fail(code, fmt::format("cannot write {}: {}", target.string(), why),
                "name a file in a directory that you can write");
  };
  std::error_code error;
  const auto status = fs::symlink_status(target, error);
  if (!target.has_filename()) return cannot(Errc::kInvalidInput, "it names a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    return cannot(Errc::kInvalidInput, "it is not a regular file");
  }
  const fs::path draft =
      target.parent_path() / fmt::format(".{}.{}.part", target.filename().string(), ::getpid());
  const int file = ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          S_IRUSR | S_IWUSR);
  if (file < 0) {
    return cannot(MeansAbsent(errno) ? Errc::kNotFound : Errc::kSystem, SystemText(errno));
  }
  return FileDraft(file, target, draft);
}

Status FileDraft::Flush() {
  auto written = WriteAll(file_, waiting_);
  waiting_.clear();
  if (written) return {};
  return std::move(written).error().While(fmt::format("cannot write {}", target_.string()));
}

Status FileDraft::Write(std::string_view bytes) {
  constexpr std::size_t kBuffer = 64U << 10U;
  waiting_ += bytes;
  return waiting_.size() < kBuffer ? Status() : Flush();
}

Status FileDraft::Commit() && {
  SATCHEL_TRY(Flush());
  if (::fsync(file_) != 0 || ::rename(draft_.c_str(), target_.c_str()) != 0) {
    return Fail(Errc::kSystem,
                fmt::format("cannot write {}: {}", target_.string(), SystemText(errno)));
  }
  draft_.clear();
  const Descriptor directory(
      ::open(target_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.ok()) ::fsync(directory.get());
  return {};
}

}  // namespace satchel
