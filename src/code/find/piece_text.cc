#include "code/find/piece_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/facts/line_text.h"

namespace satchel::retrieval {
namespace {

constexpr std::size_t kMostDoc = 160;        // bytes
constexpr std::size_t kMostSignature = 240;  // bytes
constexpr std::size_t kMostComment = 200;    // bytes
constexpr std::size_t kWindowLines = 24;
constexpr std::size_t kWindowBytes = 1'600;
constexpr std::size_t kLeastWindowed = 8;     // lines of a body that may be shown by a window
constexpr std::size_t kMostWindowWords = 64;  // of a task

constexpr auto kHashLanguages = std::to_array<std::string_view>(
    {"python", "ruby", "bash", "perl", "r", "elixir", "yaml", "toml", "make", "cmake", "julia"});
constexpr auto kDashLanguages =
    std::to_array<std::string_view>({"lua", "haskell", "sql", "elm", "ada"});
constexpr auto kAssertions =
    std::to_array<std::string_view>({"assert", "expect", "should", "require.", "raises"});

// At a limit, before a character that would be cut.
std::string_view Bounded(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end);
}

std::string_view Line(std::string_view content, std::uint32_t number) {
  std::string_view line = code::LinesOf(content, number, number);
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  return line;
}

std::size_t DepthOf(const code::FileFacts& facts, std::uint32_t symbol) {
  std::size_t depth = 0;
  for (std::uint32_t at = facts.symbols[symbol].parent; at != code::kNoSymbol && depth < 8;
       at = facts.symbols[at].parent) {
    ++depth;
  }
  return depth;
}

void AppendOneLine(std::string& out, std::string_view text) {
  for (const char c : text) out += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
}

// What tells a linter or a formatter what to do, and a reader nothing.
bool IsForTools(std::string_view doc) {
  constexpr std::array<std::string_view, 9> kMarks = {
      "@ts-", "clang-format",    "eslint",  "istanbul", "nolint",
      "noqa", "prettier-ignore", "pylint:", "tslint"};
  const std::string begin = AsciiLower(Trimmed(doc.substr(0, 40)));
  return std::ranges::any_of(kMarks,
                             [&begin](std::string_view mark) { return begin.starts_with(mark); });
}

std::vector<std::string_view> LinesIn(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// How many of the words each line has.
std::vector<std::size_t> WordsIn(std::span<const std::string_view> lines,
                                 std::span<const std::string> words) {
  std::vector<std::string> lower_words;
  for (const std::string& word : words.first(std::min(words.size(), kMostWindowWords))) {
    if (word.size() > 2) lower_words.push_back(AsciiLower(word));
  }
  std::vector<std::size_t> counts;
  counts.reserve(lines.size());
  for (const std::string_view line : lines) {
    const std::string lower = AsciiLower(line);
    counts.push_back(static_cast<std::size_t>(std::ranges::count_if(
        lower_words, [&lower](const std::string& word) { return lower.contains(word); })));
  }
  return counts;
}

// Lines [first, last) of a body.
struct Window {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Around `wanted` if it is a line. Else the windows of that length with most words, of which the
// first may be the head; if it is not, the middle one of those that follow each other.
Window Place(std::span<const std::size_t> counts, std::size_t length,
             std::optional<std::size_t> wanted) {
  const std::size_t latest = counts.size() - length;
  if (wanted) {
    const std::size_t first = std::min(*wanted - std::min(*wanted, length / 3), latest);
    return {first, first + length};
  }
  std::size_t sum = 0;
  for (std::size_t i = 0; i < length; ++i) sum += counts[i];
  std::size_t most = sum;
  std::size_t begin = 0;  // of the windows that have as many
  std::size_t end = 1;
  for (std::size_t first = 1; first <= latest; ++first) {
    sum += counts[first + length - 1];
    sum -= counts[first - 1];
    if (sum > most) {
      most = sum;
      begin = first;
      end = first + 1;
    } else if (sum == most && end == first) {
      ++end;
    }
  }
  const std::size_t first = begin == 0 ? 0 : begin + ((end - begin - 1) / 2);
  return {first, first + length};
}

}  // namespace

std::string_view CommentMark(std::string_view language) {
  if (std::ranges::find(kHashLanguages, language) != kHashLanguages.end()) return "#";
  if (std::ranges::find(kDashLanguages, language) != kDashLanguages.end()) return "--";
  return "//";
}

std::string FirstSentence(std::string_view doc) {
  if (IsForTools(doc)) return "";
  std::string sentence;
  for (std::size_t i = 0; i < doc.size(); ++i) {
    const char c = doc[i];
    if (c == '\n' && i + 1 < doc.size() && doc[i + 1] == '\n') break;
    if (c == '\n' || c == '\r') {
      if (!sentence.empty() && sentence.back() != ' ') sentence += ' ';
      continue;
    }
    sentence += c;
    if (c == '.' && (i + 1 == doc.size() || doc[i + 1] == ' ' || doc[i + 1] == '\n')) break;
  }
  return std::string(Trimmed(Bounded(sentence, kMostDoc)));
}

std::string SignatureText(const code::Symbol& symbol, std::string_view language, bool doc) {
  std::string text;
  AppendOneLine(text,
                Bounded(symbol.signature.empty() ? symbol.name : symbol.signature, kMostSignature));
  const std::string said = doc ? FirstSentence(symbol.doc) : "";
  if (!said.empty()) text += fmt::format("  {} {}", CommentMark(language), said);
  return text;
}

std::string OutlineText(const code::FileFacts& facts, std::string_view language,
                        std::string_view content, std::span<const OutlineSymbol> symbols,
                        bool docs) {
  std::string text;
  for (const OutlineSymbol& one : symbols) {
    const code::Symbol& symbol = facts.symbols[one.symbol];
    const std::string indent(2 * DepthOf(facts, one.symbol), ' ');
    text += fmt::format("{}: {}{}\n", symbol.extent.first_line, indent,
                        SignatureText(symbol, language, docs));
    for (const std::uint32_t line : one.lines) {
      text += fmt::format("{}: {}  {}\n", line, indent,
                          Bounded(Trimmed(Line(content, line)), kMostSignature));
    }
    if (!docs) continue;
    for (const code::Comment& comment : facts.comments) {
      if (comment.symbol != one.symbol || comment.kind != code::CommentKind::kRationale) continue;
      text += fmt::format("{}: {}  {} ", comment.line, indent, CommentMark(language));
      AppendOneLine(text, Bounded(comment.text, kMostComment));
      text += '\n';
    }
  }
  return text;
}

std::vector<std::uint32_t> AssertionLines(std::string_view content, const code::Symbol& symbol,
                                          std::size_t most) {
  std::vector<std::uint32_t> lines;
  std::uint32_t number = symbol.extent.first_line + 1;
  std::string_view rest = code::LinesOf(content, number, symbol.extent.last_line);
  for (; number <= symbol.extent.last_line && lines.size() < most; ++number) {
    const std::string_view line = code::LinesOf(rest, 1, 1);
    rest.remove_prefix(line.size());
    const std::string lower = AsciiLower(line);
    if (std::ranges::any_of(kAssertions,
                            [&lower](std::string_view word) { return lower.contains(word); })) {
      lines.push_back(number);
    }
  }
  return lines;
}

std::string WindowText(std::string_view body, const WindowRequest& request) {
  const std::vector<std::string_view> lines = LinesIn(body);
  if (lines.size() < kLeastWindowed) return "";
  const std::vector<std::size_t> counts = WordsIn(lines, request.words);
  std::optional<std::size_t> wanted;
  if (request.line >= request.first_line && request.line - request.first_line < lines.size()) {
    wanted = request.line - request.first_line;
  }
  Window window = Place(counts, std::min(kWindowLines, lines.size() / 2), wanted);
  // Long lines: fewer of them, from the end that has fewer words or is further from the wanted
  // line.
  const auto bytes = [&] {
    std::size_t sum = 0;
    for (std::size_t i = window.first; i < window.last; ++i) sum += lines[i].size() + 1;
    return sum;
  };
  while (window.last - window.first > 1 && bytes() > kWindowBytes) {
    const std::size_t center = wanted.value_or(window.first);
    const bool drop_last = wanted ? window.last - 1 - center >= center - window.first
                                  : counts[window.last - 1] <= counts[window.first];
    if (drop_last) {
      --window.last;
    } else {
      ++window.first;
    }
  }
  if (bytes() > kWindowBytes) return "";
  const std::string_view mark = CommentMark(request.language);
  const auto skipped = [&](std::size_t first, std::size_t last) {
    const std::size_t from = request.first_line + first;
    const std::size_t to = request.first_line + last - 1;
    return from == to ? fmt::format("{} (line {} is not shown)\n", mark, from)
                      : fmt::format("{} (lines {} to {} are not shown)\n", mark, from, to);
  };
  std::string text;
  if (window.first > 0) {
    if (!request.signature.empty()) text += request.signature + '\n';
    text += skipped(0, window.first);
  }
  for (std::size_t i = window.first; i < window.last; ++i) {
    text += lines[i];
    text += '\n';
  }
  if (window.last < lines.size()) text += skipped(window.last, lines.size());
  text.pop_back();
  return text;
}

}  // namespace satchel::retrieval
