// The packet of everything over random offers: the budget by every counter, floors alone above it,
// nothing lost without a word, the order of arrival without influence, and the same bytes when it
// is packed again from its record.

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "pack/sections.h"
#include "packet/packet_json.h"
#include "packet/record.h"
#include "packet/render/markdown.h"
#include "packet/render/prompt.h"
#include "tests/support/pack_fills.h"
#include "tests/support/random_packets.h"

namespace satchel {
namespace {

using packet::Candidate;
using packet::Packet;
using packet::Section;
using packet::SectionPolicy;
using test::Random;

const packet::MarkdownLayout kMarkdown;
const packet::PromptLayout kPrompt;
const packet::PackPlan kPlan = {.sections = pipeline::PackPolicies(),
                                .shares = pipeline::PackShares()};

struct Case {
  std::size_t budget = 0;
  text::Tokenizer tokenizer = text::Tokenizer::kChars4;
  const packet::Layout* layout = &kMarkdown;
  packet::Offers offers;
};

Case RandomCase(Random& random) {
  Case c{.budget = random.OneIn(4) ? random.Below(200) : random.Between(200, 6'000),
         .tokenizer = static_cast<text::Tokenizer>(random.Below(4)),
         .layout = random.OneIn(2) ? static_cast<const packet::Layout*>(&kMarkdown) : &kPrompt,
         .offers = {}};
  for (const SectionPolicy& policy : kPlan.sections) {
    if (random.OneIn(3)) continue;
    auto candidates = test::RandomCandidates(random, policy.floor ? 3 : 14);
    for (Candidate& candidate : candidates) {
      candidate.source = policy.source;
      candidate.worth = Score::FromMillionths(static_cast<std::int64_t>(random.Below(1'000'001)));
    }
    c.offers.To(KeyOf(policy)).candidates = std::move(candidates);
  }
  return c;
}

Result<Packet> Pack(const Case& c, packet::Offers offers, packet::PackRecord* record = nullptr) {
  return test::PackByFills(packet::Packer("pack", kPlan, c.budget, c.tokenizer, *c.layout),
                           kPlan.sections, {pipeline::PackFills()}, std::move(offers), record);
}

// Empty: all is well. Otherwise what is wrong.
std::string CheckBudget(const Packet& packet, const std::string& text) {
  const std::size_t tokens = text::CounterFor(packet.tokenizer).Count(text);
  if (tokens != packet.tokens_used) return "the text has another number of tokens than it says";
  if (tokens <= packet.budget) return "";
  if (packet.over_budget != tokens - packet.budget) return "over by another number than it says";
  for (const Section& section : packet.sections) {
    if (!section.floor && !section.items.empty()) return "over, and shows more than the floor";
  }
  return "";
}

std::string CheckNothingLost(const Case& c, const Packet& packet) {
  for (const Section& section : packet.sections) {
    const packet::SectionOffer* offer = c.offers.Find({section.of, section.name});
    const std::size_t offered = offer == nullptr ? 0 : offer->candidates.size();
    if (section.items.size() + section.dropped != offered) {
      return fmt::format("{}.{}: {} offered, {} shown, {} dropped", section.of, section.name,
                         offered, section.items.size(), section.dropped);
    }
  }
  return "";
}

std::string CheckCase(std::uint64_t seed) {
  Random random(seed);
  const Case c = RandomCase(random);
  packet::PackRecord record;
  const auto packed = Pack(c, c.offers, &record);
  if (!packed) return packed.error().text();
  const std::string text = Compose(*packed, *c.layout);
  if (std::string wrong = CheckBudget(*packed, text); !wrong.empty()) return wrong;
  if (std::string wrong = CheckNothingLost(c, *packed); !wrong.empty()) return wrong;
  packet::Offers shuffled = c.offers;
  for (packet::SectionOffer& offer : shuffled.all()) test::Shuffle(random, offer.candidates);
  const auto again = Pack(c, std::move(shuffled));
  if (!again || Compose(*again, *c.layout) != text) return "the order of arrival counts";
  const auto read = packet::RecordFromJson(packet::ToJson(record));
  if (!read) return read.error().text();
  const auto kept = packet::FromJson(packet::ToStoredJson(*packed));
  if (!kept) return kept.error().text();
  const auto replayed = packet::Repack(*read, *kept, kPlan, *c.layout);
  if (!replayed) return replayed.error().text();
  return Compose(*replayed, *c.layout) == text ? "" : "packed again it is another text";
}

TEST(EverythingPropertyTest, HoldsForRandomOffers) {
  const std::uint64_t first = test::FirstSeed();
  const std::uint64_t count = test::CaseCount(150);
  for (std::uint64_t seed = first; seed < first + count; ++seed) {
    const std::string wrong = CheckCase(seed);
    ASSERT_EQ(wrong, "") << "SATCHEL_SEED=" << seed << " SATCHEL_CASES=1";
  }
}

// A source that wants little leaves the rest to the others, whatever their shares.
TEST(EverythingPropertyTest, AloneASourceMayTakeEverything) {
  for (const SectionPolicy& policy : kPlan.sections) {
    if (policy.name == "profile") continue;  // its cap is half while memories could come
    packet::Offers offers;
    std::vector<Candidate> candidates;
    for (int i = 0; i < 40; ++i) {
      Candidate candidate;
      candidate.id = ItemId("id" + std::to_string(i));
      candidate.source = policy.source;
      candidate.title = "title " + std::to_string(i);
      candidate.renditions = {{"full", "a text of some words that says nothing at all"}};
      candidate.worth = Score::FromMillionths(500'000);
      candidate.position = i;
      candidates.push_back(std::move(candidate));
    }
    offers.To(KeyOf(policy)).candidates = std::move(candidates);
    const Case c{.budget = 2'000};
    const auto packed = Pack(c, std::move(offers));
    ASSERT_TRUE(packed) << packed.error().text();
    std::size_t shown = 0;
    for (const Section& section : packed->sections) shown += section.items.size();
    EXPECT_EQ(shown, 40U) << policy.source << "." << policy.name;
  }
}

}  // namespace
}  // namespace satchel
