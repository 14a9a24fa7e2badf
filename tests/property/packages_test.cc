// Packages of code for random tasks: whatever somebody pastes and however small the budget is, the
// finished text is within it, the same request gives the same bytes, on one thread and on eight,
// and a refinement brings what was asked for or says that it does not exist.
//
// The repository is a part of this one. SATCHEL_CASES is the number of tasks; `scripts/soak
// packages` runs 2,000, and with every tenth a refinement 200 of those.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/requests/retrieve.h"
#include "engine/engine.h"
#include "tests/support/engine_workspace.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"
#include "text/token_counter.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::EngineWorkspace;
using test::Random;
using testing::Contains;

constexpr std::array kFolders = {"base", "packet", "code/find", "code/rank", "text"};
constexpr std::array kTokenizers = {text::Tokenizer::kChars4, text::Tokenizer::kO200k,
                                    text::Tokenizer::kCl100k, text::Tokenizer::kSafe};

class PackagesPropertyTest : public testing::Test {
 protected:
  PackagesPropertyTest() {
    for (const char* folder : kFolders) {
      for (const auto& entry :
           fs::directory_iterator(fs::path(SATCHEL_SOURCE_DIR) / "src" / folder)) {
        if (!entry.is_regular_file()) continue;
        const std::string path = fmt::format("{}/{}", folder, entry.path().filename().string());
        at_.Write(path, test::TempDir::ReadFile(entry.path()));
        paths_.push_back(path);
      }
    }
    std::ranges::sort(paths_);
    engine_ = at_.Open();
    EXPECT_TRUE(engine_->Index({.use_cache = false}, Deadline::Never()));
  }

  // What people paste: words, a path, a name, a trace, a message of a compiler, and noise.
  std::string Task(Random& random) const {
    constexpr std::array kWords = {"fix",   "budget", "the",       "token",   "count",
                                   "wrong", "redact", "section",   "ranking", "crashes",
                                   "empty", "Packer", "query",     "stem",    "order",
                                   "parse", "?",      "\"quoted\""};
    std::string task;
    for (std::uint64_t left = random.Between(1, 12); left > 0; --left) {
      task += fmt::format("{}{}", task.empty() ? "" : " ", random.Pick(kWords));
    }
    if (random.OneIn(3)) task += " in " + random.Pick(paths_);
    if (random.OneIn(4)) {
      task += fmt::format("\n{}:{}:{}: error: no member named 'Count'", random.Pick(paths_),
                          random.Between(1, 400), random.Between(1, 80));
    }
    if (random.OneIn(5)) {
      task += fmt::format("\nTraceback:\n  File \"/home/x/{}\", line {}, in run\nKeyError: 'a'",
                          random.Pick(paths_), random.Between(1, 90));
    }
    if (random.OneIn(10)) {
      for (int i = 0; i < 40; ++i) task += static_cast<char>(random.Between(1, 255));
    }
    return task;
  }
  PacketRequest Request(Random& random) const {
    auto options = std::make_shared<CodeOptions>();
    PacketRequest request{.recipe = std::string(kCode), .task = Task(random)};
    request.budget = random.OneIn(2) ? random.Between(40, 800) : random.Between(800, 12'000);
    request.tokenizer = random.Pick(kTokenizers);
    request.rendering = random.OneIn(2) ? Rendering::kMarkdown : Rendering::kPrompt;
    options->context_window = *request.budget;
    request.options = {std::move(options)};
    return request;
  }
  static void ExpectWithin(const PacketRequest& request, const PacketAnswer& answer) {
    const std::size_t budget = request.budget.value_or(0);
    const auto tokenizer = request.tokenizer.value_or(text::Tokenizer::kSafe);
    EXPECT_LE(text::CounterFor(tokenizer).Count(answer.text), budget);
    if (tokenizer == text::Tokenizer::kChars4) {
      EXPECT_LE((answer.text.size() + 3) / 4, budget);
    }
  }
  void ExpectRefined(const PacketRequest& request, const PacketAnswer& before, Random& random) {
    const std::string& path = random.Pick(paths_);
    RefineRequest refine;
    refine.task = before.task_id;
    refine.refinement = Refinement{.reason = "it was missing",
                                   .missing_files = {path},
                                   .missing_symbols = {"NobodyIsCalledThis"}};
    const auto refined = engine_->Refine(refine, Deadline::Never());
    if (!refined) {  // no room for the names of what must be there
      EXPECT_EQ(refined.error().code(), Errc::kInvalidInput) << refined.error().text();
      return;
    }
    ExpectWithin(request, refined->answer);
    EXPECT_NE(refined->answer.text.find(path), std::string::npos) << path;
    const Json& scope = refined->answer.values.at("code.scope");
    EXPECT_THAT(scope["not_found"], Contains(Json("NobodyIsCalledThis")));
  }

  EngineWorkspace at_;
  std::vector<std::string> paths_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(PackagesPropertyTest, AreWithinTheBudgetAndAreRefined) {
  const std::uint64_t count = test::CaseCount(60);
  std::uint64_t too_small = 0;
  for (std::uint64_t i = 0; i < count && !HasFailure(); ++i) {
    const std::uint64_t seed = test::FirstSeed() + i;
    SCOPED_TRACE(fmt::format("SATCHEL_SEED={}", seed));
    Random random(seed);
    const PacketRequest request = Request(random);
    const auto answer = engine_->MakePacket(request, Deadline::Never());
    if (!answer) {
      ASSERT_EQ(answer.error().code(), Errc::kInvalidInput) << answer.error().text();
      ++too_small;
      continue;
    }
    ExpectWithin(request, *answer);
    if (i % 10 == 0) ExpectRefined(request, *answer, random);
  }
  EXPECT_LT(too_small, count / 2) << "most budgets have room for names";
}

TEST_F(PackagesPropertyTest, AreTheSameOnEightThreadsAndAgain) {
  Random random(test::FirstSeed());
  std::vector<PacketRequest> requests;
  std::vector<std::string> alone;
  while (requests.size() < 8) {
    PacketRequest request = Request(random);
    request.now = Time{1'000'000};
    const auto answer = engine_->MakePacket(request, Deadline::Never());
    if (!answer) continue;
    requests.push_back(std::move(request));
    alone.push_back(answer->text);
  }
  // Each thread begins with another one.
  constexpr std::size_t kEach = 2;
  std::vector<std::vector<std::string>> together(requests.size());
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < requests.size(); ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = 0; i < kEach; ++i) {
          PacketRequest request = requests[(t + i) % requests.size()];
          request.task_id = fmt::format("thread-{}-{}", t, i);
          const auto answer = engine_->MakePacket(request, Deadline::Never());
          together[t].push_back(answer ? answer->text : answer.error().text());
        }
      });
    }
  }
  for (std::size_t t = 0; t < together.size(); ++t) {
    for (std::size_t i = 0; i < together[t].size(); ++i) {
      EXPECT_EQ(together[t][i], alone[(t + i) % alone.size()]) << t << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace satchel::engine
