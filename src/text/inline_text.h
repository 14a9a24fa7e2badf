#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace satchel::text {

// Which markup of the text works. Packets of earlier rules are shown as they were.
enum class Markup : std::uint8_t {
  kNoLinks,  // code spans and emphasis
  kLinks,    // links as well
  kNoSpans,  // links and emphasis; code spans are escaped
};

// Outside text as part of one line outside of a fence: a title, a path, a list
// item. The result is one line of at most `max_chars` characters ("…" at the cut)
// that opens no block and no HTML, wherever on the line it is put:
//   anywhere       white space becomes one space, invisible characters are escaped,
//                  "<" becomes "&lt;", "-->" becomes "--&gt;", "![" becomes "!\[", "](" becomes
//                  "]\(", backticks that are no part of a code span, and three or more tildes in a
//                  row, get backslashes;
//   at its start   what would begin a heading, quote, list item, table row, rule or
//                  underline, link definition or check box gets a backslash.
// A code span that ends before the cut stays as it is, but for its white space: nothing in it
// means anything. So does emphasis: it ends with the line.
std::string InlineText(std::string_view text, std::size_t max_chars,
                       Markup markup = Markup::kNoLinks);
// The size of that.
std::size_t InlineBytes(std::string_view text, std::size_t max_chars,
                        Markup markup = Markup::kNoLinks);

// One line of a longer text, for a quotation: as InlineText(), but whole, with its white space and
// its block at the start. Code spans end with the line. `in_definition`: a "[" that its blanks and
// block marks lead to begins a link definition, so it gets a backslash.
std::string QuotedLine(std::string_view line, bool in_definition);

// Outside text of one or several lines as a list item behind "- ": lines of their own, which begin
// with two spaces or more, so that none leaves the item. A nested item ("- x", "* x", "+ x") keeps
// its mark, its box and its depth, fenced code its lines, in a fence of ours that it cannot close;
// any other line is InlineText(). At most about `max_chars` characters, "…" at the cut. No newline
// at the end.
std::string ItemText(std::string_view text, std::size_t max_chars,
                     Markup markup = Markup::kNoLinks);
// The size of that.
std::size_t ItemBytes(std::string_view text, std::size_t max_chars,
                      Markup markup = Markup::kNoLinks);

// Outside text of several lines for a block quote, whose marks the caller puts before its lines.
// Headings, lists, emphasis and code stay. No line makes HTML, an image, a link or a link
// definition: those get escapes outside of code. Fenced code stands in a fence of ours that it
// cannot close.
std::string QuoteText(std::string_view text);
// Whether QuoteText() would return the text as it is, found without making it. False if unsure.
bool IsPlainQuote(std::string_view text);

// Invisible characters escaped, line ends and tabs as spaces.
std::string OnOneLine(std::string_view text);

}  // namespace satchel::text
