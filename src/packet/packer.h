#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "packet/policy.h"
#include "packet/record.h"

namespace satchel::packet {

// Sets what is wanted of few candidates of a long list: those that are shown or reported.
// Nothing of it may decide an order: ids differ. Those of different offers may be called at the
// same time, each from one thread.
class LateParts {
 public:
  virtual ~LateParts() = default;

  // The renditions; strings that are there are used again. Called to measure a candidate too.
  virtual void SetTexts(Candidate& candidate) = 0;
  // All of the provenance but the rule.
  virtual void SetProvenance(Candidate& candidate) = 0;
};

// A section's policy with what is offered to it. The policy must outlive the call.
struct Offer {
  const SectionPolicy& policy;
  std::vector<Candidate> candidates;
  LateParts* late = nullptr;  // null: candidates are whole; must outlive the call
};

// Gives candidates their places, section by section, so that policies and the
// budget hold. Nothing disappears: every candidate ends as an item, in the packet's
// omissions or in its remainder, and one shown by a poorer rendition is in both.
//
// Needs are compared by the texts as offered. Before a candidate takes a place, its
// secrets and invisible characters are replaced and it is measured again; if it no
// longer fits it is passed over. So most texts are never searched for secrets, and
// none is shown, reported or stored that was not.
//
// Confined to one thread; packet and record are values that may be stored between
// calls.
class Packer {
 public:
  // Sections are shown in the order of `policies`. The layout must outlive this.
  Packer(std::string recipe, std::span<const SectionPolicy> policies, std::size_t budget,
         text::Tokenizer tokenizer, const Layout& layout);
  // Goes on with a packet that is not finished.
  Packer(Packet packet, PackRecord record, const Layout& layout);

  // Reports every dropped candidate by itself, however many there are. Before any
  // is offered.
  void KeepAllOmissions() { packet_.keep_all_omissions = true; }

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
  std::size_t Need(const Offer& offer) const;

  const Packet& packet() const { return packet_; }
  const PackRecord& record() const { return record_; }

  // Counts the finished text once more and, while it is over, demotes or drops
  // what was taken last. Sets tokens_used, over_budget and the meter.
  // `record`: where the record goes; null when nobody wants it.
  Packet Finish(PackRecord* record = nullptr) &&;

  // Moves out what is packed so far, for a packer that goes on with it.
  void Store(Packet& packet, PackRecord& record) &&;

 private:
  struct Line;   // a candidate with the costs of its renditions and what was chosen
  struct Stack;  // the lines of one section, in order

  friend Result<Packet> Repack(const PackRecord& record, const Packet& kept,
                               std::span<const SectionPolicy> policies, const Layout& layout);

  Section& SectionFor(const SectionPolicy& policy);
  Cost Taken() const;
  bool FloorIsOver() const;
  Cost Framing(const Section& section, bool demoted, std::size_t rest) const;
  Cost CostOf(const Section& section, const Candidate& candidate, std::size_t step) const;
  void MeasureFrame();

  Stack MakeStack(Offer offer);
  std::vector<Stack> MakeStacks(std::vector<Offer> offers);
  void Measure(const Stack& stack, const Candidate& candidate,
               std::pmr::vector<Rung>& ladder) const;
  void MeasureOffered(const Stack& stack, Line& line, std::vector<Rendition>& room) const;
  static void Complete(const Stack& stack, Line& line);
  void Secure(const Stack& stack, Line& line) const;
  std::size_t Want(const Stack& stack) const;
  void DropSuperseded(Stack& stack) const;

  // The five ways to fill, each one step of the record.
  void FillFloor(Stack stack);
  void FillOne(Stack stack, std::size_t waiting);
  void FillSplit(std::vector<Stack> stacks);
  Status FillTogether(std::vector<Stack> stacks);
  void FillNothing(Stack stack, Reason reason);

  void Fill(Stack& stack, std::size_t allotment) const;
  void FillDegraded(Stack& stack, std::size_t allotment) const;
  std::size_t Used(const Stack& stack) const;
  std::vector<std::size_t> Shares(std::span<const Stack> stacks, std::size_t rest) const;
  Status PlacePinned(std::span<Stack> stacks) const;
  void PlaceOthers(std::span<Stack> stacks) const;
  void Improve(std::span<Stack> stacks) const;
  OfferRecord Commit(Stack stack, Reason reason);
  void Drop(Stack& stack, Line& line, Reason reason, OfferRecord& record);
  static LineRecord RecordOf(Line& line, std::optional<Reason> dropped);
  void Remeasure(Section& section) const;

  void Omit(const Section& section, const Candidate& candidate, Reason reason, Cost wanted,
            std::string_view shown);
  void Leave(std::string_view section, const FoldedLines& folded);
  void Keep(StepRecord step);
  bool BoundOmissions();
  void Settle();
  bool Relieve();
  void Demote(Section& section, std::size_t index);

  // The texts of a kept packet by section, source and id.
  using Texts = std::map<std::tuple<std::string, std::string, ItemId>, const Candidate*>;

  Result<Stack> StackFrom(const OfferRecord& offer, std::span<const SectionPolicy> policies,
                          const Texts& texts);
  Status Replay(const StepRecord& step, std::span<const SectionPolicy> policies,
                const Texts& texts);
  bool CanShow(const Stack& stack, const Line& line);

  const Layout& layout_;
  const CostModel model_;
  Packet packet_;
  PackRecord record_;
  Cost frame_;                  // header and meter
  std::optional<Error> fault_;  // of the record, when packing again
};

}  // namespace satchel::packet
