#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/find/file_filter.h"
#include "code/history/changed_lines.h"
#include "code/requests/search.h"
#include "evaluation/package_judge.h"
#include "evaluation/revision_store.h"
#include "text/token_counter.h"

// What a package made before a commit has of the functions that the commit changed.
namespace satchel::evaluation {

// A commit that changes more functions is no question about functions.
inline constexpr std::size_t kMostFunctions = 30;

// What a commit changed of one language: files of the role source that were there before and still
// are, and their functions as they were.
struct LanguageGold {
  std::string language;
  std::vector<std::string> files;
  std::vector<GoldFunction> functions;
  bool too_many = false;  // more than kMostFunctions: none are there
};

// By language, of files that pass. REQUIRES: the store is at the commit's parent.
Result<std::vector<LanguageGold>> GoldByLanguage(RevisionStore& store,
                                                 const code::ChangedLines& changed,
                                                 const retrieval::FileFilter& filter);

// One package, judged by what a commit changed of one language.
struct LanguagePackage {
  LanguageGold gold;
  JudgedPackage package;
  PackageFigures search;                  // of the places of a search that fit into as many tokens
  std::vector<std::string> missed_files;  // not even named
  std::vector<std::string> missed_functions;  // by their full names
};

struct PackageQuestion {
  std::string commit;  // where the store is: the parent
  std::string task;
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
};

// One for each language. `found`: what a search for the task found.
Result<std::vector<LanguagePackage>> AskPackages(RevisionStore& store,
                                                 const PackageQuestion& question,
                                                 const engine::SearchAnswer& found,
                                                 std::vector<LanguageGold> gold);

// The path, `::` and the name as its language writes it.
std::string FullName(const GoldFunction& function);

}  // namespace satchel::evaluation
