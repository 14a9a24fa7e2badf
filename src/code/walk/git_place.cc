#include "code/walk/git_place.h"

#include <algorithm>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <utility>

#include "base/git.h"

namespace satchel::code {
namespace {

constexpr int kReadFile = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr int kReadDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr std::size_t kMostPointerBytes = 8'192;
constexpr std::size_t kMostPackedRefs = 16U << 20U;

bool IsDirectory(int directory, const char* name) {
  struct stat facts{};
  return ::fstatat(directory, name, &facts, 0) == 0 && S_ISDIR(facts.st_mode);
}

bool Exists(int directory, const char* name) {
  struct stat facts{};
  return ::fstatat(directory, name, &facts, AT_SYMLINK_NOFOLLOW) == 0;
}

// The one line of a file that says where something is.
std::optional<std::string> ReadPointer(int directory, const char* name) {
  const Descriptor file(::openat(directory, name, kReadFile));
  if (!file.ok()) return std::nullopt;
  auto text = ReadRegularFile(file.get(), kMostPointerBytes);
  if (!text) return std::nullopt;
  while (text->ends_with('\n') || text->ends_with('\r')) text->pop_back();
  if (text->empty() || text->contains('\0')) return std::nullopt;
  return *std::move(text);
}

// "ID NAME", a line each.
std::optional<std::string> IdOfRef(std::string_view packed, std::string_view name) {
  while (!packed.empty()) {
    const std::size_t end = std::min(packed.find('\n'), packed.size());
    const std::string_view line = packed.substr(0, end);
    const std::size_t space = line.find(' ');
    if (space != line.npos && line.substr(space + 1) == name && IsObjectId(line.substr(0, space))) {
      return std::string(line.substr(0, space));
    }
    packed.remove_prefix(std::min(end + 1, packed.size()));
  }
  return std::nullopt;
}

// Relative to the directory of the work tree, or absolute: openat takes both.
Descriptor OpenOwn(int directory) {
  Descriptor own(::openat(directory, ".git", kReadDirectory));
  if (own.ok()) return own;
  constexpr std::string_view kMark = "gitdir: ";
  const auto pointer = ReadPointer(directory, ".git");
  if (!pointer || !pointer->starts_with(kMark)) return Descriptor(-1);
  return Descriptor(::openat(directory, pointer->substr(kMark.size()).c_str(), kReadDirectory));
}

Descriptor OpenCommon(int own) {
  const auto pointer = ReadPointer(own, "commondir");
  return Descriptor(::openat(own, pointer ? pointer->c_str() : ".", kReadDirectory));
}

}  // namespace

std::optional<GitPlace> GitPlace::Find(int directory) {
  Descriptor own = OpenOwn(directory);
  if (!own.ok() || !Exists(own.get(), "HEAD")) return std::nullopt;
  Descriptor common = OpenCommon(own.get());
  if (!common.ok() || !IsDirectory(common.get(), "objects") || !IsDirectory(common.get(), "refs")) {
    return std::nullopt;
  }
  return GitPlace(std::move(own), std::move(common));
}

std::optional<GitPlace> GitPlace::Find(const std::filesystem::path& directory) {
  const Descriptor opened(::open(directory.c_str(), kReadDirectory));
  return opened.ok() ? Find(opened.get()) : std::nullopt;
}

Result<GitIndex> GitPlace::ReadIndex() const {
  const Descriptor file(::openat(own_.get(), "index", kReadFile));
  if (!file.ok()) {
    if (errno == ENOENT) return GitIndex();
    return Fail(Errc::kUnavailable, "the git index cannot be opened");
  }
  const auto bytes = ReadRegularFile(file.get(), GitIndex::kMostBytes);
  if (!bytes) return Fail(Errc::kUnavailable, "the git index cannot be read");
  return GitIndex::Parse(*bytes);
}

std::optional<std::string> GitPlace::ReadHead() const {
  constexpr std::string_view kMark = "ref: ";
  const auto head = ReadPointer(own_.get(), "HEAD");
  if (!head) return std::nullopt;
  if (!head->starts_with(kMark)) return IsObjectId(*head) ? head : std::nullopt;
  const std::string name = head->substr(kMark.size());
  if (!name.starts_with("refs/") || name.contains("..")) return std::nullopt;
  if (const auto id = ReadPointer(common_.get(), name.c_str())) {
    return IsObjectId(*id) ? id : std::nullopt;
  }
  const Descriptor file(::openat(common_.get(), "packed-refs", kReadFile));
  if (!file.ok()) return std::nullopt;
  const auto packed = ReadRegularFile(file.get(), kMostPackedRefs);
  return packed ? IdOfRef(*packed, name) : std::nullopt;
}

Descriptor GitPlace::OpenInfo() const {
  return Descriptor(::openat(common_.get(), "info", kReadDirectory));
}

IgnoreRules GitPlace::ReadExclude() const {
  const Descriptor info = OpenInfo();
  return info.ok() ? ReadRules(info.get(), "exclude") : IgnoreRules();
}

IgnoreRules ReadRules(int directory, const char* name) {
  // What is longer than the rules that count is read as well, so that it can be said to be cut.
  constexpr std::size_t kMost = 4 * IgnoreRules::kMostBytes;
  const Descriptor file(::openat(directory, name, kReadFile | O_NOFOLLOW));
  if (!file.ok()) return {};
  const auto text = ReadRegularFile(file.get(), kMost);
  if (text) return IgnoreRules::Parse(*text);
  return text.error().kind == ReadFailure::Kind::kTooLarge
             ? IgnoreRules::Parse(std::string(kMost, '\n'))
             : IgnoreRules();
}

}  // namespace satchel::code
