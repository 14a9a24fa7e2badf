#pragma once

#include "code/facts/facts.h"

namespace satchel::code {

// While a file is being edited it is often briefly invalid. What it defined before and does not
// parse now stays among its symbols, marked stale, until it parses again. Whether any did.
bool KeepStale(const FileFacts& before, FileFacts& now);

}  // namespace satchel::code
