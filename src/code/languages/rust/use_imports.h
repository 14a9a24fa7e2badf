#pragma once

#include "code/parse/extraction.h"

namespace satchel::code::rust {

// `use a::{b, c::*}`, one import a name; re-exports when it has a visibility.
void Use(const Node& node, bool reexport, Extraction& out);

}  // namespace satchel::code::rust
