#pragma once

#include <string>
#include <string_view>

#include "code/parse/extraction.h"

namespace satchel::code::c_family {

// What `*(*A::name[3])(int)` declares.
struct Declared {
  std::string_view name;
  std::string container;  // `A`, without arguments of templates
  bool function = false;
  bool pointer = false;
};
Declared DeclaredBy(Node declarator, Extraction& out);

// What a declaration says before its type.
struct Specifiers {
  bool is_static = false;
  bool is_const = false;
  bool is_constexpr = false;
};
Specifiers SpecifiersOf(const Node& node, Extraction& out);

}  // namespace satchel::code::c_family
