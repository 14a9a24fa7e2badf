#include "code/parse/comment_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/parse/white_space.h"
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

// Tags of the XML that documentation of C# is written in. Sorted.
constexpr auto kTags = std::to_array<std::string_view>(
    {"c",       "code",    "description", "example",   "exception",    "inheritdoc", "item",
     "list",    "para",    "param",       "paramref",  "remarks",      "returns",    "see",
     "seealso", "summary", "term",        "typeparam", "typeparamref", "value"});
static_assert(std::ranges::is_sorted(kTags));

bool IsTag(std::string_view tag) {
  if (tag.starts_with('/')) tag.remove_prefix(1);
  return std::ranges::binary_search(kTags, tag.substr(0, tag.find_first_of(" />")));
}

// `B` of `<see cref="B"/>`, `a` of `<param name="a">`.
std::string_view NamedBy(std::string_view tag) {
  for (const std::string_view attribute : {"cref=\"", "name=\"", "langword=\""}) {
    const std::size_t at = tag.find(attribute);
    if (at == std::string_view::npos) continue;
    tag.remove_prefix(at + attribute.size());
    return tag.substr(0, tag.find('"'));
  }
  return {};
}

// Without tags, of which what they name stays. Nothing when the line had nothing else.
std::optional<std::string> WithoutTags(std::string_view line) {
  std::string words;
  bool tags = false;
  while (!line.empty()) {
    const std::size_t open = std::min(line.find('<'), line.size());
    words += line.substr(0, open);
    line.remove_prefix(open);
    const std::size_t close = line.find('>');
    if (line.empty() || close == std::string_view::npos || !IsTag(line.substr(1, close - 1))) {
      words += line.substr(0, 1);
      line.remove_prefix(std::min<std::size_t>(1, line.size()));
      continue;
    }
    tags = true;
    const std::string_view name = NamedBy(line.substr(1, close - 1));
    line.remove_prefix(close + 1);
    words += name;
    if (!name.empty() && !line.empty() && IsWordChar(line.front())) words += ": ";
  }
  if (tags && Trimmed(words, kWhiteSpace).empty()) return std::nullopt;
  return std::string(Trimmed(words, kWhiteSpace));
}

}  // namespace

std::string CommentWords(std::string_view comment, std::size_t most) {
  std::string words;
  while (!comment.empty() && words.size() < most) {
    const std::size_t end = comment.find('\n');
    const bool slashes = Trimmed(comment.substr(0, end), kWhiteSpace).starts_with("///");
    const std::string_view text = WithoutMarks(comment.substr(0, end));
    comment = end == std::string_view::npos ? std::string_view() : comment.substr(end + 1);
    const auto without =
        slashes ? WithoutTags(text.substr(0, most)) : std::optional<std::string>(text);
    if (!without) continue;
    const std::string_view line = *without;
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
