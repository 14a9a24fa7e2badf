#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/score.h"

namespace satchel::rank {

// What speaks for a file. Values are from 0 to 1, or a little above; names are stable: `--explain`
// and JSON have them.
enum class Feature : std::uint8_t {
  kChunk,         // the words in its best chunk
  kChunks,        // in its four best chunks
  kFile,          // in all of it
  kNames,         // in what it defines
  kComments,      // in its comments
  kHead,          // in signatures and first lines
  kStem,          // words that are in its file name
  kStemPrefix,    // or begin alike
  kStemShare,     // and how much of that name they are
  kDirectory,     // words that are in its directories
  kSymbol,        // defines the name that was asked for
  kDefinitions,   // defines names in the query
  kJoinedStem,    // two neighbouring words are its name
  kJoinedNames,   // or a name it defines
  kNeighbours,    // files that it imports or that import it are good
  kImported,      // how many import it
  kTitle,         // the words of the first line in its best chunk
  kTitleStem,     // and in its file name
  kPath,          // the query names its path, or a stack trace goes through it
  kModule,        // the query names it as a module
  kFrame,         // a trace goes through it, the nearer to its innermost frame the more
  kRun,           // it has words of the query one behind the other
  kQuote,         // it has a quotation of the query word for word
  kHistoryTitle,  // commits that changed it say the words of the first line in their titles
  kHistory,       // or any of the words, anywhere
  kSimilar,       // a model's vectors say that it is about the same; 0 without a model
};
inline constexpr std::size_t kFeatures = 26;
std::string_view Name(Feature feature);

using FeatureValues = std::array<Score, kFeatures>;

inline Score& At(FeatureValues& values, Feature feature) {
  return values.at(static_cast<std::size_t>(feature));
}
inline Score At(const FeatureValues& values, Feature feature) {
  return values.at(static_cast<std::size_t>(feature));
}

// What speaks against it: its score is multiplied.
enum class Penalty : std::uint8_t {
  kTest,
  kDoc,
  kExample,
  kGenerated,
  kVendored,
  kInit,       // __init__.py, package-info.java
  kTypes,      // .d.ts
  kHeader,     // with a source file beside it
  kIndexFile,  // index, mod, lib, main
  kData,       // no code: JSON, HTML, configuration
  kBenchmark,
  kStrings,  // texts of a user interface in a language
  kOlder,    // v1 where there is another without it, or a v2
};
inline constexpr std::size_t kPenalties = 13;
std::string_view Name(Penalty penalty);

using Penalties = std::array<bool, kPenalties>;

}  // namespace satchel::rank
