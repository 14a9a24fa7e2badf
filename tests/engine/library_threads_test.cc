// Four threads on one satchel::Engine, over more workspaces than it keeps open: every answer is the
// one that a single thread gets. SATCHEL_CASES is the number of requests of each thread.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "surfaces/library/satchel.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel {
namespace {

constexpr std::size_t kThreads = 4;
constexpr std::size_t kWorkspaces = 5;
constexpr std::size_t kMost = 2;
constexpr std::array kTasks = {"repair the cookie of the login redirect",
                               "sign the ledger before it is sent"};

class LibraryThreadsTest : public testing::Test {
 protected:
  LibraryThreadsTest() {
    const std::array words = {"cookie", "ledger", "socket", "redirect", "parser"};
    for (std::size_t i = 0; i < kWorkspaces; ++i) {
      const std::string at = Name(i);
      for (std::size_t file = 0; file < 6; ++file) {
        dir_.Write(fmt::format("{}/lib/m{}.py", at, file),
                   fmt::format("def {}_{}(value):\n    # sign the {} before it is sent\n"
                               "    return value\n",
                               words.at((i + file) % words.size()), file,
                               words.at((i * 2 + file) % words.size())));
      }
      dir_.Write(at + "/.context/DECISIONS.md",
                 fmt::format("# Decisions\n\n## [2025-12-30] The {} of {} is signed\n\nThe login "
                             "redirect needs it.\n",
                             words.at(i), at));
    }
  }

  static std::string Name(std::size_t workspace) { return fmt::format("w{}", workspace); }
  EngineOptions Options() const {
    return {.most_workspaces = kMost,
            .environment = {{{"HOME", (dir_.path() / "home").string()}}},
            .clock = [] {
              return std::chrono::system_clock::time_point(std::chrono::seconds(1'767'225'600));
            }};
  }
  // Of a request of some kind about a workspace: what is the same each time.
  std::string Ask(Engine& engine, std::size_t workspace, std::size_t kind) const {
    const std::string at = (dir_.path() / Name(workspace)).string();
    if (kind == kTasks.size()) {
      SearchRequest request;
      request.workspace = at;
      request.query = "sign the cookie";
      const auto found = engine.Search(request);
      return found ? nlohmann::json::parse(found->json)["results"].dump() : Told(found.failure());
    }
    PackRequest request;
    request.workspace = at;
    request.task = kTasks.at(kind);
    const auto packed = engine.Pack(request);
    return packed ? packed->text + packed->digest : Told(packed.failure());
  }
  static std::string Told(const Failure& failure) {
    ADD_FAILURE() << satchel::Name(failure.code) << ": " << failure.message;
    return failure.message;
  }
  static std::size_t Kinds() { return kTasks.size() + 1; }

  test::TempDir dir_;
};

TEST_F(LibraryThreadsTest, AnswersAsOneThreadDoesAndKeepsToItsBound) {
  const auto cases = static_cast<std::size_t>(test::CaseCount(12));
  Engine engine(Options());
  std::atomic<std::size_t> most = 0;
  // All of them begin with what nobody has opened or indexed.
  std::array<std::vector<std::string>, kThreads> got;
  {
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (std::size_t i = 0; i < cases; ++i) {
          const std::size_t number = i + (thread / 2);  // two and two ask the same at once
          got.at(thread).push_back(Ask(engine, number % kWorkspaces, number % Kinds()));
          most = std::max(most.load(), engine.open_workspaces());
        }
      });
    }
  }
  EXPECT_LE(most, kMost + kThreads);
  EXPECT_LE(engine.open_workspaces(), kMost);
  Engine alone(Options());
  for (std::size_t thread = 0; thread < kThreads; ++thread) {
    for (std::size_t i = 0; i < cases; ++i) {
      const std::size_t number = i + (thread / 2);
      EXPECT_EQ(got.at(thread).at(i), Ask(alone, number % kWorkspaces, number % Kinds()));
    }
  }
}

TEST_F(LibraryThreadsTest, ClosesWhatOthersUseWithoutHarm) {
  Engine engine(Options());
  const std::string expected = Ask(engine, 0, 0);
  std::atomic<bool> done = false;
  std::jthread closer([&] {
    while (!done) engine.Close((dir_.path() / Name(0)).string());
  });
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(Ask(engine, 0, 0), expected);
  done = true;
}

}  // namespace
}  // namespace satchel
