#include "code/languages/c/macros.h"

#include <algorithm>
#include <array>
#include <optional>

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

}  // namespace

std::string WithoutMacros(std::string_view content) {
  std::string without;
  BlankExportMacros(content, without);
  LoneMacros(content, without).Read();
  return without;
}

}  // namespace satchel::code
