#pragma once

#include <string_view>

namespace satchel::text {

// The first bytes of every Markdown and prompt rendering. The code walk leaves
// out files that begin so: a packet is never retrieved into a packet.
inline constexpr std::string_view kMarkdownHeader = "# Satchel packet";
inline constexpr std::string_view kPromptHeader = "Satchel packet";

}  // namespace satchel::text
