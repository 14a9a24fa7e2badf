#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "retrieval/scoped_file.h"
#include "search/rank/code_ranker.h"
#include "search/rank/query.h"
#include "store/database.h"

namespace satchel::retrieval {

// What else is wanted beside what the task says: of a packet that lacked it.
struct WantedCode {
  std::vector<std::string> files;    // paths, or ends of paths
  std::vector<std::string> symbols;  // names, perhaps with what they are in
  std::vector<std::string> tests;    // paths or names
  bool empty() const { return files.empty() && symbols.empty() && tests.empty(); }
};

struct Mentions {
  std::vector<ScopedFile> files;       // each once, in the order of relations and of the ranking
  std::vector<std::string> not_found;  // what was wanted and is nowhere
};

// The files that the text names by path, stack frame, module or a symbol that at most three files
// define, and those that are wanted. Three round trips at most.
Result<Mentions> FindMentions(store::Transaction& curated, const rank::RankedCode& ranked,
                              const WantedCode& wanted);

}  // namespace satchel::retrieval
