#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "code/rank/lexical_features.h"
#include "store/code.h"

namespace satchel::retrieval {

// How a file came to be looked at. An earlier tier decides before a later one: specification 003.
enum class Tier : std::uint8_t {
  kSeed = 1,    // named in the task, has a symbol that is named, or was found by its words
  kDependency,  // imports a seed or is imported by one
  kCoChange,    // changed in the same commits as a seed
  kMetadata,    // is about what the task is about, as a model has described it
};

// The relations that lead to a file. Stable: the log, `why` and JSON have them.
inline constexpr std::string_view kByPath = "path";
inline constexpr std::string_view kByFrame = "frame";
inline constexpr std::string_view kBySubject = "subject";  // of a test that is named
inline constexpr std::string_view kByModule = "module";
inline constexpr std::string_view kByQuote = "quote";  // of a text that the file has
inline constexpr std::string_view kBySymbol = "symbol";
inline constexpr std::string_view kBySearch = "search";
inline constexpr std::string_view kByRefinement = "refinement";
inline constexpr std::string_view kByOrientation = "orientation";  // its kind is the seed
inline constexpr std::string_view kImportsSeed = "imports";
inline constexpr std::string_view kImportedBySeed = "imported_by";
inline constexpr std::string_view kChangedWithSeed = "changed_with";
inline constexpr std::string_view kByConcept = "concept";

// Why a file that was considered is not in scope. Stable.
inline constexpr std::string_view kNotAmongBest = "not_among_best";
inline constexpr std::string_view kBelowFloor = "below_floor";
inline constexpr std::string_view kNoWord = "no_word";  // no word of the task is in the code
inline constexpr std::string_view kNoRoom = "no_room";
inline constexpr std::string_view kNotCode = "not_code";

// Lines of a file, from 1, both inclusive, that are shown as they are.
struct ShownLines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  std::string label;  // behind the place, such as "make test"; may be empty
  Score score;
  friend bool operator==(const ShownLines&, const ShownLines&) = default;
};

// A file that a task led to.
struct ScopedFile {
  store::FileRow row;
  Tier tier = Tier::kSeed;
  std::string relation;
  std::string seed;        // the path of the seed it came from; empty for a seed
  bool mentioned = false;  // the task names it: nobody judges it away
  Score mention;           // then: 1, or less for one of many files that define a symbol
  Score score;             // inside its tier
  ScoreTerms terms;        // what that is the sum of
  Score share;             // of the best file's score, for its words; 0: it was not searched
  std::vector<rank::ChunkScore> chunks;    // that have words of the task, best first
  std::vector<std::uint32_t> asked_lines;  // that the task names
  // The asked lines where a trace failed: its innermost frame in code, and in a test.
  std::vector<std::uint32_t> failed_lines;
  // Not empty: these are shown of it, and nothing else.
  std::vector<ShownLines> shown_lines = {};
  std::string left_out;  // why it is not in scope; empty: it is
};

}  // namespace satchel::retrieval
