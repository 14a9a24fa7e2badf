#include "text/analyser.h"

#include <algorithm>

#include "text/identifier.h"
#include "text/stem.h"
#include "text/stop_words.h"
#include "text/unicode.h"
#include "text/utf8.h"
#include "text/word_break.h"
#include "text/word_fold.h"

// One pass over the text. NextWord finds a word and which classes of characters it has;
// those decide how little must be done for it: a lower case ASCII word is handed on in
// place, one with capitals is lowered into a buffer, and only what has other characters
// meets the normaliser. Words joined by hyphens are terms of their own first; their
// folded forms are collected and follow as one more term.
namespace satchel::text {
namespace {

// Whether SplitIdentifier could find more in a word than the word.
bool MayHaveParts(const Word& word) {
  if (word.Has(CharClass::kUnderscore)) return true;
  const bool letters = word.Has(CharClass::kLower) || word.Has(CharClass::kLetter);
  if (word.Has(CharClass::kUpper) && letters) return true;
  return word.Has(CharClass::kDigit) && (letters || word.Has(CharClass::kUpper));
}

}  // namespace

class Analyser::Impl {
 public:
  explicit Impl(AnalyserOptions wanted) : options_(wanted) {
    // Room for at least one character.
    options_.max_word_bytes = std::max<std::size_t>(options_.max_word_bytes, 8);
  }

  const AnalyserOptions& options() const { return options_; }

  AnalysisReport Run(std::string_view text, Call call, void* target) {
    text_ = text.data();
    size_ = text.size();
    call_ = call;
    target_ = target;
    report_ = {};
    std::size_t offset = 0;
    while (const auto word = NextWord(text, offset, options_.split_identifiers)) {
      if (word->kind == WordKind::kGrams) {
        EmitGrams(word->range);
        offset = word->range.end;
      } else {
        offset = EmitWord(*word);
      }
    }
    return report_;
  }

 private:
  std::string_view text() const { return {text_, size_}; }
  std::string_view Slice(ByteRange range) const { return text().substr(range.begin, range.size()); }

  std::size_t EmitWord(const Word& word);
  void EmitAsciiParts(ByteRange range, std::string_view folded);
  void EmitUnicodeParts(ByteRange range);
  // Calls back with the parts of the identifier in classes_ that are not the whole: what
  // stands between underscores, and what that is made of.
  template <class Callback>
  void ForEachPart(Callback callback);
  void EmitGrams(ByteRange range);
  void EmitGram(ByteRange range, bool folds_to_itself);
  void Join(std::string_view folded, ByteRange range, bool goes_on);

  // Applies Stems, then calls back.
  void Emit(std::string_view term, ByteRange range, TermKind kind, Language language);
  void Send(std::string_view term, ByteRange range, TermKind kind) {
    ++report_.terms;
    call_(target_, term, range, kind);
  }

  // The beginning of a word that counts; what it leaves off is reported.
  ByteRange Cut(ByteRange range);
  // False if the folded form had to be cut.
  bool FoldUnicode(ByteRange range, std::string& buffer);

  AnalyserOptions options_;

  // Of the text being analysed; mean nothing between calls.
  const char* text_ = nullptr;
  std::size_t size_ = 0;
  Call call_ = nullptr;
  void* target_ = nullptr;
  AnalysisReport report_;

  // Words that hyphens join, folded, while such a chain goes on.
  bool joining_ = false;
  bool joined_is_too_long_ = false;
  std::size_t joined_begin_ = 0;
  std::string joined_;

  Stemmer stemmer_;
  std::string folded_;
  std::string part_;
  std::vector<CharClass> classes_;
  std::vector<std::size_t> offsets_;
  std::vector<ByteRange> parts_;
};

std::size_t Analyser::Impl::EmitWord(const Word& word) {
  const bool ascii = word.kind == WordKind::kAscii;
  const ByteRange seen = Cut(word.range);
  ByteRange range = seen;
  std::size_t end = word.range.end;
  std::string_view folded;
  if (ascii) {
    folded = FoldAsciiWord(Slice(seen), word.Has(CharClass::kUpper), folded_);
    if (folded.size() < options_.max_word_bytes) {
      range.end = end = TakeContraction(text(), end, folded_, folded);
    }
  } else {
    if (!FoldUnicode(seen, folded_)) ++report_.words_cut;
    folded = folded_;
  }
  const bool contracted = end != word.range.end;
  const bool goes_on = options_.join_hyphens && !contracted && JoinedByHyphen(text(), end);
  if (!folded.empty()) {
    if (options_.drop_stop_words && IsStopWord(folded)) {
      ++report_.words_dropped;
    } else {
      const bool letters = word.Has(CharClass::kLower) || word.Has(CharClass::kUpper);
      const Language ascii_language = letters ? Language::kEnglish : Language::kNone;
      Emit(folded, range, joining_ || goes_on ? TermKind::kPart : TermKind::kWhole,
           ascii ? ascii_language : LanguageOf(folded));
      if (options_.split_identifiers && MayHaveParts(word)) {
        if (ascii) {
          EmitAsciiParts(seen, folded);
        } else {
          EmitUnicodeParts(seen);
        }
      }
    }
  }
  if (joining_ || goes_on) Join(folded, range, goes_on);
  return end;
}

template <class Callback>
void Analyser::Impl::ForEachPart(Callback callback) {
  SplitIdentifier(classes_, parts_);
  const auto begin = parts_.begin();
  for (std::size_t i = 0; i < parts_.size();) {
    std::size_t end = i + 1;
    while (end < parts_.size() && parts_[end].begin == parts_[end - 1].end) ++end;
    const ByteRange segment = {.begin = parts_[i].begin, .end = parts_[end - 1].end};
    if (segment.size() != classes_.size()) callback(segment);
    if (end - i > 1)
      std::for_each(begin + static_cast<std::ptrdiff_t>(i),
                    begin + static_cast<std::ptrdiff_t>(end), callback);
    i = end;
  }
}

void Analyser::Impl::EmitAsciiParts(ByteRange range, std::string_view folded) {
  classes_.clear();
  for (const char c : Slice(range)) classes_.push_back(AsciiClassOf(c));
  ForEachPart([&](ByteRange part) {
    // No suffix ends in a digit.
    const bool has_stem = classes_[part.end - 1] != CharClass::kDigit;
    Emit(folded.substr(part.begin, part.size()),
         {.begin = range.begin + part.begin, .end = range.begin + part.end}, TermKind::kPart,
         has_stem ? Language::kEnglish : Language::kNone);
  });
}

void Analyser::Impl::EmitUnicodeParts(ByteRange range) {
  classes_.clear();
  offsets_.clear();
  for (std::size_t offset = range.begin; offset < range.end;) {
    const CodePoint c = DecodeUtf8(text(), offset);
    classes_.push_back(ClassOf(c.value));
    offsets_.push_back(offset);
    offset += c.size;
  }
  offsets_.push_back(range.end);
  ForEachPart([&](ByteRange part) {
    const ByteRange bytes = {.begin = offsets_[part.begin], .end = offsets_[part.end]};
    FoldUnicode(bytes, part_);  // if it is cut, so was the whole
    if (!part_.empty()) Emit(part_, bytes, TermKind::kPart, LanguageOf(part_));
  });
}

void Analyser::Impl::EmitGrams(ByteRange range) {
  std::size_t units = 0;
  std::size_t previous = range.begin;
  bool previous_is_simple = true;
  for (std::size_t offset = range.begin; offset < range.end; ++units) {
    const std::size_t begin = offset;
    const CodePoint c = DecodeUtf8(text(), offset);
    bool simple = SimpleFold(c.value) == c.value;
    offset += c.size;
    while (offset < range.end) {
      const CodePoint next = DecodeUtf8(text(), offset);
      if (SimpleFold(next.value) != 0 || ClassOf(next.value) != CharClass::kExtend) break;
      simple = false;
      offset += next.size;
    }
    const bool last_and_only = units == 0 && offset == range.end;
    if (units > 0 || last_and_only) {
      EmitGram({.begin = previous, .end = offset}, simple && previous_is_simple);
    }
    previous = begin;
    previous_is_simple = simple;
  }
}

void Analyser::Impl::EmitGram(ByteRange range, bool folds_to_itself) {
  if (folds_to_itself) {
    Send(Slice(range), range, TermKind::kGram);
    return;
  }
  if (!FoldUnicode(range, folded_)) ++report_.words_cut;
  if (!folded_.empty()) Send(folded_, range, TermKind::kGram);
}

void Analyser::Impl::Join(std::string_view folded, ByteRange range, bool goes_on) {
  if (!joining_) {
    joined_.clear();
    joined_begin_ = range.begin;
    joined_is_too_long_ = false;
  } else {
    joined_.push_back('-');
  }
  joined_is_too_long_ |= joined_.size() + folded.size() > options_.max_word_bytes;
  // Its words have been terms already, so a chain that is too long loses nothing.
  if (joined_is_too_long_) {
    joined_.clear();
  } else {
    joined_ += folded;
  }
  joining_ = goes_on;
  if (goes_on || joined_is_too_long_) return;
  Emit(joined_, {.begin = joined_begin_, .end = range.end}, TermKind::kWhole, LanguageOf(joined_));
}

void Analyser::Impl::Emit(std::string_view term, ByteRange range, TermKind kind,
                          Language language) {
  if (options_.stems == Stems::kNone) {
    Send(term, range, kind);
    return;
  }
  const std::string_view stem = stemmer_.Stem(term, language);
  if (options_.stems == Stems::kInstead) {
    Send(stem, range, kind);
    return;
  }
  Send(term, range, kind);
  if (stem != term) Send(stem, range, TermKind::kStem);
}

ByteRange Analyser::Impl::Cut(ByteRange range) {
  if (range.size() <= options_.max_word_bytes) return range;
  const std::size_t kept = TruncateUtf8(Slice(range), options_.max_word_bytes).size();
  ++report_.words_cut;
  report_.bytes_cut += range.size() - kept;
  return {.begin = range.begin, .end = range.begin + kept};
}

bool Analyser::Impl::FoldUnicode(ByteRange range, std::string& buffer) {
  FoldWord(Slice(range), buffer);
  if (buffer.size() <= options_.max_word_bytes) return true;
  buffer.resize(TruncateUtf8(buffer, options_.max_word_bytes).size());
  return false;
}

Analyser::Analyser(AnalyserOptions options) : impl_(std::make_unique<Impl>(options)) {}
Analyser::~Analyser() = default;
Analyser::Analyser(Analyser&&) noexcept = default;
Analyser& Analyser::operator=(Analyser&&) noexcept = default;

const AnalyserOptions& Analyser::options() const { return impl_->options(); }

AnalysisReport Analyser::Run(std::string_view text, Call call, void* target) {
  return impl_->Run(text, call, target);
}

std::vector<Term> Analyser::Analyse(std::string_view text) {
  std::vector<Term> terms;
  ForEach(text, [&terms](std::string_view term, ByteRange range, TermKind kind) {
    terms.push_back({.text = std::string(term), .range = range, .kind = kind});
  });
  return terms;
}

std::vector<Term> Analyse(std::string_view text, const AnalyserOptions& options) {
  return Analyser(options).Analyse(text);
}

std::vector<Term> AnalyseQuery(std::string_view text, AnalyserOptions options) {
  options.drop_stop_words = true;
  std::vector<Term> terms = Analyse(text, options);
  if (!terms.empty()) return terms;
  options.drop_stop_words = false;
  return Analyse(text, options);
}

std::vector<Term> Words(std::string_view text) {
  std::vector<Term> words;
  std::string buffer;
  std::size_t offset = 0;
  while (const auto word = NextWord(text, offset, /*underscores=*/false)) {
    const std::string_view slice = text.substr(word->range.begin, word->range.size());
    std::string_view folded;
    offset = word->range.end;
    if (word->kind == WordKind::kAscii) {
      folded = FoldAsciiWord(slice, word->Has(CharClass::kUpper), buffer);
      offset = TakeContraction(text, offset, buffer, folded);
    } else {
      FoldWord(slice, buffer);
      folded = buffer;
    }
    if (folded.empty()) continue;
    words.push_back({.text = std::string(folded),
                     .range = {.begin = word->range.begin, .end = offset},
                     .kind = TermKind::kWhole});
  }
  return words;
}

}  // namespace satchel::text
