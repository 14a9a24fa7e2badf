#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "search/lexical/index.h"
#include "search/rank/feature.h"
#include "search/rank/lexical_features.h"
#include "search/rank/query.h"
#include "store/code.h"
#include "store/database.h"

// Files of code in the order in which they answer a query: by words, definitions, paths and one
// step of imports. The order is the same for a larger limit, another engine or other threads: as
// many files as ever are looked at, and where all else is equal the path decides.
namespace satchel::rank {

struct RankedFile {
  std::string path;
  store::FileRow row;  // as the store has it
  Score score;
  FeatureValues features{};
  Penalties penalties{};
  std::vector<ChunkScore> chunks;          // that have words of the query, best first
  std::vector<std::uint32_t> asked_lines;  // where names of the query are defined, or in a trace
  lexical::GroupEvidence evidence;
};

struct RankedCode {
  std::vector<RankedFile> files;         // best first
  std::vector<std::uint64_t> documents;  // that have each term of the query
  std::uint64_t all_documents = 0;
};

// Everything is read in one transaction, so that an index run beside it changes nothing halfway.
Result<RankedCode> RankCode(store::Transaction& curated, lexical::Index& index, const Query& query);

// A score in its parts: each feature times its weight, then what penalties take. Their sum is it.
ScoreTerms TermsOf(const FeatureValues& features, const Penalties& penalties, QueryForm form);

}  // namespace satchel::rank
