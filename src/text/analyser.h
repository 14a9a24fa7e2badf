#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "text/range.h"

namespace satchel::text {

// Stored rows carry it. Whatever changes the terms of some text raises it, stems and
// Unicode data included; stop words do not, since documents keep them.
inline constexpr std::uint32_t kAnalyserVersion = 2;

enum class TermKind : std::uint8_t {
  kWhole,  // a word, an identifier or words joined by hyphens, as a whole
  kPart,   // a word inside one: of `camelCase`, `snake_case`, `kebab-case`, `utf8`
  kStem,   // the stem of the term before it; only with Stems::kAlso
  kGram,   // two neighbouring characters of a script without spaces, or a lonely one
};

enum class Stems : std::uint8_t {
  kNone,     // words as written, folded
  kInstead,  // the stem takes the word's place and keeps its kind: what ranking was measured with
  kAlso,     // the word, then its stem where that differs
};

struct AnalyserOptions {
  Stems stems = Stems::kInstead;
  // Documents keep stop words, so that lengths and phrases stay true; queries drop them.
  bool drop_stop_words = false;
  // False: no parts, and an underscore separates words. For prose.
  bool split_identifiers = true;
  // False: a hyphen separates words.
  bool join_hyphens = true;
  // Longer words are cut, whole and parts alike, and counted in the report.
  std::size_t max_word_bytes = 128;
};

// What the terms do not show.
struct AnalysisReport {
  std::size_t terms = 0;
  std::size_t words_cut = 0;      // longer than max_word_bytes as written or as folded
  std::size_t bytes_cut = 0;      // of the text, that no term covers because of it
  std::size_t words_dropped = 0;  // stop words
};

// Never empty, folded (NFKC and case), at most AnalyserOptions::max_word_bytes. The range
// is of the text analysed and lies on its code points.
struct Term {
  std::string text;
  ByteRange range;
  TermKind kind = TermKind::kWhole;

  friend auto operator<=>(const Term&, const Term&) = default;
};

// Turns text into terms. Bytes that are not UTF-8, white space, punctuation, symbols and
// emoji separate words. For `HTTPServer2Error_handler`: itself, httpserver2error, http,
// server, 2, error, handler. For `kebab-case`: kebab, case, then itself. `don't` is dont, `cat's`
// is cat. The terms of two texts with a space or a line break between them are those of the one,
// then those of the other. Takes linear time and keeps a fixed amount of memory.
//
// Holds buffers and a stem cache: confined to one thread, made once and used for many texts.
class Analyser {
 public:
  explicit Analyser(AnalyserOptions options = {});
  ~Analyser();
  Analyser(Analyser&&) noexcept;
  Analyser& operator=(Analyser&&) noexcept;

  const AnalyserOptions& options() const;

  // Calls callback(std::string_view term, ByteRange, TermKind) for each term, in the order
  // of the words. The term is valid during the call, which must not use this Analyser.
  template <class Callback>
  AnalysisReport ForEach(std::string_view text, Callback&& callback) {
    auto each = [&callback](std::string_view term, ByteRange range, TermKind kind) {
      callback(term, range, kind);
    };
    using Target = decltype(each);
    const auto call = [](void* target, std::string_view term, ByteRange range, TermKind kind) {
      (*static_cast<Target*>(target))(term, range, kind);
    };
    return Run(text, call, &each);
  }

  std::vector<Term> Analyse(std::string_view text);

 private:
  using Call = void (*)(void*, std::string_view, ByteRange, TermKind);
  class Impl;

  AnalysisReport Run(std::string_view text, Call call, void* target);

  std::unique_ptr<Impl> impl_;
};

// For a single text.
std::vector<Term> Analyse(std::string_view text, const AnalyserOptions& options = {});

// Terms to search with: without stop words, unless there is nothing else.
std::vector<Term> AnalyseQuery(std::string_view text, AnalyserOptions options = {});

// The words of a text, folded, for matching at word boundaries: runs of letters, digits and
// marks. Underscores and hyphens separate; a run of a script without spaces is one word;
// contractions are as above. Nothing is cut, split or stemmed, and the kind is kWhole.
std::vector<Term> Words(std::string_view text);

}  // namespace satchel::text
