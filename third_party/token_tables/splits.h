#pragma once

#include <vector>

#include "format.h"
#include "ranks.h"

// For every token, the two tokens that its last merge joins. Dies if a token cannot be made by
// merges of lower rank alone: the encoder's method rests on that (README.md gives the argument).
std::vector<satchel::token_tables::Split> FindSplits(const Ranks& ranks);
