#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/result.h"
#include "packet/cost.h"
#include "packet/pricer.h"
#include "packet/stack.h"

// How the lines of stacks get their renditions. Plain functions of stacks, room and prices: they
// choose a rung for every line, change nothing else, and neither know nor care where a stack came
// from. Every candidate is tried, so that one that is too large blocks nobody.
//
// All sums are Costs, which add up exactly; tokens are taken of sums only.
namespace satchel::packet {

// What a section would take if everything in it were shown in full; what it takes as filled.
std::size_t Want(const Stack& stack, const Pricer& pricer);
std::size_t Used(const Stack& stack, const Pricer& pricer);

// Takes superseded lines out of a stack that cannot show everything.
void DropSuperseded(Stack& stack);

// One section within its share: full texts first, in order, then poorer renditions of the rest.
void FillWithin(Stack& stack, std::size_t allotment, const Pricer& pricer);

// What each of several sections may take of the rest: in proportion to need; a section that would
// get less than its reserve (or its need, if that is less) gets that, and the others share what
// is then left.
std::vector<std::size_t> Shares(std::span<const Stack> stacks, std::size_t rest,
                                const Pricer& pricer);

// Several sections by these shares; what one does not use goes to the others.
void FillSplit(std::span<Stack> stacks, std::size_t rest, const Pricer& pricer);

// What is packed already, and what the whole may take.
struct Room {
  Cost taken;
  std::size_t budget = 0;
  bool in_order = false;  // nothing of a later section while something of an earlier one is out
  bool tiers = false;     // one section after the other, and full texts before poorer ones
};

// Several sections in one room: everything by its poorest rendition, then better ones in order,
// so that no body is shown while a name is missing; or, by `tiers`, pinned ones by their poorest
// rendition, and then what fits of each section, full texts first. Fails when pinned candidates do
// not fit; the text names the smallest budget that would do.
Status FillTogether(std::span<Stack> stacks, const Room& room, const Pricer& pricer);

}  // namespace satchel::packet
