// Packing again: stacks are made from a record instead of candidates and filled by the
// same code. Lines the record has folded count where needs are compared and nowhere
// else; they were never near a place, so without them the others fall the same way.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "packet/packer.h"
#include "packet/stack.h"

namespace satchel::packet {

Result<Packer::Stack> Packer::StackFrom(const OfferRecord& offer,
                                        std::span<const SectionPolicy> policies,
                                        const Texts& texts) {
  const auto policy = std::ranges::find(policies, offer.section, &SectionPolicy::name);
  if (policy == policies.end()) {
    return Fail(Errc::kCorrupt, fmt::format("the recipe has no section '{}'", offer.section));
  }
  Stack stack{.policy = *policy, .section = SectionFor(*policy), .folded = offer.folded};
  stack.section.source = offer.source;
  stack.section.trust = offer.trust;
  stack.candidates.reserve(offer.lines.size());  // lines point into it
  stack.lines.reserve(offer.lines.size());
  for (const LineRecord& record : offer.lines) {
    if (record.offered.empty()) {
      return Fail(Errc::kCorrupt, fmt::format("no costs of '{}'", record.candidate.id.value()));
    }
    Candidate& candidate = stack.candidates.emplace_back(record.candidate);
    const auto kept = texts.find({offer.section, candidate.source, candidate.id});
    // Without a text it can still be left out, by the name of what was wanted.
    candidate.renditions = kept == texts.end() ? std::vector<Rendition>{{record.wanted, ""}}
                                               : kept->second->renditions;
    Line& line = stack.lines.emplace_back(stack, candidate);
    line.priced = true;
    line.reported = record.reported;
    line.has_texts = kept != texts.end();
    line.offered.assign(record.offered.begin(), record.offered.end());
    line.secured.assign(record.secured.begin(), record.secured.end());
    if (record.dropped && NeverQueued(*record.dropped)) {
      line.out = record.dropped;
    } else {
      stack.wanted += line.offered.front().cost;
      ++stack.count;
    }
  }
  for (const FoldedLines& folded : stack.folded) {
    if (NeverQueued(folded.reason)) continue;
    stack.wanted += folded.cost;
    stack.count += folded.count;
  }
  stack.section.asked = Want(stack);
  return stack;
}

// Whether a line that was chosen has the text, and the text its price.
bool Packer::CanShow(const Stack& stack, const Line& line) {
  if (!line.priced) return true;
  const Rung& rung = line.ladder()[line.rung.value_or(0)];
  const bool has_text = line.has_texts && rung.step < line.candidate->renditions.size();
  if (has_text && CostOf(stack.section, *line.candidate, rung.step) == line.chosen()) return true;
  if (!fault_) {
    fault_ = Error(
        Errc::kCorrupt,
        fmt::format("'{}' in section '{}': {}", line.candidate->id.value(), stack.section.name,
                    has_text ? "the text costs something else than recorded"
                             : "chosen, but the kept packet has no text of it"));
  }
  return false;
}

Status Packer::Replay(const StepRecord& step, std::span<const SectionPolicy> policies,
                      const Texts& texts) {
  std::vector<Stack> stacks;
  for (const OfferRecord& offer : step.offers) {
    auto stack = SATCHEL_TRY(StackFrom(offer, policies, texts));
    stacks.push_back(std::move(stack));
  }
  const bool several = step.kind == StepKind::kSplit || step.kind == StepKind::kTogether;
  if (!several && stacks.size() != 1) {
    return Fail(Errc::kCorrupt, fmt::format("a step for one section has {}", stacks.size()));
  }
  switch (step.kind) {
    case StepKind::kFloor:
      FillFloor(std::move(stacks.front()));
      break;
    case StepKind::kAdd:
      FillOne(std::move(stacks.front()), step.waiting);
      break;
    case StepKind::kSplit:
      FillSplit(std::move(stacks));
      break;
    case StepKind::kTogether:
      // It fitted once: a record with which it does not is wrong, whatever was asked.
      if (auto filled = FillTogether(std::move(stacks)); !filled) {
        return Fail(Errc::kCorrupt, filled.error().text());
      }
      break;
    case StepKind::kLeaveOut:
      FillNothing(std::move(stacks.front()), step.reason);
      break;
  }
  if (fault_) return std::unexpected(*fault_);
  return {};
}

Result<Packet> Repack(const PackRecord& record, const Packet& kept,
                      std::span<const SectionPolicy> policies, const Layout& layout) {
  Packer::Texts texts;
  for (const Section& section : kept.sections) {
    for (const Item& item : section.items) {
      texts[{section.name, item.candidate.source, item.candidate.id}] = &item.candidate;
    }
  }
  for (const TakenBack& item : record.taken_back) {
    texts[{item.section, item.candidate.source, item.candidate.id}] = &item.candidate;
  }
  Packer packer(kept.recipe, policies, kept.budget, kept.tokenizer, layout);
  if (kept.keep_all_omissions) packer.KeepAllOmissions();
  for (const StepRecord& step : record.steps) {
    SATCHEL_TRY(packer.Replay(step, policies, texts), "pack again");
  }
  Packet packet = std::move(packer).Finish();
  packet.notices = kept.notices;
  packet.notices_cut = kept.notices_cut;
  packet.safety = kept.safety;
  return packet;
}

}  // namespace satchel::packet
