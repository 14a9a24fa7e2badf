#include "packet/record.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace satchel::packet {

void Fold(OfferRecord& offer, const FoldedLines& lines) {
  const auto at = std::ranges::lower_bound(offer.folded, lines.reason, {}, &FoldedLines::reason);
  if (at == offer.folded.end() || at->reason != lines.reason) {
    offer.folded.insert(at, lines);
    return;
  }
  at->count += lines.count;
  at->tokens += lines.tokens;
  at->cost += lines.cost;
}

void FoldUnreported(PackRecord& record, const Packet& packet) {
  const CostModel model(packet.tokenizer);
  std::set<std::tuple<std::string, std::string, ItemId>> reported;
  for (const Omission& omission : packet.omissions) {
    if (omission.dropped()) reported.emplace(omission.section, omission.source, omission.id);
  }
  for (StepRecord& step : record.steps) {
    for (OfferRecord& offer : step.offers) {
      std::erase_if(offer.lines, [&](const LineRecord& line) {
        if (!line.dropped || line.tried) return false;
        if (reported.contains({offer.section, line.candidate.source, line.candidate.id})) {
          return false;
        }
        const Cost cost = line.offered.front().cost;
        Fold(offer, {.reason = *line.dropped,
                     .count = 1,
                     .tokens = model.Tokens(cost),
                     .cost = cost});
        return true;
      });
    }
  }
}

}  // namespace satchel::packet
