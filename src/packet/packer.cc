#include "packet/packer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

#include "base/beside.h"
#include "packet/order.h"
#include "packet/stack.h"

// Two ways to fill. Add() and AddSplit() work on one section's share: full texts
// first, in order, then poorer renditions of the rest. AddTogether() works on the
// whole budget: everything by its poorest rendition, then better ones in order.
// Both try every candidate, so that one that is too large blocks nobody.
//
// All sums are Costs, which add up exactly; tokens are taken of sums only.
namespace satchel::packet {
namespace {

// With more of them a second thread is worth its start.
constexpr std::size_t kFewCandidates = 1'000;

}  // namespace

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

Packer::Packer(Packet packet, PackRecord record, const Layout& layout)
    : layout_(layout),
      model_(packet.tokenizer),
      packet_(std::move(packet)),
      record_(std::move(record)) {
  MeasureFrame();
}

// As it is before anything is packed: the numbers in the meter take more or fewer
// tokens, and a packer that goes on, or packs again, must count what the first one did.
void Packer::MeasureFrame() {
  Packet bare{.recipe = packet_.recipe, .budget = packet_.budget, .tokenizer = packet_.tokenizer};
  for (const Section& section : packet_.sections) bare.sections.push_back({.name = section.name});
  bare.show_header = packet_.show_header;
  bare.show_meter = packet_.show_meter;
  frame_ = model_.Of(layout_.Header(bare)) + model_.Of(layout_.Trailer(bare));
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
  if (model_.tokenizer() == text::Tokenizer::kChars4) {
    return {.bytes = layout_.ItemBytes(section, candidate, step)};
  }
  std::string piece;
  layout_.AppendItem(piece, section, candidate, step);
  return model_.Of(piece);
}

Packer::Stack Packer::MakeStack(Offer offer) {
  Section& section = SectionFor(offer.policy);
  Stack stack{
      .policy = offer.policy, .section = section, .candidates = std::move(offer.candidates)};
  stack.late = offer.late;
  std::vector<Candidate>& candidates = stack.candidates;
  std::vector<std::size_t> escaped(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) escaped[i] = MakeIdSafe(candidates[i]);
  if (!candidates.empty()) {
    const Candidate& first = candidates.front();
    const bool differ = std::ranges::any_of(candidates, [&first](const Candidate& candidate) {
      return candidate.source != first.source || candidate.trust != first.trust;
    });
    section.source = differ ? "" : first.source;
    section.trust = differ ? Trust::kWorkspace : first.trust;
  }
  stack.lines.reserve(candidates.size());
  std::vector<Rendition> room;
  const std::size_t most = offer.policy.max_items;
  for (const Ranked& ranked : OrderForFilling(offer.policy.fill, candidates)) {
    Line& line = stack.lines.emplace_back(stack, candidates[ranked.index]);
    line.escaped = escaped[ranked.index];
    MeasureOffered(stack, line, room);
    if (ranked.duplicate) {
      line.out = Reason::kDuplicate;
    } else if (most > 0 && stack.count >= most) {
      line.out = Reason::kMaxItems;
    } else {
      stack.wanted += line.full();
      ++stack.count;
    }
  }
  section.asked = Want(stack);
  return stack;
}

std::vector<Packer::Stack> Packer::MakeStacks(std::vector<Offer> offers) {
  std::vector<Stack> stacks;
  stacks.reserve(offers.size());
  std::size_t count = 0;
  for (const Offer& offer : offers) count += offer.candidates.size();
  // Each stack has a section, a memory and late parts of its own.
  auto last = Beside(offers.size() > 1 && count > kFewCandidates,
                     [&] { return MakeStack(std::move(offers.back())); });
  for (std::size_t i = 0; i + 1 < offers.size(); ++i) {
    stacks.push_back(MakeStack(std::move(offers[i])));
  }
  if (!offers.empty()) stacks.push_back(last.get());
  return stacks;
}

// Late texts are made in the same room for all lines and go again.
void Packer::MeasureOffered(const Stack& stack, Line& line, std::vector<Rendition>& room) const {
  Candidate& candidate = *line.candidate;
  if (stack.late == nullptr) return Measure(stack, candidate, line.offered);
  candidate.renditions.swap(room);
  stack.late->SetTexts(candidate);
  Measure(stack, candidate, line.offered);
  candidate.renditions.swap(room);
}

void Packer::Complete(const Stack& stack, Line& line) {
  if (stack.late == nullptr) return;
  stack.late->SetTexts(*line.candidate);
  stack.late->SetProvenance(*line.candidate);
}

// All renditions are measured at once: the poorer ones are short, and choosing
// between them then needs no second pass over the texts.
void Packer::Measure(const Stack& stack, const Candidate& candidate,
                     std::pmr::vector<Rung>& ladder) const {
  const std::size_t steps =
      std::min<std::size_t>(stack.policy.steps + 1, candidate.renditions.size());
  ladder.reserve(steps);
  for (std::size_t step = 0; step < steps; ++step) {
    const Cost cost = CostOf(stack.section, candidate, step);
    if (step == 0 || model_.Tokens(cost) < model_.Tokens(ladder.back().cost)) {
      ladder.push_back({.step = step, .cost = cost});
    }
  }
}

// What a line must pass before it takes a place. A recorded one did when it was packed
// first, and the record has what it cost from then on.
void Packer::Secure(const Stack& stack, Line& line) const {
  if (line.safety) return;
  line.safety = std::make_unique<SafetyCounts>();
  if (line.priced) return;
  Complete(stack, line);
  *line.safety = MakeSafe(*line.candidate);
  if (line.safety->changed()) Measure(stack, *line.candidate, line.secured);
  line.safety->escaped += line.escaped;
}

void Packer::Store(Packet& packet, PackRecord& record) && {
  packet = std::move(packet_);
  record = std::move(record_);
}

std::size_t Packer::Want(const Stack& stack) const {
  if (stack.count == 0) return 0;
  return model_.Tokens(Framing(stack.section, false, 0) + stack.wanted);
}

std::size_t Packer::Need(const Offer& offer) const {
  if (offer.candidates.empty()) return 0;
  const Section section{.name = std::string(offer.policy.name),
                        .heading = std::string(offer.policy.heading)};
  Cost cost = Framing(section, false, 0);
  for (const Candidate& candidate : offer.candidates) {
    if (offer.late == nullptr) {
      cost += CostOf(section, candidate, 0);
      continue;
    }
    Candidate whole = candidate;
    offer.late->SetTexts(whole);
    cost += CostOf(section, whole, 0);
  }
  return model_.Tokens(cost);
}

void Packer::DropSuperseded(Stack& stack) const {
  for (Line& line : stack.lines) {
    if (line.out || !line.candidate->superseded) continue;
    line.out = Reason::kSuperseded;
    stack.wanted -= line.offered.front().cost;
    --stack.count;
  }
  for (const FoldedLines& folded : stack.folded) {
    if (folded.reason != Reason::kSuperseded) continue;
    stack.wanted -= folded.cost;
    stack.count -= folded.count;
  }
}

void Packer::AddFloor(Offer offer) { FillFloor(MakeStack(std::move(offer))); }
void Packer::LeaveOut(Offer offer, Reason reason, std::size_t more) {
  Stack stack = MakeStack(std::move(offer));
  if (NeverQueued(reason)) {
    for (Line& line : stack.lines) line.out = line.out.value_or(reason);
    stack.wanted = {};
    stack.count = 0;
    stack.section.asked = 0;
  }
  if (more > 0) stack.folded.push_back({.reason = reason, .count = more});
  FillNothing(std::move(stack), reason);
}
void Packer::Add(Offer offer, std::size_t waiting) {
  FillOne(MakeStack(std::move(offer)), waiting);
}
void Packer::AddSplit(std::vector<Offer> offers) { FillSplit(MakeStacks(std::move(offers))); }
Status Packer::AddTogether(std::vector<Offer> offers) {
  return FillTogether(MakeStacks(std::move(offers)));
}

void Packer::FillFloor(Stack stack) {
  for (Line& line : stack.lines) {
    if (line.out) continue;
    Secure(stack, line);
    line.Take(0, 0);
  }
  StepRecord step{.kind = StepKind::kFloor};
  step.offers.push_back(Commit(std::move(stack), Reason::kFloorTooLarge));
  Keep(std::move(step));
  if (FloorIsOver() && packet_.show_meter) {
    packet_.show_meter = false;
    MeasureFrame();
  }
}

void Packer::FillNothing(Stack stack, Reason reason) {
  StepRecord step{.kind = StepKind::kLeaveOut, .reason = reason};
  step.offers.push_back(Commit(std::move(stack), reason));
  Keep(std::move(step));
}

void Packer::FillOne(Stack stack, std::size_t waiting) {
  const SectionPolicy& policy = stack.policy;
  const bool over = FloorIsOver();
  const std::size_t rest = left();
  std::size_t allotment = std::min(policy.cap.Of(packet_.budget), rest);
  if (policy.cap_lifts && rest > waiting) allotment = std::max(allotment, rest - waiting);
  if (Want(stack) > allotment) DropSuperseded(stack);
  Fill(stack, allotment);
  StepRecord step{.kind = StepKind::kAdd, .waiting = waiting};
  step.offers.push_back(Commit(std::move(stack), over               ? Reason::kFloorTooLarge
                                                 : allotment < rest ? Reason::kSectionFull
                                                                    : Reason::kBudget));
  Keep(std::move(step));
}

void Packer::FillSplit(std::vector<Stack> stacks) {
  const Reason reason = FloorIsOver() ? Reason::kFloorTooLarge : Reason::kBudget;
  const std::size_t rest = left();
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
  StepRecord step{.kind = StepKind::kSplit};
  for (Stack& stack : stacks) step.offers.push_back(Commit(std::move(stack), reason));
  Keep(std::move(step));
}

Status Packer::FillTogether(std::vector<Stack> stacks) {
  SATCHEL_TRY(PlacePinned(stacks));
  PlaceOthers(stacks);
  Improve(stacks);
  StepRecord step{.kind = StepKind::kTogether};
  for (Stack& stack : stacks) step.offers.push_back(Commit(std::move(stack), Reason::kBudget));
  Keep(std::move(step));
  return {};
}

}  // namespace satchel::packet
