#include "code/rank/answer_floor.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/rank/code_field.h"
#include "index/lexical/frequencies.h"
#include "index/texts/word_share.h"

// The signs are of the best files alone: what no good place has, a far one has by chance. They are
// shares by weight (rank::WordShare), not scores of the ranking: those are over the best
// candidate's and say nothing about how good that one is. Words in names and paths say what a place
// is about, and so they count most; in a large body any words meet.
namespace satchel::rank {
namespace {

constexpr std::size_t kBestFiles = 5;
constexpr std::size_t kFewWords = 2;
constexpr std::uint64_t kManyDocuments = 1'000;
// With so few documents the signs say little: a question has its answer there unless it has more
// than a few words and most of it is nowhere.
constexpr std::uint64_t kFewDocuments = 100;
constexpr std::size_t kFewAsked = 3;
constexpr Score kMostMissing = Score::FromMillionths(680'000);
// Of the names in a pasted text so many have to be unknown, and fewer than this share known.
constexpr std::size_t kFewUnknownNames = 3;
constexpr std::size_t kFewKnownPercent = 40;
// Shorter names mean something everywhere: `on_ok`.
constexpr std::size_t kShortName = 5;

enum class Sign : std::uint8_t {
  kFirst,       // the part of the query that the first file's best chunk says
  kPath,        // that one path says
  kComments,    // that one chunk says in comments
  kNamedWords,  // how many words one chunk has in its names and path
  kStemPrefix,  // words begin like the name of a file
  kJoinedStem,  // two neighbouring words are the name of a file
  kRun,         // words stand here as they stand in the query
  kMissing,     // the part of the query that is nowhere
  kRespelt,     // a word is nowhere, and others stand for it because they are spelt alike
  kRarity,      // how rare its words are here, on average; less where there are few documents
  kForeign,     // the part of its words that are of another script
  kWords,       // the logarithm of how many words it has
  kQuestion,    // it is a question
};

struct WeighedSign {
  std::string_view name;
  std::int64_t weight;  // in thousandths
};
// By sign. Fitted on the development half of eval/abstention.
constexpr auto kWeights = std::to_array<WeighedSign>({
    {"first", 2470},
    {"path", 3190},
    {"comments", 2960},
    {"named_words", 1420},
    {"stem_prefix", 4880},
    {"joined_stem", 2060},
    {"run", 8930},
    {"missing", -760},
    {"respelt", -1010},
    {"rarity", -6260},
    {"foreign", 3120},
    {"words", 2070},
    {"question", -760},
});
constexpr Score kBase = Score::FromMillionths(-3'875'000);

bool IsForeign(std::string_view word) {
  return std::ranges::any_of(word, [](char c) { return static_cast<unsigned char>(c) >= 0x80U; });
}

bool IsIn(CodeField field, const lexical::Occurrence& one) {
  return lexical::FrequencyIn(one.frequencies, static_cast<std::size_t>(field)) > 0;
}

// Words of the query that something has, each as surely as what stands for it there.
class Said {
 public:
  explicit Said(std::size_t words) : certainty_(words) {}

  void Add(std::size_t word, Score certainty) {
    count_ += certainty_[word] == Score() ? 1 : 0;
    certainty_[word] = std::max(certainty_[word], certainty);
  }

  std::int64_t count() const { return count_; }
  Score Share(const WordShare& share) const {
    Score sum;
    for (std::size_t i = 0; i < certainty_.size(); ++i) {
      sum += share.weight(i).Times(certainty_[i]);
    }
    return share.Of(sum);
  }

 private:
  std::vector<Score> certainty_;
  std::int64_t count_ = 0;
};

class Judge {
 public:
  Judge(const ask::Query& asked, const RankedCode& ranked) : asked_(asked), ranked_(ranked) {
    std::vector<std::uint64_t> with(
        ranked.documents.begin(),
        ranked.documents.begin() + static_cast<std::ptrdiff_t>(asked.words));
    for (std::size_t i = 0; i < asked.words; ++i) {
      stands_for_.emplace(asked.terms[i].text, i);
      // A word of another script says nothing about what is here, and one that is misspelt is here.
      if (with[i] == 0 && IsForeign(asked.terms[i].text)) with[i] = 1;
    }
    for (const ReplacedWord& one : ranked.replaced) {
      with[one.word] = std::max<std::uint64_t>(with[one.word], 1);
      for (const std::string& term : one.with) stands_for_.try_emplace(term, one.word);
    }
    share_ = WordShare(with, ranked.all_documents);
    missing_ = Said(asked.words);
    for (std::size_t i = 0; i < asked.words; ++i) {
      if (with[i] == 0) missing_.Add(i, Score::FromInt(1));
    }
  }

  AnswerFloor Run() {
    AnswerFloor floor;
    floor.judged =
        asked_.words > 0 && !ranked_.files.empty() &&
        (asked_.form == ask::QueryForm::kWords || asked_.form == ask::QueryForm::kQuestion);
    const std::size_t best = std::min(ranked_.files.size(), kBestFiles);
    for (std::size_t i = 0; i < best; ++i) {
      const RankedFile& file = ranked_.files[i];
      LookAt(file, i == 0);
      if (IsMentioned(file)) floor.judged = false;
    }
    if (NamesWhatIsHere() || IsFewWordsThatAreHere()) floor.judged = false;
    floor.names_elsewhere = IsPasted() && NamesAreElsewhere();
    LookAtQuery();
    const bool mostly_nowhere = asked_.words > kFewAsked && At(Sign::kMissing) >= kMostMissing;
    if (ranked_.all_documents < kFewDocuments && !mostly_nowhere) floor.judged = false;
    floor.signs.push_back({.name = "base", .value = Score::FromInt(1), .term = kBase});
    for (std::size_t i = 0; i < kWeights.size(); ++i) {
      const Score term = signs_.at(i).Times(Score::Ratio(kWeights.at(i).weight, 1000));
      floor.signs.push_back(
          {.name = std::string(kWeights.at(i).name), .value = signs_.at(i), .term = term});
    }
    for (const ask::JudgedSign& sign : floor.signs) floor.standing += sign.term;
    for (std::size_t i = 0; i < asked_.words; ++i) {
      floor.has_word = floor.has_word || ranked_.documents[i] > 0;
    }
    return floor;
  }

 private:
  Score& At(Sign sign) { return signs_.at(static_cast<std::size_t>(sign)); }
  void Raise(Sign sign, Score value) { At(sign) = std::max(At(sign), value); }

  // The query itself says where to look.
  static bool IsMentioned(const RankedFile& file) {
    return std::ranges::any_of(
        std::array{Feature::kSymbol, Feature::kPath, Feature::kModule, Feature::kFrame},
        [&file](Feature feature) { return rank::At(file.features, feature) > Score(); });
  }

  bool IsPasted() const {
    return asked_.form == ask::QueryForm::kReport || asked_.form == ask::QueryForm::kTrace;
  }

  // Whether this word is a name of several words, such as `url_for`.
  bool IsName(std::size_t word) const {
    return word + 1 < asked_.words && !asked_.is_part[word] && asked_.is_part[word + 1];
  }

  // A name of several words that stands here as it is written.
  bool NamesWhatIsHere() const {
    for (std::size_t i = 0; i < asked_.words; ++i) {
      if (IsName(i) && ranked_.documents[i] > 0) return true;
    }
    return false;
  }

  // Whether a path or a frame in the text leads to this file.
  static bool IsPlaceOfText(const RankedFile& file) {
    return rank::At(file.features, Feature::kPath) > Score() ||
           rank::At(file.features, Feature::kFrame) > Score();
  }

  bool NamesAreElsewhere() const {
    std::size_t known = 0;
    std::size_t unknown = 0;
    for (std::size_t i = 0; i < asked_.words; ++i) {
      if (!IsName(i) || asked_.written[i].size() < kShortName) continue;
      ++(ranked_.documents[i] > 0 ? known : unknown);
    }
    return unknown >= kFewUnknownNames && known * 100 < (known + unknown) * kFewKnownPercent &&
           std::ranges::none_of(ranked_.files, IsPlaceOfText);
  }

  // Whoever types a word or two looks for them, and not for what they are about.
  bool IsFewWordsThatAreHere() const {
    return asked_.form == ask::QueryForm::kWords && asked_.words <= kFewWords && has_all_;
  }

  void LookAt(const RankedFile& file, bool is_first) {
    const std::vector<lexical::Occurrence>& all = file.evidence.occurrences;
    for (auto begin = all.begin(); begin != all.end();) {
      const auto end = std::ranges::find_if(
          begin, all.end(), [&](const auto& one) { return one.ordinal != begin->ordinal; });
      LookAtChunk({begin, end}, is_first);
      begin = end;
    }
    const bool joined = rank::At(file.features, Feature::kJoinedStem) > Score();
    Raise(Sign::kJoinedStem, Score::FromInt(joined ? 1 : 0));
    Raise(Sign::kStemPrefix, rank::At(file.features, Feature::kStemPrefix));
    Raise(Sign::kRun, rank::At(file.features, Feature::kRun));
  }

  void LookAtChunk(std::span<const lexical::Occurrence> chunk, bool is_first) {
    Said anywhere(asked_.words);
    Said path(asked_.words);
    Said comments(asked_.words);
    Said named(asked_.words);
    for (const lexical::Occurrence& one : chunk) {
      if (one.term >= ranked_.query.words) continue;
      const auto word = stands_for_.find(ranked_.query.terms[one.term].text);
      if (word == stands_for_.end()) continue;
      const bool in_path = IsIn(CodeField::kPath, one);
      const Score certainty = Score::FromMillionths(
          static_cast<std::int64_t>(ranked_.query.certainty[one.term] * Score::kOne));
      anywhere.Add(word->second, certainty);
      if (in_path) path.Add(word->second, certainty);
      if (IsIn(CodeField::kComments, one)) comments.Add(word->second, certainty);
      if (in_path || IsIn(CodeField::kNames, one)) named.Add(word->second, certainty);
    }
    if (anywhere.count() == static_cast<std::int64_t>(asked_.words)) has_all_ = true;
    if (is_first) Raise(Sign::kFirst, anywhere.Share(share_));
    Raise(Sign::kPath, path.Share(share_));
    Raise(Sign::kComments, comments.Share(share_));
    Raise(Sign::kNamedWords, Score::FromInt(named.count()));
  }

  // How much is to be expected of rarity: in a small workspace every word is rare.
  Score Vocabulary() const {
    const Score whole = Score::Ln(kManyDocuments);
    const Score here = std::min(Score::Ln(ranked_.all_documents + 1), whole);
    return Score::Ratio(here.millionths(), whole.millionths());
  }

  void LookAtQuery() {
    const auto foreign = std::ranges::count_if(
        asked_.terms.begin(), asked_.terms.begin() + static_cast<std::ptrdiff_t>(asked_.words),
        [](const lexical::QueryTerm& term) { return IsForeign(term.text); });
    const auto words = static_cast<std::int64_t>(std::max<std::size_t>(asked_.words, 1));
    Score rarity;
    for (std::size_t i = 0; i < asked_.words; ++i) rarity += share_.Rarity(i);
    const bool respelt = std::ranges::find(ranked_.replaced, Replacing::kAlike,
                                           &ReplacedWord::by) != ranked_.replaced.end();
    At(Sign::kMissing) = missing_.Share(share_);
    At(Sign::kRespelt) = Score::FromInt(respelt ? 1 : 0);
    At(Sign::kRarity) = Score::Ratio(rarity.millionths(), words * Score::kOne).Times(Vocabulary());
    At(Sign::kForeign) = Score::Ratio(foreign, words);
    At(Sign::kWords) = Score::Ln(asked_.words + 1);
    At(Sign::kQuestion) = Score::FromInt(asked_.form == ask::QueryForm::kQuestion ? 1 : 0);
  }

  const ask::Query& asked_;
  const RankedCode& ranked_;
  std::map<std::string, std::size_t, std::less<>> stands_for_;  // by term: the word of the query
  WordShare share_;
  Said missing_{0};
  bool has_all_ = false;  // one chunk has all words
  std::array<Score, kWeights.size()> signs_{};
};

}  // namespace

AnswerFloor FloorOf(const ask::Query& asked, const RankedCode& ranked) {
  return Judge(asked, ranked).Run();
}

}  // namespace satchel::rank
