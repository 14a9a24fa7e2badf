#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/range.h"
#include "text/unicode.h"

namespace satchel::text {

// Where the parts of an identifier are: `HTTPServer2Error_handler` has HTTP, Server,
// 2, Error and handler. Underscores belong to no part, letters and digits to
// different ones; the last capital of a row of them begins the word that follows
// (`HTTPServer`), except before a plural s (`URLs` is one part).

// For the classes of an identifier's characters; the ranges count characters. What
// was in `parts` is lost.
void SplitIdentifier(std::span<const CharClass> classes, std::vector<ByteRange>& parts);

// For a text, where any separator ends a part as well. Ranges count bytes.
std::vector<ByteRange> SplitIdentifier(std::string_view text);

}  // namespace satchel::text
