#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace satchel::text {

// What is done to code spans that are whole. Packets of before they stayed are shown as they were.
enum class Spans : std::uint8_t { kAsWritten, kEscaped };

// Outside text as part of one line outside of a fence: a title, a path, a list
// item. The result is one line of at most `max_chars` characters ("…" at the cut)
// that opens no block and no HTML, wherever on the line it is put:
//   anywhere       white space becomes one space, invisible characters are escaped,
//                  "<" becomes "&lt;", "-->" becomes "--&gt;", "![" becomes "!\[",
//                  backticks that are no part of a code span, and three or more tildes in a row,
//                  get backslashes;
//   at its start   what would begin a heading, quote, list item, table row, rule or
//                  underline, link definition or check box gets a backslash.
// A code span that ends before the cut stays as it is, but for its white space: nothing in it
// means anything. So do emphasis and links: they end with the line.
std::string InlineText(std::string_view text, std::size_t max_chars,
                       Spans spans = Spans::kAsWritten);
// The size of that.
std::size_t InlineBytes(std::string_view text, std::size_t max_chars,
                        Spans spans = Spans::kAsWritten);

// Outside text of one or several lines as a list item behind "- ": lines of their own, which begin
// with two spaces or more, so that none leaves the item. A nested item ("- x", "* x", "+ x") keeps
// its mark, its box and its depth, fenced code its lines, in a fence of ours that it cannot close;
// any other line is InlineText(). At most about `max_chars` characters, "…" at the cut. No newline
// at the end.
std::string ItemText(std::string_view text, std::size_t max_chars);
// The size of that.
std::size_t ItemBytes(std::string_view text, std::size_t max_chars);

// Invisible characters escaped, line ends and tabs as spaces.
std::string OnOneLine(std::string_view text);

}  // namespace satchel::text
