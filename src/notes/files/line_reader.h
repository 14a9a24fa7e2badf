#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "notes/files/block_start.h"
#include "notes/files/comments.h"

namespace satchel::notes {

enum class LineKind : std::uint8_t {
  kBlank,
  kHeading,  // outside of items; inside, it is text
  kItem,
  kText,
  kFence,   // fenced code, its delimiters included
  kBreak,   // a thematic break, or the underline of a heading
  kHidden,  // what would be a heading, inside a comment
};

// Its views are valid until the next line is read.
struct Line {
  LineKind kind = LineKind::kBlank;
  std::size_t number = 0;    // from 1
  std::string_view text;     // as written, without comments
  std::string_view content;  // without indentation and marks
  std::size_t level = 0;     // of a heading
  std::size_t depth = 0;     // the items around it; an item counts itself
  bool continues = false;    // the paragraph of the line before
  bool has_box = false;      // of an item
  std::string_view mark;     // in the box
  // Bytes of the file: from the line's beginning to behind its end, and where the next line
  // begins that is not hidden by a comment of this one.
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t next = 0;
};

// Reads a Markdown file line by line: which list items are around a line, what is
// fenced code, what is hidden in comments. As CommonMark has it, with these exceptions:
// indentation alone makes no code, comments are taken out of the lines (a line that
// was nothing else does not exist, except as kHidden), items nest at most kMostDepth deep, and
// lines that Git put there to mark a conflict do not exist, except in fenced code.
// Any bytes; LF, CR LF and CR end lines. Linear time, fixed memory.
class LineReader {
 public:
  static constexpr std::size_t kMostDepth = 64;

  enum class Index : std::uint8_t {
    kRead,
    kSkip,  // the rows between the comments INDEX:START and INDEX:END are generated
  };

  // `text` outlives the reader.
  LineReader(std::string_view text, Index index);

  bool Next(Line& line);

  // Of the lines read so far.
  std::size_t line_count() const { return number_; }
  // Where the fence or comment began that nothing has closed. For after the last line.
  std::optional<std::size_t> unclosed_fence() const;
  std::optional<std::size_t> unclosed_comment() const { return unclosed_comment_; }
  // The lines so far that mark the sides of a conflict that Git could not merge.
  const std::vector<std::size_t>& conflicts() const { return conflicts_; }

 private:
  struct OpenFence {
    FenceStart start;
    std::size_t container = 0;  // column of the item it stands in
    std::size_t line = 0;
  };

  bool TakeRaw();
  bool TakeFenced(const OpenFence& fence, Line& line);
  bool TakeConflict();
  bool TakeVisible();
  bool TakeHidden(Line& line) const;
  bool TakeComment(std::size_t begin, bool goes_on, bool at_start);
  void Hide(std::size_t begin, std::size_t end);
  std::size_t NextOpen() const;
  void Classify(Line& line);
  bool TakeItem(std::string_view trimmed, std::size_t columns, std::size_t matched, Line& line);
  bool IsIndexRow() const;
  bool HasIndexEnd(std::size_t from);

  std::string_view text_;
  Comments comments_;
  Index index_;

  std::size_t offset_ = 0;  // of the next line
  std::size_t next_lf_ = 0;
  std::size_t number_ = 0;
  std::size_t begin_ = 0;  // of this line
  std::size_t end_ = 0;
  std::string_view visible_;
  std::string pieces_;  // what visible_ points to when something was taken out

  std::size_t hidden_until_ = 0;
  std::optional<std::size_t> unclosed_comment_;
  bool in_index_ = false;
  std::size_t index_end_ = 0;

  std::vector<std::size_t> items_;  // columns where the texts of the items around begin
  bool in_paragraph_ = false;
  std::size_t paragraph_ = 0;  // where it began
  std::optional<OpenFence> fence_;

  bool in_first_side_ = false;  // of a conflict
  std::vector<std::size_t> conflicts_;
};

}  // namespace satchel::notes
