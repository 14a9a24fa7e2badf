#include "surfaces/cli/packet/show_packet.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "packet/cost.h"
#include "packet/render/meter.h"
#include "packet/source_use.h"
#include "surfaces/cli/call/pager.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kWidth = 24;

// How many backticks or tildes begin the line; 0 if it is no fence.
std::size_t FenceOf(std::string_view line) {
  const std::size_t marks = std::min(line.find_first_not_of(line.substr(0, 1)), line.size());
  return marks >= 3 && (line.front() == '`' || line.front() == '~') ? marks : 0;
}

// "_code, workspace_": where a section comes from.
bool IsSourceLine(std::string_view line) {
  return line.size() > 2 && line.starts_with('_') && line.ends_with('_');
}

bool IsMeter(std::string_view line) {
  return line.starts_with("Budget ") && line.find(" tokens, used ") != line.npos;
}

// The packet's own meter has every source and is as long as a screen is wide, so that a person
// reads PacketMeter() instead.
std::string WithoutMeter(const engine::PacketAnswer& answer) {
  std::string text = answer.text;
  if (!answer.packet.show_meter) return text;
  const std::string meter = packet::MeterText(answer.packet);
  const auto at = text.rfind(meter);
  if (meter.empty() || at == text.npos) return text;
  text.erase(at, meter.size());
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n";
}

}  // namespace

std::string StyledMarkdown(std::string_view text, const Style& style) {
  std::string styled;
  std::size_t fence = 0;  // marks of the open fence
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    const std::size_t marks = line.empty() ? 0 : FenceOf(line);
    const bool closes = fence > 0 && marks >= fence && marks == line.size();
    if (closes || (fence == 0 && marks > 0)) {
      styled += style.Dim(line);
      fence = closes ? 0 : marks;
    } else if (fence > 0 || line.empty()) {
      styled += line;
    } else if (line.starts_with('#')) {
      styled += style.Bold(line);
    } else {
      styled += IsSourceLine(line) || IsMeter(line) ? style.Dim(line) : std::string(line);
    }
    text.remove_prefix(line.size());
    if (text.empty()) break;
    styled += '\n';
    text.remove_prefix(1);
  }
  return styled;
}

std::string PacketMeter(const packet::Packet& packet) {
  std::vector<packet::SourceUse> uses = packet::UseBySource(packet);
  std::ranges::sort(uses, {}, &packet::SourceUse::source);
  const packet::CostModel model(packet.tokenizer);
  std::vector<std::string> parts;
  std::size_t dropped = 0;
  for (const packet::SourceUse& use : uses) {
    dropped += use.dropped;
    if (use.items > 0) parts.push_back(fmt::format("{} {}", use.source, model.Tokens(use.cost)));
  }
  std::string meter;
  if (packet.budget == packet::kNoBudget) {
    meter = fmt::format("{} tokens", packet.tokens_used);
  } else {
    const std::size_t filled =
        packet.budget == 0 ? kWidth : std::min(packet.tokens_used * kWidth / packet.budget, kWidth);
    meter = fmt::format("[{}{}] {} of {} tokens", std::string(filled, '#'),
                        std::string(kWidth - filled, '.'), packet.tokens_used, packet.budget);
  }
  if (!parts.empty()) meter += fmt::format(": {}", fmt::join(parts, ", "));
  if (dropped > 0) meter += fmt::format("; {} did not fit", Count(dropped, "item", "items"));
  return meter;
}

void ShowPacket(const Context& context, const engine::PacketAnswer& answer) {
  if (!context.streams.out_is_terminal) return context.PrintPacket(answer.text);
  if (context.format != "markdown") {
    PrintPaged(context, answer.text);
  } else if (context.streams.err_is_terminal) {
    PrintPaged(context, StyledMarkdown(WithoutMeter(answer), context.out));
  } else {
    PrintPaged(context, StyledMarkdown(answer.text, context.out));
  }
  if (!context.streams.err_is_terminal) return;
  context.streams.out.flush();
  context.Note(PacketMeter(answer.packet));
}

}  // namespace satchel::cli
