#include "notes/files/item_id.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/redactor.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::notes {
namespace {

constexpr std::size_t kMostCharacters = 60;
constexpr std::string_view kFolder = ".context/";

// Of ASCII letters and digits what they are in an id, of everything else 0.
constexpr std::array<char, 256> MakeLower() {
  std::array<char, 256> table{};
  for (char c = '0'; c <= '9'; ++c) table[static_cast<unsigned char>(c)] = c;
  for (char c = 'a'; c <= 'z'; ++c) {
    table[static_cast<unsigned char>(c)] = c;
    table[static_cast<unsigned char>(c - 'a' + 'A')] = c;
  }
  return table;
}

constexpr std::array<char, 256> kLower = MakeLower();

// Appends a letter, digit or mark in lower case, and nothing else.
void AppendLower(char32_t c, std::string& out) {
  if (!text::IsLetter(c) && !text::IsNumber(c) && !text::IsMark(c)) return;
  const char32_t lower = text::SimpleFold(c);
  text::AppendUtf8(lower == 0 ? c : lower, out);
}

void AppendSlug(std::string_view text, std::string& out) {
  const std::size_t begin = out.size();
  std::size_t characters = 0;
  bool gap = false;
  std::string other;
  // Room for one more character; false: there is none.
  const auto begin_letter = [&] {
    if (gap && out.size() > begin) {
      if (++characters == kMostCharacters) return false;
      out += '-';
    }
    gap = false;
    ++characters;
    return true;
  };
  for (std::size_t at = 0; at < text.size() && text[at] != '\n' && characters < kMostCharacters;) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte < 0x80) {
      ++at;
      if (kLower[byte] == 0) {
        gap = true;
      } else if (begin_letter()) {
        out += kLower[byte];
      } else {
        break;
      }
      continue;
    }
    const text::CodePoint c = text::DecodeUtf8(text, at);
    at += c.size;
    other.clear();
    if (c.valid) AppendLower(c.value, other);
    if (other.empty()) {
      gap = true;
    } else if (begin_letter()) {
      out += other;
    } else {
      break;
    }
  }
}

}  // namespace

std::string Slug(std::string_view text) {
  std::string slug;
  AppendSlug(text, slug);
  return slug;
}

std::string ItemIds::Unnumbered(std::string_view path, std::string_view text, std::size_t line) {
  if (path.starts_with(kFolder)) path.remove_prefix(kFolder.size());
  std::string id;
  id.reserve(path.size() + 1 + std::min(text.size(), 4 * kMostCharacters));
  id = path;
  id += '#';
  // In lower case and with hyphens a secret would no longer be recognised as one.
  AppendSlug(text::Redactor::Default().Redact(text.substr(0, text.find('\n'))).text, id);
  if (id.size() == path.size() + 1) id += fmt::format("line-{}", line);
  return id;
}

std::string ItemIds::Number(std::string id) {
  const auto [base, is_new] = numbers_.try_emplace(id, 1);
  if (is_new) return id;
  do {
    id = fmt::format("{}-{}", base->first, ++base->second);
  } while (!numbers_.try_emplace(id, 1).second);
  return id;
}

}  // namespace satchel::notes
