#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "code/facts/facts.h"

namespace satchel::code {

struct LanguageRules;
struct LooseUses;

// A word that a definition begins with.
struct LooseWord {
  enum class Form : std::uint8_t {
    kNamed,   // def name
    kOuter,   // val name: the same, but a local one is none
    kItself,  // init(…): it is the name
    kQuoted,  // test "name"
    kTitled,  // instance Show Name where: all that follows is the name
  };
  std::string_view word;
  SymbolKind kind = SymbolKind::kFunction;
  Form form = Form::kNamed;
  Visibility visibility = Visibility::kPublic;
  bool goes_on = false;  // extension Name: more of what is defined elsewhere
};

// What definitions of a language look like to one who reads it line by line. Lists have a space
// before and after every word.
struct LooseRules {
  std::span<const LooseWord> words;
  std::span<const LooseWord> values;  // name = function: what makes a value a definition
  std::string_view modifiers;         // may stand before a word
  std::string_view passes;            // characters that begin lines about the next definition
  std::string_view shown;             // a modifier: whatever has it not is private
  std::string_view imports;           // what has this for its value is defined elsewhere
  bool members = false;               // Type name(…) {, inside a type, by itself
  bool typed = false;                 // name :: Type; what follows up to the next is of it
  bool clauses = false;               // a definition may be repeated: it is one
  bool operators = false;             // def +(other)
  bool marks = false;                 // name?, name!
  bool colons = false;                // M:name
  bool heredocs = false;              // <<END
  bool triple_quotes = false;         // strings of several lines
  bool doc_attributes = false;        // @doc """
  const LooseUses* uses = nullptr;    // imports and calls; null: they are not looked for
};

// Facts without a grammar: definitions by words and indentation, comments, imports and calls. In
// linear time, with a bounded number of symbols, whatever the bytes are.
// REQUIRES: `rules.loose` is not null.
FileFacts ReadLoosely(std::string_view content, const LanguageRules& rules);

}  // namespace satchel::code
