#include "code/index/dump.h"

#include <algorithm>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/hex.h"
#include "code/facts/facts_codec.h"
#include "code/facts/facts_text.h"
#include "store/code.h"

namespace satchel::code {
namespace {

constexpr std::int64_t kPage = 5000;

class Dump {
 public:
  Dump(store::Database& curated, const store::Scope& scope, StaleSymbols stale)
      : reader_(curated), scope_(scope), stale_(stale) {}

  Result<std::vector<std::string>> Lines() {
    for (const auto part : {&Dump::Files, &Dump::Symbols, &Dump::Uses}) {
      SATCHEL_TRY((this->*part)());
    }
    std::ranges::sort(lines_);
    return std::move(lines_);
  }

 private:
  Status Files();
  Status Facts(std::span<const std::int64_t> ids);
  Status Symbols();
  Status Uses();
  std::string_view PathOf(std::int64_t file) const {
    const auto found = paths_.find(file);
    return found == paths_.end() ? std::string_view("?") : std::string_view(found->second);
  }

  store::CodeReader reader_;
  const store::Scope& scope_;
  StaleSymbols stale_;
  std::map<std::int64_t, std::string> paths_;
  std::vector<std::string> lines_;
};

Status Dump::Files() {
  for (std::int64_t after = 0;;) {
    const auto rows = SATCHEL_TRY(reader_.Files(scope_, after, kPage));
    if (rows.empty()) return {};
    std::vector<std::int64_t> ids;
    for (const store::FileRow& row : rows) {
      lines_.push_back(fmt::format("file {} {} {} {} {} {} {} {}", row.path, HexOf(row.digest),
                                   row.size, row.language, row.role, row.reading, row.remark,
                                   row.package));
      paths_.emplace(row.id, row.path);
      ids.push_back(row.id);
    }
    after = rows.back().id;
    SATCHEL_TRY(Facts(ids));
    const auto imports = SATCHEL_TRY(reader_.Imports(scope_, ids));
    for (const store::ImportRow& row : imports) {
      lines_.push_back(fmt::format("import {} {} {} {} {} {} {} -> {} {}", PathOf(row.file),
                                   row.ordinal, row.kind, row.line, row.module, row.name, row.alias,
                                   row.target, row.rule));
    }
  }
}

Status Dump::Facts(std::span<const std::int64_t> ids) {
  const auto rows = SATCHEL_TRY(reader_.Facts(scope_, ids));
  for (const store::FactsRow& row : rows) {
    auto facts = SATCHEL_TRY(DecodeFacts(row.data));
    if (stale_ == StaleSymbols::kLeaveOut) {
      // They are behind all others.
      std::erase_if(facts.symbols, [](const Symbol& symbol) { return symbol.stale; });
    }
    for (const std::string& line : FactLines(facts)) {
      lines_.push_back(fmt::format("fact {} {}", PathOf(row.file), line));
    }
  }
  return {};
}

Status Dump::Symbols() {
  // A page ends with a whole name, so that the next begins with one.
  std::string from;
  for (std::int64_t page = kPage;;) {
    const auto rows = SATCHEL_TRY(reader_.SymbolsFrom(scope_, from, page));
    const bool last = std::cmp_less(rows.size(), page);
    if (!last && rows.front().name == rows.back().name) {
      page *= 2;
      continue;
    }
    for (const store::SymbolRow& row : rows) {
      if (!last && row.name == rows.back().name) break;  // begins the next page
      if (stale_ == StaleSymbols::kLeaveOut && (row.flags & store::kStaleSymbol) != 0) continue;
      lines_.push_back(fmt::format("symbol {} {} {} {} {} {} {} {} {}", row.name, PathOf(row.file),
                                   row.ordinal, row.kind, row.container, row.visibility,
                                   row.first_line, row.last_line, row.flags));
    }
    if (last) return {};
    from = rows.back().name;
  }
}

Status Dump::Uses() {
  store::NameUse after{std::numeric_limits<std::int64_t>::min(), -1};
  for (;;) {
    const auto rows = SATCHEL_TRY(reader_.NameUses(scope_, after, kPage));
    if (rows.empty()) return {};
    for (const store::NameUse& row : rows) {
      lines_.push_back(fmt::format("use {} {}", row.name_hash, PathOf(row.file)));
    }
    after = rows.back();
  }
}

}  // namespace

Result<std::vector<std::string>> DumpCode(store::Database& curated, const store::Scope& scope,
                                          StaleSymbols stale) {
  return Dump(curated, scope, stale).Lines();
}

}  // namespace satchel::code
