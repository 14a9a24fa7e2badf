#pragma once

#include <string>
#include <string_view>

namespace satchel::code {

// The text without macros at which a grammar that expands none loses its way: the one of
// `class API Shape {`, which makes a function of the class, and those that stand on a line of their
// own before a declaration (`Q_OBJECT`, `DEPRECATED("since 2")`), which can cost the whole class
// around them, and the attributes of functions that are written as macros
// (`static __always_inline __alloc_size(1) void *f(int a) {`). They are spaces then, so that places
// are the same; empty when there is none.
std::string WithoutMacros(std::string_view content);

}  // namespace satchel::code
