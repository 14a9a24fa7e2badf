#pragma once

#include <cstddef>
#include <memory_resource>
#include <vector>

#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/layout.h"
#include "packet/packet.h"
#include "packet/record.h"
#include "text/token_counter.h"

namespace satchel::packet {

// What stands around the items of a packet.
struct FrameParts {
  bool header = false;
  bool meter = false;
  bool counts = false;  // in the place of a meter
  friend constexpr bool operator==(FrameParts, FrameParts) = default;
};

// What pieces of a packet cost in one layout by one counter. A small value; safe to share
// between threads. The layout must outlive it.
class Pricer {
 public:
  Pricer(const Layout& layout, text::Tokenizer tokenizer) : layout_(layout), model_(tokenizer) {}

  const CostModel& model() const { return model_; }
  std::size_t Tokens(Cost cost) const { return model_.Tokens(cost); }

  // Header and meter as they are before anything is packed: the numbers in the meter take more
  // or fewer tokens, and a packer that goes on, or packs again, must count what the first one did.
  Cost Frame(const Packet& packet, FrameParts parts) const;
  // What opens and closes a section, its part for demoted items and its last line.
  Cost Framing(const Section& section, bool demoted, std::size_t rest) const;
  Cost CostOf(const Section& section, const Candidate& candidate, std::size_t step) const;
  // Appends the renditions that may be used, richest first, each cheaper than the one before.
  // All are measured at once: the poorer ones are short, and choosing between them then needs
  // no second pass over the texts.
  void Measure(const Section& section, const Candidate& candidate,
               std::pmr::vector<Rung>& ladder) const;

 private:
  const Layout& layout_;
  CostModel model_;
};

}  // namespace satchel::packet
