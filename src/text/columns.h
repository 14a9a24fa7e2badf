#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// How wide a text is on a terminal. A tab reaches to the next multiple of 8, wide characters (East
// Asian, emoji) take two columns, combining marks none.
namespace satchel::text {

// The column after `line` if it begins at column `begin`. The line has no line breaks.
std::size_t ColumnAfter(std::string_view line, std::size_t begin = 0);

// The line if it ends at column `end` at the latest; otherwise its longest beginning that leaves
// room for "…", without trailing blanks, and "…". It begins at column `begin`.
std::string CutToColumn(std::string_view line, std::size_t begin, std::size_t end);

}  // namespace satchel::text
