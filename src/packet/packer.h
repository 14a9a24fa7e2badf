#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "packet/policy.h"

namespace satchel::packet {

// A section's policy with what is offered to it. The policy must outlive the call.
struct Offer {
  const SectionPolicy& policy;
  std::vector<Candidate> candidates;
};

// Gives candidates their places, section by section, so that policies and the
// budget hold. Nothing disappears: every candidate ends as an item or in the
// packet's omissions, and one shown by a poorer rendition is in both. Secrets and
// invisible characters are replaced first, so that costs are of what is shown.
// Confined to one thread; the packet inside is a value that may be stored between
// calls.
class Packer {
 public:
  // Sections are shown in the order of `policies`. The layout must outlive this.
  Packer(std::string recipe, std::span<const SectionPolicy> policies, std::size_t budget,
         text::Tokenizer tokenizer, const Layout& layout);
  // Goes on with a packet that is not finished.
  Packer(Packet packet, const Layout& layout);

  // Tokens nobody has taken. Floors are added before anything asks.
  std::size_t left() const;

  // Shows everything in full at every budget.
  void AddFloor(Offer offer);

  // Fills one section from what is left, within its cap. Full texts come first,
  // in order; what does not fit in full walks down the ladder; what does not fit
  // at all is dropped and the next one tried. `waiting`: tokens that later
  // sections want, before a cap that lifts may grow.
  void Add(Offer offer, std::size_t waiting = 0);

  // Divides what is left among sections in proportion to need.
  void AddSplit(std::vector<Offer> offers);

  // Fills sections together: first everything by its poorest rendition, then
  // better ones in order, so that no body is shown while a name is missing.
  // Fails when pinned candidates do not fit; the text names the smallest budget
  // that would do.
  Status AddTogether(std::vector<Offer> offers);

  // Shows nothing of it and reports everything, for a section that does not apply.
  void LeaveOut(Offer offer, Reason reason);

  // What a section would take if everything in it were shown in full.
  std::size_t Need(Offer offer) const;

  const Packet& packet() const { return packet_; }

  // Counts the finished text once more and, while it is over, demotes or drops
  // what was taken last. Sets tokens_used, over_budget and the meter.
  Packet Finish() &&;

 private:
  struct Line;   // a candidate with the costs of its renditions and what was chosen
  struct Stack;  // the lines of one section, in order

  Section& SectionFor(const SectionPolicy& policy);
  Cost Taken() const;
  bool FloorIsOver() const;
  Cost Framing(const Section& section, bool demoted, std::size_t rest) const;
  Cost CostOf(const Section& section, const Candidate& candidate, std::size_t step) const;
  void MeasureFrame();

  Stack MakeStack(Offer offer);
  Line MakeLine(const SectionPolicy& policy, const Section& section, Candidate candidate) const;
  std::size_t Want(const Stack& stack) const;
  void DropSuperseded(Stack& stack);
  void Fill(Stack& stack, std::size_t allotment) const;
  void FillDegraded(Stack& stack, std::size_t allotment) const;
  std::size_t Used(const Stack& stack) const;
  std::vector<std::size_t> Shares(std::span<const Stack> stacks, std::size_t rest) const;
  Status PlacePinned(std::span<Stack> stacks);
  void PlaceOthers(std::span<Stack> stacks);
  void Improve(std::span<Stack> stacks);
  void Commit(Stack stack, Reason reason);
  void Remeasure(Section& section) const;

  void Omit(const Section& section, const Candidate& candidate, Reason reason, Cost wanted,
            std::string_view shown);
  void Settle();
  bool Relieve();
  void Demote(Section& section, std::size_t index);

  const Layout& layout_;
  const CostModel model_;
  Packet packet_;
  Cost frame_;  // header and meter
};

}  // namespace satchel::packet
