#pragma once

#include <optional>
#include <string_view>

#include "code/parse/extraction.h"

// Much of what other languages have words for is a call in Ruby: imports, mixins, accessors,
// visibility, tests.
namespace satchel::code::ruby {

void VisitCall(const Node& call, Extraction& out);

// A constant, or a path of them, used.
void UseConstant(UseKind kind, const Node& node, Extraction& out);

// `Struct.new(:a)`, `Class.new(Base)`, `Module.new`, `Data.define(:a)`: what the constant that it
// is given to is. Nothing when it is a value.
std::optional<SymbolKind> KindMadeBy(const Node& value, Extraction& out);
// Members and bases that such a call says.
void MembersMadeBy(const Node& value, Extraction& out);

// Whether what is defined here belongs to a class or module.
bool InType(const Extraction& out);

// `private`, `protected` or `public`; nothing for another word.
std::optional<Visibility> VisibilityFrom(std::string_view word);

}  // namespace satchel::code::ruby
