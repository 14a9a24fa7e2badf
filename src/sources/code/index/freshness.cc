#include "sources/code/index/freshness.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/sha256.h"
#include "sources/code/facts.h"
#include "sources/code/index/file_stat.h"
#include "sources/code/languages/languages.h"

namespace satchel::code {
namespace {

std::string_view LevelOf(std::string_view language) {
  const LanguageRules* rules = FindLanguage(language);
  return rules == nullptr ? std::string_view("lines") : Name(rules->level);
}

std::string TreeOf(std::vector<store::FileRow>& rows) {
  std::ranges::sort(rows, {}, &store::FileRow::path);
  Sha256 hash;
  for (const store::FileRow& row : rows) {
    if (store::IsLeftOut(row)) continue;
    hash.Update(row.path).Update(std::string_view("\0", 1)).Update(row.digest);
  }
  return hash.Finish().Hex().substr(0, 16);
}

}  // namespace

Result<CodeFreshness> LookAtCode(const std::filesystem::path& root, store::Database& curated,
                                 const store::Scope& scope, const WalkOptions& walk) {
  auto rows = SATCHEL_TRY(AllFiles(curated, scope));
  const auto walked = SATCHEL_TRY(Walk(root, walk, scope.deadline));

  CodeFreshness look;
  std::map<std::string, LanguageShare> shares;
  std::unordered_map<std::string_view, const store::FileRow*> stored;
  for (const store::FileRow& row : rows) {
    stored.emplace(row.path, &row);
    if (store::IsLeftOut(row)) continue;
    ++look.files;
    look.bytes += static_cast<std::uint64_t>(row.size);
    LanguageShare& share = shares[row.language];
    ++share.files;
    share.bytes += static_cast<std::uint64_t>(row.size);
    if (row.reading == Name(Reading::kDamaged)) ++look.damaged;
    if (row.reading == Name(Reading::kLimit)) ++look.limited;
  }
  for (auto& [language, share] : shares) {
    share.language = language;
    share.level = LevelOf(language);
    look.languages.push_back(std::move(share));
  }
  std::ranges::sort(look.languages, [](const LanguageShare& a, const LanguageShare& b) {
    return a.files != b.files ? a.files > b.files : a.language < b.language;
  });

  const std::int64_t unsure_from = UnsureFrom();
  std::size_t met = 0;
  for (const WalkedFile& file : walked.files) {
    const auto known = stored.find(file.path);
    if (known == stored.end()) {
      ++look.added;
      continue;
    }
    ++met;
    const std::string& stat = known->second->stat;
    if (stat.empty() || stat != StatOf(file.stamp, unsure_from)) ++look.changed;
  }
  look.gone = rows.size() - met;
  look.tree = TreeOf(rows);
  return look;
}

}  // namespace satchel::code
