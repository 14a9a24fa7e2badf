// Filling several sections at once: names for all, then bodies in order.

#include <algorithm>

#include <fmt/format.h>

#include "packet/fill.h"

namespace satchel::packet {
namespace {

Cost TakenWith(std::span<const Stack> stacks, const Room& room, const Pricer& pricer) {
  Cost total = room.taken;
  for (const Stack& stack : stacks) {
    if (stack.AnyShown()) total += pricer.Framing(stack.section, false, 0);
    for (const Line& line : stack.lines) {
      if (line.rung) total += line.chosen();
    }
  }
  return total;
}

// Pinned candidates take their places first, so that nothing else can push one out.
Status PlacePinned(std::span<Stack> stacks, const Room& room, const Pricer& pricer) {
  bool any = false;
  for (Stack& stack : stacks) {
    for (Line& line : stack.lines) {
      if (line.out || !line.candidate->pinned) continue;
      stack.Secure(line);
      line.Take(line.ladder().size() - 1, 0);
      any = true;
    }
  }
  if (!any) return {};
  const std::size_t needed = pricer.Tokens(TakenWith(stacks, room, pricer));
  if (needed <= room.budget) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("a budget of {} tokens is too small: the names of what was asked for "
                          "take {}",
                          room.budget, needed),
              fmt::format("give at least {} tokens, or name fewer files and symbols", needed));
}

void PlaceOthers(std::span<Stack> stacks, const Room& room, const Pricer& pricer) {
  Cost total = TakenWith(stacks, room, pricer);
  for (Stack& stack : stacks) {
    const Cost frame = pricer.Framing(stack.section, false, 0);
    bool open = stack.AnyShown();
    const auto with = [&](const Line& line) {
      return total + line.poorest() + (open ? Cost{} : frame);
    };
    const auto fits = [&](const Line& line) { return pricer.Tokens(with(line)) <= room.budget; };
    for (Line& line : stack.lines) {
      if (line.out || line.rung || !fits(line)) continue;
      stack.Secure(line);
      if (!fits(line)) continue;
      total = with(line);
      line.Take(line.ladder().size() - 1, 0);
      open = true;
    }
    const auto left_out = [](const Line& line) { return !line.out && !line.rung; };
    if (room.in_order && std::ranges::any_of(stack.lines, left_out)) return;
  }
}

void Improve(std::span<Stack> stacks, const Room& room, const Pricer& pricer) {
  Cost total = TakenWith(stacks, room, pricer);
  std::uint64_t turn = 0;
  for (Stack& stack : stacks) {
    for (Line& line : stack.lines) {
      if (!line.rung) continue;
      const Cost without = total - line.chosen();
      for (std::size_t rung = 0; rung < *line.rung; ++rung) {
        if (pricer.Tokens(without + line.ladder()[rung].cost) > room.budget) continue;
        total = without + line.ladder()[rung].cost;
        line.rung = rung;
        break;
      }
      line.turn = ++turn;
    }
  }
}

}  // namespace

Status FillTogether(std::span<Stack> stacks, const Room& room, const Pricer& pricer) {
  SATCHEL_TRY(PlacePinned(stacks, room, pricer));
  PlaceOthers(stacks, room, pricer);
  Improve(stacks, room, pricer);
  return {};
}

}  // namespace satchel::packet
