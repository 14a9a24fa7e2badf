#include "code/resolve/path_set.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "base/sort_unique.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostBytes = 1UL << 30U;  // offsets have 32 bits
constexpr std::size_t kMostProbes = 64;
constexpr std::uint64_t kSeeds = 4;

// Of a path without its last `done` bytes, the last eight as a number in which the very last one
// counts most; a shorter path is filled up with zeros, which no path has.
std::uint64_t EndKey(std::string_view path, std::size_t done) {
  path.remove_suffix(std::min(done, path.size()));
  std::array<unsigned char, 8> bytes{};
  const std::size_t count = std::min(path.size(), bytes.size());
  std::memcpy(bytes.data() + (bytes.size() - count), path.data() + (path.size() - count), count);
  std::uint64_t key = 0;
  for (std::size_t i = bytes.size(); i > 0; --i) key = (key << 8U) | bytes[i - 1];
  return key;
}

// Below zero: `path` comes before all that end with `/` and `end`; zero: it is one of them.
int CompareEnd(std::string_view path, std::string_view end) {
  // `path` has a `/` in front of it, `end` is thought to have one.
  const auto at = [&](std::size_t i) {
    return static_cast<unsigned char>(i < end.size() ? end[end.size() - 1 - i] : '/');
  };
  for (std::size_t i = 0; i <= end.size(); ++i) {
    if (i == path.size()) return -1;
    const auto byte = static_cast<unsigned char>(path[path.size() - 1 - i]);
    if (byte != at(i)) return byte < at(i) ? -1 : 1;
  }
  return 0;
}

}  // namespace

PathTable::PathTable(std::span<const std::string_view> sorted) {
  std::size_t bytes = 0;
  for (const std::string_view path : sorted) bytes += path.size() + 1;
  text_.reserve(bytes);
  begins_.reserve(sorted.size() + 1);
  for (const std::string_view path : sorted) {
    begins_.push_back(static_cast<std::uint32_t>(text_.size()));
    text_ += '/';
    text_ += path;
  }
  begins_.push_back(static_cast<std::uint32_t>(text_.size()));
  OrderByEnd();
  while (!FillSlots(seed_)) {
    if (++seed_ < kSeeds) continue;
    slots_.clear();
    break;
  }
}

// By eight bytes at a time: those that are still equal are ordered by the eight before them.
void PathTable::OrderByEnd() {
  struct Run {
    std::size_t begin;
    std::size_t end;
    std::size_t done;  // bytes at the end of each that are equal
  };
  std::vector<std::pair<std::uint64_t, Index>> keys(size());
  for (Index i = 0; i < size(); ++i) keys[i].second = i;
  std::vector<Run> runs{{.begin = 0, .end = keys.size(), .done = 0}};
  while (!runs.empty()) {
    const Run run = runs.back();
    runs.pop_back();
    const auto some = std::span(keys).subspan(run.begin, run.end - run.begin);
    for (auto& [key, index] : some) key = EndKey(whole(index), run.done);
    std::ranges::sort(some);
    for (std::size_t first = run.begin; first < run.end;) {
      std::size_t last = first + 1;
      while (last < run.end && keys[last].first == keys[first].first) ++last;
      if (last - first > 1) runs.push_back({.begin = first, .end = last, .done = run.done + 8});
      first = last;
    }
  }
  by_end_.reserve(keys.size());
  for (const auto& [key, index] : keys) by_end_.push_back(index);
}

bool PathTable::FillSlots(std::uint64_t seed) {
  slots_.assign(std::bit_ceil(size() * 2 + 1), {});
  const std::size_t mask = slots_.size() - 1;
  for (Index i = 0; i < size(); ++i) {
    const std::uint64_t hash = StableHash(path(i), seed);
    std::size_t at = hash & mask;
    std::size_t probes = 0;
    for (; slots_[at].entry != 0; at = (at + 1) & mask) {
      if (++probes > kMostProbes) return false;
    }
    slots_[at] = {.tag = static_cast<std::uint32_t>(hash >> 32U), .entry = i + 1};
  }
  return true;
}

std::optional<PathTable::Index> PathTable::Find(std::string_view path) const {
  if (slots_.empty()) return Search(path);
  const std::uint64_t hash = StableHash(path, seed_);
  const auto tag = static_cast<std::uint32_t>(hash >> 32U);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at].entry != 0; at = (at + 1) & mask) {
    const Index index = slots_[at].entry - 1;
    if (slots_[at].tag == tag && this->path(index) == path) return index;
  }
  return std::nullopt;
}

std::optional<PathTable::Index> PathTable::Search(std::string_view path) const {
  Index first = 0;
  auto count = static_cast<Index>(size());
  while (count > 0) {
    const Index half = count / 2;
    if (this->path(first + half) < path) {
      first += half + 1;
      count -= half + 1;
    } else {
      count = half;
    }
  }
  if (first < size() && this->path(first) == path) return first;
  return std::nullopt;
}

std::span<const PathTable::Index> PathTable::EndingWith(std::string_view end) const {
  if (end.empty()) return {};
  const auto compare = [&](Index i) { return CompareEnd(whole(i), end); };
  const auto first = std::ranges::partition_point(by_end_, [&](Index i) { return compare(i) < 0; });
  // Most have few: looked for step by step, then by halves.
  auto last = first;
  for (std::ptrdiff_t step = 1; last != by_end_.end() && compare(*last) == 0; step *= 2) {
    const auto far = std::min(step, by_end_.end() - last);
    if (compare(*(last + (far - 1))) == 0) {
      last += far;
      continue;
    }
    last = std::partition_point(last, last + far, [&](Index i) { return compare(i) == 0; });
    break;
  }
  return {first, last};
}

std::uint64_t PathTable::digest() const {
  std::uint64_t digest = size();
  for (Index i = 0; i < size(); ++i) digest = StableHash(path(i), digest);
  return digest;
}

PathSet PathSet::Build(std::span<const std::string> paths) {
  std::vector<std::string_view> files;
  files.reserve(paths.size());
  std::size_t bytes = 0;
  for (const std::string& path : paths) {
    if (!IsWorkspacePath(path)) continue;
    files.emplace_back(path);
  }
  SortUnique(files);
  std::size_t kept = 0;
  while (kept < files.size() && bytes + files[kept].size() < kMostBytes) {
    bytes += files[kept++].size() + 1;
  }
  files.resize(kept);

  // A path's directories come once each, as those of its neighbour before it are known.
  std::vector<std::string_view> directories;
  std::string_view before;
  for (const std::string_view file : files) {
    const std::string_view own = DirectoryOf(file);
    for (std::string_view one = own; !one.empty() && !IsBelow(before, one);
         one = DirectoryOf(one)) {
      directories.push_back(one);
    }
    before = own;
  }
  SortUnique(directories);

  PathSet set;
  set.files_ = PathTable(files);
  set.directories_ = PathTable(directories);
  const std::size_t root = directories.size();
  std::vector<Index> directory_of;
  directory_of.reserve(files.size());
  set.begins_.assign(root + 2, 0);
  std::string_view last;
  auto last_index = static_cast<Index>(root);
  for (const std::string_view file : files) {
    const std::string_view own = DirectoryOf(file);
    if (own != last) {
      last = own;
      last_index = set.directories_.Find(own).value_or(static_cast<Index>(root));
    }
    directory_of.push_back(last_index);
    ++set.begins_[last_index + 1];
  }
  for (std::size_t i = 1; i < set.begins_.size(); ++i) set.begins_[i] += set.begins_[i - 1];
  set.in_.resize(files.size());
  std::vector<std::uint32_t> next(set.begins_.begin(), set.begins_.end() - 1);
  for (Index i = 0; i < files.size(); ++i) set.in_[next[directory_of[i]]++] = i;
  return set;
}

bool PathSet::HasDirectory(std::string_view path) const {
  return path.empty() || directories_.Find(path).has_value();
}

std::span<const PathSet::Index> PathSet::FilesIn(std::string_view directory) const {
  if (begins_.empty()) return {};
  const auto index = directory.empty()
                         ? std::optional<Index>(static_cast<Index>(directories_.size()))
                         : directories_.Find(directory);
  if (!index) return {};
  return std::span(in_).subspan(begins_[*index], begins_[*index + 1] - begins_[*index]);
}

}  // namespace satchel::code
