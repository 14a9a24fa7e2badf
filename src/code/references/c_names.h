#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "code/facts/facts.h"

// What a name of C and C++ can mean at a place, as far as places and spelling tell.
namespace satchel::code {

// The namespaces, classes and function that a symbol is, from the outermost: `db::Table::Get`.
// Empty for no symbol.
std::string ScopesAround(const FileFacts& facts, std::uint32_t symbol);

// How many bytes of `around` a container is the beginning of, in whole parts; none: a name alone
// does not mean what is in it.
std::optional<std::size_t> SeenFrom(std::string_view around, std::string_view container);

// Whether other files see the types and macros of a file: sources keep theirs to themselves.
bool IsHeader(std::string_view path);

}  // namespace satchel::code
