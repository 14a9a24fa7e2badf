#pragma once

#include <cstddef>
#include <string>
#include <string_view>

// What cmark makes of the content of a block.
namespace satchel::test {

// Nothing, or a text that ends its last line.
inline std::string WithNewline(std::string_view content) {
  std::string out(content);
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  return out;
}

// As the specification has it: one LF a line, and U+FFFD instead of NUL. Nothing else may differ.
inline std::string AsCmarkReads(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\0') {
      out += "\uFFFD";
    } else if (text[at] != '\r') {
      out += text[at];
    } else if (text.substr(at, 2) != "\r\n") {
      out += '\n';
    }
  }
  return out;
}

}  // namespace satchel::test
