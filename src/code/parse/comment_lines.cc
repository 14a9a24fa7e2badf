#include "code/parse/comment_lines.h"

#include <cstddef>

#include "code/parse/white_space.h"

namespace satchel::code {
namespace {

// `#[` is an attribute where `#` is a comment, too.
bool BeginsWith(std::string_view line, std::string_view mark) {
  return !mark.empty() && line.starts_with(mark) && !(mark == "#" && line.starts_with("#["));
}

}  // namespace

bool CommentLines::Next(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(kWhiteSpace);
  if (inside_) {
    if (begin != std::string_view::npos) inside_ = !line.contains(style_.close);
    return true;
  }
  if (begin == std::string_view::npos) return false;
  line.remove_prefix(begin);
  if (!style_.open.empty() && line.starts_with(style_.open)) {
    const std::size_t end = line.find(style_.close, style_.open.size());
    inside_ = end == std::string_view::npos;
    return inside_ || IsWhiteSpace(line.substr(end + style_.close.size()));
  }
  if (BeginsWith(line, style_.line) || BeginsWith(line, style_.other)) return true;
  return style_.open == "/*" && (line.starts_with("* ") || line.starts_with("*/") ||
                                 (line.front() == '*' && IsWhiteSpace(line.substr(1))));
}

}  // namespace satchel::code
