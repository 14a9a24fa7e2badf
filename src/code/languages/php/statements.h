#pragma once

#include <string_view>

#include "code/parse/extraction.h"

// What a PHP file takes from others: `use` and `require` in all of their forms.
namespace satchel::code::php {

void VisitUse(const Node& declaration, Extraction& out);
void VisitInclude(const Node& expression, Extraction& out);

// The text between the quotes of a plain string; else empty.
std::string_view Literal(const Node& node, Extraction& out);

}  // namespace satchel::code::php
