// What packing promises, over random packets: the budget by every counter, floors,
// nothing lost without a word, degradation before dropping, the order of arrival
// without influence, the same bytes when it is packed again from its record. `scripts/soak packing`
// runs a million of them.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "code/pack/sections.h"
#include "graph/pack/sections.h"
#include "memory/pack/sections.h"
#include "notes/pack/sections.h"
#include "packet/own_words.h"
#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "packet/render/prompt.h"
#include "packet/safety.h"
#include "tests/support/candidates.h"
#include "tests/support/pack_fills.h"
#include "tests/support/random_packets.h"

namespace satchel {
namespace {

using packet::Candidate;
using packet::Omission;
using packet::Packet;
using packet::Section;
using packet::SectionPolicy;
using test::Random;

const packet::MarkdownLayout kMarkdown;
const packet::PromptLayout kPrompt;

enum class Recipe : std::uint8_t { kNotes, kGraph, kMemory, kCode };

struct Case {
  Recipe recipe = Recipe::kNotes;
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kChars4;
  const packet::Layout* layout = &kMarkdown;
  std::map<std::string, std::vector<Candidate>> offers;

  std::span<const SectionPolicy> policies() const {
    switch (recipe) {
      case Recipe::kNotes:
        return pipeline::NotesPolicies();
      case Recipe::kGraph:
        return pipeline::GraphPolicies();
      case Recipe::kMemory:
        return pipeline::MemoryPolicies();
      case Recipe::kCode:
        return pipeline::CodePolicies();
    }
    return {};
  }
};

std::size_t RandomBudget(Random& random) {
  switch (random.Below(5)) {
    case 0:
      return random.Below(60);
    case 1:
      return random.Between(60, 400);
    case 2:
      return random.Between(4'000, 200'000);
    default:
      return random.Between(400, 4'000);
  }
}

Case RandomCase(Random& random) {
  Case c;
  c.recipe = static_cast<Recipe>(random.Below(4));
  c.budget = RandomBudget(random);
  c.tokenizer = static_cast<text::Tokenizer>(random.Below(4));
  c.layout = random.OneIn(2) ? static_cast<const packet::Layout*>(&kMarkdown) : &kPrompt;
  for (const SectionPolicy& policy : c.policies()) {
    const bool long_list = !policy.floor && random.OneIn(400);
    auto candidates = test::RandomCandidates(random, policy.floor ? 4 : long_list ? 600 : 12);
    if (policy.name == "instruction") {
      for (Candidate& own : candidates) {
        own.source = "satchel";
        own.trust = packet::Trust::kSatchel;
        own.kind = packet::ContentKind::kLine;
        own.renditions = {{"full", std::string(packet::kReadFiles)}};
      }
    }
    if (policy.name == "seeds" && random.OneIn(3)) {
      for (Candidate& seed : candidates) seed.pinned = random.OneIn(3);
    }
    c.offers[std::string(policy.name)] = std::move(candidates);
  }
  return c;
}

Result<Packet> Pack(const Case& c, packet::PackRecord* record = nullptr) {
  packet::Packer packer("test", c.policies(), c.budget, c.tokenizer, *c.layout);
  packet::Offers offers;
  for (const SectionPolicy& policy : c.policies()) {
    offers.To(KeyOf(policy)).candidates = c.offers.at(std::string(policy.name));
  }
  switch (c.recipe) {
    case Recipe::kNotes:
      return test::PackByFills(std::move(packer), c.policies(),
                               {pipeline::NotesTaskFills(), pipeline::NotesEntryFills()},
                               std::move(offers), record);
    case Recipe::kGraph:
      return test::PackByFills(std::move(packer), c.policies(), {pipeline::GraphFills()},
                               std::move(offers), record);
    case Recipe::kMemory:
      return test::PackByFills(std::move(packer), c.policies(), {pipeline::MemoryFills()},
                               std::move(offers), record);
    case Recipe::kCode:
      return test::PackByFills(std::move(packer), c.policies(), {pipeline::CodeFills()},
                               std::move(offers), record);
  }
  return Fail(Errc::kInternal, "no such recipe");
}

// Empty: all is well. Otherwise what is wrong.
std::string CheckBudget(const Packet& packet, const std::string& text) {
  const std::size_t tokens = text::CounterFor(packet.tokenizer).Count(text);
  if (tokens != packet.tokens_used) {
    return fmt::format("says {} tokens, has {}", packet.tokens_used, tokens);
  }
  const std::size_t over = tokens - std::min(tokens, packet.budget);
  if (over != packet.over_budget)
    return fmt::format("over by {}, says {}", over, packet.over_budget);
  if (over == 0) return "";
  const bool has_floor = std::ranges::any_of(packet.sections, &Section::floor);
  if (!has_floor) return fmt::format("over by {} without a floor", over);
  for (const Section& section : packet.sections) {
    if (!section.floor && !section.items.empty()) return "over, and shows more than the floor";
  }
  if (text.find("Over budget by") == std::string::npos) return "over, and the header does not say";
  return "";
}

// What a layout says a piece takes is what it takes.
std::string CheckSizes(const Case& c) {
  for (const auto& [name, candidates] : c.offers) {
    const Section section{.name = name, .source = candidates.size() % 2 == 0 ? "" : "notes"};
    for (const Candidate& candidate : candidates) {
      for (std::size_t step = 0; step < candidate.renditions.size(); ++step) {
        std::string piece;
        c.layout->AppendItem(piece, section, candidate, step);
        if (c.layout->ItemBytes(section, candidate, step) != piece.size()) {
          return fmt::format("{} {}: not {} bytes", name, candidate.id.value(), piece.size());
        }
      }
    }
  }
  return "";
}

std::string CheckNothingLost(const Case& c, const Packet& packet) {
  for (const Section& section : packet.sections) {
    std::map<std::pair<std::string, std::string>, int> balance;
    const auto key = [](const auto& of) { return std::pair(of.source, of.id.value()); };
    for (const Candidate& in : c.offers.at(section.name)) ++balance[key(in)];
    for (const auto& item : section.items) --balance[key(item.candidate)];
    std::size_t dropped = 0;
    std::size_t demoted = 0;
    std::size_t unnamed = 0;
    for (const packet::Remainder& rest : packet.remainder) {
      if (rest.section == section.name) unnamed += rest.count;
    }
    std::size_t unaccounted = 0;
    for (const Omission& omission : packet.omissions) {
      if (omission.section != section.name) continue;
      if (omission.dropped()) --balance[key(omission)];
      (omission.dropped() ? dropped : demoted) += 1;
    }
    for (const auto& [id, count] : balance) {
      if (count < 0) return fmt::format("{} {}: more than offered", section.name, id.second);
      unaccounted += static_cast<std::size_t>(count);
    }
    if (unaccounted != unnamed) {
      return fmt::format("{}: {} unaccounted for, says {}", section.name, unaccounted, unnamed);
    }
    if (dropped + unnamed != section.dropped)
      return section.name + ": wrong number of dropped items";
    const auto poorer =
        std::ranges::count_if(section.items, [](const auto& i) { return i.step > 0; });
    if (static_cast<std::size_t>(poorer) != demoted) return section.name + ": demoted in silence";
    if (section.floor && c.budget > 0) {
      for (const Omission& omission : packet.omissions) {
        if (omission.section == section.name && omission.reason != packet::Reason::kDuplicate) {
          return section.name + ": a floor lost an item";
        }
      }
    }
  }
  return "";
}

// What must be paid together with one more item of a section.
packet::Cost CostOfOneMore(const Case& c, const SectionPolicy& policy, const Section& section,
                           const Candidate& candidate) {
  const packet::CostModel model(c.tokenizer);
  const std::size_t step = std::min<std::size_t>(policy.steps, candidate.renditions.size() - 1);
  std::string piece;
  c.layout->AppendItem(piece, section, candidate, step);
  packet::Cost more = model.Of(piece) + model.Of(c.layout->SectionOpen(section)) +
                      model.Of(c.layout->SectionClose(section)) +
                      model.Of(c.layout->RestLine(c.offers.at(section.name).size()));
  if (!policy.demoted_heading.empty()) more += model.Of(c.layout->DemotedOpen(section));
  return more;
}

// What the whole would count with `more`. Where sections have shares of their own,
// what is offered and what was taken before it are each rounded up by themselves, and
// `safe` takes the larger counter of each.
std::size_t TokensWith(const Case& c, const Packet& packet, packet::Cost more) {
  const packet::CostModel model(c.tokenizer);
  packet::Cost total = model.Of(c.layout->Header(packet)) + model.Of(c.layout->Trailer(packet));
  std::size_t rounded = model.Tokens(total) + model.Tokens(more);
  total += more;
  for (const Section& section : packet.sections) {
    total += section.cost;
    rounded += model.Tokens(section.cost);
  }
  const bool together = c.recipe == Recipe::kGraph || c.recipe == Recipe::kCode;
  return together ? model.Tokens(total) : rounded;
}

// Nothing was dropped for want of room where its poorest rendition still fits.
std::string CheckDegradation(const Case& c, const Packet& packet) {
  const packet::CostModel model(c.tokenizer);
  // What the last count took back made room that nobody was offered again.
  if (std::ranges::find(packet.omissions, packet::Reason::kRecount, &Omission::reason) !=
      packet.omissions.end())
    return "";
  for (const Omission& omission : packet.omissions) {
    const bool full = omission.reason == packet::Reason::kSectionFull;
    if (!omission.dropped() || (!full && omission.reason != packet::Reason::kBudget)) continue;
    const SectionPolicy& policy = packet::PolicyOf(c.policies(), {omission.of, omission.section});
    if (policy.cap_lifts) continue;  // its allotment is not known afterwards
    // Nor is what was held back for a line of counts and for a richer frame.
    if (!full && !packet.show_meter) continue;
    const auto section = std::ranges::find(packet.sections, policy.name, &Section::name);
    // In a graph's packet a section waits for all of those before it.
    const bool waits = c.recipe == Recipe::kGraph &&
                       std::any_of(packet.sections.begin(), section,
                                   [](const Section& before) { return before.dropped > 0; });
    if (waits) continue;
    const auto& offered = c.offers.at(section->name);
    const auto is_it = [&](const Candidate& candidate) {
      return candidate.id == omission.id && candidate.source == omission.source &&
             candidate.title == omission.title;
    };
    const auto in = std::ranges::find_if(offered, is_it);
    if (in == offered.end()) return "an omission of something never offered";
    if (std::ranges::count_if(offered, is_it) > 1) continue;  // which of them is not known
    Candidate shown = *in;
    packet::MakeSafe(shown);  // what would have been shown has no secrets and nothing invisible
    const packet::Cost more = CostOfOneMore(c, policy, *section, shown);
    const bool fits = full ? model.Tokens(section->cost + more) <= policy.cap.Of(c.budget)
                           : TokensWith(c, packet, more) <= c.budget;
    if (fits) return fmt::format("{} {}: dropped although it fits", section->name, in->id.value());
  }
  return "";
}

// Of a graph's packet nothing of a later section is shown while something of an earlier one is not;
// and no packet is silent about what it leaves out, if it says anything.
std::string CheckSilence(const Case& c, const std::string& text, const Packet& packet) {
  bool left_out = false;
  for (const Section& section : packet.sections) {
    const bool in_order = c.recipe == Recipe::kGraph && section.name != "overview";
    if (in_order && left_out && !section.items.empty()) return section.name + ": out of order";
    if (section.name == "overview") continue;
    // A second one of an id never stood in the queue.
    const auto waited = [&section](const auto& one) {
      return one.section == section.name && one.reason != packet::Reason::kDuplicate;
    };
    left_out |= std::ranges::any_of(packet.omissions, [&](const Omission& omission) {
      return omission.dropped() && waited(omission);
    });
    left_out |= std::ranges::any_of(packet.remainder, waited);
  }
  const bool says = text.contains("Not shown: ") || text.contains("left out:");
  const bool floor = std::ranges::any_of(packet.sections, &Section::floor);
  return left_out && floor && packet.budget > 0 && !says ? "silent about what is left out" : "";
}

std::string CheckOrder(const Case& c, const std::string& text, const Packet& packet,
                       Random& random) {
  Case shuffled = c;
  for (auto& [name, candidates] : shuffled.offers) test::Shuffle(random, candidates);
  const auto again = Pack(shuffled);
  if (!again) return "shuffled: " + again.error().text();
  if (Compose(*again, *c.layout) != text) return "other bytes when the input is shuffled";
  if (CanonicalJson(ToStoredJson(*again)) != CanonicalJson(ToStoredJson(packet))) {
    return "another report when the input is shuffled";
  }
  return "";
}

std::string CheckRoundTrip(const Case& c, const std::string& text, const Packet& packet) {
  const auto read = packet::ParsePacket(CanonicalJson(ToStoredJson(packet)));
  if (!read) return "stored form does not read: " + read.error().text();
  return Compose(*read, *c.layout) == text ? "" : "other bytes after a round trip";
}

// Both from the bytes that are stored; the same to the last byte of the stored form.
std::string CheckReplay(const Case& c, const Packet& packet, const packet::PackRecord& record) {
  const auto kept = packet::ParsePacket(CanonicalJson(ToStoredJson(packet)));
  if (!kept) return "stored form does not read: " + kept.error().text();
  const auto json = ParseJson(CanonicalJson(ToJson(record)));
  const auto read = packet::RecordFromJson(*json);
  if (!read) return "record does not read: " + read.error().text();
  const auto again =
      packet::Repack(*read, *kept, {.sections = c.policies(), .shares = {}}, *c.layout);
  if (!again) return "replay: " + again.error().text();
  for (const packet::Layout* layout : {static_cast<const packet::Layout*>(&kMarkdown),
                                       static_cast<const packet::Layout*>(&kPrompt)}) {
    if (Compose(*again, *layout) != Compose(packet, *layout)) return "other bytes when replayed";
  }
  if (DigestOf({}, {}, *again) != DigestOf({}, {}, packet)) return "another digest when replayed";
  if (CanonicalJson(ToStoredJson(*again)) != CanonicalJson(ToStoredJson(packet))) {
    return "another report when replayed";
  }
  return "";
}

// A record of other costs gives another packet or an error, never this one.
std::string CheckTampering(const Case& c, const Packet& packet, packet::PackRecord record,
                           Random& random) {
  std::vector<packet::LineRecord*> lines;
  for (packet::StepRecord& step : record.steps) {
    for (packet::OfferRecord& offer : step.offers) {
      for (packet::LineRecord& line : offer.lines) {
        if (!line.dropped) lines.push_back(&line);
      }
    }
  }
  if (lines.empty()) return "";
  packet::LineRecord& line = *lines[random.Below(lines.size())];
  const bool dearer = random.OneIn(2);
  for (packet::Ladder* ladder : {&line.offered, &line.secured}) {
    for (packet::Rung& rung : *ladder) {
      const packet::Cost change{.bytes = 1, .tokens = 1};
      rung.cost = dearer ? rung.cost + change : rung.cost - change;
    }
  }
  const auto again =
      packet::Repack(record, packet, {.sections = c.policies(), .shares = {}}, *c.layout);
  if (!again) return again.error().code() == Errc::kCorrupt ? "" : again.error().text();
  return Compose(*again, *c.layout) != Compose(packet, *c.layout) ? "" : "tampering went unseen";
}

std::string CheckCase(std::uint64_t seed, std::size_t& recounts) {
  Random random(seed);
  const Case c = RandomCase(random);
  packet::PackRecord record;
  const auto packed = Pack(c, &record);
  if (!packed) {
    const bool expected =
        c.recipe == Recipe::kCode && packed.error().text().find("too small") != std::string::npos;
    return expected ? "" : packed.error().text();
  }
  const std::string text = Compose(*packed, *c.layout);
  for (const Omission& omission : packed->omissions) {
    if (omission.reason == packet::Reason::kRecount) ++recounts;
  }
  std::string wrong = CheckBudget(*packed, text);
  if (wrong.empty()) wrong = CheckSizes(c);
  if (wrong.empty()) wrong = CheckNothingLost(c, *packed);
  if (wrong.empty()) wrong = CheckDegradation(c, *packed);
  if (wrong.empty()) wrong = CheckSilence(c, text, *packed);
  if (wrong.empty() && random.OneIn(4)) wrong = CheckOrder(c, text, *packed, random);
  if (wrong.empty() && random.OneIn(20)) wrong = CheckRoundTrip(c, text, *packed);
  const bool replay = random.OneIn(6) || !record.taken_back.empty() || !packed->remainder.empty();
  if (wrong.empty() && replay) wrong = CheckReplay(c, *packed, record);
  if (wrong.empty() && replay) wrong = CheckTampering(c, *packed, std::move(record), random);
  return wrong;
}

TEST(PackingPropertyTest, HoldsForRandomPackets) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(3'000);
  std::size_t recounts = 0;
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string wrong = CheckCase(seed, recounts);
    ASSERT_EQ(wrong, "") << "SATCHEL_SEED=" << seed << " SATCHEL_CASES=1";
  }
  std::printf("%llu packets, %zu items taken back by the recount\n",
              static_cast<unsigned long long>(count), recounts);
}

}  // namespace
}  // namespace satchel
