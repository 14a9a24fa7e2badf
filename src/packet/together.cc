// Filling several sections at once: names for all, then bodies in order; or tier by tier.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

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

// Places lines of one section after the other, each by a rendition that still fits.
class Tiers {
 public:
  Tiers(std::span<Stack> stacks, const Room& room, const Pricer& pricer)
      : room_(room), pricer_(pricer), total_(TakenWith(stacks, room, pricer)) {}

  void Fill(Stack& stack) {
    frame_ = stack.AnyShown() ? Cost{} : pricer_.Framing(stack.section, false, 0);
    for (Line& line : stack.lines) {
      if (!line.out) Take(stack, line, 0, 1);
    }
    for (Line& line : stack.lines) {
      if (!line.out) Take(stack, line, 1, line.ladder().size());
    }
  }

 private:
  Cost With(const Line& line, std::size_t rung) const {
    return total_ - (line.rung ? line.chosen() : Cost{}) + (line.rung ? Cost{} : frame_) +
           line.ladder()[rung].cost;
  }

  // The first of these rungs that fits and is better than the line's own.
  std::optional<std::size_t> Best(const Line& line, std::size_t first, std::size_t end) const {
    end = std::min({end, line.ladder().size(), line.rung.value_or(end)});
    for (std::size_t rung = first; rung < end; ++rung) {
      if (pricer_.Tokens(With(line, rung)) <= room_.budget) return rung;
    }
    return std::nullopt;
  }

  // A line is asked twice: what safety wrote out may be longer than what was offered.
  void Take(Stack& stack, Line& line, std::size_t first, std::size_t end) {
    if (!Best(line, first, end)) return;
    stack.Secure(line);
    const auto rung = Best(line, first, end);
    if (!rung) return;
    total_ = With(line, *rung);
    if (!line.rung) frame_ = {};
    line.Take(*rung, ++turn_);
  }

  const Room& room_;
  const Pricer& pricer_;
  Cost total_;
  Cost frame_;  // of the section, until it shows something
  std::uint64_t turn_ = 0;
};

}  // namespace

Status FillTogether(std::span<Stack> stacks, const Room& room, const Pricer& pricer) {
  SATCHEL_TRY(PlacePinned(stacks, room, pricer));
  if (room.tiers) {
    Tiers tiers(stacks, room, pricer);
    for (Stack& stack : stacks) tiers.Fill(stack);
    return {};
  }
  PlaceOthers(stacks, room, pricer);
  Improve(stacks, room, pricer);
  return {};
}

}  // namespace satchel::packet
