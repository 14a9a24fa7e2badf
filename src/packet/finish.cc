// The end of packing: the finished text is counted as a whole and made to fit.

#include <algorithm>

#include "packet/packer.h"

namespace satchel::packet {
namespace {

constexpr std::size_t kMostOmissionLines = 3;
// The meter names the count of a text that contains the meter. Its width is
// fixed, so the second round agrees with the first but for odd digits.
constexpr int kMostRounds = 8;

}  // namespace

void Packer::Settle() {
  packet_.tokens_used = 0;
  packet_.over_budget = 0;
  const auto bound = layout_.BoundTo(packet_);
  Cost body = pricer_.model().Of(ComposeBody(packet_, *bound));
  for (int round = 0; round < kMostRounds; ++round) {
    const std::size_t tokens = pricer_.Tokens(body + pricer_.model().Of(bound->Trailer(packet_)));
    const std::size_t over = tokens - std::min(tokens, packet_.budget);
    if (tokens == packet_.tokens_used && over == packet_.over_budget) return;
    // Only a header that says "over" depends on the numbers.
    const bool says_over = over > 0 || packet_.over_budget > 0;
    packet_.tokens_used = tokens;
    packet_.over_budget = over;
    if (says_over) body = pricer_.model().Of(ComposeBody(packet_, *bound));
  }
}

// Takes back the last thing taken. False: nothing is left to take back.
bool Packer::Relieve() {
  if (packet_.omission_lines > 0) {
    --packet_.omission_lines;
    return true;
  }
  Section* last_section = nullptr;
  std::size_t last = 0;
  for (Section& section : packet_.sections) {
    if (section.floor) continue;
    for (std::size_t i = 0; i < section.items.size(); ++i) {
      const Item& item = section.items[i];
      const bool at_end =
          item.step >= std::min(section.steps, item.candidate.renditions.size() - 1);
      if (at_end && item.candidate.pinned) continue;
      if (last_section == nullptr || item.taken > last_section->items[last].taken) {
        last_section = &section;
        last = i;
      }
    }
  }
  if (last_section != nullptr) {
    Demote(*last_section, last);
    return true;
  }
  // Of the frame the meter goes first; what is in its place is shorter. Then, without a floor,
  // header and counts.
  const bool has_floor = std::ranges::any_of(packet_.sections, &Section::floor);
  for (bool* part : {&packet_.show_meter, &packet_.show_header, &packet_.show_counts}) {
    if (!*part) continue;
    if (part != &packet_.show_meter && has_floor) return false;
    *part = false;
    return true;
  }
  return false;
}

// One step down the ladder, or out.
void Packer::Demote(Section& section, std::size_t index) {
  Item& item = section.items[index];
  const Cost wanted = pricer_.CostOf(section, item.candidate, 0);
  std::erase_if(packet_.omissions, [&](const Omission& omission) {
    return !omission.dropped() && omission.of == section.of && omission.section == section.name &&
           omission.id == item.candidate.id && omission.source == item.candidate.source;
  });
  if (item.step < std::min(section.steps, item.candidate.renditions.size() - 1)) {
    ++item.step;
    item.cost = pricer_.CostOf(section, item.candidate, item.step);
    Omit(section, item.candidate, Reason::kRecount, wanted, item.rendition().name);
  } else {
    Omit(section, item.candidate, Reason::kRecount, wanted, "");
    record_.taken_back.push_back(
        {.of = section.of, .section = section.name, .candidate = std::move(item.candidate)});
    section.items.erase(section.items.begin() + static_cast<std::ptrdiff_t>(index));
    if (section.rest > 0) ++section.rest;
    if (section.items.empty()) section.rest = 0;
  }
  Remeasure(section);
}

Packet Packer::Finish(PackRecord* record) && {
  Settle();
  while (packet_.over_budget > 0 && Relieve()) Settle();
  // Lines about what was left out come last: they are shown where there is room.
  const std::size_t most =
      std::min(kMostOmissionLines, LargestDropped(packet_, kMostOmissionLines).size());
  while (packet_.show_meter && packet_.over_budget == 0 && packet_.omission_lines < most) {
    ++packet_.omission_lines;
    Settle();
    if (packet_.over_budget == 0) continue;
    --packet_.omission_lines;
    Settle();
    break;
  }
  // The promise is about the bytes that leave: they are counted as they are.
  const auto& counter = text::CounterFor(packet_.tokenizer);
  while (true) {
    packet_.tokens_used = counter.Count(Compose(packet_, layout_));
    if (packet_.tokens_used <= packet_.budget || !Relieve()) break;
  }
  packet_.over_budget = packet_.tokens_used - std::min(packet_.tokens_used, packet_.budget);
  if (record != nullptr) *record = std::move(record_);
  return std::move(packet_);
}

}  // namespace satchel::packet
