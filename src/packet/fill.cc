#include "packet/fill.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>

namespace satchel::packet {
namespace {

__extension__ using Wide = unsigned __int128;

std::size_t MulDiv(std::size_t a, std::size_t b, std::size_t c) {
  return static_cast<std::size_t>(static_cast<Wide>(a) * b / c);
}

void FillDegraded(Stack& stack, std::size_t allotment, const Pricer& pricer) {
  const SectionPolicy& policy = stack.policy;
  const bool has_part = policy.steps > 0 && !policy.demoted_heading.empty();
  // Not everything fits in full, so the part for demoted items and the line that
  // counts the rest may both be needed: they are paid before any item.
  Cost used = pricer.Framing(stack.section, has_part, policy.count_rest ? stack.count : 0);
  Cost full;
  std::uint64_t turn = 0;
  const std::size_t full_share = policy.full.Of(allotment);
  const auto fits = [&](const Line& line, std::size_t rung) {
    return pricer.Tokens(used + line.ladder()[rung].cost) <= allotment;
  };
  const auto fits_full = [&](const Line& line) {
    return pricer.Tokens(full + line.full()) <= full_share && fits(line, 0);
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
  // A line is asked twice: what safety wrote out may be longer than what was offered.
  for (Line& line : stack.lines) {
    if (line.out || !fits_full(line)) continue;
    stack.Secure(line);
    if (!fits_full(line)) continue;
    take(line, 0);
    full += line.full();
  }
  for (Line& line : stack.lines) {
    if (line.out || line.rung || !poorer(line)) continue;
    stack.Secure(line);
    if (const auto rung = poorer(line)) take(line, *rung);
  }
}

}  // namespace

std::size_t Want(const Stack& stack, const Pricer& pricer) {
  if (stack.count == 0) return 0;
  return pricer.Tokens(pricer.Framing(stack.section, false, 0) + stack.wanted);
}

std::size_t Used(const Stack& stack, const Pricer& pricer) {
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
  return pricer.Tokens(cost +
                       pricer.Framing(stack.section, demoted, stack.policy.count_rest ? rest : 0));
}

void DropSuperseded(Stack& stack) {
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

void FillWithin(Stack& stack, std::size_t allotment, const Pricer& pricer) {
  for (Line& line : stack.lines) {
    line.rung.reset();
    line.turn = 0;
  }
  if (Want(stack, pricer) > allotment) return FillDegraded(stack, allotment, pricer);
  Cost total = pricer.Framing(stack.section, false, 0);
  for (Line& line : stack.lines) {
    if (line.out) continue;
    stack.Secure(line);
    total += line.full();
  }
  // What safety wrote out may be longer than what was offered.
  if (pricer.Tokens(total) > allotment) return FillDegraded(stack, allotment, pricer);
  std::uint64_t turn = 0;
  for (Line& line : stack.lines) {
    if (!line.out) line.Take(0, ++turn);
  }
}

std::vector<std::size_t> Shares(std::span<const Stack> stacks, std::size_t rest,
                                const Pricer& pricer) {
  std::vector<std::size_t> needs(stacks.size());
  std::vector<std::size_t> guarantees(stacks.size());
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    needs[i] = Want(stacks[i], pricer);
    guarantees[i] = std::min(needs[i], stacks[i].policy.reserve.Of(stacks[i].section.given));
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

void FillSplit(std::span<Stack> stacks, std::size_t rest, const Pricer& pricer) {
  const auto all_fit = [&] {
    std::size_t sum = 0;
    for (const Stack& stack : stacks) sum += Want(stack, pricer);
    return sum <= rest;
  };
  if (!all_fit()) {
    for (Stack& stack : stacks) DropSuperseded(stack);
  }
  std::vector<std::size_t> allotments(stacks.size());
  if (all_fit()) {
    for (std::size_t i = 0; i < stacks.size(); ++i) allotments[i] = Want(stacks[i], pricer);
  } else {
    allotments = Shares(stacks, rest, pricer);
  }
  std::size_t unused = rest;
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    // What an earlier section left goes to the later one ...
    std::size_t later = 0;
    for (std::size_t j = i + 1; j < stacks.size(); ++j) later += allotments[j];
    allotments[i] = unused - std::min(unused, later);
    FillWithin(stacks[i], allotments[i], pricer);
    unused -= Used(stacks[i], pricer);
  }
  for (std::size_t i = 0; i < stacks.size(); ++i) {
    // ... and what is left in the end to the first that can use it.
    const std::size_t more = Used(stacks[i], pricer) + unused;
    if (more <= allotments[i]) continue;
    unused = more;
    FillWithin(stacks[i], more, pricer);
    unused -= Used(stacks[i], pricer);
  }
}

}  // namespace satchel::packet
