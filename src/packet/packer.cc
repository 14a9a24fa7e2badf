#include "packet/packer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "packet/order.h"
#include "packet/stack.h"

// Two ways to fill. Add() and AddSplit() work on one section's share: full texts
// first, in order, then poorer renditions of the rest. AddTogether() works on the
// whole budget: everything by its poorest rendition, then better ones in order.
// Both try every candidate, so that one that is too large blocks nobody.
//
// All sums are Costs, which add up exactly; tokens are taken of sums only.
namespace satchel::packet {

Packer::Packer(std::string recipe, std::span<const SectionPolicy> policies, std::size_t budget,
               text::Tokenizer tokenizer, const Layout& layout)
    : layout_(layout), model_(tokenizer) {
  packet_.recipe = std::move(recipe);
  packet_.budget = budget;
  packet_.tokenizer = tokenizer;
  bool has_floor = false;
  for (const SectionPolicy& policy : policies) {
    packet_.sections.push_back({.name = std::string(policy.name),
                                .heading = std::string(policy.heading),
                                .demoted_heading = std::string(policy.demoted_heading),
                                .floor = policy.floor,
                                .steps = policy.steps});
    has_floor |= policy.floor;
  }
  // A frame that takes more than a quarter of the budget would be noise. A packet
  // with a floor keeps its header: that is where it says by how much it is over.
  const auto affordable = [&] { return model_.Tokens(frame_) <= budget / 4; };
  MeasureFrame();
  if (!affordable()) packet_.show_meter = false;
  MeasureFrame();
  if (!affordable() && !has_floor) packet_.show_header = false;
  MeasureFrame();
}

Packer::Packer(Packet packet, const Layout& layout)
    : layout_(layout), model_(packet.tokenizer), packet_(std::move(packet)) {
  MeasureFrame();
}

void Packer::MeasureFrame() {
  frame_ = model_.Of(layout_.Header(packet_)) + model_.Of(layout_.Trailer(packet_));
}

Section& Packer::SectionFor(const SectionPolicy& policy) {
  const auto found = std::ranges::find(packet_.sections, policy.name, &Section::name);
  assert(found != packet_.sections.end() && "a section of another recipe");
  return *found;
}

Cost Packer::Taken() const {
  Cost sum = frame_;
  for (const Section& section : packet_.sections) sum += section.cost;
  return sum;
}

std::size_t Packer::left() const {
  const std::size_t taken = model_.Tokens(Taken());
  return packet_.budget - std::min(packet_.budget, taken);
}

bool Packer::FloorIsOver() const { return model_.Tokens(Taken()) > packet_.budget; }

Cost Packer::Framing(const Section& section, bool demoted, std::size_t rest) const {
  Cost cost = model_.Of(layout_.SectionOpen(section)) + model_.Of(layout_.SectionClose(section));
  if (demoted) cost += model_.Of(layout_.DemotedOpen(section));
  if (rest > 0) cost += model_.Of(layout_.RestLine(rest));
  return cost;
}

Cost Packer::CostOf(const Section& section, const Candidate& candidate, std::size_t step) const {
  return model_.Of(layout_.ItemText(section, {.candidate = candidate, .step = step}));
}

Packer::Stack Packer::MakeStack(Offer offer) {
  Section& section = SectionFor(offer.policy);
  Stack stack{offer.policy, section, {}};
  for (Candidate& candidate : offer.candidates) packet_.safety += MakeSafe(candidate);
  if (!offer.candidates.empty()) {
    const Candidate& first = offer.candidates.front();
    section.trust = first.trust;
    section.source = first.source;
    const auto differs = [&first](const Candidate& candidate) {
      return candidate.source != first.source || candidate.trust != first.trust;
    };
    if (std::ranges::any_of(offer.candidates, differs)) {
      section.source.clear();
      section.trust = Trust::kWorkspace;
    }
  }
  auto [candidates, duplicates] = OrderForFilling(offer.policy, std::move(offer.candidates));
  for (const Candidate& duplicate : duplicates) {
    Omit(section, duplicate, Reason::kDuplicate, CostOf(section, duplicate, 0), "");
  }
  const std::size_t most = offer.policy.max_items;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (most > 0 && i >= most) {
      Omit(section, candidates[i], Reason::kMaxItems, CostOf(section, candidates[i], 0), "");
    } else {
      stack.lines.push_back(MakeLine(offer.policy, section, std::move(candidates[i])));
    }
  }
  section.asked = Want(stack);
  return stack;
}

// All renditions are measured at once: the poorer ones are short, and choosing
// between them then needs no second pass over the texts.
Packer::Line Packer::MakeLine(const SectionPolicy& policy, const Section& section,
                              Candidate candidate) const {
  Line line{.candidate = std::move(candidate)};
  const std::size_t steps =
      std::min<std::size_t>(policy.steps + 1, line.candidate.renditions.size());
  for (std::size_t step = 0; step < steps; ++step) {
    const Cost cost = CostOf(section, line.candidate, step);
    if (step == 0 || model_.Tokens(cost) < model_.Tokens(line.poorest())) {
      line.ladder.push_back({.step = step, .cost = cost});
    }
  }
  return line;
}

std::size_t Packer::Want(const Stack& stack) const {
  if (stack.lines.empty()) return 0;
  Cost cost = Framing(stack.section, false, 0);
  for (const Line& line : stack.lines) cost += line.full();
  return model_.Tokens(cost);
}

std::size_t Packer::Need(Offer offer) const {
  if (offer.candidates.empty()) return 0;
  const Section section{.name = std::string(offer.policy.name),
                        .heading = std::string(offer.policy.heading)};
  Cost cost = Framing(section, false, 0);
  for (Candidate& candidate : offer.candidates) {
    MakeSafe(candidate);
    cost += CostOf(section, candidate, 0);
  }
  return model_.Tokens(cost);
}

void Packer::DropSuperseded(Stack& stack) {
  for (const Line& line : stack.lines) {
    if (line.candidate.superseded) {
      Omit(stack.section, line.candidate, Reason::kSuperseded, line.full(), "");
    }
  }
  std::erase_if(stack.lines, [](const Line& line) { return line.candidate.superseded; });
}

void Packer::AddFloor(Offer offer) {
  Stack stack = MakeStack(std::move(offer));
  for (Line& line : stack.lines) line.rung = 0;
  Commit(std::move(stack), Reason::kFloorTooLarge);
  if (FloorIsOver() && packet_.show_meter) {
    packet_.show_meter = false;
    MeasureFrame();
  }
}

void Packer::LeaveOut(Offer offer, Reason reason) { Commit(MakeStack(std::move(offer)), reason); }

void Packer::Add(Offer offer, std::size_t waiting) {
  const SectionPolicy& policy = offer.policy;
  const bool over = FloorIsOver();
  const std::size_t rest = left();
  std::size_t allotment = std::min(policy.cap.Of(packet_.budget), rest);
  if (policy.cap_lifts && rest > waiting) allotment = std::max(allotment, rest - waiting);
  Stack stack = MakeStack(std::move(offer));
  if (Want(stack) > allotment) DropSuperseded(stack);
  Fill(stack, allotment);
  Commit(std::move(stack), over               ? Reason::kFloorTooLarge
                           : allotment < rest ? Reason::kSectionFull
                                              : Reason::kBudget);
}

void Packer::AddSplit(std::vector<Offer> offers) {
  const Reason reason = FloorIsOver() ? Reason::kFloorTooLarge : Reason::kBudget;
  const std::size_t rest = left();
  std::vector<Stack> stacks;
  stacks.reserve(offers.size());
  for (Offer& offer : offers) stacks.push_back(MakeStack(std::move(offer)));
  const auto all_fit = [&] {
    std::size_t sum = 0;
    for (const Stack& stack : stacks) sum += Want(stack);
    return sum <= rest;
  };
  if (!all_fit()) {
    for (Stack& stack : stacks) DropSuperseded(stack);
  }
  std::vector<std::size_t> allotments(stacks.size());
  if (all_fit()) {
    for (std::size_t i = 0; i < stacks.size(); ++i) allotments[i] = Want(stacks[i]);
  } else {
    allotments = Shares(stacks, rest);
  }
  std::size_t unused = rest;
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    // What an earlier section left goes to the later one ...
    std::size_t later = 0;
    for (std::size_t j = i + 1; j < stacks.size(); ++j) later += allotments[j];
    allotments[i] = unused - std::min(unused, later);
    Fill(stacks[i], allotments[i]);
    unused -= Used(stacks[i]);
  }
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    // ... and what is left in the end to the first that can use it.
    const std::size_t more = Used(stacks[i]) + unused;
    if (more <= allotments[i]) continue;
    unused = more;
    Fill(stacks[i], more);
    unused -= Used(stacks[i]);
  }
  for (Stack& stack : stacks) Commit(std::move(stack), reason);
}

Status Packer::AddTogether(std::vector<Offer> offers) {
  std::vector<Stack> stacks;
  stacks.reserve(offers.size());
  for (Offer& offer : offers) stacks.push_back(MakeStack(std::move(offer)));
  if (auto placed = PlacePinned(stacks); !placed) return placed;
  PlaceOthers(stacks);
  Improve(stacks);
  for (Stack& stack : stacks) Commit(std::move(stack), Reason::kBudget);
  return {};
}

void Packer::Omit(const Section& section, const Candidate& candidate, Reason reason, Cost wanted,
                  std::string_view shown) {
  packet_.omissions.push_back({.section = section.name,
                               .id = candidate.id,
                               .source = candidate.source,
                               .title = candidate.title,
                               .reason = reason,
                               .wanted = candidate.renditions.front().name,
                               .shown = std::string(shown),
                               .tokens = model_.Tokens(wanted),
                               .score = candidate.terms.total()});
  if (shown.empty()) ++SectionNamed(packet_, section.name).dropped;
}

}  // namespace satchel::packet
