#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "code/facts/facts.h"

namespace satchel::code {

inline constexpr std::size_t kMostDocBytes = 1000;
inline constexpr std::size_t kMostCommentBytes = 400;

// The words of one or several comments: without the marks that begin, continue and end them,
// blank lines at both ends, and what is beyond `most` bytes. Lines stay lines.
std::string CommentWords(std::string_view comment, std::size_t most);

// Whether a comment is worth keeping beside the code, and as what: one that says what is left to
// do, or why something is as it is. `at`: where the word stands that says so.
struct CommentMark {
  CommentKind kind = CommentKind::kTodo;
  std::size_t at = 0;
};
std::optional<CommentMark> MarkIn(std::string_view comment);

// What is kept of a block of comment lines, if anything. `symbol`: the innermost one it is in.
std::optional<Comment> RemarkIn(std::string_view block, std::uint32_t first_line,
                                std::uint32_t symbol);

// Text on one line with single spaces, at most `most` bytes; always valid UTF-8.
std::string OneLine(std::string_view text, std::size_t most);

}  // namespace satchel::code
