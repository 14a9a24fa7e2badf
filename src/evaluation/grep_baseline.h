#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "base/git.h"
#include "base/result.h"
#include "code/walk/revision.h"

namespace satchel::evaluation {

// The words of a question for the baseline: folded, each once, without stop words unless there is
// nothing else.
std::vector<std::string> GrepWords(std::string_view text);

// What somebody with grep would look at first: files with the most different words of the question,
// then with the most occurrences, then by path. Reads each content once. Confined to one thread.
class GrepBaseline {
 public:
  // `words`: all that will be asked for.
  GrepBaseline(const Git& git, GitStore repository, std::span<const std::string> words,
               std::size_t most_bytes);

  // The files that are ranked from now on; contents that none of them has are forgotten.
  Status Use(std::span<const code::RevisionFile> files, const Deadline& deadline);

  // Paths, best first; files without any of the words are not among them.
  std::vector<std::string> Rank(std::span<const std::string> words, std::size_t most) const;

 private:
  using Counts = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // word, times; by word
  Counts CountWords(std::string_view content) const;

  const Git* git_;
  GitStore repository_;
  std::size_t most_bytes_;
  std::unordered_map<std::string, std::uint32_t> words_;
  std::map<std::string, Counts, std::less<>> contents_;     // by blob
  std::vector<std::pair<std::string, std::string>> files_;  // path, blob
};

}  // namespace satchel::evaluation
