#include "search/lexical/document_writer.h"

#include <array>

#include "base/hash.h"

namespace satchel::lexical {
namespace {

constexpr std::uint32_t kFree = 0xFFFFFFFFU;
constexpr std::size_t kFirstSlots = 4096;
constexpr std::size_t kMostKnown = 150'000;
constexpr std::size_t kMostWord = 64;  // bytes of one that is kept

// Whatever may be part of a word, or decide where one ends. All else separates words wherever it
// stands, so the terms of a text are those of the runs between.
constexpr auto kOfWords = [] {
  std::array<bool, 256> of{};
  for (std::size_t c = '0'; c <= '9'; ++c) of.at(c) = true;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) of.at(c) = true;
  for (std::size_t c = 'a'; c <= 'z'; ++c) of.at(c) = true;
  for (const char c : {'_', '-', '\''}) of.at(static_cast<std::size_t>(c)) = true;
  for (std::size_t c = 0x80; c < of.size(); ++c) of.at(c) = true;
  return of;
}();

bool IsOfWords(char c) { return kOfWords[static_cast<unsigned char>(c)]; }

}  // namespace

DocumentWriter::DocumentWriter(std::size_t fields, const text::AnalyserOptions& options)
    : analyser_(options), group_(fields), slots_(kFirstSlots, kFree) {}

void DocumentWriter::Add(std::size_t field, std::string_view text) {
  if (group_.epoch() != epoch_ || known_.size() > kMostKnown) Forget();
  for (std::size_t at = 0; at < text.size();) {
    if (!IsOfWords(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && IsOfWords(text[end])) ++end;
    AddWord(field, text.substr(at, end - at));
    at = end;
  }
}

void DocumentWriter::AddWord(std::size_t field, std::string_view word) {
  if (word.size() > kMostWord) {
    Analyse(field, word);
    return;
  }
  const std::uint64_t hash = StableHash(word);
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
    const Known& known = known_[slots_[slot]];
    if (known.hash != hash || std::string_view(texts_).substr(known.text, known.size) != word) {
      continue;
    }
    for (std::uint32_t i = known.terms; i < known.terms + known.count; ++i) {
      group_.AddNumber(field, numbers_[i]);
    }
    return;
  }
  slots_[slot] = static_cast<std::uint32_t>(known_.size());
  Known known{.hash = hash,
              .text = static_cast<std::uint32_t>(texts_.size()),
              .size = static_cast<std::uint32_t>(word.size()),
              .terms = static_cast<std::uint32_t>(numbers_.size())};
  texts_ += word;
  analyser_.ForEach(word, [this](std::string_view term, text::ByteRange, text::TermKind) {
    numbers_.push_back(group_.NumberOf(term));
  });
  known.count = static_cast<std::uint32_t>(numbers_.size()) - known.terms;
  for (std::uint32_t i = known.terms; i < numbers_.size(); ++i) {
    group_.AddNumber(field, numbers_[i]);
  }
  known_.push_back(known);
  if (known_.size() * 2 > slots_.size()) Grow();
}

void DocumentWriter::Analyse(std::size_t field, std::string_view word) {
  analyser_.ForEach(word, [&](std::string_view term, text::ByteRange, text::TermKind) {
    group_.Add(field, term);
  });
}

void DocumentWriter::Grow() {
  slots_.assign(slots_.size() * 2, kFree);
  for (std::uint32_t number = 0; number < known_.size(); ++number) {
    std::size_t slot = known_[number].hash & (slots_.size() - 1);
    while (slots_[slot] != kFree) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = number;
  }
}

void DocumentWriter::Forget() {
  epoch_ = group_.epoch();
  known_.clear();
  texts_.clear();
  numbers_.clear();
  slots_.assign(kFirstSlots, kFree);
}

}  // namespace satchel::lexical
