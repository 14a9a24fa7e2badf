#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/score.h"
#include "packet/candidate.h"
#include "packet/cost.h"
#include "packet/safety.h"
#include "text/token_counter.h"

namespace satchel::packet {

// Why an item is not shown, or not in full. Names are stable: JSON, raw, `why`.
enum class Reason : std::uint8_t {
  kSectionFull,    // the section's share is used up
  kBudget,         // the budget is used up
  kTooLarge,       // larger than all its section may take
  kMaxItems,       // the section's number of items is reached
  kSuperseded,     // replaced by a later one, and not everything fits
  kDuplicate,      // the same id is in the section already
  kFloorTooLarge,  // what must be shown leaves nothing
  kRecount,        // the finished text was over by the whole count
};

std::string_view Name(Reason reason);
Result<Reason> ParseReason(std::string_view name);

// A candidate with the rendition that was chosen for it.
struct Item {
  Candidate candidate;
  std::size_t step = 0;     // index into candidate.renditions
  Cost cost;                // of this rendition, framing and separators included
  std::uint64_t taken = 0;  // when it got its place or its present rendition

  const Rendition& rendition() const { return candidate.renditions[step]; }
};

struct Section {
  std::string of;  // the source whose section it is; with the name its key
  std::string name;
  std::string heading;
  std::string demoted_heading;  // empty: demoted items stand among the others
  bool floor = false;
  std::size_t steps = 0;         // of the ladder, below full, that may be used
  std::size_t given = SIZE_MAX;  // tokens that its source may take in all; kNoBudget: no limit
  std::size_t most = SIZE_MAX;   // the hard limit of that, whatever is left; kNoBudget: none
  // Where all its candidates come from; empty when they differ.
  std::string source;
  Trust trust = Trust::kWorkspace;
  std::vector<Item> items;  // in the order shown
  Cost cost;                // of everything shown, framing included
  std::size_t asked = 0;    // tokens that everything in full would have taken
  std::size_t dropped = 0;  // items not shown at all
  std::size_t rest = 0;     // of these, the ones that a last line counts

  // Whether an item stands in the part under demoted_heading.
  bool demoted(const Item& item) const { return item.step > 0 && !demoted_heading.empty(); }
  bool empty() const { return items.empty() && rest == 0; }
};

// Something that was left out (no rendition) or shown by a poorer rendition.
struct Omission {
  std::string of;  // with the section's name its key
  std::string section;
  ItemId id;
  std::string source;
  std::string title;
  Reason reason = Reason::kBudget;
  std::string wanted;      // the rendition asked for
  std::string shown;       // the one shown instead; empty: dropped
  std::size_t tokens = 0;  // what the wanted rendition would have cost
  Score score;

  bool dropped() const { return shown.empty(); }
};

// What was dropped beyond the items reported one by one.
struct Remainder {
  std::string of;  // with the section's name its key
  std::string section;
  Reason reason = Reason::kBudget;
  std::size_t count = 0;
  std::size_t tokens = 0;  // what the wanted renditions would have cost
};

// Something a source could not use: a heading it could not read, a file it skipped.
struct Notice {
  std::string source;
  std::string path;
  std::size_t line = 0;  // from 1; 0: the whole file
  std::string reason;    // stable, for counting: "heading without a date"
  std::string text;      // what stands there, or what went wrong

  friend bool operator==(const Notice&, const Notice&) = default;
};

// The rules by which a new packet chooses its frame. Packets of earlier ones are packed again as
// they were.
inline constexpr int kFrameRules = 2;

// The rules by which lines are shown. 1: everything of an item on one line, "<" escaped in code
// spans too, nothing above a heading of demoted items. 2: omissions are named outside of fences,
// links and the markup of quotes work, tags of prompts are short. 3: each item of a prompt opens a
// tag that nothing closes. Packets of earlier rules are shown as they were.
inline constexpr int kLineRules = 4;

// A budget that nothing reaches, for recipes where one is optional.
inline constexpr std::size_t kNoBudget = SIZE_MAX;

// Sections of items, a report of everything left out, a meter. A value: stages
// fill it section by section and the session stores it in between.
struct Packet {
  std::string recipe;
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  std::vector<Section> sections;
  // Everything demoted, and of what was dropped the kMostDropped best: in a section
  // by its filling order, and of sections the one whose next item scores higher.
  std::vector<Omission> omissions;
  std::vector<Remainder> remainder;  // the others, by section and reason
  bool keep_all_omissions = false;   // report each, however many
  std::vector<Notice> notices;       // see AddNotice()
  std::size_t notices_cut = 0;       // how many more there were
  SafetyCounts safety;               // of what is shown or reported
  std::uint64_t next_taken = 1;

  // Set when the packet is finished.
  std::size_t tokens_used = 0;     // of the finished text, by the counter asked for
  std::size_t over_budget = 0;     // by how much the floor exceeds the budget
  std::size_t omission_lines = 0;  // how many omissions the text itself names
  bool show_header = true;         // too small a budget has no room for one
  bool show_meter = true;
  bool show_counts = false;  // where there is no meter: a line counts what is not shown
  int line_rules = kLineRules;
  int frame_rules = 1;  // 2: by which header, meter and counts are chosen since there are counts
  std::string digest;
};

// The section of that source and name. REQUIRES: the packet has it.
Section& SectionOf(Packet& packet, std::string_view of, std::string_view name);
// What people read: the name, and before it the source in a packet of several.
bool MixesSources(const Packet& packet);
std::string LabelOf(const Packet& packet, std::string_view of, std::string_view name);

// Items taken back by the last count are reported beside these.
inline constexpr std::size_t kMostDropped = 200;
inline constexpr std::size_t kMostNotices = 1'000;
// Where items are counted in a text.
inline constexpr std::size_t kMostItemsCounted = 99'999;

// Adds what a source could not use, secrets and invisible characters replaced, in
// the order given. Beyond kMostNotices they are only counted.
void AddNotice(Packet& packet, Notice notice);

// Of the dropped items reported, those that would have cost most, at most `count`,
// largest first.
std::vector<const Omission*> LargestDropped(const Packet& packet, std::size_t count);

}  // namespace satchel::packet
