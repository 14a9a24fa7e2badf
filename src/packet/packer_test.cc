#include "packet/packer.h"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "packet/packet_json.h"
#include "packet/render/markdown.h"
#include "tests/support/candidates.h"

namespace satchel::packet {
namespace {

using test::Entry;
using test::LeftOut;
using test::Line;
using test::Shown;
using test::Words;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr SectionPolicy kPlain = {.name = "s", .heading = "S", .fill = FillOrder::kGiven};

Packer MakePacker(std::span<const SectionPolicy> policies, std::size_t budget) {
  static const MarkdownLayout layout;
  return {"test", policies, budget, text::Tokenizer::kChars4, layout};
}

Packet PackOne(const SectionPolicy& policy, std::vector<Candidate> candidates, std::size_t budget) {
  Packer packer = MakePacker({&policy, 1}, budget);
  packer.Add({policy, std::move(candidates)});
  return std::move(packer).Finish();
}

TEST(PackerTest, SkipsAnItemThatDoesNotFitAndTakesSmallerOnesAfterIt) {
  const Packet packet =
      PackOne(kPlain, {Line("huge", Words(500), 1), Line("small", "a few words", 2)}, 200);
  EXPECT_THAT(Shown(packet, "s"), ElementsAre("small:full"));
  EXPECT_THAT(LeftOut(packet), ElementsAre("huge:too_large"));
}

TEST(PackerTest, ACapIsAShareOfTheOriginalBudget) {
  SectionPolicy policy = kPlain;
  policy.cap = {20};
  std::vector<Candidate> lines;
  for (int i = 0; i < 10; ++i) lines.push_back(Line("l" + std::to_string(i), Words(25), i));
  const Packet packet = PackOne(policy, lines, 500);
  EXPECT_EQ(packet.sections[0].items.size(), 3U);
  EXPECT_LE(CostModel(packet.tokenizer).Tokens(packet.sections[0].cost), 100U);
  EXPECT_EQ(packet.omissions.size(), 7U);
  EXPECT_EQ(packet.omissions[0].reason, Reason::kSectionFull);
}

TEST(PackerTest, ANeedIsPricedAsItIsPrinted) {
  std::vector<Candidate> lines;
  for (int i = 0; i < 10; ++i) lines.push_back(Line("l" + std::to_string(i), Words(25), i));
  Packer packer = MakePacker({&kPlain, 1}, 5000);
  const std::size_t need = packer.Need({kPlain, lines});
  packer.Add({kPlain, lines});
  const Section& section = packer.packet().sections[0];
  EXPECT_EQ(section.items.size(), 10U);
  EXPECT_EQ(need, CostModel(packer.packet().tokenizer).Tokens(section.cost));
}

TEST(PackerTest, DegradesBeforeItDrops) {
  SectionPolicy policy = {.name = "s", .heading = "S", .steps = 1, .demoted_heading = "Also:"};
  const Packet packet = PackOne(
      policy, {Entry("a", Words(120), 3), Entry("b", Words(120), 2), Entry("c", "short", 1)}, 250);
  EXPECT_THAT(Shown(packet, "s"), ElementsAre("a:full", "c:full", "b:title"));
  EXPECT_THAT(LeftOut(packet), ElementsAre("b:budget>title"));
}

TEST(PackerTest, FullTextsStayWithinTheirShareOfTheSection) {
  SectionPolicy policy = {.name = "s", .heading = "S", .full = {60}, .steps = 1};
  const Packet packet =
      PackOne(policy, {Entry("a", Words(200), 3), Entry("b", Words(200), 2)}, 600);
  EXPECT_THAT(Shown(packet, "s"), ElementsAre("a:full", "b:full"));
  const Packet tight = PackOne(policy, {Entry("a", Words(200), 3), Entry("b", Words(200), 2)}, 430);
  EXPECT_THAT(Shown(tight, "s"), ElementsAre("a:full", "b:title"));
}

TEST(PackerTest, TheLastLineCountsWhatDidNotFit) {
  SectionPolicy policy = kPlain;
  policy.count_rest = true;
  std::vector<Candidate> lines;
  for (int i = 0; i < 20; ++i) lines.push_back(Line("l" + std::to_string(i), Words(30), i));
  const Packet packet = PackOne(policy, lines, 300);
  const std::size_t shown = packet.sections[0].items.size();
  EXPECT_EQ(packet.sections[0].rest, 20 - shown);
  EXPECT_THAT(Compose(packet, MarkdownLayout()),
              HasSubstr("- and " + std::to_string(20 - shown) + " more\n"));
}

TEST(PackerTest, ASecondCandidateOfTheSameIdIsReported) {
  const Packet packet = PackOne(kPlain, {Line("a", "x", 1), Line("a", "y", 2)}, 500);
  EXPECT_THAT(Shown(packet, "s"), ElementsAre("a:full"));
  EXPECT_THAT(LeftOut(packet), ElementsAre("a:duplicate"));
}

TEST(PackerTest, MaxItemsIsACount) {
  SectionPolicy policy = kPlain;
  policy.max_items = 1;
  const Packet packet = PackOne(policy, {Line("b", "y", 2), Line("a", "x", 1)}, 500);
  EXPECT_THAT(Shown(packet, "s"), ElementsAre("a:full"));
  EXPECT_THAT(LeftOut(packet), ElementsAre("b:max_items"));
}

TEST(PackerTest, SupersededOnesAreShownOnlyWhereEverythingFits) {
  const SectionPolicy policy = {.name = "s", .heading = "S", .steps = 1};
  Candidate old = Entry("old", Words(100), 9);
  old.superseded = true;
  EXPECT_THAT(Shown(PackOne(policy, {old, Entry("new", Words(100), 1)}, 600), "s"),
              ElementsAre("old:full", "new:full"));
  const Packet tight = PackOne(policy, {old, Entry("new", Words(100), 1)}, 220);
  EXPECT_THAT(Shown(tight, "s"), ElementsAre("new:full"));
  EXPECT_THAT(LeftOut(tight), ElementsAre("old:superseded"));
}

TEST(PackerTest, AFloorIsShownWholeAndSaysByHowMuchItIsOver) {
  const std::array<SectionPolicy, 2> policies = {
      {{.name = "f", .heading = "F", .floor = true}, {.name = "s", .heading = "S"}}};
  Packer packer = MakePacker(policies, 50);
  packer.AddFloor({policies[0], {Line("rule", Words(80))}});
  packer.Add({policies[1], {Line("extra", "x")}});
  const Packet packet = std::move(packer).Finish();
  EXPECT_THAT(Shown(packet, "f"), ElementsAre("rule:full"));
  EXPECT_THAT(LeftOut(packet), ElementsAre("extra:floor_too_large"));
  EXPECT_EQ(packet.over_budget, packet.tokens_used - 50);
  EXPECT_EQ(packet.tokens_used, test::CountText(packet, MarkdownLayout()));
  EXPECT_THAT(Compose(packet, MarkdownLayout()), HasSubstr("Over budget by"));
}

TEST(PackerTest, ACapLiftsByWhatNobodyWaitsFor) {
  SectionPolicy policy = kPlain;
  policy.cap = {50};
  policy.cap_lifts = true;
  const auto fill = [&](std::size_t waiting) {
    Packer packer = MakePacker({&policy, 1}, 400);
    packer.Add({policy, {Line("a", Words(130), 1), Line("b", Words(130), 2)}}, waiting);
    return Shown(std::move(packer).Finish(), "s");
  };
  EXPECT_THAT(fill(300), ElementsAre("a:full"));
  EXPECT_THAT(fill(0), ElementsAre("a:full", "b:full"));
}

TEST(PackerTest, SplitIsInProportionToNeedWithAReserve) {
  const std::array<SectionPolicy, 2> policies = {
      {{.name = "a", .heading = "A", .reserve = {20}, .steps = 1},
       {.name = "b", .heading = "B", .reserve = {20}, .steps = 1}}};
  std::vector<Candidate> many;
  for (int i = 0; i < 40; ++i) many.push_back(Entry("a" + std::to_string(i), Words(50), 100 - i));
  std::vector<Candidate> few;
  for (int i = 0; i < 4; ++i) few.push_back(Entry("b" + std::to_string(i), Words(45), 100 - i));
  Packer packer = MakePacker(policies, 1000);
  std::vector<Offer> offers;
  offers.push_back({policies[0], many});
  offers.push_back({policies[1], few});
  packer.AddSplit(std::move(offers));
  const Packet packet = std::move(packer).Finish();
  const CostModel model(packet.tokenizer);
  // By need alone b would get less than a tenth; its reserve is a fifth.
  EXPECT_GE(model.Tokens(packet.sections[1].cost), 150U);
  EXPECT_GE(model.Tokens(packet.sections[0].cost), 650U);
  EXPECT_LE(packet.tokens_used, 1000U);
}

TEST(PackerTest, TogetherNamesEverythingBeforeItShowsABody) {
  const std::array<SectionPolicy, 2> policies = {
      {{.name = "seeds", .heading = "Seeds", .steps = 1},
       {.name = "others", .heading = "Others", .steps = 1}}};
  Packer packer = MakePacker(policies, 330);
  std::vector<Offer> offers;
  offers.push_back({policies[0], {Entry("s1", Words(150), 2), Entry("s2", Words(150), 1)}});
  offers.push_back({policies[1], {Entry("o1", Words(150), 2), Entry("o2", "body", 1)}});
  ASSERT_TRUE(packer.AddTogether(std::move(offers)));
  const Packet packet = std::move(packer).Finish();
  EXPECT_THAT(Shown(packet, "seeds"), ElementsAre("s1:full", "s2:title"));
  EXPECT_THAT(Shown(packet, "others"), ElementsAre("o1:title", "o2:full"));
  EXPECT_THAT(LeftOut(packet), UnorderedElementsAre("s2:budget>title", "o1:budget>title"));
}

TEST(PackerTest, PinnedNamesThatDoNotFitNameTheSmallestSufficientBudget) {
  const SectionPolicy policy = {.name = "s", .heading = "S", .steps = 1};
  const auto pack = [&](std::size_t budget) -> Result<Packet> {
    Packer packer = MakePacker({&policy, 1}, budget);
    Candidate pinned = Entry(std::string(200, 'n'), Words(500), 1);
    pinned.pinned = true;
    std::vector<Offer> offers;
    offers.push_back({policy, {pinned}});
    if (auto added = packer.AddTogether(std::move(offers)); !added) {
      return std::unexpected(added.error());
    }
    return std::move(packer).Finish();
  };
  const auto small = pack(30);
  ASSERT_FALSE(small);
  EXPECT_THAT(small.error().hint(), HasSubstr("give at least"));
  const std::string& text = small.error().text();
  const std::size_t needed = std::stoul(text.substr(text.rfind(' ') + 1));
  const auto enough = pack(needed);
  ASSERT_TRUE(enough) << enough.error().text();
  EXPECT_LE(enough->tokens_used, needed);
  EXPECT_FALSE(pack(needed - 1));
}

std::size_t CountOf(const Packet& packet, Reason reason) {
  std::size_t count = 0;
  for (const Omission& omission : packet.omissions) count += omission.reason == reason ? 1U : 0U;
  for (const Remainder& rest : packet.remainder) count += rest.reason == reason ? rest.count : 0;
  return count;
}

TEST(PackerTest, ReportsTheBestOfWhatIsDroppedAndCountsTheRest) {
  std::vector<Candidate> lines;
  for (int i = 0; i < 1000; ++i) lines.push_back(Line("l" + std::to_string(i), Words(40), i));
  for (int i = 0; i < 300; ++i) lines.push_back(lines[static_cast<std::size_t>(i)]);
  const Packet packet = PackOne(kPlain, lines, 500);
  const std::size_t shown = packet.sections[0].items.size();
  EXPECT_EQ(packet.omissions.size(), kMostDropped);
  EXPECT_EQ(packet.sections[0].dropped, 1300 - shown);
  EXPECT_EQ(CountOf(packet, Reason::kDuplicate), 300U);
  EXPECT_EQ(CountOf(packet, Reason::kBudget), 1000 - shown);
  // In the order of filling, a duplicate after what it repeats.
  EXPECT_EQ(packet.omissions[0].id.value(), "l0");
  EXPECT_EQ(packet.omissions[0].reason, Reason::kDuplicate);
  std::size_t tokens = 0;
  for (const Remainder& rest : packet.remainder) tokens += rest.tokens;
  EXPECT_EQ(tokens, (1300 - shown - kMostDropped) * packet.omissions[0].tokens);
}

// Gives candidates their texts by their positions, and counts.
class CountingParts final : public LateParts {
 public:
  void SetTexts(Candidate& candidate) override {
    candidate.renditions = {{"full", Words(40)}, {"title", ""}};
  }
  void SetProvenance(Candidate& candidate) override {
    candidate.provenance.seed = "of " + candidate.id.value();
    ++completed;
  }

  std::size_t completed = 0;
};

TEST(PackerTest, LatePartsAreThoseOfWhatIsShownOrReported) {
  const SectionPolicy policy = {.name = "s", .heading = "S", .steps = 1};
  std::vector<Candidate> whole;
  std::vector<Candidate> bare;
  for (int i = 0; i < 1000; ++i) {
    whole.push_back(Entry("l" + std::to_string(i), Words(40), i));
    bare.push_back(whole.back());
    bare.back().renditions.clear();
    whole.back().provenance.seed = "of " + whole.back().id.value();
  }
  CountingParts late;
  Packer packer = MakePacker({&policy, 1}, 500);
  packer.Add({policy, bare, &late});
  PackRecord record;
  const Packet packet = std::move(packer).Finish(&record);
  EXPECT_EQ(late.completed, packet.sections[0].items.size() + kMostDropped);

  Packer other = MakePacker({&policy, 1}, 500);
  other.Add({policy, whole});
  PackRecord expected;
  EXPECT_EQ(ToStoredJson(packet), ToStoredJson(std::move(other).Finish(&expected)));
  EXPECT_EQ(ToJson(record), ToJson(expected));
}

TEST(PackerTest, ReportsEveryDroppedCandidateWhenAsked) {
  std::vector<Candidate> lines;
  for (int i = 0; i < 1000; ++i) lines.push_back(Line("l" + std::to_string(i), Words(40), i));
  Packer packer = MakePacker({&kPlain, 1}, 500);
  packer.KeepAllOmissions();
  packer.Add({kPlain, lines});
  const Packet packet = std::move(packer).Finish();
  EXPECT_EQ(packet.omissions.size(), 1000 - packet.sections[0].items.size());
  EXPECT_THAT(packet.remainder, IsEmpty());
}

// Sections take turns by the score of their next item; inside one the order of filling
// decides, so that "late", which scores highest, waits behind what stands before it.
TEST(PackerTest, TheBestOfSeveralSectionsAreReported) {
  const std::array<SectionPolicy, 2> policies = {
      {{.name = "given", .heading = "G", .fill = FillOrder::kGiven},
       {.name = "scored", .heading = "S"}}};
  std::vector<Candidate> given;
  for (int i = 0; i < 150; ++i) {
    given.push_back(Entry("g" + std::to_string(i), "x", i == 100 ? 10 : 50));
    given.back().position = i;
  }
  given.push_back(Entry("late", "x", 1000));
  given.back().position = 150;
  std::vector<Candidate> scored;
  for (int i = 0; i < 150; ++i) scored.push_back(Entry("s" + std::to_string(i), "x", 20));
  Packer packer = MakePacker(policies, 0);
  packer.LeaveOut({policies[1], scored}, Reason::kBudget);
  packer.LeaveOut({policies[0], given}, Reason::kBudget);
  const Packet packet = std::move(packer).Finish();
  std::size_t of_given = 0;
  for (const Omission& omission : packet.omissions) {
    if (omission.section == "given") ++of_given;
    EXPECT_NE(omission.id.value(), "late");
  }
  EXPECT_EQ(packet.omissions.size(), kMostDropped);
  EXPECT_EQ(of_given, 100U) << "up to the one that scores less than all of the others";
  ASSERT_EQ(packet.remainder.size(), 2U);
  EXPECT_EQ(packet.remainder[0].section, "given");
  EXPECT_EQ(packet.remainder[0].count, 51U);
  EXPECT_EQ(packet.remainder[1].count, 50U);
}

TEST(PackerTest, ABudgetOfNothingGivesNothing) {
  const Packet packet = PackOne(kPlain, {Line("a", "x")}, 0);
  EXPECT_EQ(Compose(packet, MarkdownLayout()), "");
  EXPECT_EQ(packet.tokens_used, 0U);
  EXPECT_EQ(packet.over_budget, 0U);
  EXPECT_EQ(packet.omissions.size(), 1U);
}

TEST(PackerTest, AnEmptyOfferLeavesNoTraceOfItsSection) {
  const Packet packet = PackOne(kPlain, {}, 500);
  EXPECT_THAT(packet.omissions, IsEmpty());
  EXPECT_THAT(Compose(packet, MarkdownLayout()), Not(HasSubstr("## S")));
}

}  // namespace
}  // namespace satchel::packet
