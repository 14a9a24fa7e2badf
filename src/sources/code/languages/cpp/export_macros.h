#pragma once

#include <string>
#include <string_view>

namespace satchel::code {

// `class API Shape {` without its macro, which is spaces then: a grammar that expands no macros
// takes such a class for a function, and all that is in it for statements. As long as the text, so
// that places are the same; empty when there is no such macro.
std::string WithoutExportMacros(std::string_view content);

}  // namespace satchel::code
