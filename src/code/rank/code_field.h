#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace satchel::rank {

// The fields of a chunk of code, in the order the lexical index has them.
enum class CodeField : std::size_t { kBody, kNames, kPath, kHead, kComments };
inline constexpr std::array<std::string_view, 5> kCodeFields = {"body", "names", "path", "head",
                                                                "comments"};

}  // namespace satchel::rank
