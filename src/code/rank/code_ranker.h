#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ask/query.h"
#include "base/result.h"
#include "base/score.h"
#include "code/rank/feature.h"
#include "code/rank/lexical_features.h"
#include "code/rank/replaced_words.h"
#include "index/lexical/index.h"
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
  ask::Query query;                      // with other words for those that are nowhere
  std::vector<ReplacedWord> replaced;    // those, by the numbers they have in both queries
  std::vector<std::uint64_t> documents;  // that have each term of the query as it was
  std::uint64_t all_documents = 0;
  bool defines_call = false;  // the text names a function as `name()`, and few files here define it
};

// Whether a file is looked at.
using AcceptsFile = std::function<bool(const store::FileRow& file)>;

// Everything is read in one transaction, so that an index run beside it changes nothing halfway.
// `history`: what commits say about files. `accepts` may be null: all files. Those that it refuses
// are as if they were not there, except in what words are worth.
Result<RankedCode> RankCode(store::Transaction& curated, lexical::Index& index,
                            lexical::Index& history, ask::Query query,
                            const AcceptsFile& accepts = {});

// Best first, of equal ones by path.
void SortRanked(std::vector<RankedFile>& files);

// A score in its parts: each feature times its weight, then what penalties take. Their sum is it.
ScoreTerms TermsOf(const FeatureValues& features, const Penalties& penalties, ask::QueryForm form);

}  // namespace satchel::rank
