// One pass over the words of the request. At each word the longest marker that begins there is
// taken, and the search goes on behind it.

#include "graph/files/intent.h"

#include <algorithm>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "graph/files/intent_markers.h"
#include "text/stem.h"

namespace satchel::graph {
namespace {

constexpr std::array kNames =
    std::to_array<std::string_view>({"plan", "execute", "explain", "debug", "research"});

// The first of those with the highest score wins.
constexpr std::array kOrder = {Intent::kDebug, Intent::kPlan, Intent::kResearch, Intent::kExecute,
                               Intent::kExplain};

// What a request begins with, openers aside, tells more than what begins its later sentences, which
// are often quoted.
constexpr int kOpening = 2;

struct RequestWord {
  std::string folded;
  std::string stem;
  bool starts = false;  // a sentence
};

std::vector<RequestWord> WithStems(const ask::JoinedWords& joined, text::Stemmer& stemmer) {
  std::vector<RequestWord> words;
  for (std::size_t i = 0; i < joined.words.size(); ++i) {
    const std::string& word = joined.words[i];
    words.push_back({.folded = word,
                     .stem = std::string(stemmer.Stem(word, text::LanguageOf(word))),
                     .starts = joined.begins_sentence[i]});
  }
  return words;
}

struct Marker {
  std::string text;
  std::vector<RequestWord> words;
  const MarkerSet* set;
};

// Read once, then shared by all threads.
class MarkerIndex {
 public:
  MarkerIndex() {
    text::Stemmer stemmer;
    for (const MarkerSet& set : MarkerSets()) {
      std::size_t begin = 0;
      while (begin < set.list.size()) {
        const std::size_t end = std::min(set.list.find(", ", begin), set.list.size());
        Add(set, set.list.substr(begin, end - begin), stemmer);
        begin = end + 2;
      }
    }
  }

  std::size_t size() const { return markers_.size(); }
  const Marker& operator[](std::size_t id) const { return markers_[id]; }

  // The longest that begins at `at`; of equally long ones that of words before that of stems.
  std::optional<std::size_t> Find(const std::vector<RequestWord>& words, std::size_t at) const {
    std::optional<std::size_t> best;
    const auto consider = [&](const Ids& ids, const std::string& key, auto part) {
      const auto found = ids.find(key);
      if (found == ids.end()) return;
      for (const std::size_t id : found->second) {
        const std::vector<RequestWord>& wanted = markers_[id].words;
        if (best && wanted.size() <= markers_[*best].words.size()) continue;
        if (wanted.size() > words.size() - at) continue;
        if (std::ranges::equal(wanted, std::span(words).subspan(at, wanted.size()), {}, part, part))
          best = id;
      }
    };
    consider(by_word_, words[at].folded, &RequestWord::folded);
    consider(by_stem_, words[at].stem, &RequestWord::stem);
    for (std::size_t i = 0; !best && i < endings_.size(); ++i) {
      if (words[at].folded.ends_with(markers_[endings_[i]].text)) best = endings_[i];
    }
    return best;
  }

 private:
  using Ids = std::unordered_map<std::string, std::vector<std::size_t>>;

  void Add(const MarkerSet& set, std::string_view text, text::Stemmer& stemmer) {
    const std::size_t id = markers_.size();
    std::vector<RequestWord> words = WithStems(ask::ReadJoinedWords(text), stemmer);
    switch (set.form) {
      case MarkerForm::kWord:
      case MarkerForm::kOpener:
        by_word_[words.front().folded].push_back(id);
        break;
      case MarkerForm::kStem:
        by_stem_[words.front().stem].push_back(id);
        break;
      case MarkerForm::kEnding:
        endings_.push_back(id);
        break;
    }
    markers_.push_back({.text = std::string(text), .words = std::move(words), .set = &set});
  }

  std::vector<Marker> markers_;
  Ids by_word_;
  Ids by_stem_;
  std::vector<std::size_t> endings_;
};

const MarkerIndex& Index() {
  static const MarkerIndex index;
  return index;
}

std::vector<IntentEvidence> Collect(const ask::Question& request) {
  const MarkerIndex& index = Index();
  text::Stemmer stemmer;
  const std::vector<RequestWord> words = WithStems(request.joined(), stemmer);
  std::vector<std::size_t> found;  // in the order of the request
  std::vector<int> weights(index.size());
  bool leading = true;
  bool opening = true;
  for (std::size_t at = 0; at < words.size();) {
    leading = leading || words[at].starts;
    const auto id = index.Find(words, at);
    if (!id) {
      leading = opening = false;
      ++at;
      continue;
    }
    const MarkerSet& set = *index[*id].set;
    const bool opener = set.form == MarkerForm::kOpener;
    const int weight = (leading ? set.leading : set.weight) + (opening && !opener ? kOpening : 0);
    if (weight > 0 && weights[*id] == 0) found.push_back(*id);
    weights[*id] = std::max(weights[*id], weight);
    leading = leading && opener;
    opening = opening && opener;
    at += index[*id].words.size();
  }
  std::vector<IntentEvidence> evidence;
  for (const std::size_t id : found) {
    evidence.push_back(
        {.marker = index[id].text, .intent = index[id].set->intent, .weight = weights[id]});
  }
  return evidence;
}

}  // namespace

std::string_view Name(Intent intent) { return kNames.at(static_cast<std::size_t>(intent)); }

Result<Intent> ParseIntent(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found != kNames.end()) return static_cast<Intent>(found - kNames.begin());
  return Fail(Errc::kInvalidInput,
              fmt::format("unknown intent '{}': one of {}", name, fmt::join(kNames, ", ")));
}

IntentVerdict ClassifyIntent(const ask::Question& request) {
  IntentVerdict verdict{.evidence = Collect(request)};
  for (const IntentEvidence& found : verdict.evidence) {
    verdict.scores.at(static_cast<std::size_t>(found.intent)) += found.weight;
  }
  if (verdict.evidence.empty()) return verdict;
  const auto score = [&](Intent intent) {
    return verdict.scores.at(static_cast<std::size_t>(intent));
  };
  verdict.intent = *std::ranges::max_element(kOrder, {}, score);
  return verdict;
}

}  // namespace satchel::graph
