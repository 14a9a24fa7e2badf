#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// Paths in order, found by their whole, or by their end. Views stay valid as long as the table is
// neither moved nor destroyed.
class PathTable {
 public:
  using Index = std::uint32_t;

  PathTable() = default;
  // REQUIRES: sorted, without duplicates.
  explicit PathTable(std::span<const std::string_view> sorted);

  std::size_t size() const { return begins_.empty() ? 0 : begins_.size() - 1; }
  std::string_view path(Index index) const { return whole(index).substr(1); }
  std::optional<Index> Find(std::string_view path) const;

  // All that are `end` or end with `/` and it, ordered by their bytes from the last to the first.
  std::span<const Index> EndingWith(std::string_view end) const;

  std::uint64_t digest() const;

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t entry = 0;  // index + 1; 0 is free
  };

  // With its `/`.
  std::string_view whole(Index index) const {
    return std::string_view(text_).substr(begins_[index], begins_[index + 1] - begins_[index]);
  }
  void OrderByEnd();
  // False when too many of them meet in one place: paths are chosen by others.
  bool FillSlots(std::uint64_t seed);
  std::optional<Index> Search(std::string_view path) const;

  std::string text_;                   // each with a `/` before it
  std::vector<std::uint32_t> begins_;  // one more than there are paths
  std::vector<Index> by_end_;
  std::vector<Slot> slots_;  // empty: Find() is a binary search
  std::uint64_t seed_ = 0;
};

// The files of a workspace. Fixed after Build(), to be read by any number of threads.
class PathSet {
 public:
  using Index = PathTable::Index;

  PathSet() = default;
  // In any order. Duplicates are dropped, and so is what is not a path of a workspace.
  static PathSet Build(std::span<const std::string> paths);

  std::size_t size() const { return files_.size(); }
  std::string_view path(Index index) const { return files_.path(index); }
  std::optional<Index> Find(std::string_view path) const { return files_.Find(path); }
  bool Has(std::string_view path) const { return files_.Find(path).has_value(); }
  // The root, "", is always one.
  bool HasDirectory(std::string_view path) const;
  // The files directly in it, in order of their paths.
  std::span<const Index> FilesIn(std::string_view directory) const;

  // `foo.h` or `a/foo.h`: every file that is it, or ends with `/` and it.
  std::span<const Index> EndingWith(std::string_view end) const { return files_.EndingWith(end); }
  // The same for directories, as indices for directory().
  std::span<const Index> DirectoriesEndingWith(std::string_view end) const {
    return directories_.EndingWith(end);
  }
  std::string_view directory(Index index) const { return directories_.path(index); }
  std::size_t directory_count() const { return directories_.size(); }

  // Of all paths: the same when and only when the files are the same, whatever is in them.
  std::uint64_t digest() const { return files_.digest(); }

 private:
  PathTable files_;
  PathTable directories_;  // without the root
  // The files of directory d are in_[begins_[d], begins_[d + 1]); of the root, at the end.
  std::vector<std::uint32_t> begins_;
  std::vector<Index> in_;
};

}  // namespace satchel::code
