#include "code/history/message.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostTitle = 300;  // bytes
constexpr std::size_t kMostBody = 3'000;

bool IsNameCharacter(char c) { return IsAlnum(c) || c == '-'; }

// "Signed-off-by: somebody"
bool IsTrailer(std::string_view line) {
  const std::size_t colon = line.find(':');
  return colon != line.npos && colon > 1 && colon + 1 < line.size() && line[colon + 1] == ' ' &&
         std::ranges::all_of(line.substr(0, colon), IsNameCharacter);
}

// Wherever it stands.
bool IsNoDescription(std::string_view line) {
  const std::string lower = AsciiLower(line);
  const std::size_t name = lower.find(':');
  if (name != lower.npos && IsTrailer(line) && lower.substr(0, name).ends_with("-by")) return true;
  static constexpr std::array<std::string_view, 7> kBeginnings = {
      "(cherry picked from", "cherry picked from", "(cherry-picked from", "this reverts commit",
      "git-svn-id:",         "change-id:",         "see also: commit"};
  return std::ranges::any_of(kBeginnings,
                             [&lower](std::string_view begin) { return lower.starts_with(begin); });
}

// "See-also: 1234abc", "see also 1234abc": ids of other commits.
bool IsSeeAlso(std::string_view line) {
  const std::string lower = AsciiLower(line);
  return lower.starts_with("see also") || lower.starts_with("see-also");
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
      line.remove_suffix(1);
    }
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string Kept(std::string_view text, std::size_t most) {
  std::string kept = text::RepairUtf8(text::TruncateUtf8(text, most)).text;
  std::erase_if(kept, [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n'; });
  return kept;
}

// The words of a title in lower case; punctuation at their ends is no part of them.
std::vector<std::string> WordsOf(std::string_view title) {
  std::vector<std::string> words;
  while (!title.empty()) {
    const std::size_t end = std::min(title.find(' '), title.size());
    std::string word = AsciiLower(title.substr(0, end));
    while (!word.empty() && (word.back() == '.' || word.back() == ',' || word.back() == ':')) {
      word.pop_back();
    }
    if (!word.empty()) words.push_back(std::move(word));
    title.remove_prefix(std::min(end + 1, title.size()));
  }
  return words;
}

bool IsOneOf(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

std::string TaskOf(std::string_view message) {
  std::vector<std::string_view> lines = LinesOf(message);
  // The last paragraph, when it is nothing but trailers.
  std::size_t last = lines.size();
  while (last > 0 && !lines[last - 1].empty()) --last;
  const auto paragraph = std::span(lines).subspan(last);
  const bool trailers =
      last > 0 && std::ranges::all_of(paragraph, [](std::string_view line) {
        return IsTrailer(line) || line.starts_with(' ') || IsNoDescription(line) || IsSeeAlso(line);
      });
  if (trailers) lines.resize(last);
  std::string task;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // The subject stays whatever it is.
    if (i > 0 && (IsNoDescription(lines[i]) || IsSeeAlso(lines[i]))) continue;
    task += std::string(lines[i]) + "\n";
  }
  while (task.ends_with('\n')) task.pop_back();
  return task;
}

CommitText TextOf(std::string_view message) {
  // Before it is cut: half a token is no longer seen to be one.
  const std::string task = TaskOf(text::Redactor::Default().Redact(message).text);
  const std::size_t end = std::min(task.find('\n'), task.size());
  std::string_view body = std::string_view(task).substr(end);
  while (body.starts_with('\n')) body.remove_prefix(1);
  return {.title = Kept(std::string_view(task).substr(0, end), kMostTitle),
          .body = Kept(body, kMostBody)};
}

bool SaysNothing(std::string_view title) {
  static constexpr std::array<std::string_view, 8> kDone = {"update", "create", "rename", "delete",
                                                            "edit",   "fix",    "fixed",  "add"};
  static constexpr std::array<std::string_view, 11> kChores = {
      "bump", "release", "version", "changelog",  "typo", "typos",
      "pep8", "lint",    "flake8",  "whitespace", "merge"};
  static constexpr std::array<std::string_view, 11> kSmall = {
      "typo", "typos", "whitespace", "pep8",    "doc",     "docs",
      "lint", "test",  "tests",      "comment", "comments"};
  const std::vector<std::string> words = WordsOf(title);
  if (words.empty() || IsOneOf(words.front(), kChores)) return true;
  if (words.size() == 1) return IsOneOf(words[0], kDone) || IsOneOf(words[0], kSmall);
  // "Update setup.py", "fix typos", "small whitespace".
  return words.size() == 2 &&
         ((IsOneOf(words[0], kDone) && words[1].contains('.')) || IsOneOf(words[1], kSmall));
}

}  // namespace satchel::code
