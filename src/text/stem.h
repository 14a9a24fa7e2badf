#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sb_stemmer;

namespace satchel::text {

// Whose rules shorten a word. Chosen by script: Latin letters English, Cyrillic
// ones Russian, a word that mixes them and all others none.
enum class Language : std::uint8_t { kNone, kEnglish, kRussian };

// REQUIRES: `word` is folded.
Language LanguageOf(std::string_view word);

// Snowball stems with a cache, since a few thousand words make up most of any text: small at
// first, and of its full and last size once it has missed a few hundred. Confined to one thread.
class Stemmer {
 public:
  Stemmer();
  ~Stemmer();
  Stemmer(Stemmer&&) noexcept;
  Stemmer& operator=(Stemmer&&) noexcept;

  // The stem of a folded word; the word itself for kNone and beyond 255 bytes. Never
  // empty unless the word is. Valid until the next call and as long as `word`.
  std::string_view Stem(std::string_view word, Language language);

 private:
  struct Entry;
  struct Delete {
    void operator()(sb_stemmer* stemmer) const;
  };
  using Handle = std::unique_ptr<sb_stemmer, Delete>;

  std::string_view Compute(std::string_view word, Language language);

  Handle english_;
  Handle russian_;
  Entry& CachePlace(std::string_view word);

  std::vector<Entry> cache_;  // a power of two
  std::size_t missed_ = 0;
};

// For a word or two; a text's worth of words wants a Stemmer.
std::string Stem(std::string_view word, Language language);

}  // namespace satchel::text
