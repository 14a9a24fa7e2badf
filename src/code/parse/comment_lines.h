#pragma once

#include <string_view>

namespace satchel::code {

// How a language marks comments. Empty: it has none of that kind.
struct CommentStyle {
  std::string_view line = "//";
  std::string_view other;  // marks the rest of a line, too
  std::string_view open = "/*";
  std::string_view close = "*/";
};

inline constexpr CommentStyle kSlashComments;
inline constexpr CommentStyle kHashComments{"#", "", "", ""};
// Of a file in no language that is known: `#` begins much that is no comment.
inline constexpr CommentStyle kUsualComments{"//", "# ", "/*", "*/"};

// Tells lines that are nothing but comment, given in the order of the text. One that begins inside
// a block comment is seen by the `*` that its lines begin with.
class CommentLines {
 public:
  // The style must outlive this.
  explicit CommentLines(const CommentStyle& style) : style_(style) {}

  // Whether `line` is comment. Indentation and a line break at its end make no difference.
  bool Next(std::string_view line);

  bool inside() const { return inside_; }

 private:
  const CommentStyle& style_;
  bool inside_ = false;  // a block comment
};

}  // namespace satchel::code
