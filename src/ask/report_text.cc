#include "ask/report_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "base/ascii.h"
#include "base/trimmed.h"

// Trackers hand out forms: headings, comments, lists of versions. Their words are in every report
// and in many files (`version`, `system`, `python`), so they say nothing about the one that is
// meant. Code in fences is never looked into, and a heading that somebody made up stays.
namespace satchel::ask {
namespace {

// Without `<!-- … -->`; one that is not closed is text.
std::string WithoutComments(std::string_view text) {
  std::string kept;
  for (;;) {
    const std::size_t begin = text.find("<!--");
    const std::size_t end = begin == text.npos ? begin : text.find("-->", begin);
    if (end == text.npos) break;
    kept += text.substr(0, begin);
    kept += '\n';
    text.remove_prefix(end + 3);
  }
  kept += text;
  return kept;
}

std::vector<std::string_view> LinesOf(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool IsFence(std::string_view line) {
  const std::string_view text = Trimmed(line);
  return text.starts_with("```") || text.starts_with("~~~");
}

// "- [x] I have read the rules"
bool IsBox(std::string_view line) {
  const std::string_view text = Trimmed(line);
  return text.size() >= 5 && (text[0] == '-' || text[0] == '*') && text[1] == ' ' &&
         text[2] == '[' && text[4] == ']';
}

bool IsVersion(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  return !text.empty() && IsDigit(text.front()) && dot != text.npos && dot + 1 < text.size() &&
         IsDigit(text[dot + 1]) && !text.contains(' ');
}

// "python: 3.8.2.final.0", "| numpy | 1.18 |", "Sphinx version: 3.2.1": a name, what separates, and
// a number. An assignment is code.
bool IsVersionLine(std::string_view line) {
  constexpr std::size_t kLongest = 60;
  constexpr std::string_view kDecoration = " \t>*|-`,";
  if (line.contains('=') || line.size() > kLongest) return false;
  line = Trimmed(line);
  while (!line.empty() && kDecoration.contains(line.front())) line.remove_prefix(1);
  while (!line.empty() && kDecoration.contains(line.back())) line.remove_suffix(1);
  if (line.empty() || !IsAlpha(line.front())) return false;
  const std::size_t separator = line.find_first_of(":|");
  const std::size_t begin =
      separator == line.npos ? line.rfind(' ') : line.find_first_not_of(" \t`*|:", separator);
  if (begin == line.npos) return false;
  const std::string_view value = Trimmed(line.substr(begin));
  const std::string lower = AsciiLower(value);
  if (separator == line.npos) {
    // "Python version 3.8", and no sentence that names one.
    constexpr std::ptrdiff_t kMostSpaces = 3;
    return AsciiLower(line).contains("version") && IsVersion(value) &&
           std::ranges::count(line, ' ') <= kMostSpaces;
  }
  return IsVersion(value) || lower == "none" || lower == "n/a" || lower == "installed" ||
         lower == "not installed";
}

struct Heading {
  std::size_t level = 0;
  std::string title;  // in lower case
};

// "## Steps", "**Steps**:"
std::optional<Heading> HeadingIn(std::string_view line) {
  constexpr std::size_t kDeepest = 6;
  constexpr std::size_t kBold = 7;
  constexpr std::size_t kLongestBold = 64;
  std::string_view text = Trimmed(line);
  std::size_t level = 0;
  while (level < text.size() && text[level] == '#') ++level;
  if (level > kDeepest) return std::nullopt;
  if (level > 0) {
    text.remove_prefix(level);
    while (text.ends_with('#')) text.remove_suffix(1);
  } else {
    if (text.ends_with(':')) text.remove_suffix(1);
    if (!text.starts_with("**") || !text.ends_with("**") || text.size() < 6 ||
        text.size() > kLongestBold) {
      return std::nullopt;
    }
    text = text.substr(2, text.size() - 4);
    if (text.contains("**")) return std::nullopt;
    level = kBold;
  }
  text = Trimmed(text);
  if (text.ends_with(':')) text.remove_suffix(1);
  if (text.empty()) return std::nullopt;
  return Heading{.level = level, .title = AsciiLower(text)};
}

bool HasWord(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !IsAlnum(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !IsAlnum(text[end]))) return true;
  }
  return false;
}

// What is below such a heading says where the reporter was, not what is wrong.
bool IsAboutEnvironment(std::string_view title) {
  static constexpr std::array<std::string_view, 17> kWords = {
      "environment",  "version",        "versions",     "operating system", "system info",
      "system",       "platform",       "installation", "package versions", "your setup",
      "os",           "checklist",      "jupyter",      "code of conduct",  "show_versions",
      "confirmation", "are you willing"};
  constexpr std::size_t kLongest = 60;
  return title.size() < kLongest &&
         std::ranges::any_of(
             kWords, [title](std::string_view word) { return HasWord(title, word); });
}

bool IsOfTheForm(std::string_view title) {
  static constexpr std::array<std::string_view, 34> kBeginnings = {
      "describe the", "to reproduce",  "how to reproduce", "steps",          "expected",
      "actual",       "bug summary",   "bug description",  "what happened",  "what did you",
      "what is",      "minimal",       "code for",         "code sample",    "log output",
      "relevant",     "anything else", "additional",       "proposed",       "problem",
      "summary",      "description",   "current behavio",  "current output", "desired",
      "reproduc",     "screenshots",   "extra tools",      "command used",   "configuration",
      "context",      "suggested",     "possible",         "related"};
  return std::ranges::any_of(kBeginnings,
                             [title](std::string_view begin) { return title.starts_with(begin); });
}

// Lines that only the form has.
bool IsLeftOver(std::string_view line) {
  const std::string_view text = Trimmed(line);
  return IsBox(line) || IsVersionLine(line) || text == "Description" || text == "_No response_" ||
         text == "INSTALLED VERSIONS" || text.starts_with("(last modified by ");
}

}  // namespace

std::string WithoutForm(std::string_view report) {
  if (!report.contains('\n')) return std::string(report);
  const std::string text = WithoutComments(report);
  std::string kept;
  const auto keep = [&kept](std::string_view line) {
    kept += line;
    kept += '\n';
  };
  bool fenced = false;
  bool first = true;
  std::optional<std::size_t> skipped;  // below a heading of this level
  for (const std::string_view line : LinesOf(text)) {
    if (first) {
      first = Trimmed(line).empty();
      keep(line);
      continue;
    }
    if (IsFence(line)) fenced = !fenced;
    const auto heading = fenced ? std::nullopt : HeadingIn(line);
    if (heading) {
      if (skipped && heading->level <= *skipped) skipped.reset();
      if (!skipped && IsAboutEnvironment(heading->title)) skipped = heading->level;
      if (!skipped && !IsOfTheForm(heading->title)) keep(line);
      continue;
    }
    if (!skipped && (fenced || !IsLeftOver(line))) keep(line);
  }
  return kept;
}

}  // namespace satchel::ask
