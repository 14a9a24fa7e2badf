#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

// Single values of front matter, as they stand in a line.
namespace satchel::memory {

// A text in quotes of either kind that begins at `at` and ends in the same line.
struct Quoted {
  std::string text;
  std::size_t end = 0;      // behind the closing quote
  bool bad_escape = false;  // it stands in `text` as it is written
};
// REQUIRES: line[at] is a quote. Nothing: it has no end.
std::optional<Quoted> ReadQuoted(std::string_view line, std::size_t at);

// Where a comment behind a value begins, with the blanks in front of it, looking from `from` on;
// the line's size: there is none.
std::size_t CommentAt(std::string_view line, std::size_t from = 0);

// Without the blanks around it.
std::string_view TrimBlanks(std::string_view text);

// What a plain value says: nothing for `~` and `null`.
std::string PlainText(std::string_view text);

// As a value behind `name: `, plain where that reads back the same, and in double quotes.
std::string ScalarText(std::string_view text);
std::string QuotedText(std::string_view text);

}  // namespace satchel::memory
