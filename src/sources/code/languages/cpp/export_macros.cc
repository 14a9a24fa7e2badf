#include "sources/code/languages/cpp/export_macros.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostArguments = 200;  // bytes of `API(…)`

bool IsWordByte(char c) { return IsUpper(c) || IsLower(c) || IsDigit(c) || c == '_'; }

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

}  // namespace

std::string WithoutExportMacros(std::string_view content) {
  std::string without;
  for (const std::string_view word : {std::string_view("class"), std::string_view("struct")}) {
    for (std::size_t at = content.find(word); at != std::string_view::npos;
         at = content.find(word, at + word.size())) {
      const std::size_t behind = at + word.size();
      const std::size_t macro = AfterSpace(content, behind);
      if (macro == behind || (at > 0 && IsWordByte(content[at - 1]))) continue;
      const auto end = EndOfMacro(content, macro);
      if (!end) continue;
      if (without.empty()) without = content;
      std::ranges::fill(without.begin() + static_cast<std::ptrdiff_t>(macro),
                        without.begin() + static_cast<std::ptrdiff_t>(*end), ' ');
    }
  }
  return without;
}

}  // namespace satchel::code
