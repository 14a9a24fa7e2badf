#include "memory/rank/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ask/question.h"
#include "base/time.h"

namespace satchel::memory {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> ExpandQuery(std::string_view question) {
  std::vector<std::string> texts;
  for (const ask::Question& one : memory::ExpandQuery(ask::Question(std::string(question)))) {
    texts.push_back(one.text());
  }
  return texts;
}

std::shared_ptr<Memory> Make(std::string id, std::string text) {
  auto memory = std::make_shared<Memory>();
  memory->id = std::move(id);
  memory->text = std::move(text);
  return memory;
}

TEST(ExpandQueryTest, ShortensTheQuestionStepByStep) {
  EXPECT_THAT(ExpandQuery("What about the queue retries limit policy?"),
              ElementsAre("What about the queue retries limit policy?", "queue retries limit",
                          "queue retries", "queue"));
  EXPECT_THAT(ExpandQuery("queue"), ElementsAre("queue"));
  EXPECT_THAT(ExpandQuery("сколько повторов у очереди задач"),
              testing::Contains(testing::HasSubstr("повторов")));
}

Link To(std::string target, Score strength = Score::FromInt(1)) {
  return {
      .target = std::move(target), .type = LinkType::kSupports, .strength = strength, .reason = ""};
}

std::vector<Reached> SpreadIn(std::span<const std::shared_ptr<const Memory>> memories,
                              std::span<const Seed> seeds) {
  return Spread(seeds, ConnectionsOf(memories)).value();
}

TEST(SpreadTest, FollowsLinksBothWaysWithDecayUpToThreeHops) {
  std::vector<std::shared_ptr<const Memory>> memories;
  for (const char* id : {"a", "b", "c", "d", "e"}) {
    auto memory = Make(id, id);
    if (std::string_view(id) != "a")
      memory->links = {To(std::string(1, static_cast<char>(id[0] - 1)))};
    memories.push_back(memory);
  }
  const std::vector<Seed> seeds = {{"a", Score::FromInt(1)}};
  const auto reached = SpreadIn(memories, seeds);
  ASSERT_EQ(reached.size(), 3U);
  EXPECT_EQ(reached[0].id, "b");
  EXPECT_EQ(reached[0].strength, Score::FromMillionths(700'000));
  EXPECT_EQ(reached[2].id, "d");
  EXPECT_EQ(reached[2].strength, Score::FromMillionths(343'000));
  EXPECT_THAT(reached[1].path, ElementsAre("a", "supports", "b", "supports", "c"));
}

TEST(SpreadTest, EntitiesAndSupersessionConnect) {
  auto first = Make("a", "x");
  first->entity = "queue";
  auto second = Make("b", "y");
  second->entity = "queue";
  auto third = Make("c", "z");
  third->supersedes = "a";
  auto dangling = Make("d", "w");
  dangling->links = {To("nobody"), To("d")};
  const std::vector<std::shared_ptr<const Memory>> memories = {first, second, third, dangling};
  const std::vector<Seed> seeds = {{"a", Score::FromInt(1)}};
  const auto reached = SpreadIn(memories, seeds);
  ASSERT_EQ(reached.size(), 2U);
  EXPECT_THAT(reached[0].path, ElementsAre("a", "supersedes", "c"));
  EXPECT_THAT(reached[1].path, ElementsAre("a", "entity", "b"));
}

TEST(SpreadTest, ALinkWithoutStrengthLeadsNowhere) {
  auto first = Make("a", "x");
  first->links = {To("b", Score())};
  const std::vector<std::shared_ptr<const Memory>> memories = {first, Make("b", "y")};
  const std::vector<Seed> seeds = {{"a", Score::FromInt(1)}};
  EXPECT_THAT(SpreadIn(memories, seeds), IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
