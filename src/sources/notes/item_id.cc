#include "sources/notes/item_id.h"

#include <fmt/format.h>

#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

constexpr std::size_t kMostCharacters = 60;
constexpr std::string_view kFolder = ".context/";

// Appends the character in lower case; false if it is neither letter nor digit.
bool AppendLower(char32_t c, std::string& out) {
  if (!text::IsLetter(c) && !text::IsNumber(c) && !text::IsMark(c)) return false;
  char32_t lower = text::SimpleFold(c);
  if (lower == 0) lower = c;
  text::AppendUtf8(lower, out);
  return true;
}

}  // namespace

std::string Slug(std::string_view text) {
  std::string slug;
  std::size_t characters = 0;
  bool gap = false;
  for (std::size_t at = 0; at < text.size() && text[at] != '\n' && characters < kMostCharacters;) {
    const text::CodePoint c = text::DecodeUtf8(text, at);
    at += c.size;
    std::string letter;
    if (!c.valid || !AppendLower(c.value, letter)) {
      gap = true;
      continue;
    }
    if (gap && !slug.empty()) {
      if (++characters == kMostCharacters) break;
      slug += '-';
    }
    gap = false;
    slug += letter;
    ++characters;
  }
  return slug;
}

std::string ItemIds::Make(std::string_view path, std::string_view text, std::size_t line) {
  if (path.starts_with(kFolder)) path.remove_prefix(kFolder.size());
  std::string slug = Slug(text);
  if (slug.empty()) slug = fmt::format("line-{}", line);
  const std::string base = fmt::format("{}#{}", path, slug);
  std::string id = base;
  std::size_t& number = last_.try_emplace(base, 1).first->second;
  while (!used_.insert(id).second) id = fmt::format("{}-{}", base, ++number);
  return id;
}

}  // namespace satchel::notes
