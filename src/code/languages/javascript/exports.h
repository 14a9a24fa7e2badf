#pragma once

#include "code/parse/extraction.h"

// Names that come from other files, and names that go there.
namespace satchel::code::script {

void Import(const Node& node, Extraction& out);
void Export(const Node& node, Extraction& out);
// `exports.x = …`, `module.exports = …`, and functions that are put into something.
void Assignment(const Node& node, Extraction& out);
// A call of require() or import(): the module's name. Nothing for other calls.
Node RequiredModule(const Node& call, Extraction& out);
// `const … = require("x")`, also with `.y` behind it. False for any other value.
bool RequireInto(const Node& pattern, const Node& value, Extraction& out);

}  // namespace satchel::code::script
