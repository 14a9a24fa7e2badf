#include "packet/render/meter.h"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "packet/cost.h"
#include "packet/render/list_item.h"

namespace satchel::packet {
namespace {

constexpr std::size_t kMostTokensShown = 999'999;
constexpr std::size_t kMostThousandsShown = 99'999;
constexpr std::size_t kOmissionTitleChars = 60;

// Always a blank and six characters: the meter's own length must not depend on the count. Millions
// are shown in thousands: 10000k.
std::string Padded(std::size_t tokens) {
  if (tokens <= kMostTokensShown) return fmt::format("{:>7}", tokens);
  return fmt::format("{:>6}k", std::min(tokens / 1'000, kMostThousandsShown));
}

struct MeterPart {
  std::string name;
  std::size_t asked = 0;
  Cost used;
  std::size_t dropped = 0;
};

// A part a section, in a packet of several sources a part a source: nobody reads twenty.
std::vector<MeterPart> PartsOf(const Packet& packet) {
  std::vector<MeterPart> parts;
  const bool mixed = MixesSources(packet);
  for (const Section& section : packet.sections) {
    const std::string& name = mixed ? section.of : section.name;
    auto part = std::ranges::find(parts, name, &MeterPart::name);
    if (part == parts.end()) part = parts.insert(part, {.name = name});
    part->asked += section.asked;
    part->used += section.cost;
    part->dropped += section.dropped;
  }
  return parts;
}

// "Not shown: tasks 3, learnings 12."
std::string CountsText(const Packet& packet) {
  if (!packet.show_counts) return "";
  std::string counts;
  for (const MeterPart& part : PartsOf(packet)) {
    if (part.dropped == 0) continue;
    counts += fmt::format("{} {} {}", counts.empty() ? "Not shown:" : ",", part.name,
                          std::min(part.dropped, kMostItemsCounted));
  }
  if (!counts.empty()) counts += ".\n";
  return counts;
}

}  // namespace

std::string MeterText(const Packet& packet) {
  if (!packet.show_meter) return CountsText(packet);
  const CostModel model(packet.tokenizer);
  std::string meter = fmt::format("Budget{} {} tokens, used{}. Asked/used/left out:",
                                  packet.budget == kNoBudget ? "   none" : Padded(packet.budget),
                                  text::Name(packet.tokenizer), Padded(packet.tokens_used));
  const char* separator = "";
  for (const MeterPart& part : PartsOf(packet)) {
    meter +=
        fmt::format("{} {}{}/{}/{:>5}", separator, part.name, Padded(part.asked),
                    Padded(model.Tokens(part.used)), std::min(part.dropped, kMostItemsCounted));
    separator = ";";
  }
  return meter + ".\n";
}

std::vector<const Omission*> NamedOmissions(const Packet& packet) {
  if (!packet.show_meter || packet.omission_lines == 0) return {};
  return LargestDropped(packet, packet.omission_lines);
}

std::string OmissionLines(const Packet& packet) {
  std::string lines;
  for (const Omission* omission : NamedOmissions(packet)) {
    lines += fmt::format(
        "{} {} ({}, {} tokens, {})\n", packet.line_rules < kFencedOmissions ? "Left out:" : "-",
        text::InlineText(omission->title, kOmissionTitleChars, MarkupOf(packet.line_rules)),
        LabelOf(packet, omission->of, omission->section), omission->tokens, Name(omission->reason));
  }
  return lines;
}

std::string OverBudgetLine(const Packet& packet) {
  return fmt::format("Over budget by{} tokens: what must be shown takes{} of{}.\n",
                     Padded(packet.over_budget), Padded(packet.tokens_used), Padded(packet.budget));
}

}  // namespace satchel::packet
