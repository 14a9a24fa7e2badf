#include "evaluation/history_packages.h"

#include <map>
#include <utility>

#include "code/walk/role.h"
#include "evaluation/answer.h"
#include "evaluation/asking.h"
#include "evaluation/changed_functions.h"

namespace satchel::evaluation {

std::string FullName(const GoldFunction& function) {
  return function.lines.path + "::" + function.name;
}

Result<std::vector<LanguageGold>> GoldByLanguage(RevisionStore& store,
                                                 const code::ChangedLines& changed,
                                                 const retrieval::FileFilter& filter) {
  std::vector<std::string> paths;
  for (const auto& [path, lines] : changed) paths.push_back(path);
  const auto known = SATCHEL_TRY(store.Known(paths));
  std::map<std::string, LanguageGold> by_language;
  for (const KnownFile& file : known) {
    const std::string& own = file.row.language;
    if (own.empty() || file.row.role != code::Name(code::Role::kSource)) continue;
    if (!filter.Passes(file.row)) continue;
    LanguageGold& gold = by_language[own];
    gold.language = own;
    gold.files.push_back(file.row.path);
    const auto lines = changed.find(file.row.path);
    if (lines == changed.end()) continue;
    for (GoldFunction& one : ChangedFunctions(file.row.path, own, file.facts, lines->second)) {
      gold.functions.push_back(std::move(one));
    }
  }
  std::vector<LanguageGold> all;
  for (auto& [name, gold] : by_language) {
    gold.too_many = gold.functions.size() > kMostFunctions;
    if (gold.too_many) gold.functions.clear();
    all.push_back(std::move(gold));
  }
  return all;
}

Result<std::vector<LanguagePackage>> AskPackages(RevisionStore& store,
                                                 const PackageQuestion& question,
                                                 const engine::SearchAnswer& found,
                                                 std::vector<LanguageGold> gold) {
  std::vector<LanguagePackage> packages;
  if (gold.empty()) return packages;
  const auto made =
      SATCHEL_TRY(MakePackage(store, question.task, question.budget, question.tokenizer));
  const auto places =
      SATCHEL_TRY(CountPlaces(store, question.commit, found.results, question.tokenizer));
  const std::vector<LineSpan> shown = PlacesWithin(places, question.budget);
  for (LanguageGold& own : gold) {
    LanguagePackage& package = packages.emplace_back();
    const PackageGold wanted{.files = own.files, .functions_by_lines = own.functions};
    package.package = made.measured;
    package.package.figures = JudgePackage(made.packet, wanted);
    package.search = JudgeLines(shown, wanted);
    for (const std::string& file : own.files) {
      if (JudgePackage(made.packet, {.files = {&file, 1}}).files > Score()) continue;
      package.missed_files.push_back(file);
    }
    for (const GoldFunction& function : own.functions) {
      const auto judged = JudgePackage(made.packet, {.functions_by_lines = {&function, 1}});
      if (judged.functions == Score()) package.missed_functions.push_back(FullName(function));
    }
    package.gold = std::move(own);
  }
  return packages;
}

}  // namespace satchel::evaluation
