// What is reported of everything that is not shown, or not in full.

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "packet/packer.h"

namespace satchel::packet {
namespace {

// Never shown, so one among many; what the last count took back is reported always.
bool Competes(const Omission& omission) {
  return omission.dropped() && omission.reason != Reason::kRecount;
}

// A place in the merge of all sections, each in its filling order, where the section
// whose next item scores highest goes first. That merge is this sort: an item ranks
// by the least score up to its place, for it is not reached before that one.
struct MergePosition {
  Score least;
  std::size_t section = 0;
  std::size_t index = 0;  // into the omissions, which hold a section's in filling order
};

}  // namespace

void Packer::Omit(Section& section, const Candidate& candidate, Reason reason, Cost wanted,
                  std::string_view shown) {
  packet_.omissions.push_back({.of = section.of,
                               .section = section.name,
                               .id = candidate.id,
                               .source = candidate.source,
                               .title = candidate.title,
                               .reason = reason,
                               .wanted = candidate.renditions.front().name,
                               .shown = std::string(shown),
                               .tokens = pricer_.Tokens(wanted),
                               .score = candidate.terms.total()});
  if (shown.empty()) ++section.dropped;
}

void Packer::Leave(const Section& section, const FoldedLines& folded) {
  const auto order = [&](std::string_view of, std::string_view name, Reason reason) {
    return std::pair(&SectionOf(packet_, of, name), reason);
  };
  const auto place = order(section.of, section.name, folded.reason);
  const auto at =
      std::ranges::lower_bound(packet_.remainder, place, {}, [&](const Remainder& remainder) {
        return order(remainder.of, remainder.section, remainder.reason);
      });
  if (at != packet_.remainder.end() && order(at->of, at->section, at->reason) == place) {
    at->count += folded.count;
    at->tokens += folded.tokens;
    return;
  }
  packet_.remainder.insert(at, {.of = section.of,
                                .section = section.name,
                                .reason = folded.reason,
                                .count = folded.count,
                                .tokens = folded.tokens});
}

// Most of a long list is neither shown nor reported: only what is gets safe titles and
// an omission, the others are counted.
void Packer::Drop(Stack& stack, Line& line, Reason reason, OfferRecord& record) {
  const Cost wanted = line.offered.front().cost;
  const FoldedLines folded{
      .reason = reason, .count = 1, .tokens = pricer_.Tokens(wanted), .cost = wanted};
  // Which are the best was settled when all were there, the folded ones too.
  const bool reported =
      line.reported.value_or(packet_.keep_all_omissions || stack.reported < kMostDropped);
  if (!reported && !line.tried) {
    Fold(record, folded);
    return;
  }
  if (!line.safety) line.safety = std::make_unique<SafetyCounts>(stack.texts.Label(stack, line));
  record.lines.push_back(RecordOf(line, reason));
  record.lines.back().reported = reported;
  if (!reported) {
    ++stack.section.dropped;
    Leave(stack.section, folded);
    return;
  }
  ++stack.reported;
  packet_.safety += *line.safety;
  Omit(stack.section, *line.candidate, reason, wanted, "");
}

LineRecord Packer::RecordOf(Line& line, std::optional<Reason> dropped) {
  auto renditions = std::exchange(line.candidate->renditions, {});
  LineRecord record{.candidate = *line.candidate,
                    .wanted = renditions.front().name,
                    .offered = {line.offered.begin(), line.offered.end()},
                    .secured = {line.secured.begin(), line.secured.end()},
                    .dropped = dropped,
                    .tried = line.tried};
  line.candidate->renditions = std::move(renditions);
  return record;
}

void Packer::Keep(StepRecord step) {
  record_.steps.push_back(std::move(step));
  if (BoundOmissions()) FoldUnreported(record_, packet_);
}

// The best kMostDropped stay, the others are counted. Whether any went.
bool Packer::BoundOmissions() {
  if (packet_.keep_all_omissions) return false;
  std::vector<MergePosition> standings;
  std::map<const Section*, Score> least;
  for (std::size_t i = 0; i < packet_.omissions.size(); ++i) {
    const Omission& omission = packet_.omissions[i];
    if (!Competes(omission)) continue;
    const Section& section = SectionOf(packet_, omission.of, omission.section);
    Score& lowest = least.try_emplace(&section, omission.score).first->second;
    lowest = std::min(lowest, omission.score);
    standings.push_back({.least = lowest,
                         .section = static_cast<std::size_t>(&section - packet_.sections.data()),
                         .index = i});
  }
  if (standings.size() <= kMostDropped) return false;
  std::ranges::sort(standings, {}, [](const MergePosition& standing) {
    return std::tuple(-standing.least, standing.section, standing.index);
  });
  std::set<std::size_t> evicted;
  for (std::size_t i = kMostDropped; i < standings.size(); ++i) {
    const Omission& omission = packet_.omissions[standings[i].index];
    Leave(SectionOf(packet_, omission.of, omission.section),
          {.reason = omission.reason, .count = 1, .tokens = omission.tokens});
    evicted.insert(standings[i].index);
  }
  std::vector<Omission> kept;
  for (std::size_t i = 0; i < packet_.omissions.size(); ++i) {
    if (!evicted.contains(i)) kept.push_back(std::move(packet_.omissions[i]));
  }
  packet_.omissions = std::move(kept);
  return true;
}

Section& SectionOf(Packet& packet, std::string_view of, std::string_view name) {
  const auto found = std::ranges::find_if(packet.sections, [&](const Section& section) {
    return section.of == of && section.name == name;
  });
  assert(found != packet.sections.end() && "a section of another recipe");
  return *found;
}

bool MixesSources(const Packet& packet) {
  return std::ranges::any_of(packet.sections, [&packet](const Section& section) {
    return section.of != packet.sections.front().of;
  });
}

std::string LabelOf(const Packet& packet, std::string_view of, std::string_view name) {
  return MixesSources(packet) ? fmt::format("{}.{}", of, name) : std::string(name);
}

std::vector<const Omission*> LargestDropped(const Packet& packet, std::size_t count) {
  std::vector<const Omission*> dropped;
  for (const Omission& omission : packet.omissions) {
    if (omission.dropped()) dropped.push_back(&omission);
  }
  const auto key = [](const Omission* o) {
    return std::tie(o->section, o->id, o->source, o->title, o->of);
  };
  std::ranges::sort(dropped, [&](const Omission* a, const Omission* b) {
    if (a->tokens != b->tokens) return a->tokens > b->tokens;
    return key(a) < key(b);
  });
  dropped.resize(std::min(dropped.size(), count));
  return dropped;
}

}  // namespace satchel::packet
