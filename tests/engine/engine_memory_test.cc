// One engine that answers many requests takes no more memory after the last than after the first
// few. SATCHEL_CASES is the number of requests; `scripts/soak engine_memory` makes 100,000.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include "engine/engine.h"
#include "tests/support/engine_workspace.h"
#include "tests/support/random.h"

namespace satchel::engine {
namespace {

using test::EngineWorkspace;

constexpr std::string_view kSanitize = SATCHEL_SANITIZE;
constexpr std::int64_t kMebibyte = 1 << 20;

struct Memory {
  std::int64_t live = 0;      // bytes that malloc has given and not got back
  std::int64_t resident = 0;  // bytes of the process
};

Memory Measure() {
  const struct mallinfo2 info = ::mallinfo2();
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return {.live = static_cast<std::int64_t>(info.uordblks + info.hblkhd),
          .resident = pages * ::sysconf(_SC_PAGESIZE)};
}

class Requests {
 public:
  Requests(const EngineWorkspace& at, Engine& engine) : at_(at), engine_(engine) {}

  // Mostly searches, each with other words; the others are dearer.
  void Make(std::uint64_t number) {
    if (number % 16 == 3) {
      Pack(number / 16);
    } else if (number % 256 == 7) {
      Edit(number / 256);
    } else if (number % 256 == 9) {
      ASSERT_TRUE(engine_.CollectGarbage(Deadline::Never()));
    } else {
      Search();
    }
  }

 private:
  void Search() {
    const auto word = [this] {
      constexpr std::array kWords = {"cookie", "session", "redirect", "parser", "socket", "absent"};
      return kWords.at(random_.Below(kWords.size()));
    };
    const auto answer = engine_.Search(
        {.query = fmt::format("{} {}_{}_{}", word(), word(), word(), random_.Below(10))},
        Deadline::Never());
    ASSERT_TRUE(answer) << answer.error().text();
  }

  // Of more conversations than stay open, and not so many that the disk fills.
  void Pack(std::uint64_t number) {
    const auto answer = engine_.MakePacket({.recipe = "notes",
                                            .task = fmt::format("the cookie {}", number % 7),
                                            .conversation = fmt::format("c{}", number % 24)},
                                           Deadline::Never());
    ASSERT_TRUE(answer) << answer.error().text();
  }

  void Edit(std::uint64_t number) {
    at_.WriteModule("moving.py", static_cast<int>(number % 9));
    const auto report = engine_.Index({.use_cache = false}, Deadline::Never());
    ASSERT_TRUE(report) << report.error().text();
  }

  const EngineWorkspace& at_;
  Engine& engine_;
  test::Random random_{test::FirstSeed()};
};

TEST(EngineMemoryTest, ManyRequestsTakeNoMoreThanAFew) {
  if (!kSanitize.empty()) GTEST_SKIP() << "a sanitizer keeps what was given back";
  EngineWorkspace at;
  // The log would fill the disk of a long run.
  at.at().environment().variables["SATCHEL_RETENTION_MAX_MB"] = "1";
  for (int i = 0; i < 100; ++i) at.WriteModule(fmt::format("m{}.py", i), i);
  at.WriteNotes();
  const auto engine = at.Open();
  ASSERT_NE(engine, nullptr);
  ASSERT_TRUE(engine->Index({.use_cache = false}, Deadline::Never()));

  const std::uint64_t count = test::CaseCount(600);
  // Each conversation was open once, and each cache is as full as it gets.
  const std::uint64_t warm = std::max<std::uint64_t>(count / 10, 400);
  Requests requests(at, *engine);
  for (std::uint64_t i = 0; i < warm && !testing::Test::HasFailure(); ++i) requests.Make(i);
  const Memory before = Measure();
  for (std::uint64_t i = 0; i < count && !testing::Test::HasFailure(); ++i) requests.Make(i);
  const Memory after = Measure();
  fmt::print("{} requests: live {} kB, then {} kB; resident {} kB, then {} kB\n", count,
             before.live / 1024, after.live / 1024, before.resident / 1024, after.resident / 1024);
  EXPECT_LT(after.live, before.live + (4 * kMebibyte));
  EXPECT_LT(after.resident, before.resident + (24 * kMebibyte));
}

}  // namespace
}  // namespace satchel::engine
