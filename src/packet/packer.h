#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/fill.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "packet/plan.h"
#include "packet/policy.h"
#include "packet/pricer.h"
#include "packet/record.h"
#include "packet/share.h"
#include "packet/stack.h"

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
  // Sections are shown in the order of the plan. The layout must outlive this.
  Packer(std::string recipe, const PackPlan& plan, std::size_t budget, text::Tokenizer tokenizer,
         const Layout& layout, int frame_rules = kFrameRules);
  // The same for one source, which is given everything.
  Packer(std::string recipe, std::span<const SectionPolicy> policies, std::size_t budget,
         text::Tokenizer tokenizer, const Layout& layout)
      : Packer(std::move(recipe), PackPlan{.sections = policies, .shares = {}}, budget, tokenizer,
               layout) {}
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
  // The same, but nothing of a later section is shown while something of an earlier one is not.
  Status AddInOrder(std::vector<Offer> offers);
  // Pinned candidates by their poorest rendition, and then one section after the other: what fits
  // in full, in order, then shorter forms of the rest. Fails as AddTogether does.
  Status AddTiers(std::vector<Offer> offers);

  // What is offered to a section, for a look at what it is worth.
  struct Wanted {
    const SectionPolicy& policy;
    std::span<const Candidate> candidates;
    LateParts* late = nullptr;  // null: candidates are whole
  };
  // Settles what each source may take of what is left: every next token goes where it buys most
  // (share.h). What a source was given before is its cap while others want more, and its hard limit
  // holds in any case. The source of the last section keeps its cap unless it has such a limit, so
  // that what others leave flows to it.
  void ShareOut(std::span<const Wanted> wanted);
  // The same by what was settled before.
  void Give(const std::vector<SourceGiven>& given);

  // Shows nothing of it and reports everything, for a section that does not apply or a number
  // of items that is reached. `more`: how many others there were that nobody looked at.
  void LeaveOut(Offer offer, Reason reason, std::size_t more = 0);

  // What a section would take if everything in it were shown in full.
  std::size_t Need(const Offer& offer) const;

  // One step with stacks that are made already, whatever they were made from.
  struct Step {
    StepKind kind = StepKind::kAdd;
    std::size_t waiting = 0;          // of kAdd
    Reason reason = Reason::kBudget;  // of kLeaveOut
    std::vector<Stack> stacks;        // of sections of one source
  };
  Status Place(Step step);
  // For a section that is filled a second time: its items, once its source is known; what its
  // candidates would take in full.
  void MeasureAgain(Section& section) const;
  void SetAsked(const Stack& stack) const;

  const Packet& packet() const { return packet_; }
  Packet& packet() { return packet_; }
  const PackRecord& record() const { return record_; }
  const Pricer& pricer() const { return pricer_; }

  // Counts the finished text once more and, while it is over, demotes or drops
  // what was taken last. Sets tokens_used, over_budget and the meter.
  // `record`: where the record goes; null when nobody wants it.
  Packet Finish(PackRecord* record = nullptr) &&;

  // Moves out what is packed so far, for a packer that goes on with it.
  void Store(Packet& packet, PackRecord& record) &&;

 private:
  class OfferedTexts;

  Cost Taken() const;
  bool FloorIsOver() const;
  // The tokens of the whole packet when this source has taken all it was given.
  std::size_t LimitFor(const Section& section) const;
  std::size_t LeftFor(const Section& section) const;
  void ChooseFrame();
  void MeasureFrame();
  bool DropFrame();

  Stack MakeStack(Offer offer, const OfferedTexts& texts);
  std::vector<Stack> MakeStacks(std::vector<Offer> offers, std::span<const OfferedTexts> texts);

  struct SourceWish {
    std::string source;
    Cost taken;  // already
    Cost frame;  // of the sections it would open
    std::size_t most = kNoBudget;
    Buyer buyer = {};
  };
  SourceWish WishOf(std::span<const Wanted> wanted, std::string_view source) const;

  Status AddSeveral(StepKind kind, std::vector<Offer> offers);
  Reason FillOne(Stack& stack, std::size_t waiting) const;
  Status FillSeveral(Step& step);
  OfferRecord Commit(Stack stack, Reason reason);
  void Drop(Stack& stack, Line& line, Reason reason, OfferRecord& record);
  static LineRecord RecordOf(Line& line, std::optional<Reason> dropped);
  void Remeasure(Section& section) const;

  void Omit(Section& section, const Candidate& candidate, Reason reason, Cost wanted,
            std::string_view shown);
  void Leave(const Section& section, const FoldedLines& folded);
  void Keep(StepRecord step);
  bool BoundOmissions();
  void Settle();
  bool Relieve();
  void Demote(Section& section, std::size_t index);

  const Layout& layout_;
  const Pricer pricer_;
  Packet packet_;
  PackRecord record_;
  Cost frame_;  // header, meter or counts, and what is held back for them
};

}  // namespace satchel::packet
