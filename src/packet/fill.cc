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
  for (Line& line : stack.lines) {
    line.rung.reset();
    line.turn = 0;
  }
  if (Want(stack) > allotment) return FillDegraded(stack, allotment);
  Cost total = Framing(stack.section, false, 0);
  for (Line& line : stack.lines) {
    if (line.out) continue;
    Secure(stack, line);
    total += line.full();
  }
  // What safety wrote out may be longer than what was offered.
  if (model_.Tokens(total) > allotment) return FillDegraded(stack, allotment);
  std::uint64_t turn = 0;
  for (Line& line : stack.lines) {
    if (!line.out) line.Take(0, ++turn);
  }
}

void Packer::FillDegraded(Stack& stack, std::size_t allotment) const {
  const SectionPolicy& policy = stack.policy;
  const bool has_part = policy.steps > 0 && !policy.demoted_heading.empty();
  // Not everything fits in full, so the part for demoted items and the line that
  // counts the rest may both be needed: they are paid before any item.
  Cost used = Framing(stack.section, has_part, policy.count_rest ? stack.count : 0);
  Cost full;
  std::uint64_t turn = 0;
  const std::size_t full_share = policy.full.Of(allotment);
  const auto fits = [&](const Line& line, std::size_t rung) {
    return model_.Tokens(used + line.ladder()[rung].cost) <= allotment;
  };
  const auto fits_full = [&](const Line& line) {
    return model_.Tokens(full + line.full()) <= full_share && fits(line, 0);
  };
  // A text as short as its title is its own poorest rendition.
  const auto poorer = [&](const Line& line) -> std::optional<std::size_t> {
    const std::size_t count = line.ladder().size();
    for (std::size_t rung = std::min<std::size_t>(1, count - 1); rung < count; ++rung) {
      if (fits(line, rung)) return rung;
    }
    return std::nullopt;
  };
  const auto take = [&](Line& line, std::size_t rung) {
    line.Take(rung, ++turn);
    used += line.chosen();
  };
  for (Line& line : stack.lines) {
    if (line.out || !fits_full(line)) continue;
    Secure(stack, line);
    if (!fits_full(line)) continue;
    take(line, 0);
    full += line.full();
  }
  for (Line& line : stack.lines) {
    if (line.out || line.rung || !poorer(line)) continue;
    Secure(stack, line);
    if (const auto rung = poorer(line)) take(line, *rung);
  }
}

std::size_t Packer::Used(const Stack& stack) const {
  if (!stack.AnyShown()) return 0;
  Cost cost;
  bool demoted = false;
  std::size_t rest = stack.count;
  for (const Line& line : stack.lines) {
    if (!line.rung) continue;
    --rest;
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

// Records what was chosen: items in the order shown, an omission for everything
// dropped or demoted.
OfferRecord Packer::Commit(Stack stack, Reason reason) {
  Section& section = stack.section;
  OfferRecord record{.section = section.name, .source = section.source, .trust = section.trust};
  const Cost frame = Framing(section, false, 0);
  const std::size_t most = section.floor ? kNoBudget : stack.policy.cap.Of(packet_.budget);
  const std::uint64_t first = packet_.next_taken;
  std::vector<Item> demoted;
  std::size_t shown = 0;
  for (Line& line : stack.lines) {
    packet_.next_taken = std::max(packet_.next_taken, first + line.turn);
    if (!line.rung) {
      const bool never =
          model_.Tokens(frame + line.poorest()) > most && reason != Reason::kFloorTooLarge;
      Drop(stack, line, line.out.value_or(never ? Reason::kTooLarge : reason), record);
      continue;
    }
    ++shown;
    if (!CanShow(stack, line)) continue;
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
    Leave(section.name, folded);
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
  section.cost += Framing(section, demoted, section.rest);
}

}  // namespace satchel::packet
