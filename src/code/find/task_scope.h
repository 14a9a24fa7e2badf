#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ask/judged_sign.h"
#include "ask/question.h"
#include "base/result.h"
#include "code/find/body_window.h"
#include "code/find/mentions.h"
#include "code/find/ranked_text.h"
#include "code/find/scoped_file.h"
#include "code/index/searched_code.h"
#include "store/database.h"

// Which files a task is about: seeds, then what they depend on, what changed with them, and what is
// described alike. Specification 003, without a model.
namespace satchel::retrieval {

struct ScopeRequest {
  ask::Question task;
  std::size_t budget = 0;                  // tokens of the packet
  std::size_t most_found = 10;             // seeds by their words
  std::size_t least_commits = 2;           // that a file must have in common with a seed
  std::vector<std::string> concepts = {};  // words for the fourth tier
  WantedCode wanted = {};
  bool every_definition = false;  // whether a symbol that many files define brings all of them
  // Whether the scope says how well its files match the task.
  bool rates_match = false;
  bool signs = false;  // the same, and the scope has the signs of that rating
  // The files for the task, from whoever ranked them before; used where task and index are the
  // same. Null: nobody did.
  std::shared_ptr<const RankedTask> known = nullptr;
};

struct TaskScope {
  std::vector<ScopedFile> files;       // in scope: by tier, best first
  std::vector<ScopedFile> considered;  // and left out, each with its reason
  std::size_t not_listed = 0;          // how many more were left out
  std::vector<std::string> not_found;  // what was wanted and is nowhere
  // Symbols that more files define than are in scope for them, and how many define each.
  std::vector<std::pair<std::string, std::size_t>> shortened;
  bool abstained = false;  // nothing is in scope
  // What its words found has too little of the task to be trusted, and it names nothing.
  bool weak = false;
  std::vector<std::string> missing;  // words of the task that are nowhere in the code
  std::vector<LineWord> words;       // those that say most, for the choice of lines
  std::string form;                  // how the task was read
  bool has_metadata = false;         // false: the fourth tier was skipped
  // Where they are asked for: what speaks for an answer being here, and of how many pieces of code.
  std::vector<ask::JudgedSign> signs;
  std::uint64_t documents = 0;
};

// kInvalidInput: no word to search for. kNotFound: nothing is indexed. At most 12 round trips.
Result<TaskScope> FindScope(const SearchedCode& searched, store::Transaction& curated,
                            const ScopeRequest& request);

}  // namespace satchel::retrieval
