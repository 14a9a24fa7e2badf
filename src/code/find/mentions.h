#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "code/find/scoped_file.h"
#include "code/rank/code_ranker.h"
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
  // Symbols that more files define than are taken, and how many define each.
  std::vector<std::pair<std::string, std::size_t>> shortened;
};

// Returns the files that the text of the ranked query names by path, stack frame, quotation, module
// or symbol, and those that are wanted. A symbol counts if at most three files define it; with
// `every_definition` a symbol that is written as code, and one that is wanted, counts in 24 files,
// the best ranked first. Three round trips at most.
Result<Mentions> FindMentions(store::Transaction& curated, const rank::RankedCode& ranked,
                              const ask::Question& question, const WantedCode& wanted,
                              bool every_definition = false);

}  // namespace satchel::retrieval
