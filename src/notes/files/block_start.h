#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

// What a line of Markdown begins, by the rules of CommonMark. All functions take the
// line without its indentation; views point into it.
namespace satchel::notes {

struct Indent {
  std::size_t columns = 0;  // tab stops every four
  std::size_t bytes = 0;
};
Indent MeasureIndent(std::string_view line);

struct HeadingStart {
  std::size_t level = 0;  // 1 to 6
  std::string_view text;  // without closing marks
};
// "##[2026-01-02]" without the space is one too: it is meant as one.
std::optional<HeadingStart> ParseHeading(std::string_view line);

struct FenceStart {
  char mark = '`';
  std::size_t length = 0;
};
std::optional<FenceStart> ParseFence(std::string_view line);
bool ClosesFence(std::string_view line, FenceStart fence);

// Three or more of one of "-", "*", "_" and nothing else.
bool IsThematicBreak(std::string_view line);

struct ItemStart {
  std::size_t width = 0;  // columns from the marker to the text
  bool ordered = false;
  bool may_interrupt = true;  // a paragraph: has text, and the number 1 if any
  bool has_box = false;
  std::string_view mark;  // between the brackets of a check box
  std::string_view text;  // behind marker and box
};
std::optional<ItemStart> ParseItem(std::string_view line);

// Whether the line begins anything but a paragraph.
bool StartsBlock(std::string_view line);

}  // namespace satchel::notes
