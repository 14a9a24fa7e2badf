#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

namespace satchel::packet {

// A part of a budget, in percent. Rounded down, so that shares that
// add up to 100 never add up to more than the budget.
struct Share {
  std::uint8_t percent = 100;

  constexpr std::size_t Of(std::size_t budget) const {
    return budget / 100 * percent + budget % 100 * percent / 100;
  }
  friend constexpr bool operator==(Share, Share) = default;
};

enum class FillOrder : std::uint8_t {
  kScore,   // score, then newer, then position
  kNewest,  // newest first, undated ones last and by later position
  kGiven,   // position
  kWorth,   // worth to the task, then as kScore
};

// The rules of one section, as data. Source and name together are its key: notes and graphs both
// have tasks. A share is one of what the source was given, which is the whole budget unless the
// recipe divides it.
struct SectionPolicy {
  std::string_view source;   // whose section it is
  std::string_view name;     // stable: JSON, report, meter
  std::string_view heading;  // as the specification prints it
  // Shown whole at every budget; may exceed it (promise P1 names where).
  bool floor = false;
  // At most this much of what the source was given ...
  Share cap{100};
  // ... unless what later sections need leaves more.
  bool cap_lifts = false;
  // At least this much of what the source was given when sections split the rest, as
  // far as the rest allows.
  Share reserve{0};
  // When not everything fits: the share of the section that full texts may take.
  Share full{100};
  // The order in which candidates are offered a place.
  FillOrder fill = FillOrder::kScore;
  // Show by position rather than in the order of filling.
  bool show_by_position = false;
  // Steps of the ladder below the first that may be used; 0: full or not at all.
  std::uint8_t steps = 0;
  // Above the items that are not full; empty: they stand among the others.
  std::string_view demoted_heading;
  // A last line counts what did not fit at all.
  bool count_rest = false;
  // At most this many items; 0: any number.
  std::size_t max_items = 0;
};

// What a source may take of the budget, where a recipe divides it.
struct SourceShare {
  std::string_view source;
  Share share;  // while other sources want more
  // The hard limit in tokens, also when nothing else wants the room.
  std::size_t most = std::numeric_limits<std::size_t>::max();
};

}  // namespace satchel::packet
