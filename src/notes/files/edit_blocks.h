#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

// Which bytes of a file an item or an entry is made of.
namespace satchel::notes {

struct ItemBlock {
  std::size_t begin = 0;      // of its line
  std::size_t end = 0;        // behind its last line
  std::size_t last_line = 0;  // its number
  std::size_t mark = 0;       // the byte in its check box; 0: it has none
  // Its first paragraph, without marker and box. Empty where that is not one piece of the file,
  // since a comment stands in it.
  std::size_t text_begin = 0;
  std::size_t text_end = 0;
};
// The item that begins in that line; nothing: none does.
std::optional<ItemBlock> FindItem(std::string_view file, std::size_t line);

struct EntryBlock {
  std::size_t begin = 0;  // of its heading
  std::size_t end = 0;    // behind what separates it from what follows: blank lines and a break
  // Empty: the heading has no title.
  std::size_t title_begin = 0;
  std::size_t title_end = 0;
  // Without blank lines and a break at its end. Empty: there is none, and this is behind the
  // heading.
  std::size_t body_begin = 0;
  std::size_t body_end = 0;
};
// The entry whose heading is that line.
std::optional<EntryBlock> FindEntry(std::string_view file, std::size_t line);

}  // namespace satchel::notes
