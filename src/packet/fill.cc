// How one section chooses renditions within its share, and how sections share.

#include <algorithm>
#include <numeric>
#include <utility>

#include "packet/order.h"
#include "packet/packer.h"
#include "packet/stack.h"

namespace satchel::packet {
namespace {

__extension__ using Wide = unsigned __int128;

std::size_t MulDiv(std::size_t a, std::size_t b, std::size_t c) {
  return static_cast<std::size_t>(static_cast<Wide>(a) * b / c);
}

}  // namespace

void Packer::Fill(Stack& stack, std::size_t allotment) const {
  std::uint64_t turn = 0;
  for (Line& line : stack.lines) {
    line.rung.reset();
    line.turn = 0;
  }
  if (Want(stack) > allotment) {
    FillDegraded(stack, allotment);
    return;
  }
  for (Line& line : stack.lines) {
    line.rung = 0;
    line.turn = ++turn;
  }
}

void Packer::FillDegraded(Stack& stack, std::size_t allotment) const {
  const SectionPolicy& policy = stack.policy;
  const bool has_part = policy.steps > 0 && !policy.demoted_heading.empty();
  // Not everything fits in full, so the part for demoted items and the line that
  // counts the rest may both be needed: they are paid before any item.
  Cost used = Framing(stack.section, has_part, policy.count_rest ? stack.lines.size() : 0);
  Cost full;
  std::uint64_t turn = 0;
  const auto take = [&](Line& line, std::size_t rung) {
    const Cost cost = line.ladder[rung].cost;
    if (model_.Tokens(used + cost) > allotment) return false;
    used += cost;
    line.rung = rung;
    line.turn = ++turn;
    return true;
  };
  const std::size_t full_share = policy.full.Of(allotment);
  for (Line& line : stack.lines) {
    if (model_.Tokens(full + line.full()) > full_share) continue;
    if (take(line, 0)) full += line.full();
  }
  for (Line& line : stack.lines) {
    if (line.rung) continue;
    // A text as short as its title is its own poorest rendition.
    for (std::size_t rung = std::min<std::size_t>(1, line.ladder.size() - 1);
         rung < line.ladder.size() && !take(line, rung); ++rung) {
    }
  }
}

std::size_t Packer::Used(const Stack& stack) const {
  if (!stack.AnyShown()) return 0;
  Cost cost;
  bool demoted = false;
  std::size_t rest = 0;
  for (const Line& line : stack.lines) {
    if (!line.rung) {
      ++rest;
      continue;
    }
    cost += line.chosen();
    demoted |= *line.rung > 0;
  }
  demoted &= !stack.policy.demoted_heading.empty();
  return model_.Tokens(cost + Framing(stack.section, demoted, stack.policy.count_rest ? rest : 0));
}

// In proportion to need; a section that would get less than its reserve (or its
// need, if that is less) gets that, and the others share what is then left.
std::vector<std::size_t> Packer::Shares(std::span<const Stack> stacks, std::size_t rest) const {
  std::vector<std::size_t> needs(stacks.size());
  std::vector<std::size_t> guarantees(stacks.size());
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    needs[i] = Want(stacks[i]);
    guarantees[i] = std::min(needs[i], stacks[i].policy.reserve.Of(packet_.budget));
  }
  std::vector<std::size_t> shares(stacks.size(), 0);
  const std::size_t guaranteed = std::accumulate(guarantees.begin(), guarantees.end(), 0UL);
  if (guaranteed >= rest) {
    for (std::size_t i = 0; i < shares.size() && guaranteed > 0; ++i) {
      shares[i] = MulDiv(rest, guarantees[i], guaranteed);
    }
    return shares;
  }
  std::vector<bool> fixed(stacks.size(), false);
  for (bool changed = true; changed;) {
    changed = false;
    std::size_t open_rest = rest;
    std::size_t open_need = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
      if (fixed[i]) open_rest -= shares[i];
      if (!fixed[i]) open_need += needs[i];
    }
    for (std::size_t i = 0; i < shares.size() && open_need > 0; ++i) {
      if (fixed[i]) continue;
      shares[i] = MulDiv(open_rest, needs[i], open_need);
      if (shares[i] < guarantees[i]) {
        shares[i] = guarantees[i];
        fixed[i] = changed = true;
        break;
      }
    }
  }
  return shares;
}

// Records what Fill() or AddTogether() chose: items in the order shown, an
// omission for everything dropped or demoted.
void Packer::Commit(Stack stack, Reason reason) {
  Section& section = stack.section;
  const std::uint64_t first = packet_.next_taken;
  std::vector<Item> demoted;
  std::size_t rest = 0;
  for (Line& line : stack.lines) {
    packet_.next_taken = std::max(packet_.next_taken, first + line.turn);
    if (!line.rung) {
      ++rest;
      const Cost alone = Framing(section, false, 0) + line.poorest();
      const std::size_t most = section.floor ? kNoBudget : stack.policy.cap.Of(packet_.budget);
      const bool never = model_.Tokens(alone) > most && reason != Reason::kFloorTooLarge;
      Omit(section, line.candidate, never ? Reason::kTooLarge : reason, line.full(), "");
      continue;
    }
    Item item{.candidate = std::move(line.candidate),
              .step = line.ladder[*line.rung].step,
              .cost = line.chosen(),
              .taken = first + line.turn};
    if (item.step > 0) {
      Omit(section, item.candidate, reason, line.full(), item.rendition().name);
    }
    (section.demoted(item) ? demoted : section.items).push_back(std::move(item));
  }
  ++packet_.next_taken;
  if (stack.policy.show_by_position) {
    SortByPosition(section.items);
    SortByPosition(demoted);
  }
  std::ranges::move(demoted, std::back_inserter(section.items));
  // A section of which nothing fits is not announced: its omissions are reported.
  section.rest = stack.policy.count_rest && !section.items.empty() ? rest : 0;
  Remeasure(section);
}

void Packer::Remeasure(Section& section) const {
  section.cost = {};
  if (section.empty()) return;
  bool demoted = false;
  for (const Item& item : section.items) {
    section.cost += item.cost;
    demoted |= section.demoted(item);
  }
  section.cost += Framing(section, demoted, section.rest);
}

}  // namespace satchel::packet
