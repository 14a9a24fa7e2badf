#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "text/range.h"

namespace satchel::notes {

// Where the HTML comments of a text are. Queries go from the beginning to the end;
// all of them together take time linear in the text.
class Comments {
 public:
  // `text` outlives the object.
  explicit Comments(std::string_view text) : text_(text) {}

  // The end of the comment that opens at `begin`; nothing: it is never closed.
  std::optional<std::size_t> EndOf(std::size_t begin);

  enum class Meaning : std::uint8_t {
    kComment,
    kCode,   // inside a code span, where it is text
    kPlain,  // it does not end inside its paragraph
  };
  struct Inline {
    Meaning meaning = Meaning::kPlain;
    std::size_t end = 0;  // of the comment
  };
  // What "<!--" at `begin` is by the rules for inline text. Its paragraph began at
  // `paragraph`; `line_end` is the end of its line.
  Inline LookAt(std::size_t begin, std::size_t paragraph, std::size_t line_end);

  // Whether LookAt has looked at this place already.
  bool HasExamined(std::size_t offset) const { return offset < examined_.end; }

 private:
  void Examine(std::size_t begin, std::size_t line_end);

  std::string_view text_;
  std::size_t next_end_ = 0;  // of the first "-->" found at or behind the last question

  text::ByteRange examined_;  // the paragraph whose comments are known
  struct Range {
    text::ByteRange range;
    Meaning meaning = Meaning::kPlain;
  };
  std::vector<Range> inline_;  // comments and code spans in it
  std::size_t next_inline_ = 0;
};

}  // namespace satchel::notes
