#include <algorithm>
#include <cstddef>
#include <deque>
#include <iterator>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/time.h"
#include "index/texts/vector_index.h"
#include "index/texts/vector_source.h"
#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"
#include "memory/rank/score.h"
#include "memory/rank/search.h"
#include "packet/offers.h"
#include "text/analyser.h"
#include "text/utf8.h"

// Where a recall looks: artifacts first, then the words of every namespace, merged rank by rank, so
// that a large namespace does not push a small one out; then what is linked to the best, when the
// prompt asks for history. Memories that no recall may show are set aside before the limit counts,
// so that 30 outdated versions of a fact do not hide the current one.
namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostArtifacts = 5;
constexpr std::size_t kMostArtifactBytes = 280;
constexpr std::size_t kMostFetched = 200;
// Of what search finds. Those behind them are not among the best of any question.
constexpr std::size_t kMostRanked = 2'000;
// An expansion finds what the whole question does not; it counts half.
constexpr Score kExpansionWorth = Score::FromMillionths(500'000);
// What nearness by vectors is worth next to words, and how near a weak match is at least. Chosen on
// the development half of eval/memory/other_words.jsonl.
constexpr Score kNearnessWeight = Score::FromInt(3);
constexpr Score kWeaklyNear = Score::FromMillionths(100'000);
constexpr std::size_t kMostWeaklyNear = 3;

struct Asked {
  const MemoryReading& reading;
  const Request& request;
  const ask::Question& question;
  memory::Mode mode = memory::Mode::kFull;
  bool is_question = false;
};

std::size_t Wanted(const Asked& asked) { return MostWanted(asked.reading.options(), asked.mode); }

// How many memories that count are scored: more than are wanted, since scoring changes the order.
std::size_t Fetched(const Asked& asked) {
  const std::size_t wanted = Wanted(asked);
  if (wanted == 0) return 0;
  return std::min(kMostFetched, wanted + std::max<std::size_t>(12, 4 * kMostArtifacts));
}

// What is pinned comes first, so that no limit cuts it. Equal ones keep their order.
void SortFound(const retrieval::MemoryBook& book, std::vector<FoundMemory>& found) {
  std::vector<std::tuple<bool, Score, std::size_t>> order;
  for (std::size_t i = 0; i < found.size(); ++i) {
    order.emplace_back(!book.pinned().contains(found[i].id), -found[i].score, i);
  }
  std::ranges::sort(order);
  std::vector<FoundMemory> sorted;
  for (const auto& [unpinned, score, i] : order) sorted.push_back(std::move(found[i]));
  found = std::move(sorted);
}

// What is known of a memory until all are sorted: there are many more than are shown.
struct Best {
  std::string_view id;
  Score score = {};
  Score share = {};
  bool pinned = false;
  std::string_view way;
  std::span<const std::string> words = {};  // that lead there
  std::size_t place = 0;                    // in the order of search: the newer of equals is first
};

FoundMemory FoundBy(std::size_t space, const Best& best) {
  return {.space = space,
          .id = std::string(best.id),
          .score = best.score,
          .share = best.share,
          .way = std::string(best.way),
          .evidence = fmt::format("{}", fmt::join(best.words, " "))};
}

struct Near {
  std::string id;
  Score nearness;
};

// All that a namespace has for the request, best first. What `best` refers to lives in the others,
// which stay where they are.
struct Ranking {
  std::deque<std::vector<retrieval::RankedMemory>> ranked;
  std::vector<std::string> newest;
  std::vector<Near> near;
  std::vector<Best> best;
};

// Memories of a namespace that vectors found to be near, as far as their texts are still the same.
Result<std::vector<Near>> NearIn(const MemoryReading& reading, std::size_t space,
                                 const retrieval::MemoryBook& book) {
  constexpr std::size_t kMostNear = 64;
  const std::string before = ItemName({.id = "", .space = reading.spaces()[space].name});
  std::vector<const retrieval::NearText*> found;
  std::vector<std::string> ids;
  for (const retrieval::NearText& one : reading.near()) {
    if (ids.size() == kMostNear) break;
    if (!one.document.starts_with(before)) continue;
    std::string id = one.document.substr(before.size());
    if (id.contains('/')) continue;  // of another namespace
    found.push_back(&one);
    ids.push_back(std::move(id));
  }
  const auto memories = SATCHEL_TRY(book.Get(ids));
  std::vector<Near> near;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (memories[i] == nullptr) continue;
    if (retrieval::VectorDocumentOf(TextOf(*memories[i])).digest != found[i]->digest) continue;
    near.push_back({.id = ids[i], .nearness = found[i]->nearness});
  }
  return near;
}

// Nearness raises memories that were found by words. Others are found by it alone: those that are
// near enough to be the answer, or, where words have found an answer, to stand next to it. A
// question gets a few that are less near; they are weak matches.
void AddNear(std::span<const Near> near, bool is_question,
             std::unordered_map<std::string_view, Best>& best) {
  const bool answers = std::ranges::any_of(
      best, [](const auto& one) { return one.second.share >= retrieval::kLeastShare; });
  const Score least = is_question ? kWeaklyNear
                      : answers   ? retrieval::kLeastNear
                                  : retrieval::kNearAnswer;
  std::size_t weak = 0;
  for (const Near& one : near) {
    const Score more = one.nearness.Times(kNearnessWeight);
    const bool is_answer = one.nearness >= retrieval::kNearAnswer;
    const auto known = best.find(one.id);
    if (known != best.end() && known->second.way != kNeighbourWay) {
      known->second.score += more;
      if (is_answer) known->second.share = std::max(known->second.share, retrieval::kLeastShare);
      continue;
    }
    if (one.nearness < least || (!is_answer && ++weak > kMostWeaklyNear)) continue;
    Best found{.id = one.id, .score = more, .way = kVectorWay, .place = best.size()};
    if (is_answer) found.share = retrieval::kLeastShare;
    if (known != best.end()) {
      found.score = std::max(found.score, known->second.score);
      found.place = known->second.place;
    }
    best.insert_or_assign(one.id, found);
  }
}

Status RankBySearch(const Asked& asked, std::size_t space, const retrieval::MemoryBook& book,
                    Ranking& ranking) {
  const auto queries = asked.reading.options().expansion
                           ? memory::ExpandQuery(asked.question)
                           : std::vector<ask::Question>{asked.question};
  std::unordered_map<std::string_view, Best> best;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    ranking.ranked.push_back(SATCHEL_TRY(book.Search(queries[q], kMostRanked)));
    const Score worth = q == 0 ? Score::FromInt(1) : kExpansionWorth;
    for (const retrieval::RankedMemory& found : ranking.ranked.back()) {
      Best now{.id = found.id,
               .score = found.score.Times(worth),
               .share = found.share.Times(worth),
               .pinned = book.pinned().contains(found.id),
               .way = found.neighbour ? kNeighbourWay
                      : q == 0        ? std::string_view("words")
                                      : std::string_view("expansion"),
               .words = found.words,
               .place = best.size()};
      const auto [known, is_new] = best.try_emplace(found.id, now);
      // What leads there is what it has more of; an expansion never takes from its worth.
      if (is_new || known->second.share >= now.share) continue;
      now.score = std::max(now.score, known->second.score);
      now.place = known->second.place;
      known->second = now;
    }
  }
  ranking.near = SATCHEL_TRY(NearIn(asked.reading, space, book));
  AddNear(ranking.near, asked.is_question, best);
  for (const std::string& id : book.pinned()) {
    best.try_emplace(id, Best{.id = id, .pinned = true, .way = "pinned", .place = best.size()});
  }
  for (const auto& [id, found] : best) ranking.best.push_back(found);
  std::ranges::sort(ranking.best, [](const Best& a, const Best& b) {
    if (a.pinned != b.pinned) return a.pinned;
    if (a.score != b.score) return a.score > b.score;
    return a.place < b.place;
  });
  return {};
}

Status Rank(const Asked& asked, std::size_t space, const retrieval::MemoryBook& book,
            Ranking& ranking) {
  const MemoryOptions& options = asked.reading.options();
  if (options.only_pinned) {
    for (const std::string& id : book.pinned()) {
      ranking.best.push_back({.id = id, .pinned = true, .way = "pinned"});
    }
    return {};
  }
  if (options.search) return RankBySearch(asked, space, book, ranking);
  ranking.newest = SATCHEL_TRY(book.Newest(kMostRanked));
  for (const std::string& id : ranking.newest) {
    ranking.best.push_back({.id = id, .way = "recent"});
  }
  return {};
}

// Memories of a namespace. Those that a filter keeps out, or that say the same as a better one, are
// aside: the log names them, and they take no place from one that counts.
struct FoundInSpace {
  std::vector<FoundMemory> counting;
  std::vector<FoundMemory> aside;
};

Result<FoundInSpace> InSpace(const Asked& asked, std::size_t space,
                             const retrieval::MemoryBook& book) {
  constexpr std::size_t kAtOnce = 64;
  const MemoryOptions& options = asked.reading.options();
  const memory::ScoreRules rules{.now = asked.request.now,
                                 .as_of = options.as_of,
                                 .history = asked.mode == memory::Mode::kGraph};
  Ranking ranking;
  SATCHEL_TRY(Rank(asked, space, book, ranking));
  // Artifacts are found through their own section.
  if (options.artifacts) {
    std::erase_if(ranking.best,
                  [&book](const Best& each) { return book.artifacts().contains(each.id); });
  }
  FoundInSpace found;
  DistinctTexts texts;
  const std::size_t most = Fetched(asked);
  for (std::span<const Best> rest = ranking.best; !rest.empty() && found.counting.size() < most;) {
    const auto part = rest.first(std::min(rest.size(), kAtOnce));
    rest = rest.subspan(part.size());
    std::vector<std::string> ids;
    for (const Best& each : part) ids.emplace_back(each.id);
    const auto memories = SATCHEL_TRY(book.Get(ids));
    for (std::size_t i = 0; i < part.size() && found.counting.size() < most; ++i) {
      if (memories[i] == nullptr) continue;
      const bool counts = memory::FilterOf(*memories[i], rules) == memory::Filter::kNone &&
                          !texts.Has(memories[i]->text);
      std::vector<FoundMemory>& to = counts ? found.counting : found.aside;
      if (counts || to.size() < kMostFetched) to.push_back(FoundBy(space, part[i]));
    }
  }
  return found;
}

// Links and entities, from the best of a namespace.
Status AddLinked(const Asked& asked, std::size_t space, const retrieval::MemoryBook& book,
                 std::vector<FoundMemory>& found) {
  std::vector<memory::Seed> seeds;
  for (const FoundMemory& each : found) {
    if (seeds.size() < Wanted(asked)) seeds.push_back({each.id, each.score});
  }
  const auto all = SATCHEL_TRY(memory::Spread(
      seeds, [&book](std::span<const std::string> ids) { return book.Connected(ids); }));
  for (const memory::Reached& reached : all) {
    const auto there = std::ranges::find(found, reached.id, &FoundMemory::id);
    if (there != found.end() && there->score >= reached.strength) continue;
    FoundMemory linked{.space = space,
                       .id = reached.id,
                       .score = reached.strength,
                       .share = there == found.end() ? Score() : there->share,
                       .way = "link",
                       .evidence = fmt::format("{}", fmt::join(reached.path, " > "))};
    if (there != found.end()) {
      *there = std::move(linked);
    } else {
      found.push_back(std::move(linked));
    }
  }
  SortFound(book, found);
  return {};
}

template <class T>
std::vector<T> RoundRobin(const std::vector<std::vector<T>>& lists, std::size_t most) {
  std::vector<T> merged;
  for (std::size_t rank = 0; merged.size() < most; ++rank) {
    bool any = false;
    for (const auto& list : lists) {
      if (rank >= list.size()) continue;
      any = true;
      if (merged.size() < most) merged.push_back(list[rank]);
    }
    if (!any) break;
  }
  return merged;
}

using Memories = std::vector<std::shared_ptr<const memory::Memory>>;

// The artifacts of a namespace that hold, with the memories that they were taken from.
Result<Memories> BackedArtifacts(const retrieval::MemoryBook& book,
                                 const memory::ScoreRules& rules) {
  const retrieval::MemoryIds& ids = book.artifacts();
  auto artifacts = SATCHEL_TRY(book.Get(std::vector<std::string>(ids.begin(), ids.end())));
  const auto holds = [&rules](const std::shared_ptr<const memory::Memory>& memory) {
    return memory::FilterOf(*memory, rules) == memory::Filter::kNone;
  };
  std::erase_if(artifacts, [&](const auto& one) { return one == nullptr || !holds(one); });
  std::vector<std::string> sources;
  for (const auto& artifact : artifacts) sources.push_back(artifact->source_memory);
  const auto from = SATCHEL_TRY(book.Get(sources));
  Memories backed;
  for (std::size_t i = 0; i < artifacts.size(); ++i) {
    if (sources[i].empty() || from[i] == nullptr || holds(from[i])) backed.push_back(artifacts[i]);
  }
  return backed;
}

packet::Candidate ArtifactCandidate(const memory::Memory& artifact, std::size_t words,
                                    std::int64_t position) {
  packet::Candidate candidate;
  candidate.id = ItemId(ItemName(artifact));
  candidate.source = kMemory;
  candidate.trust = TrustIn(artifact.space);
  candidate.kind = packet::ContentKind::kLine;
  const std::string type = artifact.artifact_type.empty() ? std::string(Name(artifact.category))
                                                          : artifact.artifact_type;
  std::string quoted(text::TruncateUtf8(artifact.text, kMostArtifactBytes));
  if (quoted.size() < artifact.text.size()) quoted += "…";
  std::string text = fmt::format("[{}] \"{}\"", type, quoted);
  if (artifact.created) text += fmt::format(" ({})", FormatDate(*artifact.created));
  candidate.title = text.substr(0, text.find('\n'));
  candidate.renditions.push_back({.name = "full", .text = std::move(text)});
  candidate.terms.Add("words", Score::FromInt(static_cast<std::int64_t>(words)));
  candidate.time = artifact.created;
  candidate.position = position;
  candidate.priority = static_cast<std::int32_t>(position);
  candidate.provenance.rule = "artifact";
  // What is quoted whole need not be shown as a memory too.
  if (quoted.size() == artifact.text.size() && !artifact.source_memory.empty()) {
    candidate.provenance.seed = ItemName({.id = artifact.source_memory, .space = artifact.space});
  }
  return candidate;
}

Status OfferArtifacts(const Asked& asked, StageContext& context) {
  const MemoryOptions& options = asked.reading.options();
  if (!options.artifacts) return {};
  std::set<std::string> wanted;
  for (const text::Term& term : asked.question.terms()) wanted.insert(term.text);
  const memory::ScoreRules rules{.now = asked.request.now, .as_of = options.as_of};
  using Ranked = std::pair<std::size_t, std::shared_ptr<const memory::Memory>>;
  std::vector<std::vector<Ranked>> lists;
  for (std::size_t space = 0; space < asked.reading.spaces().size(); ++space) {
    std::vector<Ranked>& list = lists.emplace_back();
    const retrieval::MemoryBook* book = SATCHEL_TRY(asked.reading.Book(space));
    const auto artifacts = SATCHEL_TRY(BackedArtifacts(*book, rules));
    for (const auto& each : artifacts) {
      std::string text = each->text;
      for (const std::string& tag : each->tags) text += " " + tag;
      std::set<std::string> has;
      for (const text::Term& term : text::Analyse(text)) {
        if (wanted.contains(term.text)) has.insert(term.text);
      }
      if (!has.empty()) list.emplace_back(has.size(), each);
    }
    std::ranges::sort(list, [](const Ranked& a, const Ranked& b) {
      if (a.first != b.first) return a.first > b.first;
      if (a.second->created != b.second->created) return a.second->created > b.second->created;
      return a.second->id < b.second->id;
    });
  }
  packet::SectionOffer& offer = context.offers.To({kMemory, "artifacts"});
  std::set<std::string> texts;
  std::int64_t position = 0;
  for (const auto& [words, artifact] : RoundRobin(lists, kMostArtifacts * 2)) {
    if (position == static_cast<std::int64_t>(kMostArtifacts)) break;
    if (!texts.insert(artifact->text).second) continue;
    offer.candidates.push_back(ArtifactCandidate(*artifact, words, position++));
  }
  return {};
}

class MemoryCandidates final : public Stage {
 public:
  std::string_view name() const override { return "memory.candidates"; }

  bool Applies(const StageContext& context) const override {
    return ModeOf(context) != memory::Mode::kNoRecall;
  }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const MemoryReading* reading = SATCHEL_TRY(services.Need<MemoryReading>());
    const Request request = context.request;
    const Asked asked{.reading = *reading,
                      .request = request,
                      .question = services.question,
                      .mode = ModeOf(context),
                      .is_question = IsQuestion(context)};
    SATCHEL_TRY(OfferArtifacts(asked, context));
    std::vector<std::vector<FoundMemory>> lists;
    std::vector<FoundMemory> aside;
    for (std::size_t space = 0; space < reading->spaces().size(); ++space) {
      SATCHEL_TRY(services.deadline.Check("looking for memories"));
      const retrieval::MemoryBook* book = SATCHEL_TRY(reading->Book(space));
      FoundInSpace found = SATCHEL_TRY(InSpace(asked, space, *book));
      if (asked.mode == memory::Mode::kGraph) {
        SATCHEL_TRY(AddLinked(asked, space, *book, found.counting));
      }
      lists.push_back(std::move(found.counting));
      std::ranges::move(found.aside, std::back_inserter(aside));
    }
    std::vector<FoundMemory> found = RoundRobin(lists, Fetched(asked));
    std::ranges::move(aside, std::back_inserter(found));
    SetFound(context, found);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeMemoryCandidates() { return std::make_unique<MemoryCandidates>(); }

}  // namespace satchel::pipeline
