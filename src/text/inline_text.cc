// Text of others on a line of ours. What could mean something to a reader of Markdown is escaped,
// except inside of code spans, where an escape would be shown as it stands. So spans must be found
// exactly as CommonMark has them: from left to right; a backslash before punctuation takes the
// character away; a run of backticks goes with the next one of its length, whatever is between; one
// that has none is text, and gets backslashes: a run on another line of the same paragraph could go
// with it, and some readers (cmark 0.30) lose a later span when they have looked in vain for the
// end of an earlier one.

#include "text/inline_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "text/invisible.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

bool IsControl(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }

bool IsOnly(std::string_view text, std::string_view allowed) {
  return text.find_first_not_of(allowed) == text.npos;
}

bool EndsMarker(std::string_view text, std::size_t at) {
  return at >= text.size() || text[at] == ' ';
}

// How many characters of the start go before a backslash, or npos if the start
// begins no block. "12. x" breaks as "12\. x"; everything else at its first character.
std::size_t BlockMarker(std::string_view text) {
  if (text.empty()) return text.npos;
  const char first = text[0];
  if (first == '>' || first == '|') return 0;
  if (first == '#') {
    const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
    return level <= 6 && EndsMarker(text, level) ? 0 : text.npos;
  }
  if (first == '-' || first == '+' || first == '*') {
    if (EndsMarker(text, 1) || IsOnly(text, std::string{first, ' '})) return 0;
  }
  // An underline, a rule, or the second row of a table.
  if ((first == '=' || first == '_') && IsOnly(text, std::string{first, ' '})) return 0;
  if ((first == '-' || first == ':') && IsOnly(text, "-: |")) return 0;
  if (first == '[') {
    const bool check_box = text.size() > 2 && text[2] == ']';
    return check_box || text.find("]:") != text.npos ? 0 : text.npos;
  }
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  if (digits > 0 && digits <= 9 && digits < text.size() &&
      (text[digits] == '.' || text[digits] == ')') && EndsMarker(text, digits + 1)) {
    return digits;
  }
  return text.npos;
}

// Collects pieces that must not be cut, up to a number of characters.
class Line {
 public:
  explicit Line(std::size_t max_chars) : max_chars_(max_chars) {}

  // False once the line is full.
  bool Add(std::string_view piece) {
    const auto chars = static_cast<std::size_t>(std::ranges::count_if(
        piece, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
    if (chars_ + chars > max_chars_) {
      if (max_chars_ == 0) return false;
      text_.resize(before_last_char_);
      // A joiner stays only between what it joins.
      while (text_.ends_with("\u200C") || text_.ends_with("\u200D")) text_.resize(text_.size() - 3);
      text_ += "…";
      return false;
    }
    // Where the text has to end for "…" to still fit.
    if (chars_ + chars < max_chars_) before_last_char_ = text_.size() + piece.size();
    text_ += piece;
    chars_ += chars;
    return true;
  }

  // Whether a piece has room, with "…" behind it unless it is the last.
  bool Fits(std::string_view piece, bool last) const {
    if (piece.size() / 4 > max_chars_ - chars_) return false;  // sooner than by counting
    const std::size_t chars = chars_ + CountCodePoints(piece);
    return chars < max_chars_ || (last && chars == max_chars_);
  }

  std::string Take() { return std::move(text_); }

 private:
  std::size_t max_chars_;
  std::size_t chars_ = 0;
  std::size_t before_last_char_ = 0;
  std::string text_;
};

std::string CollapseSpaces(std::string_view line) {
  std::string out;
  for (const char c : line) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::size_t CharSize(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
}

// The next piece of a line and how much of the line it stands for.
struct Piece {
  std::string text;
  std::size_t size = 0;
};

Piece NextPiece(std::string_view rest, Markup markup) {
  const char c = rest[0];
  if (c == '<') return {"&lt;", 1};
  if (markup == Markup::kNoLinks && rest.starts_with("](")) return {"]\\(", 2};
  if (rest.starts_with("-->")) return {"--&gt;", 3};
  if (rest.starts_with("![")) return {"!\\[", 2};
  if (c == '`' || c == '~') {
    const std::size_t run = std::min(rest.find_first_not_of(c), rest.size());
    if (run >= 3) return {std::string{'\\', c, '\\', c, '\\', c}, 3};
    return {std::string(rest.substr(0, run)), run};
  }
  const std::size_t size = CharSize(c);
  return {std::string(rest.substr(0, size)), size};
}

// Most titles: they stay as they are, which a scan finds ten times sooner than going
// through every piece. Begins with a letter or a date in brackets, so no block begins.
constexpr std::array<bool, 256> MakePlainBytes() {
  std::array<bool, 256> table{};
  for (unsigned char c = ' '; c <= '}'; ++c) {
    table[c] = c != '<' && c != '>' && c != '!' && c != '`';
  }
  return table;
}

constexpr std::array<bool, 256> kPlainBytes = MakePlainBytes();

bool IsPlainLine(std::string_view text, Markup markup) {
  if (text.empty() || (markup == Markup::kNoLinks && text.contains("]("))) return false;
  const bool begins_plain = IsAlpha(text[0]) || (text[0] == '[' && BlockMarker(text) == text.npos);
  if (!begins_plain) return false;
  const auto is_plain = [](char c) { return kPlainBytes[static_cast<unsigned char>(c)]; };
  return std::ranges::all_of(text, is_plain) && text.back() != ' ' && !text.contains("  ");
}

// Longer runs of backticks are text: some readers take no longer ones.
constexpr std::size_t kMostTicks = 32;

// Whether it would mean something outside of a code span.
bool IsLiveMarkup(std::string_view text) { return text.contains('<') || text.contains("]("); }

bool IsPunctuation(char c) { return c > ' ' && c < 0x7F && !IsAlnum(c); }

// The ends of the code spans of a line, by the place where the run of backticks begins that opens
// one. Which of these open one indeed depends on what stands before them.
class SpanEnds {
 public:
  explicit SpanEnds(std::string_view line) {
    for (std::size_t at = line.find('`'); at != line.npos; at = line.find('`', at)) {
      const std::size_t end = std::min(line.find_first_not_of('`', at), line.size());
      runs_.push_back({.begin = at, .size = end - at});
      at = end;
    }
    std::unordered_map<std::size_t, std::size_t> next;  // by size, the end of the nearest
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
      const auto [same, is_new] = next.try_emplace(run->size, 0);
      run->next = same->second;
      same->second = run->begin + run->size;
    }
  }

  // Where the span ends that is opened at `at`; 0: none is.
  std::size_t At(std::size_t at) {
    while (first_ < runs_.size() && runs_[first_].begin < at) ++first_;
    return first_ < runs_.size() && runs_[first_].begin == at ? runs_[first_].next : 0;
  }

 private:
  struct Run {
    std::size_t begin = 0;
    std::size_t size = 0;
    std::size_t next = 0;
  };
  std::vector<Run> runs_;
  std::size_t first_ = 0;  // that is not before the last question
};

// The next piece where spans stay. `at` rises from call to call.
Piece PieceAt(std::string_view line, std::size_t at, SpanEnds& ends, const Line& out,
              Markup markup) {
  const std::string_view rest = line.substr(at);
  if (rest[0] == '\\' && rest.size() > 1 && IsPunctuation(rest[1])) {
    // Behind the backslash the others of a run would be a shorter run.
    const std::size_t run = std::min(rest.find_first_not_of('`', 1), rest.size()) - 1;
    if (run < 2) return {std::string(rest.substr(0, 2)), 2};
    std::string escaped;
    for (std::size_t i = 0; i < run; ++i) escaped += "\\`";
    return {std::move(escaped), run + 1};
  }
  if (rest[0] != '`') return NextPiece(rest, markup);
  const std::size_t run = std::min(rest.find_first_not_of('`'), rest.size());
  if (const std::size_t end = ends.At(at); end > 0 && run <= kMostTicks) {
    const std::string_view span = line.substr(at, end - at);
    if (out.Fits(span, end == line.size())) return {std::string(span), span.size()};
  }
  std::string text;
  for (std::size_t i = 0; i < run; ++i) text += "\\`";
  return {std::move(text), run};
}

}  // namespace

// Escaped twice over: invisible characters first, then the line ends that are
// fine inside of a block but not inside of one line.
std::string OnOneLine(std::string_view text) {
  std::string line = EscapeInvisible(std::string(text)).text;
  std::ranges::replace_if(line, IsControl, ' ');
  return line;
}

std::string InlineText(std::string_view text, std::size_t max_chars, Markup markup) {
  if (text.size() <= max_chars && IsPlainLine(text, markup)) return std::string(text);
  const std::string line = CollapseSpaces(OnOneLine(text));
  Line out(max_chars);
  const std::size_t marker = BlockMarker(line);
  const bool spans = markup != Markup::kNoSpans;
  SpanEnds ends(spans ? line : std::string_view());
  for (std::size_t at = 0; at < line.size();) {
    Piece piece = spans ? PieceAt(line, at, ends, out, markup)
                        : NextPiece(std::string_view(line).substr(at), markup);
    if (at == marker) piece.text.insert(0, "\\");
    if (!out.Add(piece.text)) break;
    at += piece.size;
  }
  return out.Take();
}

std::size_t InlineBytes(std::string_view text, std::size_t max_chars, Markup markup) {
  if (text.size() <= max_chars && IsPlainLine(text, markup)) return text.size();
  return InlineText(text, max_chars, markup).size();
}

std::string QuotedLine(std::string_view line, bool in_definition) {
  constexpr std::string_view kSpecial = "\\`<]!~[";
  const Line endless(SIZE_MAX);
  // A reader of tables divides cells before it looks for spans, so that a span may be none.
  const bool in_cells = line.contains('|');
  SpanEnds ends(line);
  std::string out;
  for (std::size_t at = 0; at < line.size();) {
    const std::string_view rest = line.substr(at);
    const std::size_t plain = std::min(rest.find_first_of(kSpecial), rest.size());
    out += rest.substr(0, plain);
    at += plain;
    if (at == line.size()) break;
    if (line[at] == '[' && in_definition) {
      in_definition = false;
      out += "\\[";
      ++at;
      continue;
    }
    // "a < b": what a blank follows opens nothing.
    if (line[at] == '<' && (at + 1 == line.size() || line[at + 1] == ' ' || line[at + 1] == '\t')) {
      out += line[at++];
      continue;
    }
    const Piece piece = PieceAt(line, at, ends, endless, Markup::kNoLinks);
    if (in_cells && line[at] == '`' && IsLiveMarkup(piece.text)) {
      const std::size_t run = std::min(line.find_first_not_of('`', at), line.size()) - at;
      for (std::size_t i = 0; i < run; ++i) out += "\\`";
      at += run;
      continue;
    }
    out += piece.text;
    at += piece.size;
  }
  return out;
}

}  // namespace satchel::text
