// Filling several sections at once: names for all, then bodies in order.

#include <algorithm>

#include <fmt/format.h>

#include "packet/packer.h"
#include "packet/stack.h"

namespace satchel::packet {

// Pinned candidates take their places first, so that nothing else can push one out.
Status Packer::PlacePinned(std::span<Stack> stacks) const {
  Cost total = Taken();
  for (Stack& stack : stacks) {
    for (Line& line : stack.lines) {
      if (line.out || !line.candidate->pinned) continue;
      Secure(stack, line);
      if (!stack.AnyShown()) total += Framing(stack.section, false, 0);
      total += line.poorest();
      line.Take(line.ladder().size() - 1, 0);
    }
  }
  const std::size_t needed = model_.Tokens(total);
  if (needed <= packet_.budget) return {};
  return Fail(Errc::kInvalidInput,
              fmt::format("a budget of {} tokens is too small: the names of what was asked for "
                          "take {}",
                          packet_.budget, needed),
              fmt::format("give at least {} tokens, or name fewer files and symbols", needed));
}

void Packer::PlaceOthers(std::span<Stack> stacks) const {
  Cost total = Taken();
  for (const Stack& stack : stacks) {
    if (!stack.AnyShown()) continue;
    total += Framing(stack.section, false, 0);
    for (const Line& line : stack.lines) {
      if (line.rung) total += line.chosen();
    }
  }
  for (Stack& stack : stacks) {
    const Cost frame = Framing(stack.section, false, 0);
    bool open = stack.AnyShown();
    const auto with = [&](const Line& line) {
      return total + line.poorest() + (open ? Cost{} : frame);
    };
    const auto fits = [&](const Line& line) { return model_.Tokens(with(line)) <= packet_.budget; };
    for (Line& line : stack.lines) {
      if (line.out || line.rung || !fits(line)) continue;
      Secure(stack, line);
      if (!fits(line)) continue;
      total = with(line);
      line.Take(line.ladder().size() - 1, 0);
      open = true;
    }
  }
}

void Packer::Improve(std::span<Stack> stacks) const {
  Cost total = Taken();
  std::uint64_t turn = 0;
  for (const Stack& stack : stacks) {
    if (stack.AnyShown()) total += Framing(stack.section, false, 0);
    for (const Line& line : stack.lines) {
      if (line.rung) total += line.chosen();
    }
  }
  for (Stack& stack : stacks) {
    for (Line& line : stack.lines) {
      if (!line.rung) continue;
      const Cost without = total - line.chosen();
      for (std::size_t rung = 0; rung < *line.rung; ++rung) {
        if (model_.Tokens(without + line.ladder()[rung].cost) > packet_.budget) continue;
        total = without + line.ladder()[rung].cost;
        line.rung = rung;
        break;
      }
      line.turn = ++turn;
    }
  }
}

}  // namespace satchel::packet
