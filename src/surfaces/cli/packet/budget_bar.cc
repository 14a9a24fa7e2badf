#include "surfaces/cli/packet/budget_bar.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "packet/cost.h"
#include "packet/source_use.h"

namespace satchel::cli {
namespace {

constexpr std::size_t kWidth = 40;

std::string Line(std::string_view name, std::size_t tokens, std::size_t budget,
                 std::string_view says) {
  std::size_t filled = budget == 0 ? 0 : std::min(tokens * kWidth / budget, kWidth);
  if (tokens > 0 && filled == 0) filled = 1;
  return fmt::format("  {:<7} [{}{}] {:>7}{}\n", name, std::string(filled, '#'),
                     std::string(kWidth - filled, '.'), tokens, says);
}

}  // namespace

std::string BudgetBar(const packet::Packet& packet) {
  std::vector<packet::SourceUse> uses = packet::UseBySource(packet);
  std::ranges::sort(uses, {}, &packet::SourceUse::source);
  const packet::CostModel model(packet.tokenizer);
  std::string bar;
  for (const packet::SourceUse& use : uses) {
    const std::string dropped =
        use.dropped == 0 ? "" : fmt::format(", {} did not fit", use.dropped);
    bar += Line(use.source, model.Tokens(use.cost), packet.budget,
                fmt::format("  {} item{}{}", use.items, use.items == 1 ? "" : "s", dropped));
  }
  bar += Line("all", packet.tokens_used, packet.budget,
              fmt::format("  of {} {} tokens", packet.budget, text::Name(packet.tokenizer)));
  return bar;
}

}  // namespace satchel::cli
