#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::llm {

// A text as one line of a prompt or an answer, cut between characters; breaks and tabs are blanks.
std::string OneLine(std::string_view text, std::size_t most_bytes);

}  // namespace satchel::llm
