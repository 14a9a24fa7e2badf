#include "code/walk/git_index.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/sort_unique.h"

namespace satchel::code {
namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kStatBytes = 40;
constexpr std::size_t kWrittenAt = 8;
constexpr std::size_t kModeAt = 24;
constexpr std::size_t kSizeAt = 36;
constexpr std::uint32_t kDirectoryMode = 0040000;  // of a sparse index: stands for all files in it
constexpr std::uint32_t kKindMask = 0170000;
constexpr unsigned kAssumeUnchanged = 0x8000;
constexpr unsigned kExtended = 0x4000;
constexpr unsigned kStageMask = 0x3000;
constexpr unsigned kLengthMask = 0x0FFF;
// In the second flags of an extended entry.
constexpr unsigned kSkipWorktree = 0x4000;
constexpr unsigned kIntentToAdd = 0x2000;

std::uint32_t Number(std::string_view bytes, std::size_t at, std::size_t size) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < size; ++i) {
    number = (number << 8U) | static_cast<unsigned char>(bytes[at + i]);
  }
  return number;
}

std::unexpected<Error> Broken(std::string_view why) {
  return Fail(Errc::kCorrupt, fmt::format("the git index is broken: {}", why));
}

// Reads entry by entry. The size of hashes is not written in the file.
class Reader {
 public:
  Reader(std::string_view bytes, std::size_t hash_bytes)
      : bytes_(bytes.substr(0, bytes.size() - hash_bytes)),
        hash_bytes_(hash_bytes),
        version_(Number(bytes, 4, 4)) {}

  struct Entry {
    std::string path;
    std::uint32_t mode = 0;
    std::size_t at = 0;  // where its stat data begins
    std::uint32_t flags = 0;
    std::uint32_t more_flags = 0;
  };
  // The path is built on the one before it.
  bool Next(Entry& entry) {
    const std::size_t begin = at_;
    std::size_t fixed = kStatBytes + hash_bytes_ + 2;
    if (bytes_.size() - at_ < fixed + 2) return false;
    const std::uint32_t flags = Number(bytes_, at_ + fixed - 2, 2);
    if ((flags & kExtended) != 0) {
      if (version_ < 3) return false;
      entry.more_flags = Number(bytes_, at_ + fixed, 2);
      fixed += 2;
    } else {
      entry.more_flags = 0;
    }
    entry.at = begin;
    entry.flags = flags;
    entry.mode = Number(bytes_, at_ + kModeAt, 4);
    at_ += fixed;
    const bool read = version_ == 4 ? ReadCompressed(entry.path) : ReadPlain(begin, entry.path);
    return read && !entry.path.empty() &&
           ((flags & kLengthMask) == kLengthMask || entry.path.size() == (flags & kLengthMask));
  }

  // Extensions fill the file up to its hash. False: they do not. `split`: one of them says that
  // another file has the entries.
  bool ReadExtensions(bool& split) {
    while (at_ < bytes_.size()) {
      if (bytes_.size() - at_ < 8) return false;
      const std::string_view name = bytes_.substr(at_, 4);
      const std::size_t size = Number(bytes_, at_ + 4, 4);
      at_ += 8;
      if (bytes_.size() - at_ < size) return false;
      at_ += size;
      split = split || name == "link";
    }
    return true;
  }

 private:
  bool ReadPlain(std::size_t begin, std::string& path) {
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) return false;
    path = bytes_.substr(at_, end - at_);
    // At least one zero, and as many as make it a multiple of eight.
    const std::size_t padded = (end - begin + 8) / 8 * 8;
    if (bytes_.size() - begin < padded) return false;
    at_ = begin + padded;
    return true;
  }
  bool ReadCompressed(std::string& path) {
    const auto cut = ReadVarint();
    if (!cut || *cut > path.size()) return false;
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) return false;
    path.resize(path.size() - *cut);
    path += bytes_.substr(at_, end - at_);
    at_ = end + 1;
    return path.size() <= kMostPathBytes;
  }
  std::optional<std::size_t> ReadVarint() {
    std::size_t value = 0;
    for (int bytes = 0; bytes < 5 && at_ < bytes_.size(); ++bytes) {
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value = (value << 7U) + (byte & 0x7FU);
      if ((byte & 0x80U) == 0) return value;
      ++value;
    }
    return std::nullopt;
  }

  static constexpr std::size_t kMostPathBytes = 4'096;

  std::string_view bytes_;
  std::size_t hash_bytes_;
  std::uint32_t version_;
  std::size_t at_ = kHeaderBytes;
};

// Calls `take(entry, hash_bytes)` for each path. `begin` is called first, and once more if the
// entries were read with hashes of the wrong size.
template <class Begin, class Take>
Status ReadEntries(std::string_view bytes, Begin begin, Take take) {
  constexpr std::size_t kLongHash = 32;
  if (bytes.size() > GitIndex::kMostBytes) return Broken("it is too large");
  if (bytes.size() < kHeaderBytes + kLongHash && bytes.size() != kHeaderBytes + 20) {
    return Broken("it is too short");
  }
  if (!bytes.starts_with("DIRC")) return Broken("it has no signature");
  const std::uint32_t version = Number(bytes, 4, 4);
  if (version < 2 || version > 4) return Broken(fmt::format("version {}", version));
  const std::uint32_t count = Number(bytes, 8, 4);
  if (count > GitIndex::kMostPaths) return Broken("too many paths");
  for (const std::size_t hash_bytes : {std::size_t{20}, kLongHash}) {
    if (bytes.size() < kHeaderBytes + hash_bytes) continue;
    begin();
    Reader reader(bytes, hash_bytes);
    Reader::Entry entry;
    std::uint32_t read = 0;
    while (read < count && reader.Next(entry)) {
      ++read;
      if ((entry.mode & kKindMask) == kDirectoryMode) continue;
      SATCHEL_TRY(take(entry, hash_bytes));
    }
    bool split = false;
    if (read < count || !reader.ReadExtensions(split)) continue;
    if (split) return Fail(Errc::kUnavailable, "the git index is split into two files");
    return {};
  }
  return Broken("its entries do not fill it");
}

}  // namespace

Result<GitIndex> GitIndex::Parse(std::string_view bytes) {
  constexpr std::size_t kMostTotal = 512U << 20U;
  GitIndex index;
  SATCHEL_TRY(ReadEntries(
      bytes, [&index] { index = GitIndex(); },
      [&index](const Reader::Entry& entry, std::size_t /*hash_bytes*/) -> Status {
        if (index.bytes_.size() + entry.path.size() > kMostTotal) return Broken("too many paths");
        index.ranges_.push_back({.begin = static_cast<std::uint32_t>(index.bytes_.size()),
                                 .size = static_cast<std::uint32_t>(entry.path.size())});
        index.bytes_ += entry.path;
        return {};
      }));
  index.Sort();
  return index;
}

Result<std::vector<GitIndexFile>> ReadGitIndexFiles(std::string_view bytes, std::size_t most) {
  std::vector<GitIndexFile> files;
  SATCHEL_TRY(ReadEntries(
      bytes, [&files] { files.clear(); },
      [&](const Reader::Entry& entry, std::size_t hash_bytes) -> Status {
        if (files.size() == most) {
          return Fail(Errc::kUnavailable,
                      fmt::format("the git index has more than {} files", most));
        }
        files.push_back({.path = entry.path,
                         .id = std::string(bytes.substr(entry.at + kStatBytes, hash_bytes)),
                         .mode = entry.mode,
                         .seconds = Number(bytes, entry.at + kWrittenAt, 4),
                         .nanoseconds = Number(bytes, entry.at + kWrittenAt + 4, 4),
                         .size = Number(bytes, entry.at + kSizeAt, 4),
                         .conflict = (entry.flags & kStageMask) != 0,
                         .unwatched = (entry.flags & kAssumeUnchanged) != 0 ||
                                      (entry.more_flags & kSkipWorktree) != 0,
                         .only_named = (entry.more_flags & kIntentToAdd) != 0});
        return {};
      }));
  return files;
}

std::string_view GitIndex::path(std::size_t at) const {
  return std::string_view(bytes_).substr(ranges_[at].begin, ranges_[at].size);
}

void GitIndex::Sort() {
  const auto text = [this](const PathRange& range) {
    return std::string_view(bytes_).substr(range.begin, range.size);
  };
  // git writes them sorted; a path in conflict stands there up to three times.
  SortUnique(ranges_, text);
}

std::size_t GitIndex::LowerBound(std::string_view path) const {
  const auto text = [this](const PathRange& range) {
    return std::string_view(bytes_).substr(range.begin, range.size);
  };
  return static_cast<std::size_t>(std::ranges::lower_bound(ranges_, path, {}, text) -
                                  ranges_.begin());
}

bool GitIndex::Has(std::string_view file) const {
  const std::size_t at = LowerBound(file);
  return at < size() && path(at) == file;
}

bool GitIndex::HasBelow(std::string_view directory) const {
  if (Has(directory)) return true;
  const std::string prefix = std::string(directory) + "/";
  const std::size_t at = LowerBound(prefix);
  return at < size() && path(at).starts_with(prefix);
}

}  // namespace satchel::code
