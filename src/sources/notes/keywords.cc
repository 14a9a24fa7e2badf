#include "sources/notes/keywords.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

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
constexpr std::size_t kSlots = 1U << 14U;
constexpr std::size_t kSlotBytes = 16;

bool IsAsciiWordByte(char c) {
  const auto lower = static_cast<unsigned char>(static_cast<unsigned char>(c) | 0x20U);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9');
}

bool IsAscii(char c) { return static_cast<unsigned char>(c) < 0x80; }

std::string StemText(std::string_view folded) {
  return text::Stem(folded, text::LanguageOf(folded));
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

bool IsGrams(std::string_view word) {
  const auto first = text::NextWord(word, 0);
  return first && first->kind == text::WordKind::kGrams;
}

class KeywordList {
 public:
  void Add(std::string_view token) {
    const std::vector<text::Term> words = text::Words(token);
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
      stems += StemText(word.text);
      characters += text::CountCodePoints(word.text);
    }
    if (characters >= kFewestCharacters) AddOnce(keyword, stems);
  }

  void AddOnce(std::string_view keyword, std::string_view stems) {
    if (seen_.emplace(stems).second) keywords_.emplace_back(keyword);
  }

  std::vector<std::string> keywords_;
  std::unordered_set<std::string> seen_;
};

}  // namespace

std::vector<std::string> Keywords(std::string_view text) {
  KeywordList list;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const text::CodePoint c = text::DecodeUtf8(text, at);
    const bool space = c.valid && text::IsSpace(c.value);
    if (space && at > begin) list.Add(text.substr(begin, at - begin));
    at += c.size;
    if (space) begin = at;
  }
  if (begin < text.size()) list.Add(text.substr(begin));
  return list.Take();
}

KeywordMatcher::KeywordMatcher(std::span<const std::string> keywords)
    : count_(keywords.size()), uses_(1), chains_(keywords.size()), slots_(kSlots) {
  for (std::size_t i = 0; i < keywords.size(); ++i) {
    AddKeyword(static_cast<std::uint32_t>(i), keywords[i]);
  }
}

void KeywordMatcher::AddKeyword(std::uint32_t index, std::string_view keyword) {
  if (IsGrams(keyword)) {
    grams_.try_emplace(std::string(keyword), index);
    return;
  }
  const std::vector<text::Term> words = text::Words(keyword);
  std::vector<StemId> chain;
  for (const text::Term& word : words) {
    if (chain.size() < kMostWords) chain.push_back(InternStem(StemText(word.text)));
  }
  if (chain.empty()) return;
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
  found_.assign(count_, false);
  found_count_ = 0;
  Scan(title);
  Scan(body);
  std::vector<std::size_t> matches;
  matches.reserve(found_count_);
  for (std::size_t i = 0; i < count_; ++i) {
    if (found_[i]) matches.push_back(i);
  }
  return matches;
}

void KeywordMatcher::Scan(std::string_view text) {
  words_ = 0;
  recent_.fill(kNoStem);
  std::size_t at = 0;
  while (at < text.size() && found_count_ < count_) {
    const std::size_t begin = at;
    while (at < text.size() && IsAsciiWordByte(text[at])) ++at;
    const bool plain = at == text.size() || (IsAscii(text[at]) && text[at] != '\'');
    if (at > begin && plain) {
      TakeStem(StemOfAscii(text.substr(begin, at - begin)));
    } else if (at > begin || !IsAscii(text[at])) {
      at = TakeOther(text, begin);
    } else {
      ++at;
    }
  }
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
  if (word->kind == text::WordKind::kGrams) {
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

KeywordMatcher::StemId KeywordMatcher::StemOfAscii(std::string_view word) {
  if (word.size() > kSlotBytes) return Compute(word);
  std::array<std::uint64_t, 2> key{};
  std::memcpy(key.data(), word.data(), word.size());
  std::uint64_t hash = (key[0] ^ (key[1] * 0x9e3779b97f4a7c15ULL)) * 0xff51afd7ed558ccdULL;
  hash ^= hash >> 32U;
  Slot& slot = slots_[hash % kSlots];
  if (slot.word != key) slot = {.word = key, .stem = Compute(word)};
  return slot.stem;
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
  if (found_[keyword]) return;
  found_[keyword] = true;
  ++found_count_;
}

}  // namespace satchel::notes
