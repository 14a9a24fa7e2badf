#include "notes/files/keywords.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <ranges>
#include <unordered_set>
#include <utility>

#include "text/analyser.h"
#include "text/stop_words.h"
#include "text/unicode.h"
#include "text/utf8.h"
#include "text/word_break.h"
#include "text/word_fold.h"

// Most words of an entry are short, in ASCII and no keyword. Such a word is found in a
// table by its bytes as they are written, so that folding and stemming happen about once
// for every distinct word of all entries; the table says which stem it has, and stems that
// no keyword has are all one.
namespace satchel::notes {
namespace {

constexpr std::size_t kFewestCharacters = 3;
constexpr std::size_t kMostWordsOfKeyword = 8;
constexpr std::size_t kFirstSlots = 1U << 9U;
constexpr std::size_t kMostKnown = 1U << 16U;  // words; others are looked at each time
constexpr std::size_t kSlotBytes = 16;
constexpr std::size_t kWindow = 64 + kSlotBytes;  // what TakeBlock may read

constexpr std::array<bool, 256> MakeWordBytes() {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0; byte < 0x80; ++byte) {
    const text::CharClass c = text::AsciiClassOf(static_cast<char>(byte));
    table[byte] = c != text::CharClass::kSeparator && c != text::CharClass::kUnderscore;
  }
  return table;
}

constexpr std::array<bool, 256> kWordBytes = MakeWordBytes();

bool IsAsciiWordByte(char c) { return kWordBytes[static_cast<unsigned char>(c)]; }

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

constexpr std::uint64_t kEach = 0x0101010101010101ULL;
constexpr std::uint64_t kTop = 0x80 * kEach;

std::uint64_t Load(const char* bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes, sizeof(value));
  return value;
}

// The top bit of each of eight bytes that is an ASCII letter or digit. The sums of a byte stay
// below 256, so that none of them reaches into the next one.
std::uint64_t WordBits(std::uint64_t bytes) {
  const std::uint64_t low = bytes & ~kTop;
  const std::uint64_t lower = low | 0x20 * kEach;
  const std::uint64_t letter = (lower + (0x80 - 'a') * kEach) & ~(lower + (0x7F - 'z') * kEach);
  const std::uint64_t digit = (low + (0x80 - '0') * kEach) & ~(low + (0x7F - '9') * kEach);
  return (letter | digit) & ~bytes & kTop;
}

// The top bits of eight bytes as the low eight bits, the first byte's lowest.
std::uint64_t GatherTopBits(std::uint64_t marks) {
  static_assert(std::endian::native == std::endian::little);
  return ((marks & kTop) >> 7U) * 0x0102040810204080ULL >> 56U;
}

// Of 64 bytes, a bit each: which are ASCII letters and digits, and which end or change a word in
// ways that only the slow way knows.
struct Block {
  std::uint64_t words = 0;
  std::uint64_t special = 0;  // no ASCII, or an apostrophe
};

Block ExamineBlock(const char* bytes) {
  Block block;
  for (std::size_t i = 0; i < 8; ++i) {
    const std::uint64_t eight = Load(bytes + 8 * i);
    const std::uint64_t quote = (eight & ~kTop) ^ '\'' * kEach;  // 0 where there is one
    block.words |= GatherTopBits(WordBits(eight)) << (8 * i);
    block.special |= GatherTopBits(eight | ~(quote + 0x7F * kEach)) << (8 * i);
  }
  return block;
}

// By size, what to keep of 16 bytes. A table, because compilers make branches of a condition here.
constexpr std::array<WordKey, kSlotBytes + 1> MakeKeyMasks() {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  std::array<WordKey, kSlotBytes + 1> masks{};
  for (std::size_t size = 1; size <= kSlotBytes; ++size) {
    masks[size].low = size >= 8 ? kAll : kAll >> (8 * (8 - size));
    masks[size].high = size <= 8 ? 0 : kAll >> (8 * (16 - size));
  }
  return masks;
}

constexpr std::array<WordKey, kSlotBytes + 1> kKeyMasks = MakeKeyMasks();

// The word of `size` bytes at the beginning of 16. REQUIRES: size <= 16.
WordKey KeyOf(std::uint64_t low, std::uint64_t high, std::size_t size) {
  return {.low = low & kKeyMasks[size].low, .high = high & kKeyMasks[size].high};
}

WordKey KeyOf(std::string_view word) {
  std::array<char, kSlotBytes> bytes{};
  std::memcpy(bytes.data(), word.data(), word.size());
  return {.low = Load(bytes.data()), .high = Load(bytes.data() + 8)};
}

// The end of the word has a say in the upper bits of the product, which are those used.
std::uint64_t HashOf(WordKey key) {
  const std::uint64_t mixed = key.low ^ (key.high * 0x9e3779b97f4a7c15ULL);
  return (mixed ^ mixed >> 32U) * 0xff51afd7ed558ccdULL >> 40U;
}

// Calls back with each pair of neighbouring characters.
template <class Callback>
void ForEachPair(std::string_view run, Callback callback) {
  std::size_t previous = 0;
  for (std::size_t at = 0; at < run.size();) {
    const std::size_t begin = at;
    at += text::DecodeUtf8(run, at).size;
    if (begin > 0) callback(run.substr(previous, at - previous));
    previous = begin;
  }
}

// Of a folded word or a pair. A word is looked at as it is folded and not as it is written, since
// folding makes a mere part of a syllable of a half-width vowel, and Han of a number in brackets.
bool IsGrams(std::string_view folded) {
  for (std::size_t at = 0; at < folded.size();) {
    const text::CodePoint c = text::DecodeUtf8(folded, at);
    const text::CharClass part = text::ClassOf(c.value);
    if (part != text::CharClass::kGram && part != text::CharClass::kExtend) return false;
    at += c.size;
  }
  return true;
}

bool HasSpace(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::DecodeUtf8(text, at);
    if (c.valid && text::IsSpace(c.value)) return true;
    at += c.size;
  }
  return false;
}

// What stands between a word and the one before it.
std::string_view GapBefore(std::string_view text, std::span<const text::Term> words,
                           std::size_t word) {
  const std::size_t begin = words[word - 1].range.end;
  return text.substr(begin, words[word].range.begin - begin);
}

class KeywordList {
 public:
  // The words between two pieces of white space.
  void Add(std::span<const text::Term> words) {
    const bool has_grams =
        std::ranges::any_of(words, [](const auto& word) { return IsGrams(word.text); });
    if (!has_grams) return AddWords(words);
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (IsGrams(words[i].text)) {
        ForEachPair(words[i].text, [&](std::string_view pair) { AddOnce(pair, pair); });
      } else {
        AddWords(std::span(words).subspan(i, 1));
      }
    }
  }

  std::vector<std::string> Take() { return std::move(keywords_); }

 private:
  void AddWords(std::span<const text::Term> words) {
    if (std::ranges::all_of(words, [](const auto& word) { return text::IsStopWord(word.text); })) {
      return;
    }
    std::string keyword;
    std::string stems;
    std::size_t characters = 0;
    for (const text::Term& word : words.first(std::min(words.size(), kMostWordsOfKeyword))) {
      if (!keyword.empty()) keyword += ' ';
      if (!stems.empty()) stems += ' ';
      keyword += word.text;
      stems += stemmer_.Stem(word.text, text::LanguageOf(word.text));
      characters += text::CountCodePoints(word.text);
    }
    if (characters >= kFewestCharacters) AddOnce(keyword, stems);
  }

  void AddOnce(std::string_view keyword, std::string_view stems) {
    if (seen_.emplace(stems).second) keywords_.emplace_back(keyword);
  }

  text::Stemmer stemmer_;
  std::vector<std::string> keywords_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<std::string> Keywords(const ask::Question& text) {
  KeywordList list;
  const std::span<const text::Term> words = text.words();
  for (std::size_t begin = 0; begin < words.size();) {
    std::size_t end = begin + 1;
    while (end < words.size() && !HasSpace(GapBefore(text.text(), words, end))) ++end;
    list.Add(words.subspan(begin, end - begin));
    begin = end;
  }
  return list.Take();
}

KeywordMatcher::KeywordMatcher(std::span<const std::string> keywords)
    : uses_(1), chains_(keywords.size()), found_(keywords.size()), slots_(kFirstSlots) {
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    AddKeyword(static_cast<std::uint32_t>(i), keywords[i]);
  }
}

void KeywordMatcher::AddKeyword(std::uint32_t index, std::string_view keyword) {
  if (IsGrams(keyword)) {
    grams_.try_emplace(std::string(keyword), index);
    return;
  }
  std::vector<StemId> chain;
  for (const auto part : std::views::split(keyword, ' ') | std::views::take(kMostWords)) {
    const std::string_view word(part.begin(), part.end());
    chain.push_back(InternStem(stemmer_.Stem(word, text::LanguageOf(word))));
  }
  StemUse& use = uses_[chain.back()];
  if (chain.size() == 1) {
    use.alone.push_back(index);
  } else {
    use.ending.push_back(index);
    chains_[index] = std::move(chain);
  }
}

KeywordMatcher::StemId KeywordMatcher::InternStem(std::string_view stem) {
  const auto [place, is_new] =
      stems_.try_emplace(std::string(stem), static_cast<StemId>(uses_.size()));
  if (is_new) uses_.emplace_back();
  return place->second;
}

std::vector<std::size_t> KeywordMatcher::Matches(std::string_view title, std::string_view body) {
  ScanBoth(title, body, found_.size());
  std::ranges::sort(matches_);
  return matches_;
}

std::size_t KeywordMatcher::Count(std::string_view title, std::string_view body, std::size_t most) {
  ScanBoth(title, body, most);
  return std::min(matches_.size(), most);
}

void KeywordMatcher::ScanBoth(std::string_view title, std::string_view body, std::size_t most) {
  matches_.clear();
  enough_ = std::min(most, found_.size());
  Scan(title);
  if (matches_.size() < enough_) Scan(body);
  for (const std::size_t keyword : matches_) found_[keyword] = 0;
}

void KeywordMatcher::Scan(std::string_view text) {
  words_ = 0;
  recent_.fill(kNoStem);
  const std::size_t at = ScanTo(text, text.size() < kWindow ? 0 : text.size() - kWindow);
  if (at >= text.size()) return;
  // The end, at most a window, with zeros behind it, which are separators.
  const std::string_view end = text.substr(at);
  std::array<char, 2 * kWindow> padded{};
  std::memcpy(padded.data(), end.data(), end.size());
  ScanTo({padded.data(), padded.size()}, end.size());
}

inline KeywordMatcher::StemId KeywordMatcher::StemOfKey(WordKey key, std::string_view word) {
  const Slot& slot = slots_[HashOf(key) & (slots_.size() - 1)];
  return slot.word == key ? slot.stem : Learn(key, word);
}

// Takes words until one begins at `to` or behind it; returns where.
std::size_t KeywordMatcher::ScanTo(std::string_view text, std::size_t to) {
  std::size_t at = 0;
  while (at < to) {
    if (matches_.size() >= enough_) return text.size();
    const std::size_t taken = text.size() - at >= kWindow ? TakeBlock(text, at) : 0;
    at = taken > 0 ? at + taken : TakeNext(text, at);
  }
  return at;
}

// The ASCII words among the next 64 bytes that end there, by a bit for each byte: lengths that
// decide branches cannot be predicted. Returns how many bytes are done; 0: try TakeNext.
std::size_t KeywordMatcher::TakeBlock(std::string_view text, std::size_t at) {
  const char* const bytes = text.data() + at;
  const Block block = ExamineBlock(bytes);
  const auto limit = static_cast<std::size_t>(std::countr_zero(block.special));
  std::uint64_t words = limit == 64 ? block.words : block.words & ((std::uint64_t{1} << limit) - 1);
  while (words != 0) {
    const auto begin = static_cast<std::size_t>(std::countr_zero(words));
    const std::size_t size = static_cast<std::size_t>(std::countr_one(words >> begin));
    const std::size_t end = begin + size;
    if (end >= limit) return begin;
    const std::string_view word(bytes + begin, size);
    TakeStem(size > kSlotBytes
                 ? Compute(word)
                 : StemOfKey(KeyOf(Load(bytes + begin), Load(bytes + begin + 8), size), word));
    words &= ~std::uint64_t{0} << end;
  }
  return limit;
}

std::size_t KeywordMatcher::TakeNext(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && IsAsciiWordByte(text[end])) ++end;
  const bool plain = end == text.size() || (IsAscii(text[end]) && text[end] != '\'');
  if (end > begin && plain) {
    const std::string_view word = text.substr(begin, end - begin);
    TakeStem(word.size() > kSlotBytes ? Compute(word) : StemOfKey(KeyOf(word), word));
    return end;
  }
  return end > begin || !IsAscii(text[begin]) ? TakeOther(text, begin) : begin + 1;
}

// The word at `offset`, if there is one, by the slow way.
std::size_t KeywordMatcher::TakeOther(std::string_view text, std::size_t offset) {
  const std::size_t behind = offset + text::DecodeUtf8(text, offset).size;
  const auto word = text::NextWord(text, offset, /*underscores=*/false);
  if (!word) return text.size();
  if (word->range.begin != offset) return std::max(behind, word->range.begin);
  const std::string_view written = text.substr(offset, word->range.size());
  std::size_t end = word->range.end;
  if (word->kind == text::WordKind::kAscii) {
    std::string_view folded =
        text::FoldAsciiWord(written, word->Has(text::CharClass::kUpper), buffer_);
    end = text::TakeContraction(text, end, buffer_, folded);
    TakeStem(StemOf(folded));
    return end;
  }
  text::FoldWord(written, buffer_);
  if (buffer_.empty()) return end;
  if (IsGrams(buffer_)) {
    TakeGrams(buffer_);
    TakeStem(kNoStem);
  } else {
    TakeStem(StemOf(buffer_));
  }
  return end;
}

void KeywordMatcher::TakeGrams(std::string_view run) {
  if (grams_.empty()) return;
  ForEachPair(run, [&](std::string_view pair) {
    const auto found = grams_.find(pair);
    if (found != grams_.end()) Found(found->second);
  });
}

KeywordMatcher::StemId KeywordMatcher::StemOf(std::string_view folded) {
  const auto found = stems_.find(stemmer_.Stem(folded, text::LanguageOf(folded)));
  return found == stems_.end() ? kNoStem : found->second;
}

KeywordMatcher::StemId KeywordMatcher::Learn(WordKey key, std::string_view word) {
  Slot* const slot = FindSlot(key);
  if (slot != nullptr && slot->word == key) return slot->stem;
  const StemId stem = Compute(word);
  if (slot == nullptr || words_known_ >= kMostKnown) return stem;
  *slot = {.word = key, .stem = stem};
  if (2 * ++words_known_ > slots_.size()) GrowSlots();
  return stem;
}

// The word's slot, or the empty one where it belongs; null where there is neither nearby, since
// words can be chosen so that they all belong to the same place.
KeywordMatcher::Slot* KeywordMatcher::FindSlot(WordKey key) {
  constexpr std::size_t kNearby = 16;
  const std::uint64_t hash = HashOf(key);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = 0; i < kNearby; ++i) {
    Slot& slot = slots_[(hash + i) & mask];
    if (slot.word == key || slot.word == WordKey()) return &slot;
  }
  return nullptr;
}

void KeywordMatcher::GrowSlots() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old) {
    if (slot.word == WordKey()) continue;
    if (Slot* const place = FindSlot(slot.word)) *place = slot;
  }
}

KeywordMatcher::StemId KeywordMatcher::Compute(std::string_view word) {
  return StemOf(text::FoldAsciiWord(word, /*has_upper=*/true, buffer_));
}

void KeywordMatcher::TakeStem(StemId stem) {
  recent_[words_++ % kMostWords] = stem;
  if (stem == kNoStem) return;
  const StemUse& use = uses_[stem];
  for (const std::uint32_t keyword : use.alone) Found(keyword);
  for (const std::uint32_t keyword : use.ending) {
    const std::vector<StemId>& chain = chains_[keyword];
    bool same = words_ >= chain.size();
    for (std::size_t i = 0; same && i < chain.size(); ++i) {
      same = recent_[(words_ - chain.size() + i) % kMostWords] == chain[i];
    }
    if (same) Found(keyword);
  }
}

void KeywordMatcher::Found(std::uint32_t keyword) {
  if (found_[keyword] != 0) return;
  found_[keyword] = 1;
  matches_.push_back(keyword);
}

}  // namespace satchel::notes
