#include "packet/record.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

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
  // Of equal ones, which are duplicates, the first are reported.
  std::map<std::tuple<std::string, std::string, std::string, ItemId>, std::size_t> reported;
  for (const Omission& omission : packet.omissions) {
    if (omission.dropped())
      ++reported[{omission.of, omission.section, omission.source, omission.id}];
  }
  for (StepRecord& step : record.steps) {
    for (OfferRecord& offer : step.offers) {
      std::vector<LineRecord> lines;
      for (LineRecord& line : offer.lines) {
        const auto at =
            reported.find({offer.of, offer.section, line.candidate.source, line.candidate.id});
        line.reported = line.dropped && at != reported.end() && at->second > 0;
        if (line.reported) --at->second;
        if (!line.dropped || line.reported || line.tried) {
          lines.push_back(std::move(line));
          continue;
        }
        const Cost cost = line.offered.front().cost;
        Fold(offer,
             {.reason = *line.dropped, .count = 1, .tokens = model.Tokens(cost), .cost = cost});
      }
      offer.lines = std::move(lines);
    }
  }
}

}  // namespace satchel::packet
