#include "code/facts/facts.h"

#include <algorithm>
#include <array>

namespace satchel::code {
namespace {

constexpr std::array<std::string_view, 18> kSymbolKinds = {
    "function",  "method",   "constructor", "class",       "struct",     "union",
    "interface", "trait",    "enum",        "enum_member", "type_alias", "namespace",
    "field",     "property", "variable",    "constant",    "macro",      "heading"};

constexpr std::array<std::string_view, 7> kImportKinds = {
    "module", "name", "all", "include", "system_include", "submodule", "reexport"};

template <class Kind, std::size_t kSize>
std::string_view NameIn(const std::array<std::string_view, kSize>& names, Kind kind) {
  return names.at(static_cast<std::size_t>(kind));
}

}  // namespace

std::string_view Name(SymbolKind kind) { return NameIn(kSymbolKinds, kind); }

bool HasMembers(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kClass:
    case SymbolKind::kStruct:
    case SymbolKind::kUnion:
    case SymbolKind::kInterface:
    case SymbolKind::kTrait:
    case SymbolKind::kEnum:
      return true;
    default:
      return false;
  }
}

bool HasInside(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kEnumMember:
    case SymbolKind::kTypeAlias:
    case SymbolKind::kField:
    case SymbolKind::kProperty:
    case SymbolKind::kVariable:
    case SymbolKind::kConstant:
    case SymbolKind::kMacro:
      return false;
    default:
      return true;
  }
}

std::string_view Name(Visibility visibility) {
  static constexpr std::array<std::string_view, 4> kNames = {"public", "protected", "internal",
                                                             "private"};
  return NameIn(kNames, visibility);
}

std::string_view Name(CommentKind kind) {
  static constexpr std::array<std::string_view, 5> kNames = {"todo", "fixme", "hack", "note",
                                                             "rationale"};
  return NameIn(kNames, kind);
}

std::string_view Name(ImportKind kind) { return NameIn(kImportKinds, kind); }

std::optional<ImportKind> ImportKindFrom(std::string_view name) {
  const auto found = std::ranges::find(kImportKinds, name);
  if (found == kImportKinds.end()) return std::nullopt;
  return static_cast<ImportKind>(found - kImportKinds.begin());
}

std::string_view Name(UseKind kind) {
  static constexpr std::array<std::string_view, 9> kNames = {
      "call", "type", "base", "value", "key", "table", "route", "served", "bound"};
  return NameIn(kNames, kind);
}

bool IsLiteral(UseKind kind) { return kind >= UseKind::kKey; }

std::string_view Name(ChunkKind kind) {
  static constexpr std::array<std::string_view, 4> kNames = {"symbol", "head", "rest", "lines"};
  return NameIn(kNames, kind);
}

std::string_view Name(Reading reading) {
  static constexpr std::array<std::string_view, 6> kNames = {"parsed", "damaged", "lines",
                                                             "limit",  "loose",   "structure"};
  return NameIn(kNames, reading);
}

std::size_t FileFacts::Weight() const {
  std::size_t weight = sizeof(FileFacts) + chunks.size() * sizeof(Chunk);
  for (const Symbol& symbol : symbols) {
    weight += sizeof(Symbol) + symbol.name.size() + symbol.container.size() +
              symbol.signature.size() + symbol.doc.size();
  }
  for (const Comment& comment : comments) weight += sizeof(Comment) + comment.text.size();
  for (const Import& import : imports) {
    weight += sizeof(Import) + import.module.size() + import.name.size() + import.alias.size();
  }
  for (const Use& use : uses) weight += sizeof(Use) + use.name.size() + use.qualifier.size();
  return weight;
}

}  // namespace satchel::code
