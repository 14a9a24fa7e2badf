#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <set>
#include <string>
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

// Artifacts are found through their own section.
bool IsSearched(const memory::Memory& memory, const MemoryOptions& options) {
  return !(memory.artifact && options.artifacts);
}

// What is pinned comes first, so that no limit cuts it.
void SortFound(const SpaceMemories& space, std::vector<FoundMemory>& found) {
  std::ranges::sort(found, [&space](const FoundMemory& a, const FoundMemory& b) {
    const memory::Memory& first = *space.folder.memories[a.memory];
    const memory::Memory& second = *space.folder.memories[b.memory];
    if (first.pinned != second.pinned) return first.pinned;
    if (a.score != b.score) return a.score > b.score;
    return first.id < second.id;
  });
}

Result<std::vector<FoundMemory>> InSpace(const Asked& asked, std::size_t space) {
  const MemoryOptions& options = asked.reading.options();
  const SpaceMemories& own = asked.reading.spaces()[space];
  std::vector<FoundMemory> result;
  if (!options.search) {
    for (std::size_t i = 0; i < own.folder.memories.size(); ++i) {
      result.push_back(
          {.space = space, .memory = i, .score = {}, .share = {}, .way = "recent", .evidence = ""});
    }
    std::ranges::sort(result, [&own](const FoundMemory& a, const FoundMemory& b) {
      const memory::Memory& first = *own.folder.memories[a.memory];
      const memory::Memory& second = *own.folder.memories[b.memory];
      if (first.created != second.created) return first.created > second.created;
      return first.id < second.id;
    });
    return result;
  }
  std::map<std::size_t, FoundMemory> best;
  const auto queries = options.expansion ? memory::ExpandQuery(asked.request.task)
                                         : std::vector<std::string>{asked.request.task};
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto ranked = SATCHEL_TRY(asked.reading.Search(own, queries[q]));
    for (const retrieval::RankedMemory& found : ranked) {
      const Score worth = q == 0 ? Score::FromInt(1) : kExpansionWorth;
      FoundMemory now{.space = space,
                      .memory = found.memory,
                      .score = found.score.Times(worth),
                      .share = found.share.Times(worth),
                      .way = q == 0 ? "words" : "expansion",
                      .evidence = fmt::format("{}", fmt::join(found.words, " "))};
      const auto [known, is_new] = best.try_emplace(found.memory, now);
      // What leads there is what it has more of; an expansion never takes from its worth.
      if (is_new || known->second.share >= now.share) continue;
      now.score = std::max(now.score, known->second.score);
      known->second = std::move(now);
    }
  }
  for (std::size_t i = 0; i < own.folder.memories.size(); ++i) {
    if (!own.folder.memories[i]->pinned || best.contains(i)) continue;
    best.emplace(i, FoundMemory{.space = space,
                                .memory = i,
                                .score = {},
                                .share = {},
                                .way = "pinned",
                                .evidence = ""});
  }
  for (auto& [memory, found] : best) result.push_back(std::move(found));
  SortFound(own, result);
  return result;
}

// Links and entities, from the best of a namespace.
void AddLinked(const Asked& asked, std::size_t space, std::vector<FoundMemory>& found) {
  const SpaceMemories& own = asked.reading.spaces()[space];
  std::vector<memory::Seed> seeds;
  for (const FoundMemory& each : found) {
    if (seeds.size() < Wanted(asked)) seeds.push_back({each.memory, each.score});
  }
  for (const memory::Reached& reached : memory::Spread(own.folder.memories, seeds)) {
    const auto there = std::ranges::find(found, reached.memory, &FoundMemory::memory);
    if (there != found.end() && there->score >= reached.strength) continue;
    FoundMemory linked{.space = space,
                       .memory = reached.memory,
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
  SortFound(own, found);
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

// Whether the memory that an artifact was taken from still holds.
bool IsBacked(const SpaceMemories& space, const memory::Memory& artifact,
              const memory::ScoreRules& rules) {
  if (memory::FilterOf(artifact, rules) != memory::Filter::kNone) return false;
  if (artifact.source_memory.empty()) return true;
  for (const auto& each : space.folder.memories) {
    if (each->id == artifact.source_memory) {
      return memory::FilterOf(*each, rules) == memory::Filter::kNone;
    }
  }
  return true;
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

void OfferArtifacts(const Asked& asked, StageContext& context) {
  const MemoryOptions& options = asked.reading.options();
  if (!options.artifacts) return;
  std::set<std::string> wanted;
  for (const text::Term& term : text::AnalyseQuery(asked.request.task)) wanted.insert(term.text);
  const memory::ScoreRules rules{.now = asked.request.now, .as_of = options.as_of};
  using Ranked = std::pair<std::size_t, const memory::Memory*>;
  std::vector<std::vector<Ranked>> lists;
  for (const SpaceMemories& space : asked.reading.spaces()) {
    std::vector<Ranked>& list = lists.emplace_back();
    for (const auto& each : space.folder.memories) {
      if (!each->artifact || !IsBacked(space, *each, rules)) continue;
      std::string text = each->text;
      for (const std::string& tag : each->tags) text += " " + tag;
      std::set<std::string> has;
      for (const text::Term& term : text::Analyse(text)) {
        if (wanted.contains(term.text)) has.insert(term.text);
      }
      if (!has.empty()) list.emplace_back(has.size(), each.get());
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
    OfferArtifacts(asked, context);
    std::vector<std::vector<FoundMemory>> lists;
    for (std::size_t space = 0; space < reading->spaces().size(); ++space) {
      SATCHEL_TRY(services.deadline.Check("looking for memories"));
      std::vector<FoundMemory> found = SATCHEL_TRY(InSpace(asked, space));
      std::erase_if(found, [reading](const FoundMemory& each) {
        return !IsSearched(MemoryOf(*reading, each), reading->options());
      });
      if (asked.mode == memory::Mode::kGraph) AddLinked(asked, space, found);
      lists.push_back(std::move(found));
    }
    SetFound(context, RoundRobin(lists, Fetched(asked)));
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeMemoryCandidates() { return std::make_unique<MemoryCandidates>(); }

}  // namespace satchel::pipeline
