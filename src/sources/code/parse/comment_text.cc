#include "sources/code/parse/comment_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "sources/code/parse/white_space.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

bool IsWordChar(char c) { return IsAlnum(c) || c == '_'; }

std::size_t FindWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !IsWordChar(text[at - 1])) && (end == text.size() || !IsWordChar(text[end]))) {
      return at;
    }
  }
  return std::string_view::npos;
}

// Marks at the beginning of a line of a comment, longest first.
constexpr std::array<std::string_view, 19> kMarks = {
    "/**",  "/*!",  "///",  "//!", "<!--", "/*",  "//", "#!", "#=", "#",
    "-- |", "-- ^", "--[[", "---", "--",   "{-|", "{-", "*/", "*"};

std::string_view WithoutMarks(std::string_view line) {
  line = Trimmed(line, kWhiteSpace);
  for (const std::string_view end : {"*/", "-->", "-}", "]]", "=#"}) {
    if (line.ends_with(end)) line = Trimmed(line.substr(0, line.size() - end.size()), kWhiteSpace);
  }
  for (const std::string_view mark : kMarks) {
    if (!line.starts_with(mark)) continue;
    line.remove_prefix(mark.size());
    // `####` and `/////` are one mark.
    while (!line.empty() && line.front() == mark.back() && mark.back() != '-' &&
           mark.back() != '[') {
      line.remove_prefix(1);
    }
    break;
  }
  return Trimmed(line, kWhiteSpace);
}

}  // namespace

std::string CommentWords(std::string_view comment, std::size_t most) {
  std::string words;
  while (!comment.empty() && words.size() < most) {
    const std::size_t end = comment.find('\n');
    const std::string_view line = WithoutMarks(comment.substr(0, end));
    comment = end == std::string_view::npos ? std::string_view() : comment.substr(end + 1);
    if (words.empty() && line.empty()) continue;
    if (!words.empty()) words += '\n';
    words += line;
  }
  words.resize(std::min(words.size(), most));
  while (!words.empty() && (words.back() == '\n' || IsSpace(words.back()))) words.pop_back();
  if (text::IsValidUtf8(words)) return words;
  return text::RepairUtf8(words).text;
}

std::optional<CommentMark> MarkIn(std::string_view comment) {
  using enum CommentKind;
  static constexpr std::array kMarked = {
      std::pair(std::string_view("TODO"), kTodo),   std::pair(std::string_view("FIXME"), kFixme),
      std::pair(std::string_view("BUG"), kFixme),   std::pair(std::string_view("HACK"), kHack),
      std::pair(std::string_view("XXX"), kHack),    std::pair(std::string_view("NOTE"), kNote),
      std::pair(std::string_view("WARNING"), kNote)};
  for (const auto& [word, kind] : kMarked) {
    const std::size_t at = FindWord(comment, word);
    if (at != std::string_view::npos) return CommentMark{kind, at};
  }
  static constexpr std::array<std::string_view, 8> kReasons = {
      "because",    "Because", "otherwise",   "workaround",
      "Workaround", "so that", "in order to", "instead of"};
  for (const std::string_view word : kReasons) {
    const std::size_t at = FindWord(comment, word);
    if (at != std::string_view::npos) return CommentMark{kRationale, at};
  }
  return std::nullopt;
}

std::string OneLine(std::string_view text, std::size_t most) {
  std::string line;
  bool space = false;
  for (const char c : text) {
    if (IsSpace(c) || c == '\n' || c == '\0') {
      space = !line.empty();
      continue;
    }
    if (line.size() + (space ? 1 : 0) >= most) break;
    if (space) line += ' ';
    space = false;
    line += c;
  }
  if (text::IsValidUtf8(line)) return line;
  return text::RepairUtf8(line).text;
}

std::optional<Comment> RemarkIn(std::string_view block, std::uint32_t first_line,
                                std::uint32_t symbol) {
  const auto mark = MarkIn(block);
  if (!mark) return std::nullopt;
  const std::size_t line = block.rfind('\n', mark->at) + 1;
  const std::size_t from = mark->kind == CommentKind::kRationale ? 0 : line;
  const auto above = static_cast<std::uint32_t>(std::ranges::count(block.substr(0, from), '\n'));
  return Comment{mark->kind, first_line + above, symbol,
                 OneLine(CommentWords(block.substr(from), kMostCommentBytes), kMostCommentBytes)};
}

}  // namespace satchel::code
