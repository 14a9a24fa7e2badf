#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "code/history/log_parser.h"

// Which commits changed a file, under all the names that it had. A function of the commits and
// their order alone, so that however a store came to some commits it says the same about them.
namespace satchel::code {

// A commit that changed more files says nothing about any of them; what it renamed still counts.
inline constexpr std::size_t kMostChangedFiles = 50;

// The changes of a commit as bytes of its row. Of a commit of more than kMostChangedFiles only what
// was renamed or is gone, and of those at most 5,000.
std::string WriteChanges(std::span<const PathChange> changes);
Result<std::vector<PathChange>> ReadChanges(std::string_view bytes);

// Numbers of commits as bytes. They are sorted afterwards.
std::string WriteNumbers(std::vector<std::int64_t> numbers);
Result<std::vector<std::int64_t>> ReadNumbers(std::string_view bytes);

struct NumberedCommit {
  std::int64_t number = 0;
  std::size_t changed = 0;  // files, in all
  std::vector<PathChange> changes;
};

// What is known of a path that commits name.
struct PathHistory {
  std::string now;                    // what the file is called since; empty: it is gone
  std::vector<std::int64_t> commits;  // newest first; those of too many files are left out
  friend bool operator==(const PathHistory&, const PathHistory&) = default;
};

// Takes commits one by one, so that the changes of all are never in memory together.
class PathHistoryBuilder {
 public:
  // REQUIRES: it is older than those before it.
  void Add(const NumberedCommit& commit);
  std::map<std::string, PathHistory> Take() &&;

 private:
  void See(const PathChange& change);

  std::unordered_map<std::string, std::string> now_;  // what paths are called now
  std::map<std::string, PathHistory> histories_;
};

// REQUIRES: commits are newest first.
std::map<std::string, PathHistory> PathHistories(std::span<const NumberedCommit> commits);

}  // namespace satchel::code
