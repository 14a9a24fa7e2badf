#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace satchel::rank {

// The fields of what commits say about a file, in the order the lexical index has them. How often a
// word stands there is counted in quarters: a commit that changed one file counts four of them.
enum class HistoryField : std::size_t { kTitle, kBody };
inline constexpr std::array<std::string_view, 2> kHistoryFields = {"title", "body"};
inline constexpr std::size_t kHistoryParts = 4;

}  // namespace satchel::rank
