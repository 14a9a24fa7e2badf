#include "sources/memory/score.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/time.h"
#include "packet/offers.h"
#include "pipeline/sources/memory/recalled.h"
#include "pipeline/sources/memory/source.h"
#include "pipeline/sources/memory/stages.h"
#include "sources/memory/judgement.h"
#include "text/utf8.h"

// Every memory that was found is either offered or has a decision that names the filter that kept
// it out. Filters come first, then the floor, then the order, then what says the same as a better
// one, and last the number that is wanted.
namespace satchel::pipeline {
namespace {

// Beside a good one, less than a fifth of what the best is worth is chance.
constexpr Score kOfTheBest = Score::FromMillionths(200'000);
// Texts that share so many of their words say the same.
constexpr Score kSame = Score::FromMillionths(850'000);
constexpr std::size_t kSummaryBytes = 160;

struct Scored {
  FoundMemory found;
  std::shared_ptr<const memory::Memory> memory;
  ScoreTerms terms;
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

std::string Label(const memory::Memory& memory) {
  std::string label(Name(memory.category));
  if (memory.created) label += ", " + FormatDate(*memory.created);
  if (memory.state == memory::MemoryState::kSuperseded) label += ", superseded";
  if (memory.verification == memory::Verification::kDisputed) label += ", disputed";
  return fmt::format("[{}] ", label);
}

std::string_view SectionOf(const memory::Memory& memory) {
  return memory.kind == memory::Kind::kEpisode || memory.kind == memory::Kind::kBox ? "episodes"
                                                                                    : "memories";
}

packet::Provenance ProvenanceOf(const FoundMemory& found) {
  return {.rule = found.way == "link" ? "linked_memory" : "recalled",
          .relation = found.way,
          .seed = found.evidence};
}

packet::Candidate CandidateOf(const Scored& scored, std::int64_t position) {
  const memory::Memory& memory = *scored.memory;
  packet::Candidate candidate;
  candidate.id = ItemId(ItemName(memory));
  candidate.source = kMemory;
  candidate.trust = TrustIn(memory.space);
  candidate.kind = packet::ContentKind::kLine;
  const std::string label = Label(memory);
  candidate.title = Summary(memory.text);
  candidate.renditions.push_back({.name = "full", .text = label + memory.text});
  if (candidate.title.size() < memory.text.size()) {
    candidate.renditions.push_back({.name = "summary", .text = label + candidate.title});
  }
  candidate.priority = memory.pinned ? -1 : 0;
  candidate.terms = scored.terms;
  candidate.time = memory.created;
  candidate.position = position;
  candidate.provenance = ProvenanceOf(scored.found);
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
                                  .provenance = ProvenanceOf(scored.found)});
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

// What a memory has to be worth; nothing: none is about what is asked.
std::optional<Score> FloorOf(const std::vector<RecalledMemory>& found) {
  Score share;
  Score best;
  for (const RecalledMemory& each : found) {
    share = std::max(share, each.found.share);
    best = std::max(best, each.found.score);
  }
  if (share < retrieval::kLeastShare) return std::nullopt;
  return best.Times(kOfTheBest);
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

// Texts of which none says the same as another. The stems of each are found once: to find them is
// what comparing texts costs.
class DistinctTexts {
 public:
  // Whether there is one that says the same as this; otherwise this is one of them from now on.
  bool Has(std::string_view text) {
    std::vector<std::string> stems = memory::StemsOf(text);
    const bool has = std::ranges::any_of(texts_, [&stems](const std::vector<std::string>& other) {
      const auto [fewer, more] = std::minmax({std::ssize(other), std::ssize(stems)});
      return fewer > 0 && Score::Ratio(fewer, more) >= kSame &&
             memory::Alike(other, stems) >= kSame;
    });
    if (!has) texts_.push_back(std::move(stems));
    return has;
  }

 private:
  std::vector<std::vector<std::string>> texts_;  // stems
};

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
    const memory::ScoreRules rules{.now = context.request.now,
                                   .as_of = options.as_of,
                                   .history = mode == memory::Mode::kGraph,
                                   .recency_weight = options.recency_weight,
                                   .intent_routing = options.intent_routing,
                                   .intent_boost = options.intent_boost,
                                   .intent = options.intent_routing
                                                 ? memory::IntentOf(context.request.task)
                                                 : memory::Intent()};
    const auto found = SATCHEL_TRY(GetFound(context, *reading));
    const std::optional<Score> floor = options.search ? FloorOf(found) : Score();
    Filters filters(context);
    std::vector<Scored> kept;
    for (const auto& [each, there] : found) {
      const memory::Memory& memory = *there;
      const memory::NegativeHits& negatives = reading->spaces()[each.space].folder.negatives;
      const auto hits = negatives.find(memory.id);
      Scored scored{.found = each,
                    .memory = there,
                    .terms = memory::TermsOf(memory, each.score,
                                             hits == negatives.end() ? 0 : hits->second, rules)};
      const memory::Filter filter = memory::FilterOf(memory, rules);
      if (filter != memory::Filter::kNone) {
        filters.LeaveOut(scored, Name(filter));
      } else if (!memory.pinned && (!floor || each.score < *floor)) {
        filters.LeaveOut(scored, "relevance_floor");
      } else {
        kept.push_back(std::move(scored));
      }
    }
    std::ranges::sort(kept, [](const Scored& a, const Scored& b) {
      if (a.memory->pinned != b.memory->pinned) return a.memory->pinned;
      const Score first = a.terms.total();
      const Score second = b.terms.total();
      if (first != second) return first > second;
      if (a.memory->created != b.memory->created) return a.memory->created > b.memory->created;
      return ItemName(*a.memory) < ItemName(*b.memory);
    });
    const std::size_t wanted = MostWanted(options, mode);
    DistinctTexts texts;
    std::vector<const Scored*> distinct;
    for (const Scored& scored : kept) {
      if (texts.Has(scored.memory->text)) {
        filters.LeaveOut(scored, "near_duplicate");
      } else {
        distinct.push_back(&scored);
      }
    }
    const std::vector<const Scored*> offered = BestOfAll(distinct, wanted, filters);
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
