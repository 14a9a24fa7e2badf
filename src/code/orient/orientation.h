#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ask/orientation.h"
#include "ask/question.h"
#include "base/result.h"
#include "base/score.h"
#include "code/index/searched_code.h"
#include "store/code.h"
#include "store/database.h"

// Which lines of which files answer a question of orientation.
namespace satchel::retrieval {

// Lines of a file, from 1, both inclusive.
struct OrientedLines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string invocation;  // as it is typed: "make test"; empty: no command
  Score score;
  friend bool operator==(const OrientedLines&, const OrientedLines&) = default;
};

struct OrientedFile {
  store::FileRow row;
  std::vector<OrientedLines> lines;  // in their order, without overlap; never empty
  Score score;                       // of the best of them

  const OrientedLines& best() const;
};

inline constexpr std::size_t kMostOrientedFiles = 5;

// Best first. Empty: the question asks for something else, or no file answers it. Reads at most 64
// files of the index, which are found by their names in a few directories: two round trips. Of a
// commit nothing is found, because its files are not there.
Result<std::vector<OrientedFile>> FindOrientation(const SearchedCode& searched,
                                                  store::Transaction& curated,
                                                  const ask::Question& question);

// --- For tests ---

struct NamedText {
  std::string path;
  std::string text;
};
struct OrientedPart {
  std::size_t file = 0;  // index into the texts
  std::vector<OrientedLines> lines;
  Score score;
};
// The same from the texts alone. `project`: names of the repository, folded.
std::vector<OrientedPart> ChooseOriented(const ask::Orientation& asked,
                                         const std::vector<NamedText>& texts,
                                         const std::vector<std::string>& project);

}  // namespace satchel::retrieval
