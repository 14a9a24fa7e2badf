// Trees that are made to hurt by their number: many files, on many threads, that each take as much
// as a file may. What the index takes together stays within one bound, and time grows with the
// bytes alone. scripts/soak hostile_load has the full numbers.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "code/index/code_documents.h"
#include "code/index/indexer.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/safety/measured.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostMegabytes = 512;
constexpr unsigned kThreads = 32;
constexpr std::size_t kFileBytes = (1U << 20U) - 16;

bool IsSoak() { return test::CaseCount(0) > 0; }

void Write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << bytes;
}

std::string Filled(std::string_view part, std::size_t bytes = kFileBytes) {
  std::string text;
  while (text.size() + part.size() <= bytes) text += part;
  return text;
}

// `@` is a number each time.
std::string Numbered(std::string_view part, std::size_t bytes) {
  std::string text;
  for (std::size_t i = 0; text.size() + part.size() + 8 <= bytes; ++i) {
    for (const char c : part) text += c == '@' ? std::to_string(i) : std::string(1, c);
  }
  return text;
}

struct Indexed {
  Result<IndexSummary> summary;
  store::StoreCount count;
};

Indexed Index(const fs::path& root, const fs::path& place) {
  Indexed indexed{Fail(Errc::kInternal, "not run"), {}};
  fs::create_directories(place);
  auto opened = store::OpenSqlite({.file = (place / "all.db").string(),
                                   .mode = store::SqliteOptions::Mode::kCreate,
                                   .full_sync = false});
  if (!opened) {
    indexed.summary = std::unexpected(opened.error());
    return indexed;
  }
  const auto added = (*opened)->AddWorkspace("key", "name", Time{1}, Deadline::Never());
  if (!added) {
    indexed.summary = std::unexpected(added.error());
    return indexed;
  }
  const store::Scope scope{
      .workspace = *added, .deadline = Deadline::Never(), .count = &indexed.count};
  retrieval::CodeDocuments documents;
  IndexOptions options;
  options.threads = kThreads;
  options.chunks = &documents;
  indexed.summary = IndexTree(root, **opened, scope, nullptr, options);
  return indexed;
}

class HostileLoadTest : public testing::Test {
 protected:
  fs::path root() const { return dir_.path() / "tree"; }

  // `problem`: what is wrong with the summary; empty: nothing.
  void ExpectBounded(const std::function<void(const fs::path& root)>& make, double most_seconds,
                     const std::function<std::string(const IndexSummary&)>& problem) const {
    const auto made = test::InAProcess([&] {
      make(root());
      return std::string();
    });
    ASSERT_EQ(made.status, 0);
    const auto measured = test::InAProcess([&]() -> std::string {
      const auto indexed = Index(root(), dir_.path() / "store");
      return indexed.summary ? problem(*indexed.summary) : indexed.summary.error().text();
    });
    EXPECT_EQ(measured.status, 0) << "it did not end by itself";
    EXPECT_EQ(measured.told, "");
    if (!test::kSanitized) {
      EXPECT_LT(measured.megabytes, kMostMegabytes);
      EXPECT_LT(measured.seconds, most_seconds);
    }
    fmt::print("{:.2f} s, {} MB\n", measured.seconds, measured.megabytes);
  }

  test::TempDir dir_;
};

TEST_F(HostileLoadTest, FilesThatTakeMuchMemoryWaitForEachOther) {
  const std::size_t count = IsSoak() ? 64 : 8;
  ExpectBounded(
      [count](const fs::path& root) {
        const std::string_view forms[] = {"mod a{", "if a {} else ", "(",
                                          "[",      "use a::{",      "#[a]\n"};
        for (std::size_t i = 0; i < count; ++i) {
          Write(root / fmt::format("d{}/a.rs", i), Filled(forms[i % (IsSoak() ? 6 : 4)]));
        }
      },
      static_cast<double>(count) * 4,
      [count](const IndexSummary& summary) -> std::string {
        return summary.parsed == count ? "" : "not all were read";
      });
}

TEST_F(HostileLoadTest, FilesThatSayMuchWaitForEachOther) {
  const std::size_t count = IsSoak() ? 64 : 6;
  ExpectBounded(
      [count](const fs::path& root) {
        const std::string_view forms[] = {"fn a@(){}\n", "b@();"};
        for (std::size_t i = 0; i < count; ++i) {
          Write(root / fmt::format("d{}/a.rs", i),
                "fn a(){" + Numbered(forms[i % 2], kFileBytes - 10) + "}");
        }
      },
      static_cast<double>(count) * 6,
      [count](const IndexSummary& summary) -> std::string {
        return summary.parsed == count ? "" : "not all were read";
      });
}

TEST_F(HostileLoadTest, ManifestsAreBoundedInNumberAndSize) {
  const std::size_t count = IsSoak() ? 1'500 : 80;
  const std::size_t bytes = (IsSoak() ? 768U : 250U) << 10U;
  ExpectBounded(
      [=](const fs::path& root) {
        const std::string exports = Numbered(R"("./e@":{"import":"./a@.js"},)", bytes - 100);
        const std::string dependencies = Numbered(R"("d@":"1",)", bytes - 100);
        for (std::size_t i = 0; i < count; ++i) {
          Write(root / fmt::format("p{}/package.json", i),
                fmt::format(R"({{"name":"p{}","{}":{{{}"z":"1"}}}})", i,
                            i % 2 == 0 ? "exports" : "dependencies",
                            i % 2 == 0 ? exports : dependencies));
        }
        Write(root / "big/package.json", Filled(R"({"a":1},)", 300U << 10U));
      },
      // A megabyte of anything takes a third of a second.
      static_cast<double>(count * bytes) / (1U << 20U),
      [](const IndexSummary& summary) -> std::string {
        return summary.remarks.size() == 1 && summary.remarks[0].contains("package.json")
                   ? ""
                   : "what was not read is not said";
      });
}

TEST_F(HostileLoadTest, RulesOfAllLevelsTogetherAreBounded) {
  const std::size_t chains = IsSoak() ? 12 : 2;
  constexpr std::size_t kLevels = 250;
  constexpr std::size_t kFiles = 10;
  ExpectBounded(
      [=](const fs::path& root) {
        std::string rules;
        for (int i = 0; i < 200; ++i) rules += fmt::format("f*b{}*c*y\n", i);
        for (std::size_t chain = 0; chain < chains; ++chain) {
          fs::path at = root / fmt::format("c{}", chain);
          for (std::size_t level = 0; level < kLevels; ++level, at /= "d") {
            Write(at / ".gitignore", rules);
            for (std::size_t i = 0; i < kFiles; ++i) {
              Write(at / fmt::format("f{}_{}.py", level, i), "x = 1\n");
            }
          }
        }
      },
      5 + static_cast<double>(chains),
      [=](const IndexSummary& summary) -> std::string {
        if (summary.seen != chains * kLevels * (kFiles + 1)) return "not all files are there";
        return summary.skipped.count(SkipReason::kRules) > 0 ? "" : "what was not used is not said";
      });
}

// What fills an empty index asks nothing of what it has written before.
TEST_F(HostileLoadTest, AFileCostsTheSameHoweverManyThereAre) {
  const auto rows_a_file = [this](const std::string& name, std::size_t files) {
    const fs::path root = dir_.path() / name;
    for (std::size_t i = 0; i < files; ++i) {
      Write(root / fmt::format("d{}/f{}.py", i / 500, i), fmt::format("def f{}():\n    pass\n", i));
    }
    const auto indexed = Index(root, dir_.path() / (name + "_store"));
    EXPECT_TRUE(indexed.summary && indexed.summary->parsed == files);
    return static_cast<double>(indexed.count.rows) / static_cast<double>(files);
  };
  const double few = rows_a_file("few", 2'500);
  const double many = rows_a_file("many", 15'000);
  fmt::print("rows of the store a file: {:.2f} of few, {:.2f} of many\n", few, many);
  EXPECT_LT(many, few * 1.1);
}

}  // namespace
}  // namespace satchel::code
