// Eight reading and two writing processes on one file, without an error: everybody waits for
// everybody. SATCHEL_CASES is the time in seconds; `scripts/soak readers` runs a minute.

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/crash/child.h"
#include "tests/support/random.h"
#include "tests/support/sqlite_rows.h"
#include "tests/support/temp_dir.h"

namespace satchel::test {
namespace {

using Mode = store::SqliteOptions::Mode;

int Tell(int report, const std::string& text) {
  return ::write(report, text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? 1 : 2;
}

// Both rows of a writer change together.
int WriteUntil(const store::SqliteOptions& options, const Deadline& end, const std::string& name,
               int report) {
  auto database = OpenState(options);
  if (!database) return Tell(report, "open: " + database.error().text());
  const std::string first = name + ".first";
  const std::string second = name + ".second";
  std::uint64_t number = 0;
  while (!end.Expired()) {
    const std::string value = std::to_string(++number);
    const std::vector<store::Call> calls = {PutState(first, value), PutState(second, value)};
    auto written = store::Write(**database, {.workspace = kOnly}, calls);
    if (!written) return Tell(report, "write: " + written.error().text());
  }
  Tell(report, std::to_string(number));
  return 0;
}

int ReadUntil(const store::SqliteOptions& options, const Deadline& end, int report) {
  std::uint64_t reads = 0;
  States before;
  while (!end.Expired()) {
    auto database = OpenState(options);
    if (!database) return Tell(report, "open: " + database.error().text());
    for (int i = 0; i < 200 && !end.Expired(); ++i, ++reads) {
      auto states = All(**database);
      if (!states) return Tell(report, "read: " + states.error().text());
      for (std::size_t at = 0; at + 1 < states->size(); at += 2) {
        if ((*states)[at].second != (*states)[at + 1].second) return Tell(report, "half a commit");
      }
      for (std::size_t at = 0; at < before.size(); ++at) {
        if (std::stoull((*states)[at].second) < std::stoull(before[at].second)) {
          return Tell(report, "went back in time");
        }
      }
      if (states->size() == 4) before = *states;
    }
  }
  Tell(report, std::to_string(reads));
  return 0;
}

TEST(ProcessesTest, EightReadersAndTwoWritersMeetNoError) {
  const TempDir directory;
  store::SqliteOptions options{.file = (directory.path() / "curated.db").string(),
                               .mode = Mode::kCreate};
  ASSERT_TRUE(OpenState(options));
  const auto end = Deadline::After(std::chrono::seconds(static_cast<std::int64_t>(CaseCount(3))));
  std::vector<std::unique_ptr<Child>> writers;
  std::vector<std::unique_ptr<Child>> readers;
  for (const std::string name : {"a", "b"}) {
    writers.push_back(std::make_unique<Child>(
        [&](int report) { return WriteUntil(options, end, name, report); }));
  }
  options.mode = Mode::kReadOnly;
  for (int i = 0; i < 8; ++i) {
    readers.push_back(
        std::make_unique<Child>([&](int report) { return ReadUntil(options, end, report); }));
  }
  std::uint64_t commits = 0;
  std::uint64_t reads = 0;
  for (const auto& [children, sum] : {std::pair(&writers, &commits), std::pair(&readers, &reads)}) {
    for (const auto& child : *children) {
      const std::string told = child->Told();
      ASSERT_EQ(child->Wait(), 0) << told;
      *sum += std::stoull(told);
    }
  }
  fmt::print("{} commits, {} reads, 0 errors\n", commits, reads);
  EXPECT_GT(commits, 0U);
  EXPECT_GT(reads, 0U);
}

}  // namespace
}  // namespace satchel::test
