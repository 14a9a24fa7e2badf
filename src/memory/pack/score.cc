#include "memory/rank/score.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"
#include "memory/rank/chat_role.h"
#include "memory/rank/contradiction.h"
#include "memory/rank/conversation.h"
#include "memory/rank/judgement.h"
#include "memory/rank/plan.h"
#include "packet/offers.h"
#include "text/utf8.h"

// Every memory that was found is either offered or has a decision that names the filter that kept
// it out. Filters come first, then the floor, then the order, then what says the same as a better
// one, and last the number that is wanted.
namespace satchel::pipeline {
namespace {

// Beside a good one, less than a fifth of what the best is worth is chance.
constexpr Score kOfTheBest = Score::FromMillionths(200'000);
constexpr Score kHalf = Score::FromMillionths(500'000);
constexpr std::size_t kSummaryBytes = 160;

struct Scored {
  FoundMemory found;
  std::shared_ptr<const memory::Memory> memory;
  ScoreTerms terms;
  bool weak = false;      // it has little of the prompt, but nothing else has as much
  bool outdated = false;  // a newer one that is shown says otherwise
  bool answers = false;   // it has enough of the prompt to be shown alone
};

std::string Summary(const std::string& text) {
  std::string line = text.substr(0, text.find('\n'));
  const std::size_t sentence = line.find(". ");
  if (sentence != line.npos) line.resize(sentence + 1);
  if (line.size() > kSummaryBytes) {
    line = std::string(text::TruncateUtf8(line, kSummaryBytes)) + "…";
  }
  return line;
}

std::string Label(const Scored& scored) {
  const memory::Memory& memory = *scored.memory;
  // What was said is no fact yet, and the words are worth more to the next turn.
  const bool said = memory.kind == memory::Kind::kEpisode;
  std::string label;
  if (!said || !memory.created || memory.category != memory::Category::kFact) {
    label = Name(memory.category);
  }
  if (memory.created) label += (label.empty() ? "" : ", ") + FormatDate(*memory.created);
  if (memory.state == memory::MemoryState::kSuperseded) label += ", superseded";
  if (memory.verification == memory::Verification::kDisputed) label += ", disputed";
  if (scored.outdated) label += ", may be outdated";
  if (scored.weak) label += ", weak match";
  if (scored.found.way == kNeighbourWay) label += ", said close to a match";
  return fmt::format("[{}] ", label);
}

std::string_view SectionOf(const memory::Memory& memory) {
  return memory.kind == memory::Kind::kEpisode || memory.kind == memory::Kind::kBox ? "episodes"
                                                                                    : "memories";
}

packet::Provenance ProvenanceOf(const Scored& scored) {
  std::string_view rule = scored.found.way == "link" ? "linked_memory" : "recalled";
  if (scored.weak) {
    rule = kWeakRule;
  } else if (!scored.answers && rule == "recalled") {
    rule = kBesideRule;
  }
  return {.rule = std::string(rule), .relation = scored.found.way, .seed = scored.found.evidence};
}

// A neighbour takes no room from a match in a chat with a model: its turns are long, and each tells
// what it is about. People answer each other in few words, so there a neighbour keeps its rank.
std::int32_t PriorityOf(const Scored& scored) {
  const memory::Memory& memory = *scored.memory;
  if (memory.pinned) return -1;
  const bool in_chat = rank::RoleOf(rank::SpeakerName(memory.source)) != rank::ChatRole::kNone;
  return scored.found.way == kNeighbourWay && in_chat ? 1 : 0;
}

packet::Candidate CandidateOf(const Scored& scored, std::int64_t position) {
  const memory::Memory& memory = *scored.memory;
  packet::Candidate candidate;
  candidate.id = ItemId(ItemName(memory));
  candidate.source = kMemory;
  candidate.trust = TrustIn(memory.space);
  candidate.kind = packet::ContentKind::kLine;
  const std::string label = Label(scored);
  candidate.title = Summary(memory.text);
  candidate.renditions.push_back({.name = "full", .text = label + memory.text});
  if (candidate.title.size() < memory.text.size()) {
    candidate.renditions.push_back({.name = "summary", .text = label + candidate.title});
  }
  candidate.priority = PriorityOf(scored);
  candidate.terms = scored.terms;
  candidate.time = memory.created;
  candidate.position = position;
  candidate.provenance = ProvenanceOf(scored);
  return candidate;
}

// What each filter looked at and took, in the order in which they work.
class Filters {
 public:
  explicit Filters(StageContext& context) : context_(context) {}

  void LeaveOut(const Scored& scored, std::string_view filter) {
    ++removed_[std::string(filter)];
    context_.decisions.push_back({.section = std::string(SectionOf(*scored.memory)),
                                  .source = std::string(kMemory),
                                  .item = ItemId(ItemName(*scored.memory)),
                                  .title = Summary(scored.memory->text),
                                  .included = false,
                                  .rendition = "",
                                  .reason = std::string(filter),
                                  .tokens = 0,
                                  .priority = 0,
                                  .terms = scored.terms,
                                  .provenance = ProvenanceOf(scored)});
  }

  void Report(std::size_t considered, std::size_t offered) {
    Json removed = Json::object();
    for (const auto& [name, count] : removed_) removed[name] = count;
    context_.values[std::string(kFiltersValue)] = {
        {"considered", considered}, {"offered", offered}, {"removed", std::move(removed)}};
  }

 private:
  StageContext& context_;
  std::map<std::string, std::size_t> removed_;
};

// What a memory has to be worth to be shown.
struct Floor {
  std::optional<Score> least;            // nullopt: none is about the prompt
  const RecalledMemory* weak = nullptr;  // shown all the same; null: none is
};

// How much of the prompt a memory has. In a text that stands alone one word of three is chance, one
// of two is not.
Score ShareOf(const RecalledMemory& each, std::size_t keywords) {
  constexpr std::size_t kMany = 3;
  const bool said = each.memory->kind == memory::Kind::kEpisode;
  const std::string& words = each.found.evidence;
  const bool one_word = each.found.way != "link" && !words.empty() && !words.contains(' ');
  return !said && one_word && keywords >= kMany ? Score() : each.found.share;
}

// One that is the best by far is shown to a person who asks for what was said before, although it
// has little of the prompt: a question is often put in other words than its answer.
const RecalledMemory* WeakMatch(std::span<const RecalledMemory* const> valid) {
  constexpr std::int64_t kByFar = 2;
  const auto share = [](const RecalledMemory* each) { return each->found.share; };
  const auto best = std::ranges::max_element(valid, {}, share);
  if (best == valid.end() || share(*best) <= Score()) return nullptr;
  const bool is_alone = std::ranges::all_of(valid, [&](const RecalledMemory* each) {
    return each == *best || share(each).Times(Score::FromInt(kByFar)) <= share(*best);
  });
  return is_alone ? *best : nullptr;
}

// `valid`: those that no filter keeps out.
Floor FloorOf(std::span<const RecalledMemory* const> valid, std::size_t keywords,
              bool memory_seeking) {
  Score share;
  Score best;
  for (const RecalledMemory* each : valid) {
    share = std::max(share, ShareOf(*each, keywords));
    best = std::max(best, each->found.score);
  }
  if (share >= retrieval::kLeastShare) return {.least = best.Times(kOfTheBest)};
  return {.least = std::nullopt, .weak = memory_seeking ? WeakMatch(valid) : nullptr};
}

// Pinned ones first, then the best, then the newest.
void SortScored(std::vector<const Scored*>& order) {
  std::ranges::sort(order, [](const Scored* a, const Scored* b) {
    if (a->memory->pinned != b->memory->pinned) return a->memory->pinned;
    const Score first = a->terms.total();
    const Score second = b->terms.total();
    if (first != second) return first > second;
    if (a->memory->created != b->memory->created) return a->memory->created > b->memory->created;
    return ItemName(*a->memory) < ItemName(*b->memory);
  });
}

// Of two that seem to contradict each other the newer one is worth a little more, and the older one
// is marked.
void PreferNewest(std::vector<const Scored*>& order, std::span<Scored> all) {
  const auto mutable_of = [&](const Scored* scored) -> Scored& {
    return all[static_cast<std::size_t>(scored - all.data())];
  };
  std::vector<std::shared_ptr<const memory::Memory>> memories;
  for (const Scored* scored : order) memories.push_back(scored->memory);
  auto pairs = memory::LikelyContradictions(memories, memories.size() * memories.size());
  std::ranges::sort(pairs, {}, [](const auto& pair) { return std::pair(pair.second, pair.first); });
  for (const auto& [before, after] : pairs) {
    if (memories[before]->created == memories[after]->created) continue;
    const bool swap = memories[after]->created > memories[before]->created;
    Scored& newer = mutable_of(swap ? order[after] : order[before]);
    Scored& older = mutable_of(swap ? order[before] : order[after]);
    older.outdated = true;
    if (!swap) continue;
    newer.terms.Add("newer", older.terms.total() - newer.terms.total() + Score::FromMillionths(1));
  }
  SortScored(order);
}

// Memories that are quoted whole among the artifacts.
std::set<std::string, std::less<>> QuotedMemories(const StageContext& context) {
  std::set<std::string, std::less<>> quoted;
  const packet::SectionOffer* artifacts = context.offers.Find({kMemory, "artifacts"});
  if (artifacts == nullptr) return quoted;
  for (const packet::Candidate& artifact : artifacts->candidates) {
    if (!artifact.provenance.seed.empty()) quoted.insert(artifact.provenance.seed);
  }
  return quoted;
}

// So many, the namespaces in turn, each with its best first; in the order they came.
std::vector<const Scored*> BestOfAll(const std::vector<const Scored*>& ordered, std::size_t wanted,
                                     Filters& filters) {
  std::map<std::size_t, std::size_t> of_space;
  std::vector<std::pair<std::size_t, std::size_t>> turns;  // turn, then place in the order
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    turns.emplace_back(of_space[ordered[i]->found.space]++, i);
  }
  std::ranges::sort(turns);
  if (turns.size() > wanted) turns.resize(wanted);
  std::vector<bool> taken(ordered.size());
  for (const auto& [turn, place] : turns) taken[place] = true;
  std::vector<const Scored*> best;
  for (std::size_t i = 0; i < ordered.size(); ++i) {
    if (taken[i]) {
      best.push_back(ordered[i]);
    } else {
      filters.LeaveOut(*ordered[i], "max_results");
    }
  }
  return best;
}

class MemoryScore final : public Stage {
 public:
  std::string_view name() const override { return "memory.score"; }

  bool Applies(const StageContext& context) const override {
    return ModeOf(context) != memory::Mode::kNoRecall;
  }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const MemoryReading* reading = SATCHEL_TRY(services.Need<MemoryReading>());
    const MemoryOptions& options = reading->options();
    const memory::Mode mode = ModeOf(context);
    const memory::ScoreRules rules{
        .now = context.request.now,
        .as_of = options.as_of,
        .history = mode == memory::Mode::kGraph,
        .recency_weight = options.recency_weight,
        .intent_routing = options.intent_routing,
        .intent_boost = options.intent_boost,
        .intent = options.intent_routing ? memory::IntentOf(services.question) : memory::Intent()};
    const auto found = SATCHEL_TRY(GetFound(context, *reading));
    const auto quoted = QuotedMemories(context);
    const std::size_t keywords = context.query.keywords.size();
    std::vector<const RecalledMemory*> valid;
    for (const RecalledMemory& each : found) {
      if (FilterOf(*each.memory, rules) == memory::Filter::kNone) valid.push_back(&each);
    }
    const Floor floor = options.search ? FloorOf(valid, keywords, IsMemorySeeking(context))
                                       : Floor{.least = Score()};
    // A command to the agent is no question: a memory must have half of it.
    const Score to_answer = mode == memory::Mode::kMinimal ? kHalf : retrieval::kLeastShare;
    Filters filters(context);
    std::vector<Scored> kept;
    for (const RecalledMemory& one : found) {
      const auto& [each, there] = one;
      const memory::Memory& memory = *there;
      const memory::NegativeHits& negatives = reading->spaces()[each.space].folder.negatives;
      const auto hits = negatives.find(memory.id);
      const auto uses = reading->uses().find(ItemName(memory));
      const memory::Counts counts{.negative_hits = hits == negatives.end() ? 0 : hits->second,
                                  .uses = uses == reading->uses().end() ? 0 : uses->second};
      Scored scored{.found = each,
                    .memory = there,
                    .terms = memory::TermsOf(memory, each.score, counts, rules),
                    .weak = &one == floor.weak,
                    .answers = ShareOf(one, keywords) >= to_answer};
      const bool weakly_near =
          each.way == kVectorWay && !floor.least && each.share < retrieval::kLeastShare;
      scored.weak = scored.weak || weakly_near;
      const memory::Filter filter = memory::FilterOf(memory, rules);
      if (filter != memory::Filter::kNone) {
        filters.LeaveOut(scored, Name(filter));
      } else if (quoted.contains(ItemName(memory))) {
        filters.LeaveOut(scored, "artifact");
      } else if (!memory.pinned && !scored.weak && (!floor.least || each.score < *floor.least)) {
        filters.LeaveOut(scored, "relevance_floor");
      } else {
        kept.push_back(std::move(scored));
      }
    }
    std::vector<const Scored*> order;
    for (const Scored& scored : kept) order.push_back(&scored);
    SortScored(order);
    const std::size_t wanted = MostWanted(options, mode);
    DistinctTexts texts;
    std::vector<const Scored*> distinct;
    for (const Scored* scored : order) {
      if (texts.Has(scored->memory->text)) {
        filters.LeaveOut(*scored, "near_duplicate");
      } else {
        distinct.push_back(scored);
      }
    }
    std::vector<const Scored*> offered = BestOfAll(distinct, wanted, filters);
    PreferNewest(offered, kept);
    for (std::size_t i = 0; i < offered.size(); ++i) {
      context.offers.To({kMemory, SectionOf(*offered[i]->memory)})
          .candidates.push_back(CandidateOf(*offered[i], static_cast<std::int64_t>(i)));
    }
    filters.Report(found.size(), offered.size());
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeMemoryScore() { return std::make_unique<MemoryScore>(); }

}  // namespace satchel::pipeline
