// The limits of a recall's scores and of its rerank by a model: specification 001.

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "memory/pack/recalled.h"
#include "memory/pack/source.h"
#include "memory/pack/stages.h"
#include "tests/support/fake_model.h"

namespace satchel::pipeline {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

// A memory with what search says about it, in millionths.
struct Found {
  std::string id;
  std::string text;
  std::int64_t score = 1'000'000;
  std::int64_t share = 1'000'000;
};

class MemoryRulesTest : public testing::Test {
 protected:
  // Runs one stage over these memories.
  StageContext Run(const Stage& stage, StageContext context, const std::vector<Found>& found,
                   Services services = {}) {
    std::vector<SpaceMemories> spaces(1);
    spaces[0].name = memory::kDefaultSpace;
    spaces[0].folder.exists = true;
    spaces[0].folder.profile = profile_;
    std::vector<FoundMemory> rows;
    for (const Found& one : found) {
      memory::Memory memory;
      memory.id = one.id;
      memory.path = one.id + ".md";
      memory.text = one.text;
      spaces[0].folder.memories.push_back(std::make_shared<const memory::Memory>(memory));
      rows.push_back({.space = 0,
                      .id = one.id,
                      .score = Score::FromMillionths(one.score),
                      .share = Score::FromMillionths(one.share),
                      .way = "words",
                      .evidence = ""});
    }
    MemoryOptions options;
    options.search = false;  // nothing ranks before the model
    if (stage.name() == "memory.score") options.search = true;
    std::vector<std::unique_ptr<const Reading>> readings;
    readings.push_back(std::make_unique<MemoryReading>(options, std::move(spaces), Surroundings(),
                                                       nullptr, store::StoreCount()));
    services.question = ask::Question(context.request.task);
    services.readings = readings;
    SetFound(context, rows);
    auto done = stage.Run(std::move(context), services);
    EXPECT_TRUE(done) << done.error().text();
    return done ? *std::move(done) : StageContext();
  }
  StageContext Scored(const std::vector<Found>& found) {
    return Run(*MakeMemoryScore(), {}, found);
  }
  static std::vector<std::string> Offered(const StageContext& context,
                                          std::string_view section = "memories") {
    std::vector<std::string> ids;
    if (const auto* offer = context.offers.Find({kMemory, section})) {
      for (const packet::Candidate& candidate : offer->candidates) {
        ids.push_back(candidate.id.value());
      }
    }
    return ids;
  }

  std::string profile_;
};

TEST_F(MemoryRulesTest, AMemoryHas31PercentOfWhatIsAsked) {
  EXPECT_THAT(Offered(Scored({{.id = "a", .text = "cheese", .share = 310'000}})), ElementsAre("a"));
  EXPECT_THAT(Offered(Scored({{.id = "a", .text = "cheese", .share = 309'999}})), IsEmpty());
}

TEST_F(MemoryRulesTest, AMemoryHasAFifthOfTheBestScore) {
  const StageContext context = Scored({{.id = "best", .text = "cheese"},
                                       {.id = "enough", .text = "wine", .score = 200'000},
                                       {.id = "less", .text = "bread", .score = 199'999}});
  EXPECT_THAT(Offered(context), ElementsAre("best", "enough"));
  ASSERT_THAT(context.decisions, SizeIs(1));
  EXPECT_EQ(context.decisions[0].reason, "relevance_floor");
}

// So many words, of which no two have the same stem.
std::string Words(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += fmt::format("x{}z ", i);
  return text;
}

TEST_F(MemoryRulesTest, TextsThatShare85PercentOfTheirWordsAreOne) {
  EXPECT_THAT(Offered(Scored({{.id = "a", .text = Words(20)}, {.id = "b", .text = Words(17)}})),
              ElementsAre("a"));
  EXPECT_THAT(Offered(Scored({{.id = "a", .text = Words(19)}, {.id = "b", .text = Words(16)}})),
              ElementsAre("a", "b"));
}

TEST_F(MemoryRulesTest, ASummaryHas160Bytes) {
  const std::string whole(160, 'x');
  const auto title = [this](const std::string& text) {
    const StageContext context = Scored({{.id = "a", .text = text}});
    return context.offers.Find({kMemory, "memories"})->candidates.at(0).title;
  };
  EXPECT_EQ(title(whole + "\nmore"), whole);
  EXPECT_EQ(title(whole + "y\nmore"), whole + "…");
}

TEST_F(MemoryRulesTest, AProfileHas500Paragraphs) {
  for (int i = 0; i < 501; ++i) profile_ += fmt::format("paragraph {}\n\n", i);
  const StageContext context = Run(*MakeMemoryProfile(), {}, {});
  EXPECT_THAT(Offered(context, "profile"), SizeIs(500));
}

// A clock that stands still.
class Standing final : public Ticker {
 public:
  std::chrono::nanoseconds Elapsed() const override { return std::chrono::seconds(100); }
};

struct Reranked {
  llm::CompletionRequest asked;
  std::vector<packet::Candidate> candidates;
};

// Memories of these texts, of which the model likes the last one that it is shown best.
class MemoryRerankTest : public MemoryRulesTest {
 protected:
  Reranked Rerank(const std::vector<std::string>& texts) {
    StageContext context;
    for (std::size_t i = 0; i < texts.size(); ++i) {
      context.offers.To({kMemory, "memories"})
          .candidates.push_back({.id = ItemId(std::to_string(i)),
                                 .renditions = {{.name = "full", .text = texts[i]}},
                                 .position = static_cast<std::int64_t>(i)});
    }
    const test::FakeModel model([](const llm::CompletionRequest& request) {
      const auto shown = request.schema["properties"]["scores"]["maxItems"].get<int>() / 2;
      return Json{{"scores", {{{"id", shown}, {"score", 100}}}}};
    });
    const Standing ticker;
    context = Run(*MakeMemoryRerank(), std::move(context), {},
                  {.deadline = Deadline::After(std::chrono::hours(1), ticker), .model = &model});
    EXPECT_THAT(model.asked, SizeIs(1));
    if (model.asked.size() != 1) return {};
    remaining_ = model.asked[0].deadline.Remaining();
    return {.asked = model.asked[0],
            .candidates = context.offers.Find({kMemory, "memories"})->candidates};
  }

  std::optional<std::chrono::nanoseconds> remaining_;
};

TEST_F(MemoryRerankTest, TheModelHasEightSeconds) {
  Rerank({"a", "b"});
  EXPECT_EQ(remaining_, std::chrono::seconds(8));
}

TEST_F(MemoryRerankTest, TwentyMemoriesAreRankedAndTheOthersStayAfterThem) {
  std::vector<std::string> texts;
  for (int i = 0; i < 22; ++i) texts.push_back(fmt::format("memory {}.", i));
  const Reranked reranked = Rerank(texts);
  EXPECT_THAT(reranked.asked.prompt, HasSubstr("20. memory 19."));
  EXPECT_THAT(reranked.asked.prompt, Not(HasSubstr("memory 20.")));
  EXPECT_EQ(reranked.candidates[19].priority, 1) << "the model's best";
  EXPECT_EQ(reranked.candidates[0].priority, 2);
  EXPECT_EQ(reranked.candidates[20].priority, 21);
  EXPECT_EQ(reranked.candidates[21].priority, 22);
}

TEST_F(MemoryRerankTest, AMemoryHas400BytesInThePrompt) {
  const std::string whole(400, 'x');
  const std::string prompt = Rerank({whole, whole + "y"}).asked.prompt;
  EXPECT_THAT(prompt, HasSubstr("1. " + whole + "\n"));
  EXPECT_THAT(prompt, HasSubstr("2. " + whole + "\n"));
}

TEST_F(MemoryRerankTest, AnAnswerHas1024Tokens) {
  EXPECT_EQ(Rerank({"a", "b"}).asked.max_tokens, 1'024);
}

}  // namespace
}  // namespace satchel::pipeline
