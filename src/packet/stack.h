#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "packet/candidate.h"
#include "packet/packet.h"
#include "packet/policy.h"
#include "packet/record.h"
#include "packet/safety.h"

// What a section is filled from: its lines in filling order. The functions of fill.h choose
// renditions on stacks and change nothing else; the packer makes stacks from what was offered,
// Repack() from a record.
namespace satchel::packet {

struct Stack;

// A candidate with the costs of its renditions and what was chosen.
struct Line {
  Line(Stack& stack, Candidate& of);

  Candidate* candidate = nullptr;  // never null; of the stack
  std::pmr::vector<Rung> offered;  // costs before safety
  std::pmr::vector<Rung> secured;  // after it, where it changed a text
  // What safety changed. Null: the texts have not passed it and may not be shown.
  std::unique_ptr<SafetyCounts> safety;
  std::size_t escaped = 0;          // characters of the id, which is made safe at once
  std::optional<bool> reported;     // settled by a record; nothing: the best of a section are
  std::optional<Reason> out;        // left out before filling begins
  bool tried = false;               // had a place at some time
  std::optional<std::size_t> rung;  // nothing: not shown
  std::uint64_t turn = 0;           // when it was chosen

  std::span<const Rung> ladder() const { return safety && !secured.empty() ? secured : offered; }
  Cost full() const { return ladder().front().cost; }
  Cost poorest() const { return ladder().back().cost; }
  Cost chosen() const { return ladder()[rung.value_or(0)].cost; }  // it is shown

  void Take(std::size_t chosen_rung, std::uint64_t at) {
    rung = chosen_rung;
    turn = at;
    tried = true;
  }
};

// What has to happen to the texts of a line before it may take a place or be reported: the texts
// of candidates are made safe and measured again, those of a record were when it was written.
class LineTexts {
 public:
  virtual ~LineTexts() = default;

  // Before a line takes a place. May set `secured`.
  virtual SafetyCounts Secure(const Stack& stack, Line& line) const = 0;
  // Before a line that is not shown is named in a report: id, title and provenance.
  virtual SafetyCounts Label(const Stack& stack, Line& line) const = 0;
};

struct Stack {
  const SectionPolicy& policy;
  Section& section;
  const LineTexts& texts;
  // Of the ladders, which are many and small.
  std::unique_ptr<std::pmr::monotonic_buffer_resource> memory =
      std::make_unique<std::pmr::monotonic_buffer_resource>();
  std::vector<Candidate> candidates;  // in no order
  std::vector<Line> lines;            // in filling order
  std::vector<FoldedLines> folded;    // of a record
  // Of what may be shown, as offered.
  Cost wanted;
  std::size_t count = 0;
  std::size_t reported = 0;  // dropped lines with an omission of their own

  bool AnyShown() const {
    return std::ranges::any_of(lines, [](const Line& line) { return line.rung.has_value(); });
  }
  // What a line must pass before it takes a place.
  void Secure(Line& line) const {
    if (!line.safety) line.safety = std::make_unique<SafetyCounts>(texts.Secure(*this, line));
  }
};

inline Line::Line(Stack& stack, Candidate& of)
    : candidate(&of), offered(stack.memory.get()), secured(stack.memory.get()) {}

// Whether a candidate dropped for this reason never stood in its section's queue.
inline bool NeverQueued(Reason reason) {
  return reason == Reason::kDuplicate || reason == Reason::kMaxItems;
}

}  // namespace satchel::packet
