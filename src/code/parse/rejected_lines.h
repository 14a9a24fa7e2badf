#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "code/facts/facts.h"

namespace satchel::code {

// What FileFacts::limit says of a damaged file that lost a definition. Without it nothing is
// missing.
inline constexpr std::string_view kLost = "lost";

// Lines of a text, from 1, that a grammar rejects.
struct RejectedLines {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};

// Whether these lines define something that is no symbol. A grammar rejects macros in many files of
// which nothing is lost. Reads the lines without a grammar; what looks like a definition counts as
// one. Takes time linear in the lines.
bool LosesDefinition(std::string_view content, std::span<const RejectedLines> rejected,
                     std::span<const Symbol> symbols);

}  // namespace satchel::code
