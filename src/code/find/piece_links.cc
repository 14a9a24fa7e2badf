#include "code/find/piece_links.h"

#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "code/references/resolve_uses.h"

// References are worked out among the files in scope alone, from what each says about itself. A
// name that leads out of the scope leads nowhere here, and nothing more has to be read.
namespace satchel::retrieval {
namespace {

// Below it nothing but the name says that this definition is meant.
constexpr Score kSure = Score::FromMillionths(850'000);

// Of names that are looked up. Most of what a file defines is not.
code::Definitions DefinitionsOf(const std::unordered_set<std::string>& names,
                                std::span<const LinkedFile> files) {
  code::Definitions definitions;
  for (const LinkedFile& file : files) {
    if (file.facts == nullptr) continue;
    definitions.files.emplace(file.row->id, *file.row);
    for (std::size_t i = 0; i < file.facts->symbols.size(); ++i) {
      const code::Symbol& symbol = file.facts->symbols[i];
      if (symbol.stale || !names.contains(symbol.name)) continue;
      definitions.by_name[symbol.name].push_back(
          {.name = symbol.name,
           .file = file.row->id,
           .ordinal = static_cast<std::int64_t>(i),
           .kind = std::string(code::Name(symbol.kind)),
           .container = symbol.container,
           .visibility = std::string(code::Name(symbol.visibility)),
           .first_line = symbol.extent.first_line,
           .last_line = symbol.extent.last_line,
           .flags = symbol.declared_only ? store::kDeclaredOnly : 0});
    }
  }
  return definitions;
}

}  // namespace

std::map<SymbolAt, LinkedSymbol> FindLinks(std::span<const LinkedFile> files,
                                           std::span<const SymbolAt> primary) {
  const std::set<SymbolAt> chosen(primary.begin(), primary.end());
  std::set<std::string_view> names;  // of the primary symbols
  for (const SymbolAt& one : primary) names.insert(files[one.file].facts->symbols[one.symbol].name);
  std::map<std::int64_t, std::size_t> by_id;
  for (std::size_t i = 0; i < files.size(); ++i) by_id.emplace(files[i].row->id, i);
  // Only uses in a primary symbol, or of one; and bases, by which others are followed.
  std::vector<std::vector<code::Use>> uses(files.size());
  std::vector<code::FileView> views;
  std::unordered_set<std::string> wanted;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].facts != nullptr) {
      for (const code::Use& use : files[i].facts->uses) {
        const bool inside = use.symbol != code::kNoSymbol && chosen.contains({i, use.symbol});
        const bool base = use.kind == code::UseKind::kBase;
        if (inside || base || names.contains(use.name)) uses[i].push_back(use);
      }
    }
    views.push_back({.row = files[i].row,
                     .facts = files[i].facts,
                     .uses = uses[i],
                     .imports = files[i].imports});
    for (std::string& name : code::NamesToLookUp(views.back())) wanted.insert(std::move(name));
  }
  const code::Definitions definitions = DefinitionsOf(wanted, files);
  std::map<SymbolAt, LinkedSymbol> links;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (uses[i].empty()) continue;
    const code::FileView& view = views[i];
    for (const code::Reference& one : code::ResolveUses(view, definitions)) {
      const auto to_file = by_id.find(one.to_file);
      if (one.confidence < kSure || to_file == by_id.end()) continue;
      if (one.from_symbol == code::kNoSymbol) continue;
      const SymbolAt from{i, one.from_symbol};
      const SymbolAt to{to_file->second, static_cast<std::uint32_t>(one.to_symbol)};
      if (from == to) continue;
      const bool from_chosen = chosen.contains(from);
      const bool to_chosen = chosen.contains(to);
      const code::UseKind kind = uses[i][one.use].kind;
      if (from_chosen && !to_chosen) {
        const bool is_type = kind == code::UseKind::kType || kind == code::UseKind::kBase;
        links.try_emplace(to, LinkedSymbol{is_type ? Link::kType : Link::kCalledBy, from});
      } else if (to_chosen && !from_chosen) {
        const bool is_test = files[i].row->role == "test";
        links.try_emplace(from, LinkedSymbol{is_test ? Link::kTests : Link::kCalls, to});
      }
    }
  }
  return links;
}

}  // namespace satchel::retrieval
