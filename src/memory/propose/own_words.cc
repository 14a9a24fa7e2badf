#include "memory/propose/own_words.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/ascii.h"
#include "base/trimmed.h"

// People paste more than they type, and what they paste is full of rules: comments, logs, READMEs,
// mails. A pasted rule is not the user's wish, and it may be planted to become one. So a line
// counts as typed only if nothing about it looks pasted; a wish that is lost can be said again.
namespace satchel::memory {
namespace {

constexpr std::size_t kMostPromptBytes = 32UL << 10U;
constexpr std::size_t kMostSentences = 200;
constexpr std::string_view kFence = "```";
constexpr std::string_view kOtherFence = "~~~";
constexpr std::string_view kHidden = "…";

struct Line {
  std::string_view text;
  bool pasted = false;
};

std::vector<Line> LinesOf(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back({.text = line});
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

bool StartsWithAny(std::string_view text, std::span<const std::string_view> starts) {
  return std::ranges::any_of(starts,
                             [&](std::string_view start) { return text.starts_with(start); });
}

// `src/grid.cpp:44:12`, `main.py:7:`.
bool StartsWithPlace(std::string_view line) {
  const std::string_view word = line.substr(0, line.find_first_of(" \t"));
  const std::size_t colon = word.find(':');
  return colon != word.npos && colon > 0 && colon + 1 < word.size() && IsDigit(word[colon + 1]) &&
         word.substr(0, colon).find_first_of("./\\") != word.npos;
}

bool StartsWithTime(std::string_view line) {
  constexpr std::size_t kLeast = 5;
  if (line.size() < kLeast || !IsDigit(line[0]) || !IsDigit(line[1])) return false;
  const bool clock = line[2] == ':' && IsDigit(line[3]) && IsDigit(line[4]);
  const bool date = IsDigit(line[2]) && IsDigit(line[3]) && (line[4] == '-' || line[4] == '/');
  return clock || date;
}

// Columns are set apart by more than one blank, sentences by two at most.
bool HasColumns(std::string_view line) {
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (IsBlank(line[i]) && IsBlank(line[i + 1]) && !IsBlank(line[i - 1]) &&
        !std::string_view(".!?:").contains(line[i - 1])) {
      return true;
    }
  }
  return false;
}

// `name=value`, `rows=12)`.
std::size_t CountAssignments(std::string_view line) {
  std::size_t count = 0;
  for (std::size_t i = 1; i + 1 < line.size(); ++i) {
    if (line[i] == '=' && IsAlnum(line[i - 1]) && IsAlnum(line[i + 1])) ++count;
  }
  return count;
}

bool IsMostlySymbols(std::string_view line) {
  constexpr std::size_t kFewBytes = 8;
  if (line.size() < kFewBytes) return false;
  const auto symbols = static_cast<std::size_t>(std::ranges::count_if(
      line, [](char c) { return std::string_view("{}[]<>()=;|\\/*&^%$#@_+~").contains(c); }));
  return symbols * 6 > line.size();
}

bool LooksPasted(std::string_view line, bool alone) {
  static constexpr std::array<std::string_view, 38> kStarts = {
      ">",         "|",        "//",     "/*",       "--",     "#",       "<!--",  "<",
      "{",         "}",        "[",      "$ ",       "% ",     "@@",      "+ ",    "+++",
      ";;",        "* @",      "\"\"\"", "'''",      "at ",    "File \"", "E   ",  "Traceback",
      "Caused by", "ERROR",    "WARN",   "INFO",     "DEBUG",  "FATAL",   "TRACE", "error:",
      "warning:",  "note: in", "Error:", "Warning:", "panic:", "fatal:"};
  if (StartsWithAny(Trimmed(line), kStarts)) return true;
  if (StartsWithPlace(line) || StartsWithTime(line)) return true;
  if (line.ends_with(';') || line.ends_with('{') || line.ends_with('\\')) return true;
  if (line.contains(" [-W") || line.contains("Exception:") || line.contains("Error: ")) return true;
  if (CountAssignments(line) > 1 || IsMostlySymbols(line)) return true;
  if (alone) return false;
  if (HasColumns(line) || CountAssignments(line) > 0) return true;
  return line.starts_with('\t') || line.starts_with("    ");
}

// A line that says that others' text follows.
bool AnnouncesPaste(std::string_view line) {
  line = Trimmed(line);
  if (!line.ends_with(':')) return false;
  static constexpr std::array<std::string_view, 38> kSources = {
      " log ",     " logs ",   " output ", " error ",   " errors ",  " trace ",    " stack ",
      " says ",    " said ",   " wrote ",  " writes ",  " readme ",  " docs ",     " file ",
      " plan ",    " diff ",   " patch ",  " snippet ", " comment ", " comments ", " mail ",
      " email ",   " ticket ", " issue ",  " message ", " warning ", " from ",     " get ",
      " got ",     " prints ", " config ", " code ",    " text ",    " sagt ",     " schreibt ",
      " ausgabe ", " fehler ", " meldung "};
  const std::string words = WordsForLookup(line);
  return std::ranges::any_of(kSources, [&](std::string_view word) { return words.contains(word); });
}

// `<log>` up to `</log>`, also within a line.
// Looking for the end of each of many tags that have none would take quadratic time: behind that
// many, everything counts as pasted.
std::string WithoutTags(std::string_view prompt) {
  constexpr std::size_t kMostOpen = 64;
  std::size_t open_tags = 0;
  std::string kept;
  while (!prompt.empty()) {
    const std::size_t open = prompt.find('<');
    kept += prompt.substr(0, open);
    if (open == prompt.npos) break;
    prompt.remove_prefix(open);
    std::size_t end = 1;
    while (end < prompt.size() &&
           (IsAlnum(prompt[end]) || prompt[end] == '-' || prompt[end] == '_'))
      ++end;
    const std::string_view name = prompt.substr(1, end - 1);
    const std::size_t close =
        name.empty() ? prompt.npos : prompt.find("</" + std::string(name) + ">", end);
    if (close == prompt.npos) {
      if (!name.empty() && ++open_tags > kMostOpen) break;
      kept += '<';
      prompt.remove_prefix(1);
      continue;
    }
    kept += '\n';
    prompt.remove_prefix(close);
    prompt.remove_prefix(prompt.find('>') + 1);
  }
  return kept;
}

void MarkPasted(std::vector<Line>& lines) {
  const bool alone = lines.size() == 1;
  std::string_view fence;
  bool announced = false;
  for (Line& line : lines) {
    const std::string_view text = Trimmed(line.text);
    const bool is_fence = text.starts_with(kFence) || text.starts_with(kOtherFence);
    if (is_fence && fence.empty()) {
      fence = text.substr(0, kFence.size());
      line.pasted = true;
    } else if (!fence.empty()) {
      line.pasted = true;
      if (text.starts_with(fence)) fence = {};
    } else if (text.empty()) {
      announced = false;
    } else {
      line.pasted = announced || LooksPasted(line.text, alone);
      announced = announced || AnnouncesPaste(line.text);
    }
  }
  // What stands between two pasted lines was pasted with them.
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
    if (lines[i - 1].pasted && lines[i + 1].pasted) lines[i].pasted = true;
  }
}

bool IsEnd(char c) { return c == '.' || c == '!' || c == '?'; }

// `e.g.`, `z.B.`, `1.`, `2.`: a dot that ends no sentence.
bool IsAbbreviation(std::string_view before) {
  const std::size_t blank = before.find_last_of(" \t(");
  const std::string word = AsciiLower(before.substr(blank == before.npos ? 0 : blank + 1));
  static constexpr std::array<std::string_view, 12> kWords = {
      "e.g", "i.e", "z.b", "d.h", "vs", "etc", "bzw", "ca", "no.", "nr", "approx", "resp"};
  if (std::ranges::find(kWords, word) != kWords.end()) return true;
  return !word.empty() && std::ranges::all_of(word, IsDigit) && blank == before.npos;
}

// A `no` that corrects belongs to what follows it.
bool IsBareNo(std::string_view sentence) {
  std::string word = AsciiLower(Trimmed(sentence, " \t.!,"));
  static constexpr std::array<std::string_view, 8> kWords = {"no",  "nope",   "nein", "wrong",
                                                             "nah", "falsch", "nee",  "no no"};
  return std::ranges::find(kWords, word) != kWords.end();
}

class Splitting {
 public:
  explicit Splitting(std::vector<OwnSentence>& sentences) : sentences_(sentences) {}

  void Line(std::string_view line) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (!IsEnd(line[i])) continue;
      std::size_t end = i;
      while (end + 1 < line.size() && IsEnd(line[end + 1])) ++end;
      // `!!` on its own is an operator.
      const bool own = i > begin && !IsBlank(line[i - 1]);
      const bool whole =
          own && (end + 1 == line.size() || IsBlank(line[end + 1]) || line[end + 1] == ')');
      const std::string_view sentence = line.substr(begin, end + 1 - begin);
      const bool bare = IsBareNo(sentence) && end + 1 < line.size();
      if (whole && !bare && !(line[i] == '.' && IsAbbreviation(line.substr(begin, i - begin)))) {
        Add(sentence);
        begin = end + 1;
      }
      i = end;
    }
    Add(line.substr(std::min(begin, line.size())));
  }

 private:
  void Add(std::string_view sentence) {
    sentence = Trimmed(sentence);
    if (sentences_.size() >= kMostSentences || sentence.empty()) return;
    const std::string_view bare = Trimmed(sentence, " \t!.)");
    if (bare.empty()) return;
    sentences_.push_back({.text = std::string(sentence),
                          .question = bare.ends_with('?'),
                          .words = WordsForLookup(sentence)});
  }

  std::vector<OwnSentence>& sentences_;
};

struct Quote {
  std::string_view open;
  std::string_view close;
};
constexpr std::array<Quote, 9> kQuotes = {{{"\"", "\""},
                                           {"`", "`"},
                                           {"“", "”"},
                                           {"„", "“"},
                                           {"«", "»"},
                                           {"»", "«"},
                                           {"‘", "’"},
                                           {"‚", "‘"},
                                           {"'", "'"}}};

// The bytes of a quotation that begins here; 0: none does. An apostrophe opens one only after a
// blank, and closes one only before something that is no letter.
std::size_t QuotationAt(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 400;
  text = text.substr(0, at + kLongest);
  for (const Quote& quote : kQuotes) {
    if (!text.substr(at).starts_with(quote.open)) continue;
    const bool single = quote.open == "'";
    if (single && at > 0 && !IsBlank(text[at - 1]) && text[at - 1] != '(') continue;
    std::size_t close = text.find(quote.close, at + quote.open.size());
    while (single && close != text.npos && close + 1 < text.size() && IsAlnum(text[close + 1])) {
      close = text.find(quote.close, close + 1);
    }
    if (close != text.npos) return close + quote.close.size() - at;
  }
  return 0;
}

bool IsWordByte(char c) { return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

bool HasLongQuotation(std::string_view sentence) {
  constexpr std::ptrdiff_t kMostBlanks = 2;
  for (std::size_t i = 0; i < sentence.size();) {
    const std::size_t quoted = QuotationAt(sentence, i);
    const std::string_view words = Trimmed(sentence.substr(i, quoted), " \"'`");
    if (std::ranges::count_if(words, IsBlank) > kMostBlanks) return true;
    i += std::max<std::size_t>(quoted, 1);
  }
  return false;
}

}  // namespace

std::string WordsForLookup(std::string_view sentence) {
  constexpr std::string_view kApostrophe = "’";
  std::string words = " ";
  for (std::size_t i = 0; i < sentence.size();) {
    if (const std::size_t quoted = QuotationAt(sentence, i); quoted > 0) {
      words.append(kHidden).append(" ");
      i += quoted;
      continue;
    }
    if (!IsWordByte(sentence[i])) {
      if (!IsBlank(sentence[i])) words.append(1, sentence[i]).append(" ");
      ++i;
      continue;
    }
    for (; i < sentence.size(); ++i) {
      const std::string_view rest = sentence.substr(i);
      const bool inside = i + 1 < sentence.size() && IsAlnum(sentence[i + 1]);
      if (rest.starts_with(kApostrophe)) {
        words += '\'';
        i += kApostrophe.size() - 1;
      } else if (IsWordByte(rest.front()) ||
                 (inside && (rest.front() == '\'' || rest.front() == '-'))) {
        words += ToLower(rest.front());
      } else {
        break;
      }
    }
    words += ' ';
  }
  return words;
}

std::vector<OwnSentence> OwnSentences(std::string_view prompt) {
  const std::string text = WithoutTags(prompt.substr(0, kMostPromptBytes));
  std::vector<Line> lines = LinesOf(text);
  MarkPasted(lines);
  std::vector<OwnSentence> sentences;
  Splitting splitting(sentences);
  for (const Line& line : lines) {
    if (!line.pasted) splitting.Line(Trimmed(line.text));
  }
  for (OwnSentence& sentence : sentences) sentence.quotes = HasLongQuotation(sentence.text);
  return sentences;
}

}  // namespace satchel::memory
