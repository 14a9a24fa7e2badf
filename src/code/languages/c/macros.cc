#include "code/languages/c/macros.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostArguments = 200;  // bytes of `API(…)`

bool IsWordByte(char c) { return IsAlnum(c) || c == '_'; }

std::size_t AfterSpace(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n')) ++at;
  return at;
}

std::size_t AfterWord(std::string_view text, std::size_t at) {
  while (at < text.size() && IsWordByte(text[at])) ++at;
  return at;
}

bool IsMacroName(std::string_view word) {
  return word.size() > 2 && IsUpper(word.front()) && std::ranges::none_of(word, IsLower);
}

// Where the macro behind `class` ends, if a class that has a body follows it. `at`: behind `class`
// and the space.
std::optional<std::size_t> EndOfMacro(std::string_view text, std::size_t at) {
  std::size_t end = AfterWord(text, at);
  if (!IsMacroName(text.substr(at, end - at))) return std::nullopt;
  if (end < text.size() && text[end] == '(') {
    const std::size_t close = text.substr(end, kMostArguments).find(')');
    if (close == std::string_view::npos) return std::nullopt;
    end += close + 1;
  }
  const std::size_t name = AfterSpace(text, end);
  const std::size_t behind = AfterWord(text, name);
  if (name == end || behind == name) return std::nullopt;
  std::size_t next = AfterSpace(text, behind);
  constexpr std::string_view kFinal = "final";
  if (text.substr(next).starts_with(kFinal)) next = AfterSpace(text, next + kFinal.size());
  if (next >= text.size()) return std::nullopt;
  const bool bases = text[next] == ':' && !text.substr(next).starts_with("::");
  return text[next] == '{' || bases ? std::optional(end) : std::nullopt;
}

void Blank(std::string& without, std::string_view content, std::size_t begin, std::size_t end) {
  if (without.empty()) without = content;
  std::ranges::fill(without.begin() + static_cast<std::ptrdiff_t>(begin),
                    without.begin() + static_cast<std::ptrdiff_t>(end), ' ');
}

void BlankExportMacros(std::string_view content, std::string& without) {
  for (const std::string_view word : {std::string_view("class"), std::string_view("struct")}) {
    for (std::size_t at = content.find(word); at != std::string_view::npos;
         at = content.find(word, at + word.size())) {
      const std::size_t behind = at + word.size();
      const std::size_t macro = AfterSpace(content, behind);
      if (macro == behind || (at > 0 && IsWordByte(content[at - 1]))) continue;
      if (const auto end = EndOfMacro(content, macro)) Blank(without, content, macro, *end);
    }
  }
}

// A line without the blanks around it and without a comment at its end.
std::string_view Code(std::string_view line) {
  line = line.substr(0, line.find("//"));
  const auto first = line.find_first_not_of(" \t\r");
  if (first == line.npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

// `API` or `API(…)` and nothing else.
bool IsLoneMacro(std::string_view code) {
  const std::size_t end = AfterWord(code, 0);
  if (!IsMacroName(code.substr(0, end))) return false;
  if (end == code.size()) return true;
  if (code[end] != '(' || code.back() != ')' || code.size() > kMostArguments) return false;
  int depth = 0;
  char quote = '\0';
  for (std::size_t i = end; i < code.size(); ++i) {
    const char c = code[i];
    if (quote != '\0') {
      if (c == '\\') ++i;
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i + 1 == code.size();
    }
  }
  return false;
}

// Lines in their order, and whether each begins a statement: the code before it ended one.
class LoneMacros {
 public:
  LoneMacros(std::string_view content, std::string& without)
      : content_(content), without_(without) {}

  void Read() {
    for (std::size_t begin = 0; begin < content_.size();) {
      const std::size_t end = std::min(content_.find('\n', begin), content_.size());
      Take(begin, content_.substr(begin, end - begin));
      begin = end + 1;
    }
  }

 private:
  void Take(std::size_t begin, std::string_view line) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == line.npos) return;
    const char initial = line[first];
    const std::string_view rest = line.substr(first);
    if (in_directive_ || initial == '#') {
      in_directive_ = line.ends_with('\\') || line.ends_with("\\\r");
      return;
    }
    if (rest.starts_with("//") || rest.starts_with("/*") || initial == '*') return;  // a comment
    if (macro_end_ > macro_) {
      // What follows must be able to begin a declaration, and not be the body of a function.
      if (IsWordByte(initial) || initial == '~' || initial == '[' || initial == ':') {
        Blank(without_, content_, macro_, macro_end_);
      }
      macro_end_ = macro_;
    }
    if (begins_ && IsUpper(initial)) {
      const std::string_view code = Code(line);
      if (IsLoneMacro(code)) {
        macro_ = begin + first;
        macro_end_ = macro_ + code.size();
        return;  // and what is next begins one too
      }
    }
    const char last = line[line.find_last_not_of(" \t\r")];
    if (Ends(last)) {
      begins_ = true;
    } else {
      const std::string_view code = Code(line);
      begins_ = !code.empty() && Ends(code.back());
    }
  }

  static bool Ends(char c) { return c == ';' || c == '{' || c == '}' || c == ':'; }

  std::string_view content_;
  std::string& without_;
  bool begins_ = true;
  bool in_directive_ = false;
  std::size_t macro_ = 0;  // from here to there, if it is one
  std::size_t macro_end_ = 0;
};

// Attributes are found by what stands around them: `__must_check void *f(` has a type and a name
// besides, and in `__u32 f(` the type is what looks like one.
bool IsAttributeName(std::string_view word) {
  constexpr auto kOfGrammar = std::to_array<std::string_view>(
      {"__attribute",   "__attribute__", "__declspec",   "__asm",       "__asm__",
       "__extension__", "__typeof__",    "__typeof",     "__inline",    "__inline__",
       "__restrict",    "__restrict__",  "__volatile__", "__const",     "__alignof__",
       "__int128",      "__based",       "__cdecl",      "__stdcall",   "__fastcall",
       "__thiscall",    "__vectorcall",  "__clrcall",    "__unaligned", "__thread",
       "__signed__"});
  return word.size() > 3 && word.starts_with("__") && IsLower(word[2]) &&
         std::ranges::find(kOfGrammar, word) == kOfGrammar.end();
}

bool IsSpecifier(std::string_view word) {
  constexpr auto kWords = std::to_array<std::string_view>(
      {"static", "inline", "extern", "const", "volatile", "register", "constexpr", "virtual"});
  return std::ranges::find(kWords, word) != kWords.end();
}

// Behind the parenthesis that closes the one at `at`; npos: it is far away, or of something else.
std::size_t AfterParenthesis(std::string_view text, std::size_t at, std::size_t most) {
  const std::size_t last = std::min(text.size(), at + most);
  for (int depth = 0; at < last; ++at) {
    const char c = text[at];
    if (c == ';' || c == '{' || c == '}' || c == '#' || c == '"') return text.npos;
    if (c == '(') ++depth;
    if (c == ')' && --depth == 0) return at + 1;
  }
  return text.npos;
}

// Attribute macros of functions that begin at the beginning of a line: those before the name of
// the function and those between its parameters and its body.
class FunctionAttributes {
 public:
  FunctionAttributes(std::string_view content, std::string& without)
      : content_(content), without_(without) {}

  void Read() {
    if (!content_.contains("__")) return;
    for (std::size_t begin = 0; begin < content_.size();) {
      const std::size_t end = std::min(content_.find('\n', begin), content_.size());
      if (IsAlpha(content_[begin]) || content_[begin] == '_') ReadFunction(begin);
      begin = end + 1;
    }
  }

 private:
  static constexpr std::size_t kMostHead = 400;         // bytes before the parameters
  static constexpr std::size_t kMostParameters = 1000;  // bytes
  static constexpr std::size_t kMostWords = 12;         // of a head

  struct Word {
    std::size_t begin = 0;
    std::size_t end = 0;  // with its arguments
    bool attribute = false;
  };

  void ReadFunction(std::size_t begin) {
    std::vector<Word> words;
    std::size_t at = begin;
    for (;;) {
      at = AfterSpace(content_, at);
      if (at >= content_.size() || at > begin + kMostHead) return;
      if (content_[at] == '*') {
        ++at;
        continue;
      }
      const std::size_t end = AfterWord(content_, at);
      if (end == at) break;
      Word word{.begin = at, .end = end};
      const std::string_view text = content_.substr(at, end - at);
      word.attribute = IsAttributeName(text);
      const std::size_t open = AfterSpace(content_, end);
      at = end;
      if (word.attribute && open < content_.size() && content_[open] == '(') {
        const std::size_t close = AfterParenthesis(content_, open, kMostArguments);
        if (close == content_.npos) return;
        const std::size_t next = AfterSpace(content_, close);
        const bool goes_on =
            next < content_.size() && (content_[next] == '*' || IsWordByte(content_[next]));
        if (goes_on && !FollowsParameters(next)) word.end = at = close;
      }
      if (words.size() == kMostWords) return;
      if (!IsSpecifier(text)) words.push_back(word);
    }
    if (words.size() < 2 || content_[at] != '(') return;
    const std::size_t parameters = AfterParenthesis(content_, at, kMostParameters);
    if (parameters == content_.npos) return;
    words.pop_back();  // the name
    const bool typed = std::ranges::any_of(words, [](const Word& word) { return !word.attribute; });
    for (const Word& word : words) {
      // One of them is the type, unless something else is.
      if (!word.attribute || (!typed && &word == &words.front())) continue;
      Blank(without_, content_, word.begin, word.end);
    }
    BlankBehind(parameters);
  }

  // Whether `__name(…)` is a function whose parameters end before `at`: an attribute and a body
  // follow.
  bool FollowsParameters(std::size_t at) const {
    const std::size_t end = AfterWord(content_, at);
    const std::size_t next = AfterSpace(content_, end);
    return next < content_.size() && (content_[next] == '{' || content_[next] == ';');
  }

  // `int f(void) __acquires(lock) {`.
  void BlankBehind(std::size_t at) {
    std::vector<Word> words;
    for (;;) {
      at = AfterSpace(content_, at);
      if (at >= content_.size()) return;
      const std::size_t end = AfterWord(content_, at);
      if (end == at) break;
      if (!IsAttributeName(content_.substr(at, end - at)) || words.size() == 8) return;
      Word word{.begin = at, .end = end, .attribute = true};
      if (end < content_.size() && content_[end] == '(') {
        word.end = AfterParenthesis(content_, end, kMostArguments);
        if (word.end == content_.npos) return;
      }
      words.push_back(word);
      at = word.end;
    }
    if (content_[at] != '{' && content_[at] != ';') return;
    for (const Word& word : words) Blank(without_, content_, word.begin, word.end);
  }

  std::string_view content_;
  std::string& without_;
};

}  // namespace

std::string WithoutMacros(std::string_view content) {
  std::string without;
  BlankExportMacros(content, without);
  LoneMacros(content, without).Read();
  FunctionAttributes(content, without).Read();
  return without;
}

}  // namespace satchel::code
