// Packing again: stacks are made from a record instead of candidates and placed by the
// same code. Lines the record has folded count where needs are compared and nowhere
// else; they were never near a place, so without them the others fall the same way.

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "packet/packer.h"
#include "packet/record.h"
#include "packet/stack.h"

namespace satchel::packet {
namespace {

// A recorded line was made safe when it was packed first, and the record has what it cost from
// then on.
class RecordedTexts final : public LineTexts {
 public:
  SafetyCounts Secure(const Stack& /*stack*/, Line& /*line*/) const override { return {}; }
  SafetyCounts Label(const Stack& /*stack*/, Line& /*line*/) const override { return {}; }
};

class Repacking {
 public:
  Repacking(const PackRecord& record, const Packet& kept, const PackPlan& plan,
            const Layout& layout)
      : plan_(plan),
        packer_(kept.recipe, plan, kept.budget, kept.tokenizer, layout, kept.frame_rules) {
    if (kept.keep_all_omissions) packer_.KeepAllOmissions();
    for (const Section& section : kept.sections) {
      for (const Item& item : section.items) Add(section.of, section.name, item.candidate);
    }
    for (const TakenBack& item : record.taken_back) Add(item.of, item.section, item.candidate);
  }

  Result<Packet> Run(const PackRecord& record) && {
    for (const StepRecord& step : record.steps) SATCHEL_TRY(Again(step), "pack again");
    return std::move(packer_).Finish();
  }

 private:
  // The texts of the kept packet by section, source and id.
  using Key = std::tuple<const SectionPolicy*, std::string, ItemId>;

  // Records of one source alone may leave it out.
  const SectionPolicy* Policy(std::string_view of, std::string_view name) const {
    const auto found = std::ranges::find_if(plan_.sections, [&](const SectionPolicy& policy) {
      return policy.name == name && (of.empty() || policy.source == of);
    });
    return found == plan_.sections.end() ? nullptr : &*found;
  }

  void Add(std::string_view of, std::string_view section, const Candidate& candidate) {
    texts_[{Policy(of, section), candidate.source, candidate.id}] = &candidate;
  }

  Result<Stack> StackFrom(const OfferRecord& offer) {
    const SectionPolicy* policy = Policy(offer.of, offer.section);
    if (policy == nullptr) {
      return Fail(Errc::kCorrupt, fmt::format("the recipe has no section '{}'", offer.section));
    }
    Stack stack{.policy = *policy,
                .section = SectionOf(packer_.packet(), policy->source, policy->name),
                .texts = recorded_,
                .folded = offer.folded};
    stack.section.source = offer.source;
    stack.section.trust = offer.trust;
    packer_.MeasureAgain(stack.section);
    stack.candidates.reserve(offer.lines.size());  // lines point into it
    stack.lines.reserve(offer.lines.size());
    for (const LineRecord& record : offer.lines) SATCHEL_TRY(AddLine(record, stack));
    for (const FoldedLines& folded : stack.folded) {
      if (NeverQueued(folded.reason)) continue;
      stack.wanted += folded.cost;
      stack.count += folded.count;
    }
    packer_.SetAsked(stack);
    return stack;
  }

  Status AddLine(const LineRecord& record, Stack& stack) const {
    if (record.offered.empty()) {
      return Fail(Errc::kCorrupt, fmt::format("no costs of '{}'", record.candidate.id.value()));
    }
    Candidate& candidate = stack.candidates.emplace_back(record.candidate);
    const auto kept = texts_.find({&stack.policy, candidate.source, candidate.id});
    if (kept != texts_.end()) candidate.renditions = kept->second->renditions;
    // Without a text it can still be left out, by the name of what was wanted.
    for (const Ladder* ladder : {&record.offered, &record.secured}) {
      for (const Rung& rung : *ladder) {
        if (rung.step > stack.section.steps) {
          return Fail(Errc::kCorrupt,
                      fmt::format("'{}' has a rung {}", record.candidate.id.value(), rung.step));
        }
        if (rung.step >= candidate.renditions.size()) {
          candidate.renditions.resize(rung.step + 1, {record.wanted, ""});
        }
      }
    }
    Line& line = stack.lines.emplace_back(stack, candidate);
    line.reported = record.reported;
    line.offered.assign(record.offered.begin(), record.offered.end());
    line.secured.assign(record.secured.begin(), record.secured.end());
    if (record.dropped && NeverQueued(*record.dropped)) {
      line.out = record.dropped;
    } else {
      stack.wanted += line.offered.front().cost;
      ++stack.count;
    }
    return {};
  }

  Status Again(const StepRecord& record) {
    if (record.kind == StepKind::kShare) {
      packer_.Give(record.given);
      return {};
    }
    Packer::Step step{.kind = record.kind, .waiting = record.waiting, .reason = record.reason};
    for (const OfferRecord& offer : record.offers) {
      Stack stack = SATCHEL_TRY(StackFrom(offer));
      step.stacks.push_back(std::move(stack));
    }
    const bool several = step.kind == StepKind::kSplit || step.kind == StepKind::kTogether ||
                         step.kind == StepKind::kInOrder || step.kind == StepKind::kTiers;
    if (step.stacks.empty() || (!several && step.stacks.size() != 1)) {
      return Fail(Errc::kCorrupt, fmt::format("a step for one section has {}", step.stacks.size()));
    }
    for (const Stack& stack : step.stacks) placed_.push_back(&stack.policy);
    // It fitted once: a record with which it does not is wrong, whatever was asked.
    const Status placed = packer_.Place(std::move(step));
    if (!placed) return Fail(Errc::kCorrupt, placed.error().text());
    return CheckShown();
  }

  // Whether what was chosen in this step has a text, and the text its price.
  Status CheckShown() {
    for (const SectionPolicy* policy : std::exchange(placed_, {})) {
      const Section& section = SectionOf(packer_.packet(), policy->source, policy->name);
      for (const Item& item : section.items) {
        const auto kept = texts_.find({policy, item.candidate.source, item.candidate.id});
        const bool has_text = kept != texts_.end() && item.step < kept->second->renditions.size();
        if (has_text && packer_.pricer().CostOf(section, item.candidate, item.step) == item.cost) {
          continue;
        }
        return Fail(Errc::kCorrupt,
                    fmt::format("'{}' in section '{}': {}", item.candidate.id.value(), section.name,
                                has_text ? "the text costs something else than recorded"
                                         : "chosen, but the kept packet has no text of it"));
      }
    }
    return {};
  }

  const PackPlan& plan_;
  const RecordedTexts recorded_;
  Packer packer_;
  std::map<Key, const Candidate*> texts_;
  std::vector<const SectionPolicy*> placed_;
};

}  // namespace

Result<Packet> Repack(const PackRecord& record, const Packet& kept, const PackPlan& plan,
                      const Layout& layout) {
  Packet packet = SATCHEL_TRY(Repacking(record, kept, plan, layout).Run(record));
  packet.notices = kept.notices;
  packet.notices_cut = kept.notices_cut;
  packet.safety = kept.safety;
  return packet;
}

}  // namespace satchel::packet
