#include "memory/rank/alike_words.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/sort_unique.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::rank {
namespace {

constexpr std::size_t kLeastLetters = 4;
constexpr std::size_t kMostLetters = 64;
constexpr std::size_t kBeginning = 3;
constexpr std::size_t kLongBeginning = 5;
constexpr double kLeastAlike = 0.6;

// Twice what is in both over what is in each.
double Dice(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right) {
  std::size_t both = 0;
  for (auto l = left.begin(), r = right.begin(); l != left.end() && r != right.end();) {
    both += static_cast<std::size_t>(*l == *r);
    const bool step_left = *l <= *r;
    const bool step_right = *r <= *l;
    if (step_left) ++l;
    if (step_right) ++r;
  }
  return 2.0 * static_cast<double>(both) / static_cast<double>(left.size() + right.size());
}

}  // namespace

AlikeWords::Known AlikeWords::Read(std::string_view word) {
  Known known{.word = std::string(word), .letters = {}, .triples = {}};
  for (std::size_t at = 0; at < word.size();) {
    const text::CodePoint c = text::DecodeUtf8(word, at);
    at += c.size;
    if (text::IsNumber(c.value) || known.letters.size() == kMostLetters) return {};
    known.letters.push_back(c.value);
  }
  if (known.letters.size() < kLeastLetters) return {};
  // 0 stands before and behind the word.
  const auto letter = [&](std::size_t i) -> std::uint64_t {
    return i == 0 || i > known.letters.size() ? 0 : known.letters[i - 1];
  };
  for (std::size_t i = 0; i < known.letters.size(); ++i) {
    known.triples.push_back((letter(i) << 42U) | (letter(i + 1) << 21U) | letter(i + 2));
  }
  SortUnique(known.triples);
  return known;
}

std::string AlikeWords::BeginningOf(std::string_view word) {
  std::size_t end = 0;
  std::size_t letters = 0;
  for (std::size_t at = 0; at < word.size(); ++letters) {
    const text::CodePoint c = text::DecodeUtf8(word, at);
    at += c.size;
    if (letters < kBeginning) end = at;
    if (text::IsNumber(c.value) || letters == kMostLetters) return {};
  }
  return letters < kLeastLetters ? std::string() : std::string(word.substr(0, end));
}

void AlikeWords::Add(std::string_view word) {
  Known known = Read(word);
  if (known.letters.empty()) return;
  auto& words = by_beginning_[known.letters.substr(0, kBeginning)];
  words.try_emplace(known.word, std::move(known));
}

std::vector<AlikeWord> AlikeWords::Find(std::string_view word) const {
  const Known asked = Read(word);
  if (asked.letters.empty()) return {};
  const auto words = by_beginning_.find(asked.letters.substr(0, kBeginning));
  if (words == by_beginning_.end()) return {};
  std::vector<AlikeWord> alike;
  for (const auto& [text, known] : words->second) {
    if (text == word) continue;
    const auto same = static_cast<std::size_t>(
        std::ranges::mismatch(asked.letters, known.letters).in1 - asked.letters.begin());
    const std::size_t shorter = std::min(asked.letters.size(), known.letters.size());
    const double dice = Dice(asked.triples, known.triples);
    if (dice >= kLeastAlike || (same >= kLongBeginning && 10 * same >= 7 * shorter)) {
      alike.push_back({text, std::max(dice, kLeastAlike)});
    }
  }
  std::ranges::sort(alike, [](const AlikeWord& left, const AlikeWord& right) {
    return left.alike != right.alike ? left.alike > right.alike : left.word < right.word;
  });
  if (alike.size() > kMost) alike.resize(kMost);
  return alike;
}

}  // namespace satchel::rank
