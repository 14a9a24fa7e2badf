#include "code/rank/near_terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "text/utf8.h"

// An index may have a million terms, and every one of them comes by here for each word that it
// lacks. So nearly all of them must go after a look at their length and at a set of 64 bits that
// says which letters they have: each edit changes at most two of these bits.
namespace satchel::rank {
namespace {

constexpr std::size_t kLeastBeginning = 4;  // letters of a word
constexpr std::size_t kLeastOneEdit = 4;
constexpr std::size_t kLeastTwoEdits = 8;
constexpr std::size_t kLeastFreeStart = 6;  // whose first letter may be the wrong one
constexpr std::size_t kLeastInside = 5;
constexpr std::size_t kLeastHalf = 3;
constexpr std::size_t kMostLetters = 64;
constexpr std::size_t kMostKept = 1U << 16U;  // of one kind, in an index that means harm

std::u32string LettersOf(std::string_view word) {
  std::u32string letters;
  for (std::size_t at = 0; at < word.size() && letters.size() <= kMostLetters;) {
    const text::CodePoint c = text::DecodeUtf8(word, at);
    at += c.size;
    letters.push_back(c.value);
  }
  return letters;
}

std::uint64_t BitsOf(std::u32string_view letters) {
  std::uint64_t bits = 0;
  for (const char32_t letter : letters) bits |= std::uint64_t{1} << (letter % 64);
  return bits;
}

// What one pass over the bytes of a term says; where all of them are ASCII they are its letters.
struct Shape {
  std::uint64_t bits = 0;
  bool is_ascii = true;
};

Shape ShapeOf(std::string_view term) {
  Shape shape;
  unsigned every = 0;
  for (const char c : term) {
    const unsigned byte = static_cast<unsigned char>(c);
    every |= byte;
    shape.bits |= std::uint64_t{1} << (byte % 64);
  }
  shape.is_ascii = every < 0x80;
  return shape;
}

// Whether so many edits may lie between words, by which letters each has.
bool MayBeNear(std::uint64_t left, std::uint64_t right, std::size_t most_edits) {
  return !std::cmp_greater(std::popcount(left ^ right), 2 * most_edits);
}

bool HasDigit(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return c >= '0' && c <= '9'; });
}

// In most documents first, then shorter ones, then by bytes.
std::vector<std::string> Frequent(const std::map<std::string, std::uint64_t, std::less<>>& terms) {
  std::vector<std::pair<std::string, std::uint64_t>> sorted(terms.begin(), terms.end());
  std::ranges::sort(sorted, [](const auto& left, const auto& right) {
    if (left.second != right.second) return left.second > right.second;
    if (left.first.size() != right.first.size()) return left.first.size() < right.first.size();
    return left.first < right.first;
  });
  std::vector<std::string> best;
  for (auto& [term, documents] : sorted) {
    if (best.size() == NearTerms::kMost) break;
    best.push_back(std::move(term));
  }
  return best;
}

}  // namespace

std::size_t Edits(std::u32string_view left, std::u32string_view right, std::size_t most) {
  if (left.size() > right.size()) std::swap(left, right);
  if (right.size() - left.size() > most || right.size() > kMostLetters) return most + 1;
  using Row = std::array<std::size_t, kMostLetters + 1>;
  Row before{};
  Row above{};
  Row row{};
  for (std::size_t j = 0; j <= right.size(); ++j) above.at(j) = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    row[0] = i;
    std::size_t least = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t changed = left[i - 1] == right[j - 1] ? 0 : 1;
      std::size_t edits = std::min({above.at(j) + 1, row.at(j - 1) + 1, above.at(j - 1) + changed});
      const bool swapped =
          i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) edits = std::min(edits, before.at(j - 2) + 1);
      row.at(j) = edits;
      least = std::min(least, edits);
    }
    if (least > most) return most + 1;
    before = above;
    above = row;
  }
  return std::min(above.at(right.size()), most + 1);
}

NearTerms::NearTerms(std::string_view word)
    : word_(word), letters_(LettersOf(word)), letter_bits_(BitsOf(letters_)) {
  // A number that is another one is no mistake in writing.
  if (HasDigit(word) || letters_.size() > kMostLetters) return;
  most_edits_ = letters_.size() >= kLeastTwoEdits ? 2 : letters_.size() >= kLeastOneEdit ? 1 : 0;
}

void NearTerms::Add(std::string_view term, std::uint64_t documents) {
  const auto keep = [&](Documents& into) {
    const auto found = into.find(term);
    if (found != into.end()) {
      found->second += documents;
    } else if (into.size() < kMostKept) {
      into.emplace(term, documents);
    }
  };
  if (term == word_) return;
  if (term.size() < word_.size()) {
    const bool half = term.size() >= kLeastHalf;
    if (half && term.front() == word_.front() && word_.starts_with(term)) keep(beginnings_);
    if (half && term.back() == word_.back() && word_.ends_with(term)) keep(endings_);
  } else if (letters_.size() >= kLeastBeginning && term.starts_with(word_)) {
    keep(found_[Nearness::kBeginning]);
  } else if (letters_.size() >= kLeastInside && term.contains(word_)) {
    keep(found_[Nearness::kInside]);
  }
  // A letter takes four bytes at most.
  if (most_edits_ == 0 || term.size() + (4 * most_edits_) < word_.size() ||
      word_.size() + (4 * most_edits_) < term.size()) {
    return;
  }
  // Nearly all terms end here, and none of them has been copied.
  if (const Shape shape = ShapeOf(term);
      shape.is_ascii &&
      (term.size() + most_edits_ < letters_.size() || letters_.size() + most_edits_ < term.size() ||
       !MayBeNear(shape.bits, letter_bits_, most_edits_))) {
    return;
  }
  const std::u32string letters = LettersOf(term);
  if (!MayBeNear(BitsOf(letters), letter_bits_, most_edits_) || HasDigit(term)) return;
  const bool same_start = letters.front() == letters_.front();
  if (!same_start && letters_.size() < kLeastFreeStart) return;
  const std::size_t edits = Edits(letters, letters_, most_edits_);
  if (edits == 1) keep(found_[Nearness::kOneEdit]);
  if (edits == 2 && most_edits_ == 2 && same_start) keep(found_[Nearness::kTwoEdits]);
}

NearTerms::Found NearTerms::Halves() const {
  for (const auto& [beginning, documents] : beginnings_) {
    const auto ending = endings_.find(std::string_view(word_).substr(beginning.size()));
    if (ending != endings_.end()) return {Nearness::kJoined, {beginning, ending->first}};
  }
  return {Nearness::kJoined, {}};
}

NearTerms::Found NearTerms::Best() const {
  for (std::size_t i = 0; i < kNearnesses; ++i) {
    const auto nearness = static_cast<Nearness>(i);
    if (nearness == Nearness::kJoined) {
      if (Found halves = Halves(); !halves.terms.empty()) return halves;
    } else if (const auto found = found_.find(nearness); found != found_.end()) {
      return {nearness, Frequent(found->second)};
    }
  }
  return {};
}

}  // namespace satchel::rank
