#include "code/index/freshness.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/sha256.h"
#include "code/facts/facts.h"
#include "code/index/changes.h"
#include "code/index/file_stat.h"
#include "code/languages/languages.h"
#include "code/parse/rejected_lines.h"

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
                                 const store::Scope& scope, const WalkOptions& walk,
                                 std::size_t file_bytes) {
  auto rows = SATCHEL_TRY(AllFiles(curated, scope));
  const auto walked = SATCHEL_TRY(Walk(root, walk, scope.deadline));

  CodeFreshness look;
  std::map<std::string, LanguageShare> shares;
  for (const store::FileRow& row : rows) {
    if (store::IsLeftOut(row)) continue;
    ++look.files;
    look.bytes += static_cast<std::uint64_t>(row.size);
    LanguageShare& share = shares[row.language];
    ++share.files;
    share.bytes += static_cast<std::uint64_t>(row.size);
    if (row.reading == Name(Reading::kDamaged) && row.remark == kLost) ++look.damaged;
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

  const auto changes = SATCHEL_TRY(
      FindChanges(root, walked.files, rows, {.file_bytes = file_bytes}, scope.deadline));
  look.added = changes.added;
  look.changed = changes.changed.size() - changes.added;
  look.gone = changes.gone.size();
  look.tree = TreeOf(rows);
  return look;
}

}  // namespace satchel::code
