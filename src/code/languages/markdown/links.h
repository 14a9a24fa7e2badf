#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace satchel::code::markdown {

// A link to another file, without the part behind `#` or `?`.
struct Link {
  std::size_t at = 0;  // of its target in the text
  std::string_view target;
};

// The relative links of a paragraph, `[x](./y.md)`, in one pass. Not pictures, not in code.
std::vector<Link> RelativeLinks(std::string_view text);

// The target of a link as a path, or nothing when it is no path from this file.
std::string_view RelativePath(std::string_view target);

}  // namespace satchel::code::markdown
