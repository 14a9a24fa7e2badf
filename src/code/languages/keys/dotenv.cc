// A sample of the variables of a process, `.env.example`: NAME=value, one a line.
#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/trimmed.h"
#include "code/languages/keys/key_tree.h"

namespace satchel::code {

KeyTree ReadDotenv(std::string_view content) {
  KeyTree tree;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t stop = std::min(content.find('\n', begin), content.size());
    const std::string_view whole = content.substr(begin, stop - begin);
    std::string_view line = Trimmed(whole);
    const std::size_t at = begin + std::min(whole.find_first_not_of(" \t\r"), whole.size());
    begin = stop + 1;
    const std::size_t end = at + line.size();
    if (line.starts_with("export ")) line = Trimmed(line.substr(sizeof("export ") - 1));
    const std::size_t equals = line.find('=');
    if (line.empty() || line.front() == '#' || equals == std::string_view::npos) continue;
    tree.Add({.key = Trimmed(line.substr(0, equals)),
              .value = Unquoted(Trimmed(line.substr(equals + 1))),
              .begin = at,
              .head = end,
              .end = end});
  }
  tree.Finish();
  return tree;
}

}  // namespace satchel::code
