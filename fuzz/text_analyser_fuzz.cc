#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz/require.h"
#include "text/analyser.h"
#include "text/identifier.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

using satchel::fuzz::Require;

constexpr std::size_t kMaxWordBytes = 24;

AnalyserOptions OptionsFrom(unsigned bits) {
  return {.stems = static_cast<Stems>(bits % 3),
          .drop_stop_words = (bits & 4U) != 0,
          .split_identifiers = (bits & 8U) != 0,
          .join_hyphens = (bits & 16U) != 0,
          .max_word_bytes = kMaxWordBytes};
}

// One for each set of options: its cache outlives inputs, so that an answer which
// depends on what was analysed before shows.
Analyser& AnalyserFor(unsigned bits) {
  static std::vector<Analyser> analysers = [] {
    std::vector<Analyser> all;
    for (unsigned i = 0; i < 32; ++i) all.emplace_back(OptionsFrom(i));
    return all;
  }();
  return analysers[bits % 32];
}

std::vector<bool> Boundaries(std::string_view text) {
  std::vector<bool> boundaries(text.size() + 1, false);
  for (std::size_t at = 0; at < text.size(); at += DecodeUtf8(text, at).size) boundaries[at] = true;
  boundaries[text.size()] = true;
  return boundaries;
}

bool IsFolded(const std::string& term) {
  bool ascii = true;
  bool upper = false;
  for (const char c : term) {
    ascii &= static_cast<unsigned char>(c) < 0x80;
    upper |= c >= 'A' && c <= 'Z';
  }
  return ascii ? !upper : Fold(term) == term;
}

void CheckTerms(std::string_view text, const std::vector<Term>& terms) {
  const std::vector<bool> boundaries = Boundaries(text);
  for (const Term& term : terms) {
    Require(!term.text.empty());
    Require(term.range.begin < term.range.end && term.range.end <= text.size());
    Require(boundaries[term.range.begin] && boundaries[term.range.end]);
    Require(IsFolded(term.text));
  }
}

void CheckAnalysis(std::string_view text, Analyser& analyser) {
  const std::vector<Term> terms = analyser.Analyse(text);
  CheckTerms(text, terms);
  std::size_t count = 0;
  const AnalysisReport report =
      analyser.ForEach(text, [&](std::string_view term, ByteRange range, TermKind kind) {
        Require(count < terms.size() && terms[count].text == term && terms[count].range == range &&
                terms[count].kind == kind && term.size() <= kMaxWordBytes);
        ++count;
      });
  Require(count == terms.size() && report.terms == count);
}

// Two texts with a line break between them have the terms of both.
void CheckSplit(std::string_view text, std::size_t split, Analyser& analyser) {
  const std::string left(text.substr(0, split));
  const std::string right(text.substr(split));
  std::vector<Term> apart = analyser.Analyse(left);
  for (Term& term : analyser.Analyse(right)) {
    term.range.begin += split + 1;
    term.range.end += split + 1;
    apart.push_back(std::move(term));
  }
  Require(analyser.Analyse(left + '\n' + right) == apart);
}

void CheckParts(std::string_view text) {
  std::size_t end = 0;
  for (const ByteRange& part : SplitIdentifier(text)) {
    Require(part.begin >= end && part.begin < part.end && part.end <= text.size());
    end = part.end;
  }
}

}  // namespace

// The first byte chooses the options and what is checked, the second where the text is
// split in two. One check per input keeps the fuzzer fast.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  Analyser& analyser = AnalyserFor(data[0]);
  switch (data[0] / 32U) {
    case 0:
      CheckTerms(text, Words(text));
      break;
    case 1:
      CheckParts(text);
      break;
    case 2:
    case 3:
    case 4:
      CheckSplit(text, data[1] % (text.size() + 1), analyser);
      break;
    default:
      CheckAnalysis(text, analyser);
      break;
  }
  return 0;
}

}  // namespace satchel::text
