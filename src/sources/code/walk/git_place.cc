#include "sources/code/walk/git_place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <utility>

namespace satchel::code {
namespace {

constexpr int kReadFile = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
constexpr int kReadDirectory = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
constexpr std::size_t kMostPointerBytes = 8'192;

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

IgnoreRules GitPlace::ReadExclude() const {
  const Descriptor info(::openat(common_.get(), "info", kReadDirectory));
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
