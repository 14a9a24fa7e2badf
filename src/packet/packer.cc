#include "packet/packer.h"

#include <algorithm>
#include <utility>

#include "base/beside.h"
#include "packet/order.h"

// The packer makes stacks from what is offered (MakeStack), has them filled (fill.h), and turns
// what was chosen into items, omissions and a record (Commit). Place() is the one way from stacks
// into the packet: live packing and packing again from a record both end in it.
namespace satchel::packet {
namespace {

// With more of them a second thread is worth its start.
constexpr std::size_t kFewCandidates = 1'000;

bool HasFloor(const Packet& packet) {
  return std::ranges::any_of(packet.sections, &Section::floor);
}

FrameParts ShownParts(const Packet& packet) {
  return {.header = packet.show_header, .meter = packet.show_meter, .counts = packet.show_counts};
}

void SetShown(FrameParts parts, Packet& packet) {
  packet.show_header = parts.header;
  packet.show_meter = parts.meter;
  packet.show_counts = parts.counts;
}

// Where all candidates come from, if they come from one place: their section says it once.
void SetSource(Section& section, std::span<const Candidate> candidates) {
  if (candidates.empty()) return;
  const Candidate& first = section.items.empty() ? candidates.front() : section.items[0].candidate;
  const auto differs = [&first](const Candidate& candidate) {
    return candidate.source != first.source || candidate.trust != first.trust;
  };
  const bool differ =
      std::ranges::any_of(candidates, differs) ||
      std::ranges::any_of(section.items, [&](const Item& item) { return differs(item.candidate); });
  section.source = differ ? "" : first.source;
  section.trust = differ ? Trust::kWorkspace : first.trust;
}

// One way to frame a packet, and what it takes. One that takes more than one part in `one_in` of
// the budget would be noise.
struct Frame {
  FrameParts parts;
  std::size_t one_in = 4;
  std::size_t tokens = 0;

  std::size_t least_budget() const { return one_in * tokens; }
};

// From the poorest to the richest. A packet with a floor keeps its header, which is where it says
// by how much it is over, and its counts.
std::vector<Frame> FramesOf(const Packet& packet, const Pricer& pricer) {
  const bool counts = packet.frame_rules >= 2 && packet.budget > 0;
  std::vector<Frame> frames;
  if (!HasFloor(packet)) {
    frames.push_back({});
    if (counts) frames.push_back({.parts = {.counts = true}, .one_in = 2});
  }
  frames.push_back({.parts = {.header = true, .counts = counts}});
  frames.push_back({.parts = {.header = true, .meter = true, .counts = counts}});
  for (Frame& frame : frames) frame.tokens = pricer.Tokens(pricer.Frame(packet, frame.parts));
  return frames;
}

// The richest that the budget pays for, beside all that a smaller budget could pay for.
std::size_t BestFrame(const std::vector<Frame>& frames, const Packet& packet) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < frames.size(); ++i) {
    const std::size_t more =
        packet.frame_rules < 2
            ? 0
            : frames[i].tokens - std::min(frames[i].tokens, frames[i - 1].tokens);
    if (packet.budget >= frames[i].least_budget() + more) best = i;
  }
  return best;
}

}  // namespace

// The texts of candidates as they were offered, some of which are made only when they are wanted.
class Packer::OfferedTexts final : public LineTexts {
 public:
  OfferedTexts(LateParts* late, const Pricer& pricer) : late_(late), pricer_(pricer) {}

  SafetyCounts Secure(const Stack& stack, Line& line) const override {
    Complete(line);
    SafetyCounts counts = MakeSafe(*line.candidate);
    if (counts.changed()) pricer_.Measure(stack.section, *line.candidate, line.secured);
    counts.escaped += line.escaped;
    return counts;
  }

  SafetyCounts Label(const Stack& /*stack*/, Line& line) const override {
    Complete(line);
    SafetyCounts counts = MakeLabelsSafe(*line.candidate);
    counts.escaped += line.escaped;
    return counts;
  }

  // Late texts are made in the same room for all lines and go again.
  void Measure(const Section& section, Line& line, std::vector<Rendition>& room) const {
    Candidate& candidate = *line.candidate;
    if (late_ == nullptr) return pricer_.Measure(section, candidate, line.offered);
    candidate.renditions.swap(room);
    late_->SetTexts(candidate);
    pricer_.Measure(section, candidate, line.offered);
    candidate.renditions.swap(room);
  }

 private:
  void Complete(Line& line) const {
    if (late_ == nullptr) return;
    late_->SetTexts(*line.candidate);
    late_->SetProvenance(*line.candidate);
  }

  LateParts* late_;
  const Pricer& pricer_;
};

Packer::Packer(std::string recipe, const PackPlan& plan, std::size_t budget,
               text::Tokenizer tokenizer, const Layout& layout, int frame_rules)
    : layout_(layout), pricer_(layout, tokenizer) {
  packet_.recipe = std::move(recipe);
  packet_.budget = budget;
  packet_.tokenizer = tokenizer;
  packet_.frame_rules = frame_rules;
  packet_.line_rules = layout.line_rules();
  for (const SectionPolicy& policy : plan.sections) {
    const auto share = std::ranges::find(plan.shares, policy.source, &SourceShare::source);
    const bool limited = share != plan.shares.end() && budget != kNoBudget;
    const std::size_t most = limited ? share->most : kNoBudget;
    packet_.sections.push_back({.of = std::string(policy.source),
                                .name = std::string(policy.name),
                                .heading = std::string(policy.heading),
                                .demoted_heading = std::string(policy.demoted_heading),
                                .floor = policy.floor,
                                .steps = policy.steps,
                                .given = limited ? std::min(share->share.Of(budget), most) : budget,
                                .most = most});
  }
  ChooseFrame();
}

// A richer frame costs items, and a larger budget must not show fewer of them. So between the
// budget that could pay for it and the one that can pay for it beside all that was shown before,
// the difference is held back.
void Packer::ChooseFrame() {
  const std::vector<Frame> frames = FramesOf(packet_, pricer_);
  SetShown(frames[BestFrame(frames, packet_)].parts, packet_);
  MeasureFrame();
}

void Packer::MeasureFrame() {
  frame_ = pricer_.Frame(packet_, ShownParts(packet_));
  if (packet_.frame_rules < 2 || packet_.show_meter) return;
  const std::vector<Frame> frames = FramesOf(packet_, pricer_);
  const std::size_t best = BestFrame(frames, packet_);
  const Frame& now = frames[best];
  // What gave way to items holds nothing back.
  if (best + 1 == frames.size() || now.parts != ShownParts(packet_)) return;
  const Frame& next = frames[best + 1];
  const std::size_t beyond = packet_.budget - std::min(packet_.budget, next.least_budget());
  const std::size_t held = std::min(beyond, next.tokens - std::min(next.tokens, now.tokens));
  frame_ += {.bytes = 4 * held, .tokens = held};
}

// Without anything around the items. False: there was nothing.
bool Packer::DropFrame() {
  if (packet_.frame_rules < 2 || HasFloor(packet_)) return false;
  const bool any = ShownParts(packet_) != FrameParts();
  SetShown({}, packet_);
  MeasureFrame();
  return any;
}

Packer::Packer(Packet packet, PackRecord record, const Layout& layout)
    : layout_(layout),
      pricer_(layout, packet.tokenizer),
      packet_(std::move(packet)),
      record_(std::move(record)) {
  MeasureFrame();
}

Cost Packer::Taken() const {
  Cost sum = frame_;
  for (const Section& section : packet_.sections) sum += section.cost;
  return sum;
}

std::size_t Packer::left() const {
  const std::size_t taken = pricer_.Tokens(Taken());
  return packet_.budget - std::min(packet_.budget, taken);
}

bool Packer::FloorIsOver() const { return pricer_.Tokens(Taken()) > packet_.budget; }

std::size_t Packer::LimitFor(const Section& section) const {
  if (section.given >= packet_.budget) return packet_.budget;
  Cost own;
  for (const Section& other : packet_.sections) {
    if (other.of == section.of) own += other.cost;
  }
  const std::size_t taken = pricer_.Tokens(own);
  const std::size_t open = section.given - std::min(section.given, taken);
  return std::min(packet_.budget, pricer_.Tokens(Taken()) + open);
}

std::size_t Packer::LeftFor(const Section& section) const {
  const std::size_t limit = LimitFor(section);
  return limit - std::min(limit, pricer_.Tokens(Taken()));
}

Stack Packer::MakeStack(Offer offer, const OfferedTexts& texts) {
  Section& section = SectionOf(packet_, offer.policy.source, offer.policy.name);
  Stack stack{.policy = offer.policy,
              .section = section,
              .texts = texts,
              .candidates = std::move(offer.candidates)};
  std::vector<Candidate>& candidates = stack.candidates;
  std::vector<std::size_t> escaped(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) escaped[i] = MakeIdSafe(candidates[i]);
  SetSource(section, candidates);
  MeasureAgain(section);
  stack.lines.reserve(candidates.size());
  std::vector<Rendition> room;
  const std::size_t most = offer.policy.max_items;
  for (const Ranked& ranked : OrderForFilling(offer.policy.fill, candidates)) {
    Line& line = stack.lines.emplace_back(stack, candidates[ranked.index]);
    line.escaped = escaped[ranked.index];
    texts.Measure(section, line, room);
    if (ranked.duplicate) {
      line.out = Reason::kDuplicate;
    } else if (most > 0 && stack.count >= most) {
      line.out = Reason::kMaxItems;
    } else {
      stack.wanted += line.full();
      ++stack.count;
    }
  }
  SetAsked(stack);
  return stack;
}

void Packer::MeasureAgain(Section& section) const {
  for (Item& item : section.items) item.cost = pricer_.CostOf(section, item.candidate, item.step);
  Remeasure(section);
}

void Packer::SetAsked(const Stack& stack) const {
  Section& section = stack.section;
  section.asked = Want(stack, pricer_) + (section.items.empty() ? 0 : section.asked);
}

std::vector<Stack> Packer::MakeStacks(std::vector<Offer> offers,
                                      std::span<const OfferedTexts> texts) {
  std::vector<Stack> stacks;
  stacks.reserve(offers.size());
  std::size_t count = 0;
  for (const Offer& offer : offers) count += offer.candidates.size();
  // Each stack has a section, a memory and late parts of its own.
  auto last = Beside(offers.size() > 1 && count > kFewCandidates,
                     [&] { return MakeStack(std::move(offers.back()), texts.back()); });
  for (std::size_t i = 0; i + 1 < offers.size(); ++i) {
    stacks.push_back(MakeStack(std::move(offers[i]), texts[i]));
  }
  if (!offers.empty()) stacks.push_back(last.get());
  return stacks;
}

void Packer::Store(Packet& packet, PackRecord& record) && {
  packet = std::move(packet_);
  record = std::move(record_);
}

std::size_t Packer::Need(const Offer& offer) const {
  if (offer.candidates.empty()) return 0;
  Section section{.of = std::string(offer.policy.source),
                  .name = std::string(offer.policy.name),
                  .heading = std::string(offer.policy.heading)};
  SetSource(section, offer.candidates);
  Cost cost = pricer_.Framing(section, false, 0);
  for (const Candidate& candidate : offer.candidates) {
    if (offer.late == nullptr) {
      cost += pricer_.CostOf(section, candidate, 0);
      continue;
    }
    Candidate whole = candidate;
    offer.late->SetTexts(whole);
    cost += pricer_.CostOf(section, whole, 0);
  }
  return pricer_.Tokens(cost);
}

void Packer::AddFloor(Offer offer) {
  const OfferedTexts texts(offer.late, pricer_);
  Step step{.kind = StepKind::kFloor};
  step.stacks.push_back(MakeStack(std::move(offer), texts));
  static_cast<void>(Place(std::move(step)));  // only filling together fails
}

void Packer::Add(Offer offer, std::size_t waiting) {
  const OfferedTexts texts(offer.late, pricer_);
  Step step{.kind = StepKind::kAdd, .waiting = waiting};
  step.stacks.push_back(MakeStack(std::move(offer), texts));
  static_cast<void>(Place(std::move(step)));
}

void Packer::LeaveOut(Offer offer, Reason reason, std::size_t more) {
  const OfferedTexts texts(offer.late, pricer_);
  const Section& section = SectionOf(packet_, offer.policy.source, offer.policy.name);
  const std::size_t asked = section.items.empty() ? 0 : section.asked;
  Stack stack = MakeStack(std::move(offer), texts);
  if (NeverQueued(reason)) {
    for (Line& line : stack.lines) line.out = line.out.value_or(reason);
    stack.wanted = {};
    stack.count = 0;
    stack.section.asked = asked;
  }
  if (more > 0) stack.folded.push_back({.reason = reason, .count = more});
  Step step{.kind = StepKind::kLeaveOut, .reason = reason};
  step.stacks.push_back(std::move(stack));
  static_cast<void>(Place(std::move(step)));
}

Status Packer::AddSeveral(StepKind kind, std::vector<Offer> offers) {
  std::vector<OfferedTexts> texts;
  for (const Offer& offer : offers) texts.emplace_back(offer.late, pricer_);
  return Place({.kind = kind, .stacks = MakeStacks(std::move(offers), texts)});
}

void Packer::AddSplit(std::vector<Offer> offers) {
  static_cast<void>(AddSeveral(StepKind::kSplit, std::move(offers)));  // only others fail
}

Status Packer::AddTogether(std::vector<Offer> offers) {
  return AddSeveral(StepKind::kTogether, std::move(offers));
}

Status Packer::AddInOrder(std::vector<Offer> offers) {
  return AddSeveral(StepKind::kInOrder, std::move(offers));
}

Status Packer::AddTiers(std::vector<Offer> offers) {
  return AddSeveral(StepKind::kTiers, std::move(offers));
}

Reason Packer::FillOne(Stack& stack, std::size_t waiting) const {
  const SectionPolicy& policy = stack.policy;
  const std::size_t rest = LeftFor(stack.section);
  std::size_t allotment = std::min(policy.cap.Of(stack.section.given), rest);
  if (policy.cap_lifts && rest > waiting) allotment = std::max(allotment, rest - waiting);
  if (Want(stack, pricer_) > allotment) DropSuperseded(stack);
  FillWithin(stack, allotment, pricer_);
  if (FloorIsOver()) return Reason::kFloorTooLarge;
  return allotment < rest ? Reason::kSectionFull : Reason::kBudget;
}

Status Packer::FillSeveral(Step& step) {
  const auto fill = [&] {
    return FillTogether(step.stacks,
                        {.taken = Taken(),
                         .budget = LimitFor(step.stacks.front().section),
                         .in_order = step.kind == StepKind::kInOrder,
                         .tiers = step.kind == StepKind::kTiers},
                        pricer_);
  };
  const Status filled = fill();
  // What must be shown is worth more than what stands around it.
  return !filled && DropFrame() ? fill() : filled;
}

Status Packer::Place(Step step) {
  StepRecord record{.kind = step.kind, .waiting = step.waiting, .reason = step.reason};
  Reason reason = Reason::kBudget;
  Stack& first = step.stacks.front();
  switch (step.kind) {
    case StepKind::kFloor:
      for (Line& line : first.lines) {
        if (line.out) continue;
        first.Secure(line);
        line.Take(0, 0);
      }
      reason = Reason::kFloorTooLarge;
      break;
    case StepKind::kAdd:
      reason = FillOne(first, step.waiting);
      break;
    case StepKind::kSplit:
      if (FloorIsOver()) reason = Reason::kFloorTooLarge;
      FillSplit(step.stacks, LeftFor(first.section), pricer_);
      break;
    case StepKind::kTogether:
    case StepKind::kInOrder:
    case StepKind::kTiers:
      if (FloorIsOver()) reason = Reason::kFloorTooLarge;
      SATCHEL_TRY(FillSeveral(step));
      break;
    case StepKind::kLeaveOut:
      reason = step.reason;
      break;
    case StepKind::kShare:  // has no stacks: Give()
      break;
  }
  for (Stack& stack : step.stacks) record.offers.push_back(Commit(std::move(stack), reason));
  Keep(std::move(record));
  if (step.kind == StepKind::kFloor && FloorIsOver() && packet_.show_meter) {
    packet_.show_meter = false;
    MeasureFrame();
  }
  return {};
}

// What a source would show, in its order, and what the frames of its sections take.
Packer::SourceWish Packer::WishOf(std::span<const Wanted> wanted, std::string_view source) const {
  SourceWish wish{.source = std::string(source)};
  Candidate whole;
  for (const Wanted& one : wanted) {
    if (one.policy.source != source || one.candidates.empty()) continue;
    const auto& section = *std::ranges::find_if(packet_.sections, [&one](const Section& each) {
      return each.of == one.policy.source && each.name == one.policy.name;
    });
    wish.frame += pricer_.Framing(section, false, 0);
    for (const Ranked& ranked : OrderForFilling(one.policy.fill, one.candidates)) {
      if (ranked.duplicate) continue;
      whole = one.candidates[ranked.index];
      if (one.late != nullptr) one.late->SetTexts(whole);
      wish.buyer.pieces.push_back(
          {.worth = whole.worth, .tokens = pricer_.Tokens(pricer_.CostOf(section, whole, 0))});
    }
  }
  for (const Section& section : packet_.sections) {
    if (section.of != source) continue;
    wish.taken += section.cost;
    wish.buyer.cap = LeftFor(section);
    wish.most = section.most;
  }
  if (wish.most != kNoBudget) {
    const std::size_t before = pricer_.Tokens(wish.taken) + pricer_.Tokens(wish.frame);
    wish.buyer.most = wish.most - std::min(wish.most, before);
  }
  return wish;
}

void Packer::ShareOut(std::span<const Wanted> wanted) {
  std::vector<SourceWish> wishes;
  for (const Wanted& one : wanted) {
    const auto known = std::ranges::find(wishes, one.policy.source, &SourceWish::source);
    if (known == wishes.end()) wishes.push_back(WishOf(wanted, one.policy.source));
  }
  std::vector<Buyer> buyers;
  Cost frames;
  for (SourceWish& wish : wishes) {
    frames += wish.frame;
    buyers.push_back(std::move(wish.buyer));
  }
  const auto shares = ShareByWorth(buyers, left() - std::min(left(), pricer_.Tokens(frames)));
  std::vector<SourceGiven> given;
  for (std::size_t i = 0; i < wishes.size(); ++i) {
    if (i + 1 == wishes.size() && wishes[i].most == kNoBudget) continue;
    const std::size_t frame = shares[i] == 0 ? 0 : pricer_.Tokens(wishes[i].frame);
    given.push_back({.source = wishes[i].source,
                     .tokens = pricer_.Tokens(wishes[i].taken) + frame + shares[i]});
  }
  Give(given);
}

void Packer::Give(const std::vector<SourceGiven>& given) {
  for (const SourceGiven& one : given) {
    for (Section& section : packet_.sections) {
      if (section.of == one.source) section.given = std::min(one.tokens, packet_.budget);
    }
  }
  Keep({.kind = StepKind::kShare, .offers = {}, .given = given});
}

// Records what was chosen: items in the order shown, an omission for everything
// dropped or demoted.
OfferRecord Packer::Commit(Stack stack, Reason reason) {
  Section& section = stack.section;
  OfferRecord record{
      .of = section.of, .section = section.name, .source = section.source, .trust = section.trust};
  const Cost frame = pricer_.Framing(section, false, 0);
  const std::size_t most = section.floor ? kNoBudget : stack.policy.cap.Of(section.given);
  const std::uint64_t first = packet_.next_taken;
  // Of an earlier filling.
  std::vector<Item> full;
  std::vector<Item> demoted;
  for (Item& item : section.items) {
    (section.demoted(item) ? demoted : full).push_back(std::move(item));
  }
  section.items = std::move(full);
  std::size_t shown = 0;
  for (Line& line : stack.lines) {
    packet_.next_taken = std::max(packet_.next_taken, first + line.turn);
    if (!line.rung) {
      const bool never =
          pricer_.Tokens(frame + line.poorest()) > most && reason != Reason::kFloorTooLarge;
      Drop(stack, line, line.out.value_or(never ? Reason::kTooLarge : reason), record);
      continue;
    }
    ++shown;
    packet_.safety += *line.safety;
    record.lines.push_back(RecordOf(line, std::nullopt));
    Item item{.candidate = std::move(*line.candidate),
              .step = line.ladder()[*line.rung].step,
              .cost = line.chosen(),
              .taken = first + line.turn};
    if (item.step > 0) {
      Omit(section, item.candidate, reason, line.full(), item.rendition().name);
    }
    (section.demoted(item) ? demoted : section.items).push_back(std::move(item));
  }
  ++packet_.next_taken;
  for (const FoldedLines& folded : stack.folded) Fold(record, folded);
  for (const FoldedLines& folded : record.folded) {
    section.dropped += folded.count;
    Leave(section, folded);
  }
  if (stack.policy.show_by_position) {
    SortByPosition(section.items);
    SortByPosition(demoted);
  }
  std::ranges::move(demoted, std::back_inserter(section.items));
  // A section of which nothing fits is not announced: its omissions are reported.
  section.rest = stack.policy.count_rest && !section.items.empty() ? stack.count - shown : 0;
  Remeasure(section);
  return record;
}

void Packer::Remeasure(Section& section) const {
  section.cost = {};
  if (section.empty()) return;
  bool demoted = false;
  for (const Item& item : section.items) {
    section.cost += item.cost;
    demoted |= section.demoted(item);
  }
  section.cost += pricer_.Framing(section, demoted, section.rest);
}

}  // namespace satchel::packet
