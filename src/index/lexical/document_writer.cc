#include "index/lexical/document_writer.h"

#include <array>

#include "base/ascii.h"
#include "base/hash.h"

namespace satchel::lexical {
namespace {

constexpr std::size_t kMostKnown = 4U << 20U;  // bytes
constexpr std::size_t kMostWord = 64;          // bytes of one that is kept

// Whatever may be part of a word, or decide where one ends. All else separates words wherever it
// stands, so the terms of a text are those of the runs between.
constexpr auto kOfWords = [] {
  std::array<bool, 256> of{};
  for (std::size_t byte = 0; byte < of.size(); ++byte) {
    const char c = static_cast<char>(byte);
    of.at(byte) = IsAlnum(c) || c == '_' || c == '-' || c == '\'' || byte >= 0x80;
  }
  return of;
}();

bool IsOfWords(char c) { return kOfWords[static_cast<unsigned char>(c)]; }

}  // namespace

DocumentWriter::DocumentWriter(std::size_t fields, const text::AnalyserOptions& options)
    : analyser_(options), group_(fields) {}

void DocumentWriter::Add(std::size_t field, std::string_view text, std::size_t times) {
  if (group_.epoch() != epoch_ || known_.bytes() > kMostKnown) Forget();
  for (std::size_t at = 0; at < text.size();) {
    if (!IsOfWords(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at + 1;
    while (end < text.size() && IsOfWords(text[end])) ++end;
    AddWord(field, text.substr(at, end - at), times);
    at = end;
  }
}

void DocumentWriter::AddWord(std::size_t field, std::string_view word, std::size_t times) {
  if (word.size() > kMostWord) {
    Analyse(field, word, times);
    return;
  }
  const auto found = known_.Add(word, StableHash(word));
  Known& known = known_[found.number];
  if (found.is_new) {
    known.begin = static_cast<std::uint32_t>(numbers_.size());
    analyser_.ForEach(word, [this](std::string_view term, text::ByteRange, text::TermKind) {
      numbers_.push_back(group_.NumberOf(term));
    });
    known.end = static_cast<std::uint32_t>(numbers_.size());
  }
  for (std::uint32_t i = known.begin; i < known.end; ++i) {
    for (std::size_t time = 0; time < times; ++time) group_.AddNumber(field, numbers_[i]);
  }
}

void DocumentWriter::Analyse(std::size_t field, std::string_view word, std::size_t times) {
  analyser_.ForEach(word, [&](std::string_view term, text::ByteRange, text::TermKind) {
    for (std::size_t time = 0; time < times; ++time) group_.Add(field, term);
  });
}

std::string DocumentWriter::Take() {
  std::string bytes = group_.Take();
  if (known_.bytes() > kMostKnown) Forget();
  return bytes;
}

void DocumentWriter::Forget() {
  epoch_ = group_.epoch();
  known_.Clear();
  numbers_ = {};
}

}  // namespace satchel::lexical
