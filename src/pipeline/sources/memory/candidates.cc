#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "packet/offers.h"
#include "pipeline/sources/memory/recalled.h"
#include "pipeline/sources/memory/source.h"
#include "pipeline/sources/memory/stages.h"
#include "sources/memory/score.h"
#include "sources/memory/search.h"
#include "text/analyser.h"
#include "text/utf8.h"

// Where a recall looks: artifacts first, then the words of every namespace, merged rank by rank, so
// that a large namespace does not push a small one out; then what is linked to the best, when the
// prompt asks for history.
namespace satchel::pipeline {
namespace {

constexpr std::size_t kMostArtifacts = 5;
constexpr std::size_t kMostArtifactBytes = 280;
constexpr std::size_t kMostFetched = 200;
// Of what search finds. Those behind them are not among the best of any question.
constexpr std::size_t kMostRanked = 2'000;
// An expansion finds what the whole question does not; it counts half.
constexpr Score kExpansionWorth = Score::FromMillionths(500'000);

struct Asked {
  const MemoryReading& reading;
  const Request& request;
  memory::Mode mode = memory::Mode::kFull;
};

std::size_t Wanted(const Asked& asked) { return MostWanted(asked.reading.options(), asked.mode); }

// How many are scored: more than are wanted, since filters take some.
std::size_t Fetched(const Asked& asked) {
  const std::size_t wanted = Wanted(asked);
  if (wanted == 0) return 0;
  return std::min(kMostFetched, wanted + std::max<std::size_t>(12, 4 * kMostArtifacts));
}

// What is pinned comes first, so that no limit cuts it.
void SortFound(const retrieval::MemoryBook& book, std::vector<FoundMemory>& found) {
  std::ranges::sort(found, [&book](const FoundMemory& a, const FoundMemory& b) {
    const bool first = book.pinned().contains(a.id);
    const bool second = book.pinned().contains(b.id);
    if (first != second) return first;
    if (a.score != b.score) return a.score > b.score;
    return a.id < b.id;
  });
}

FoundMemory FoundBy(std::size_t space, std::string id, std::string way) {
  return {.space = space,
          .id = std::move(id),
          .score = {},
          .share = {},
          .way = std::move(way),
          .evidence = ""};
}

// What is known of a memory until all are sorted: there are many more than are shown.
struct Best {
  std::string_view id;
  Score score = {};
  Score share = {};
  bool pinned = false;
  std::string_view way;
  std::span<const std::string> words = {};  // that lead there
};

Result<std::vector<FoundMemory>> InSpace(const Asked& asked, std::size_t space,
                                         const retrieval::MemoryBook& book) {
  const MemoryOptions& options = asked.reading.options();
  std::vector<FoundMemory> result;
  if (!options.search) {
    const auto ids = SATCHEL_TRY(book.Newest(Fetched(asked) + book.artifacts().size()));
    for (const std::string& id : ids) result.push_back(FoundBy(space, id, "recent"));
    return result;
  }
  const auto queries = options.expansion ? memory::ExpandQuery(asked.request.task)
                                         : std::vector<std::string>{asked.request.task};
  std::deque<std::vector<retrieval::RankedMemory>> ranked;  // stays where it is: ids refer to it
  std::unordered_map<std::string_view, Best> best;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    ranked.push_back(SATCHEL_TRY(book.Search(queries[q], kMostRanked)));
    const Score worth = q == 0 ? Score::FromInt(1) : kExpansionWorth;
    for (const retrieval::RankedMemory& found : ranked.back()) {
      Best now{.id = found.id,
               .score = found.score.Times(worth),
               .share = found.share.Times(worth),
               .pinned = book.pinned().contains(found.id),
               .way = q == 0 ? "words" : "expansion",
               .words = found.words};
      const auto [known, is_new] = best.try_emplace(found.id, now);
      // What leads there is what it has more of; an expansion never takes from its worth.
      if (is_new || known->second.share >= now.share) continue;
      now.score = std::max(now.score, known->second.score);
      known->second = now;
    }
  }
  for (const std::string& id : book.pinned()) {
    best.try_emplace(id, Best{.id = id, .pinned = true, .way = "pinned"});
  }
  std::vector<Best> sorted;
  sorted.reserve(best.size());
  for (const auto& [id, found] : best) sorted.push_back(found);
  std::ranges::sort(sorted, [](const Best& a, const Best& b) {
    if (a.pinned != b.pinned) return a.pinned;
    if (a.score != b.score) return a.score > b.score;
    return a.id < b.id;
  });
  // What is added later only pushes others back, so that those behind are not shown.
  const std::size_t shown = Fetched(asked) + book.artifacts().size();
  result.reserve(sorted.size());
  for (const Best& each : sorted) {
    FoundMemory& found =
        result.emplace_back(FoundBy(space, std::string(each.id), std::string(each.way)));
    found.score = each.score;
    found.share = each.share;
    if (result.size() <= shown) found.evidence = fmt::format("{}", fmt::join(each.words, " "));
  }
  return result;
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
  return candidate;
}

Status OfferArtifacts(const Asked& asked, StageContext& context) {
  const MemoryOptions& options = asked.reading.options();
  if (!options.artifacts) return {};
  std::set<std::string> wanted;
  for (const text::Term& term : text::AnalyseQuery(asked.request.task)) wanted.insert(term.text);
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
    const Asked asked{.reading = *reading, .request = request, .mode = ModeOf(context)};
    SATCHEL_TRY(OfferArtifacts(asked, context));
    std::vector<std::vector<FoundMemory>> lists;
    for (std::size_t space = 0; space < reading->spaces().size(); ++space) {
      SATCHEL_TRY(services.deadline.Check("looking for memories"));
      const retrieval::MemoryBook* book = SATCHEL_TRY(reading->Book(space));
      std::vector<FoundMemory> found = SATCHEL_TRY(InSpace(asked, space, *book));
      // Artifacts are found through their own section.
      if (reading->options().artifacts) {
        std::erase_if(
            found, [book](const FoundMemory& each) { return book->artifacts().contains(each.id); });
      }
      if (asked.mode == memory::Mode::kGraph) {
        SATCHEL_TRY(AddLinked(asked, space, *book, found));
      }
      lists.push_back(std::move(found));
    }
    SetFound(context, RoundRobin(lists, Fetched(asked)));
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeMemoryCandidates() { return std::make_unique<MemoryCandidates>(); }

}  // namespace satchel::pipeline
