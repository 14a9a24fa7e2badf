// One call fails, at every call of a scripted run: reads, writes, syncs, locks, allocations. Each
// gives a clear error or none at all, never a wrong answer, and leaves a sound file behind.

#include <filesystem>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/crash/faulty_calls.h"
#include "tests/crash/scripted_run.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

class SingleFaultTest : public testing::TestWithParam<Fault> {
 protected:
  store::SqliteOptions Fresh() {
    for (const auto& entry : std::filesystem::directory_iterator(directory_.path())) {
      std::filesystem::remove_all(entry);
    }
    return {.file = (directory_.path() / "curated.db").string()};
  }

  TempDir directory_;
};

// What follows from an error before it, such as reading a store that could not be made, may be
// not found or a conflict; our own bug or damage it never is.
void ExpectClear(const std::vector<Error>& errors) {
  using testing::AnyOf;
  for (const Error& error : errors) {
    EXPECT_FALSE(error.text().empty());
    EXPECT_THAT(error.code(), AnyOf(Errc::kUnavailable, Errc::kSystem, Errc::kInvalidInput,
                                    Errc::kNotFound, Errc::kConflict))
        << Name(error.code()) << ": " << error.text();
  }
  if (!errors.empty()) {
    EXPECT_THAT(errors.front().code(),
                AnyOf(Errc::kUnavailable, Errc::kSystem, Errc::kInvalidInput))
        << errors.front().text();
  }
}

TEST_P(SingleFaultTest, GivesClearErrorsAndNoWrongAnswer) {
  const Fault fault = GetParam();
  std::uint64_t calls = 0;
  {
    const FaultyCalls counted(fault, 0, Lasting::kOnce);
    ScriptedRun run(Fresh());
    run.Run();
    ASSERT_THAT(run.errors(), testing::IsEmpty());
    calls = FaultyCalls::calls();
  }
  ASSERT_GT(calls, 0U);
  std::uint64_t injected = 0;
  std::uint64_t reported = 0;
  std::set<std::string> texts;
  for (const Lasting lasting : {Lasting::kOnce, Lasting::kForGood}) {
    // A lock that cannot be had looks taken, and is waited for.
    if (fault == Fault::kLockError && lasting == Lasting::kForGood) break;
    for (std::uint64_t at = 1; at <= calls; ++at) {
      ScriptedRun run(Fresh());
      {
        const FaultyCalls faulty(fault, at, lasting);
        run.Run();
        if (FaultyCalls::failed() > 0) ++injected;
      }
      if (!run.errors().empty()) ++reported;
      ExpectClear(run.errors());
      for (const Error& error : run.errors()) texts.insert(error.text());
      run.ExpectSound();
      ASSERT_EQ(run.mistake(), "") << Name(fault) << " at call " << at;
    }
  }
  fmt::print("{}: {} calls, {} faults injected, {} reported\n", Name(fault), calls, injected,
             reported);
  for (const std::string& text : texts) fmt::print("  {}\n", text);
}

std::vector<Fault> AllFaults() {
  std::vector<Fault> faults;
  for (int i = 0; i <= static_cast<int>(kLastFault); ++i) faults.push_back(static_cast<Fault>(i));
  return faults;
}

INSTANTIATE_TEST_SUITE_P(EveryCall, SingleFaultTest, testing::ValuesIn(AllFaults()),
                         [](const auto& tested) {
                           std::string name(Name(tested.param));
                           std::ranges::replace(name, ' ', '_');
                           return name;
                         });

}  // namespace
}  // namespace satchel::test
