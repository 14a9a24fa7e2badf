#pragma once

#include <optional>
#include <string_view>

#include "code/facts/facts.h"
#include "code/parse/loose_symbols.h"

namespace satchel::code {

// What one line defines. Views into the line.
struct LooseDefinition {
  SymbolKind kind = SymbolKind::kFunction;
  std::string_view name;
  std::string_view container;  // `M` of `function M.name`
  Visibility visibility = Visibility::kPublic;
  bool goes_on = false;  // more of what is defined elsewhere
};

// What the line is in, as far as it matters.
struct LoosePlace {
  std::string_view type;  // the name of the type it is directly in; empty: in none
  bool in_type = false;
  bool in_record = false;  // a type that has fields
  bool in_function = false;
  bool in_value = false;  // of a property or a constant
  bool indented = false;
};

// `line`: without its indentation. Attributes on the same line may stand before a definition.
std::optional<LooseDefinition> DefinitionIn(std::string_view line, const LooseRules& rules,
                                            const LoosePlace& place);

// Whether the words, each with a space before and after it, have this one.
bool ListsWord(std::string_view words, std::string_view word);

bool IsLooseType(SymbolKind kind);
bool IsLooseFunction(SymbolKind kind);

}  // namespace satchel::code
