#include "packet/render/meter.h"

#include <algorithm>

#include <fmt/format.h>

#include "packet/cost.h"
#include "packet/render/list_item.h"

namespace satchel::packet {
namespace {

constexpr std::size_t kMostTokensShown = 9'999'999;
constexpr std::size_t kOmissionTitleChars = 60;

// Always seven characters: the meter's own length must not depend on the count.
std::string Padded(std::size_t tokens) {
  return fmt::format("{:>7}", std::min(tokens, kMostTokensShown));
}

// "Not shown: tasks 3, learnings 12."
std::string CountsText(const Packet& packet) {
  if (!packet.show_counts) return "";
  std::string counts;
  for (const Section& section : packet.sections) {
    if (section.dropped == 0) continue;
    counts += fmt::format("{} {} {}", counts.empty() ? "Not shown:" : ",",
                          LabelOf(packet, section.of, section.name),
                          std::min(section.dropped, kMostItemsCounted));
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
  for (const Section& section : packet.sections) {
    meter += fmt::format("{} {}{}/{}/{:>5}", separator, LabelOf(packet, section.of, section.name),
                         Padded(section.asked), Padded(model.Tokens(section.cost)),
                         std::min(section.dropped, kMostItemsCounted));
    separator = ";";
  }
  meter += ".\n";
  for (const Omission* omission : LargestDropped(packet, packet.omission_lines)) {
    meter += fmt::format(
        "Left out: {} ({}, {} tokens, {})\n",
        text::InlineText(omission->title, kOmissionTitleChars, SpansOf(packet.line_rules)),
        LabelOf(packet, omission->of, omission->section), omission->tokens, Name(omission->reason));
  }
  return meter;
}

std::string OverBudgetLine(const Packet& packet) {
  return fmt::format("Over budget by{} tokens: what must be shown takes{} of{}.\n",
                     Padded(packet.over_budget), Padded(packet.tokens_used), Padded(packet.budget));
}

}  // namespace satchel::packet
