#include "memory/requests/files.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "memory/files/spaces.h"

// All drafts are in state/drafts, which readers of memories do not look into: whoever holds the
// lock knows that what is there belongs to nobody, however the last writer ended.
//
// Few files are made durable one by one. For many that takes a wait for each; then the whole file
// system is synchronised once before they get their names, so that no name can stand for a file
// whose bytes are not there yet, and once behind it.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr ::mode_t kPrivateDirectory = 0700;
constexpr ::mode_t kPrivateFile = 0600;
constexpr int kOpenDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr std::string_view kState = "state";
constexpr std::string_view kDrafts = "drafts";
constexpr std::size_t kFew = 16;
constexpr std::size_t kMostDrafts = 10'000'000;
constexpr std::chrono::seconds kMostWait{60};

std::string SystemText(int error) { return std::generic_category().message(error); }

// Those above it that are missing too.
Status MakePrivate(const fs::path& directory) {
  std::vector<fs::path> missing;
  std::error_code error;
  for (fs::path at = directory; !at.empty() && !fs::exists(fs::symlink_status(at, error));
       at = at.parent_path()) {
    missing.push_back(at);
  }
  for (auto at = missing.rbegin(); at != missing.rend(); ++at) {
    if (::mkdir(at->c_str(), kPrivateDirectory) == 0 || errno == EEXIST) continue;
    return Fail(Errc::kSystem, fmt::format("cannot make {}: {}", at->string(), SystemText(errno)),
                "choose another place with `satchel config set memory.dir DIR`");
  }
  return {};
}

// A directory of that name, made if nothing has it.
Descriptor MakeAndOpen(int parent, std::string_view name) {
  const std::string text(name);
  if (::mkdirat(parent, text.c_str(), kPrivateDirectory) != 0 && errno != EEXIST) {
    return Descriptor(-1);
  }
  return Descriptor(::openat(parent, text.c_str(), kOpenDirectory | O_NOFOLLOW));
}

Errc CodeOf(int error) {
  if (error == ENOENT) return Errc::kNotFound;
  if (error == EEXIST) return Errc::kConflict;
  const bool wrong = error == ELOOP || error == ENOTDIR || error == EINVAL || error == EISDIR ||
                     error == EMLINK || error == ENAMETOOLONG;
  return wrong ? Errc::kInvalidInput : Errc::kSystem;
}

bool IsSafePath(std::string_view path) {
  while (true) {
    const auto slash = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, slash);
    if (name.empty() || name == "." || name == ".." || name.contains('\0')) return false;
    if (slash == path.size()) return true;
    path.remove_prefix(slash + 1);
  }
}

std::vector<std::string> DraftsIn(const fs::path& directory) {
  const auto drafts = Directory::OpenItself(directory / kState / kDrafts);
  if (!drafts) return {};
  return drafts->List(kMostDrafts).value_or(std::vector<std::string>());
}

std::string NameIn(std::string_view path) {
  const auto slash = path.rfind('/');
  return std::string(slash == path.npos ? path : path.substr(slash + 1));
}

Result<WriterLock> TakeLock(const fs::path& directory, const Deadline& deadline) {
  const Deadline wait = deadline.Within(kMostWait);
  while (true) {
    auto lock = WriterLock::Acquire(directory, wait);
    if (lock || lock.error().code() != Errc::kUnavailable) return lock;
    // It waits a few seconds; with many writers that is not long.
    if (wait.Expired()) return Fail(Errc::kDeadline, lock.error().text(), lock.error().hint());
  }
}

}  // namespace

MemoryFiles::MemoryFiles(fs::path directory, Descriptor top, Descriptor drafts, WriterLock lock)
    : directory_(std::move(directory)),
      top_(std::move(top)),
      drafts_(std::move(drafts)),
      lock_(std::move(lock)) {}

MemoryFiles::~MemoryFiles() {
  if (!drafts_.ok()) return;
  for (const Staged& staged : staged_) ::unlinkat(drafts_.get(), staged.draft.c_str(), 0);
}

std::unexpected<Error> MemoryFiles::Cannot(std::string_view doing, std::string_view path,
                                           int error) const {
  const std::string shown = (directory_ / path).string();
  if (error == ENOTDIR || error == ELOOP) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("cannot {} {}: a link or a file is in the place of a directory", doing, shown),
        "links are not followed: replace it by what it points to");
  }
  return Fail(CodeOf(error), fmt::format("cannot {} {}: {}", doing, shown, SystemText(error)));
}

Result<MemoryFiles> MemoryFiles::Open(const fs::path& directory, Links links,
                                      const Deadline& deadline) {
  SATCHEL_TRY(MakePrivate(directory));
  const int follow = links == Links::kFollow ? 0 : O_NOFOLLOW;
  Descriptor top(::open(directory.c_str(), kOpenDirectory | follow));
  const auto cannot = [&](const fs::path& path) {
    const int error = errno;
    return Fail(CodeOf(error), fmt::format("cannot open {}: {}", path.string(), SystemText(error)),
                "it must be a directory that you can write, and no link");
  };
  if (!top.ok()) return cannot(directory);
  const Descriptor state = MakeAndOpen(top.get(), kState);
  if (!state.ok()) return cannot(directory / kState);
  auto lock = SATCHEL_TRY(TakeLock(directory / kState, deadline));
  Descriptor drafts = MakeAndOpen(state.get(), kDrafts);
  if (!drafts.ok()) return cannot(directory / kState / kDrafts);
  MemoryFiles files(directory, std::move(top), std::move(drafts), std::move(lock));
  files.ClearDrafts();
  return files;
}

MemoryFiles::Links MemoryFiles::LinksOf(std::string_view space) {
  const bool given = space == memory::kDefaultSpace || space == memory::kSharedSpace;
  return given ? Links::kFollow : Links::kRefuse;
}

std::size_t MemoryFiles::CountDrafts(const fs::path& directory) {
  return DraftsIn(directory).size();
}

void MemoryFiles::ClearDrafts() {
  for (const std::string& name : DraftsIn(directory_)) {
    if (::unlinkat(drafts_.get(), name.c_str(), 0) == 0) ++cleared_;
  }
}

Result<Descriptor> MemoryFiles::OpenParent(std::string_view path, Missing missing) const {
  if (!IsSafePath(path)) {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' is no path of a memory", path));
  }
  Descriptor at(::openat(top_.get(), ".", kOpenDirectory));
  if (!at.ok()) return Cannot("open", path, errno);
  std::string_view rest = path;
  for (auto slash = rest.find('/'); slash != rest.npos; slash = rest.find('/')) {
    const std::string name(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
    Descriptor next(::openat(at.get(), name.c_str(), kOpenDirectory | O_NOFOLLOW));
    const bool make = !next.ok() && errno == ENOENT && missing != Missing::kFail;
    if (make) next = MakeAndOpen(at.get(), name);
    if (!next.ok()) return Cannot("open", path, errno);
    // Its name is part of what must survive a power cut.
    if (make && missing == Missing::kMakeDurably && ::fsync(at.get()) != 0) {
      return Cannot("write", path, errno);
    }
    at = std::move(next);
  }
  return at;
}

bool MemoryFiles::Exists(std::string_view path) const {
  const auto parent = OpenParent(path, Missing::kFail);
  struct stat facts{};
  return parent && ::fstatat(parent->get(), NameIn(path).c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

Result<std::string> MemoryFiles::Read(std::string_view path, std::size_t most) const {
  const auto parent = SATCHEL_TRY(OpenParent(path, Missing::kFail));
  const Descriptor file(::openat(parent.get(), NameIn(path).c_str(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file.ok()) return Cannot("read", path, errno);
  auto bytes = ReadRegularFile(file.get(), most);
  if (bytes) return *std::move(bytes);
  if (bytes.error().kind == ReadFailure::Kind::kSystem) {
    return Cannot("read", path, bytes.error().error);
  }
  return Fail(
      Errc::kInvalidInput,
      fmt::format(
          "cannot read {}: it is {}", (directory_ / path).string(),
          bytes.error().kind == ReadFailure::Kind::kTooLarge ? "too large" : "not a regular file"));
}

Status MemoryFiles::Stage(std::string_view path, std::string_view bytes, As as) {
  if (!IsSafePath(path)) {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' is no path of a memory", path));
  }
  Staged staged{.draft = fmt::format("{}", staged_.size()), .path = std::string(path), .as = as};
  const Descriptor file(::openat(drafts_.get(), staged.draft.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                 kPrivateFile));
  if (!file.ok()) return Cannot("write", path, errno);
  staged_.push_back(std::move(staged));
  SATCHEL_TRY(WriteAll(file.get(), bytes), fmt::format("cannot write {}", path));
  return {};
}

Status MemoryFiles::Rename(const Staged& staged, bool durable) const {
  const auto parent =
      SATCHEL_TRY(OpenParent(staged.path, durable ? Missing::kMakeDurably : Missing::kMake));
  const std::string name = NameIn(staged.path);
  struct stat old{};
  const bool existed = ::fstatat(parent.get(), name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0;
  if (existed && staged.as == As::kNew) return Cannot("write", staged.path, EEXIST);
  if (existed && !S_ISREG(old.st_mode)) return Cannot("write", staged.path, EINVAL);
  if (existed && ::fchmodat(drafts_.get(), staged.draft.c_str(), old.st_mode & 07777U, 0) != 0) {
    return Cannot("write", staged.path, errno);
  }
  if (durable) {
    const Descriptor draft(
        ::openat(drafts_.get(), staged.draft.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!draft.ok() || ::fsync(draft.get()) != 0) return Cannot("write", staged.path, errno);
  }
  if (::renameat(drafts_.get(), staged.draft.c_str(), parent.get(), name.c_str()) != 0) {
    return Cannot("write", staged.path, errno);
  }
  if (durable && ::fsync(parent.get()) != 0) return Cannot("write", staged.path, errno);
  return {};
}

Status MemoryFiles::Commit() {
  const bool few = staged_.size() <= kFew;
  const auto sync = [&]() -> Status {
    if (few || ::syncfs(top_.get()) == 0) return {};
    return Cannot("write", "", errno);
  };
  SATCHEL_TRY(sync());
  const std::vector<Staged> all = std::exchange(staged_, {});
  Status done;
  for (const Staged& staged : all) {
    if (done) done = Rename(staged, few);
    // What stands behind a failure gets no name.
    if (!done) ::unlinkat(drafts_.get(), staged.draft.c_str(), 0);
  }
  SATCHEL_TRY(sync());
  return done;
}

Status MemoryFiles::Remove(std::string_view path) const {
  const auto parent = OpenParent(path, Missing::kFail);
  if (!parent && parent.error().code() == Errc::kNotFound) return {};
  if (!parent) return std::unexpected(parent.error());
  if (::unlinkat(parent->get(), NameIn(path).c_str(), 0) != 0) {
    return errno == ENOENT ? Status() : Cannot("remove", path, errno);
  }
  if (::fsync(parent->get()) != 0) return Cannot("remove", path, errno);
  return {};
}

}  // namespace satchel::engine
