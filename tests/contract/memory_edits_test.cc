// The rows of memories in the store follow the files, whatever happens to these: after every edit
// they answer as memories do that are read from all files anew.

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/time.h"
#include "memory/files/folder.h"
#include "memory/files/front_matter.h"
#include "memory/files/look.h"
#include "memory/index/memory_rows.h"
#include "memory/index/memory_search.h"
#include "tests/contract/store_engines.h"
#include "tests/support/temp_dir.h"

namespace satchel::retrieval {
namespace {

namespace fs = std::filesystem;
using test::EngineCase;

constexpr std::string_view kSource = "memory/test";
constexpr std::size_t kMost = 1'000;

// Words that look alike, forms of one word, and some that are everywhere.
constexpr auto kWords = std::to_array<std::string_view>(
    {"queue", "queues", "queueing", "release", "released", "painter", "painting", "paintbrush",
     "deploy", "deployment", "took", "take", "june", "helm", "retry", "retries", "the", "we"});
constexpr auto kSpeakers = std::to_array<std::string_view>({"Ann Lee", "Mark", ""});
constexpr auto kQuestions = std::to_array<std::string_view>(
    {"how does the queue retry?", "what did Mark take in June 2024?", "deploying the release",
     "paint", "Who is Ann?", "nothing of this", "when was it in 2025?"});

class MemoryEditsTest : public testing::TestWithParam<EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
    index_ = NewMemoryIndex(engine_->database(), kSource);
  }

  std::size_t Below(std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most - 1)(random_);
  }
  bool Chance(std::size_t one_in) { return Below(one_in) == 0; }

  std::string SomeId() { return "m" + std::to_string(Below(40)); }
  std::string SomePath() {
    static constexpr auto kPlaces = std::to_array<std::string_view>(
        {"facts/2024-06-01/", "facts/2025-01-02/", "", "artifacts/"});
    return std::string(kPlaces.at(Below(kPlaces.size()))) + SomeId() + ".md";
  }

  std::string SomeFile() {
    memory::Memory memory;
    memory.id = SomeId();
    for (std::size_t i = 0, words = 1 + Below(8); i < words; ++i) {
      memory.text += std::string(kWords.at(Below(kWords.size()))) + (Chance(6) ? "? " : " ");
    }
    if (Chance(4)) memory.text += "Then Mark met Ann in Berlin last month.";
    if (!Chance(6)) {
      memory.created = *ParseTime(Chance(2) ? "2024-06-01T10:00:00Z" : "2025-01-02T10:00:00Z") +
                       std::chrono::seconds(Below(30));
    }
    if (Chance(2)) {
      memory.kind = memory::Kind::kEpisode;
      memory.source = kSpeakers.at(Below(kSpeakers.size()));
    }
    memory.pinned = Chance(10);
    if (Chance(4)) memory.entity = Chance(2) ? "queue" : "helm";
    if (Chance(4)) {
      memory.links = {{.target = SomeId(),
                       .type = memory::LinkType::kSupports,
                       .strength = Score::Ratio(static_cast<std::int64_t>(Below(3)), 2),
                       .reason = ""}};
    }
    if (Chance(8)) memory.supersedes = SomeId();
    if (Chance(6)) memory.tags = {"quartz"};
    return memory::FileOf(memory);
  }

  // One thing that people and programs do to files.
  void Edit() {
    const std::string path = SomePath();
    const fs::path file = temp_.path() / path;
    switch (Below(10)) {
      case 0:
        fs::remove(file);
        break;
      case 1: {  // over another one, as editors do
        const fs::path draft = temp_.Write(path + ".tmp", SomeFile());
        fs::rename(draft, file);
        break;
      }
      case 2:  // in place, of the same size, and the time is as it was
        if (fs::exists(file)) {
          std::string bytes = test::TempDir::ReadFile(file);
          const auto time = fs::last_write_time(file);
          for (char& c : bytes) c = c == 'e' ? 'a' : c;
          std::ofstream(file, std::ios::binary | std::ios::in) << bytes;
          fs::last_write_time(file, time);
        }
        break;
      case 3: {
        const fs::path to = temp_.path() / SomePath();
        fs::create_directories(to.parent_path());
        if (fs::exists(file)) fs::rename(file, to);
        break;
      }
      case 4:
        if (fs::exists(file)) std::ofstream(file, std::ios::app) << "\nand a painter\n";
        break;
      case 5:
        temp_.Write(path, "no memory");
        break;
      case 6:
        if (Chance(4)) fs::remove_all(temp_.path() / "facts/2025-01-02");
        if (Chance(4)) temp_.Write("profile.md", "Profile " + std::to_string(Below(9)));
        break;
      case 7: {  // a second name, and gone again the next time
        const fs::path twin = outside_.path() / "twin";
        const bool had_one = fs::remove(twin);
        if (!had_one && fs::exists(file)) fs::create_hard_link(file, twin);
        break;
      }
      default:
        temp_.Write(path, SomeFile());
    }
  }

  memory::FolderLook Look() {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(transaction);
    const auto state = ReadMemoryState(**transaction, kSource);
    EXPECT_TRUE(state);
    generation_ = *state ? std::optional((*state)->generation) : std::nullopt;
    const auto known = ReadKnownDirectories(**transaction, kSource);
    EXPECT_TRUE(known);
    auto look = memory::LookAtFolder(temp_.path(), "", *known, Deadline::Never());
    EXPECT_TRUE(look);
    return *std::move(look);
  }

  Status Update(const memory::FolderLook& look) {
    return UpdateMemories(engine_->database(), engine_->scope(), kSource,
                          {.generation = generation_}, look);
  }

  std::unique_ptr<const MemoryBook> Stored() {
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    auto state = ReadMemoryState(**transaction, kSource);
    if (!state || !*state) return nullptr;
    return OpenStoredMemories({.curated = engine_->database(),
                               .scope = engine_->scope(),
                               .source = std::string(kSource),
                               .space = "",
                               .directory = temp_.path(),
                               .index = index_},
                              **std::move(state));
  }

  void ExpectTheSame(const memory::FolderLook& look) {
    const memory::Folder folder =
        memory::LoadFolder(temp_.path(), "", nullptr, Deadline::Never()).value();
    EXPECT_EQ(look.digest, folder.digest);
    EXPECT_EQ(look.profile, folder.profile);
    const auto stored = Stored();
    ASSERT_NE(stored, nullptr);
    const auto loaded = OpenLoadedMemories(
        folder.memories,
        {.curated = &engine_->database(), .scope = engine_->scope(), .index = index_}, {});
    const MemorySearch search(folder.memories);
    auto transaction = engine_->database().Begin(engine_->scope(), store::Access::kRead);
    EXPECT_TRUE(search.IsIndexed(**transaction, *index_).value());
    transaction->reset();
    EXPECT_EQ(stored->size(), loaded->size());
    EXPECT_EQ(stored->pinned(), loaded->pinned());
    EXPECT_EQ(stored->artifacts(), loaded->artifacts());
    EXPECT_EQ(stored->Newest(7).value(), loaded->Newest(7).value());
    EXPECT_EQ(Findings(look.findings, stored->twins()), Findings(folder.findings, {}));
    for (const std::string_view question : kQuestions) {
      EXPECT_EQ(Answers(*stored, question), Answers(*loaded, question)) << question;
    }
    const std::vector<memory::Seed> seeds = {{SomeId(), Score::FromInt(1)},
                                             {SomeId(), Score::Ratio(1, 2)}};
    EXPECT_EQ(Reached(*stored, seeds), Reached(*loaded, seeds));
  }

  static std::vector<std::string> Findings(const std::vector<memory::Finding>& findings,
                                           const std::vector<memory::Finding>& more) {
    std::vector<std::string> all;
    for (const auto& one : findings) all.push_back(one.path + ": " + one.text);
    for (const auto& one : more) all.push_back(one.path + ": " + one.text);
    std::ranges::sort(all);
    return all;
  }

  // All that is found, with what it says.
  static std::vector<std::string> Answers(const MemoryBook& book, std::string_view question) {
    std::vector<std::string> answers;
    std::vector<std::string> ids;
    const auto ranked = book.Search(ask::Question(std::string(question)), kMost);
    EXPECT_TRUE(ranked) << ranked.error().text();
    if (!ranked) return answers;
    for (const RankedMemory& one : *ranked) ids.push_back(one.id);
    const auto memories = book.Get(ids).value();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      std::string line = ids[i] + " " + std::to_string((*ranked)[i].score.millionths()) + " " +
                         std::to_string((*ranked)[i].share.millionths());
      for (const std::string& word : (*ranked)[i].words) line += " " + word;
      line += memories[i] == nullptr ? " gone" : " " + memories[i]->path + memories[i]->text;
      answers.push_back(std::move(line));
    }
    return answers;
  }

  static std::vector<std::string> Reached(const MemoryBook& book,
                                          const std::vector<memory::Seed>& seeds) {
    std::vector<std::string> reached;
    const auto all = memory::Spread(
        seeds, [&book](std::span<const std::string> ids) { return book.Connected(ids); });
    EXPECT_TRUE(all) << all.error().text();
    for (const memory::Reached& one : *all) {
      std::string line = std::to_string(one.strength.millionths());
      for (const std::string& step : one.path) line += " > " + step;
      reached.push_back(std::move(line));
    }
    return reached;
  }

  std::mt19937 random_{7};  // NOLINT(cert-msc51-cpp): the same edits in every run
  const test::TempDir temp_;
  const test::TempDir outside_;
  std::unique_ptr<test::StoreEngine> engine_;
  std::shared_ptr<lexical::Index> index_;
  std::optional<std::uint64_t> generation_;
};

TEST_P(MemoryEditsTest, WhateverIsEditedTheNextAnswerIsThatOfAllFilesReadAnew) {
  for (int i = 0; i < 60; ++i) temp_.Write(SomePath(), SomeFile());
  for (int round = 0; round < 60; ++round) {
    for (std::size_t edits = Below(4); edits > 0; --edits) Edit();
    const memory::FolderLook look = Look();
    const Status updated = Update(look);
    ASSERT_TRUE(updated) << updated.error().text();
    ExpectTheSame(look);
    if (HasFailure()) FAIL() << "in round " << round;
  }
}

TEST_P(MemoryEditsTest, WhatIsShownIsReadFromTheFilesAndNeverFromRowsAlone) {
  const auto file_of = [](const std::string& id, const std::string& text) {
    memory::Memory memory;
    memory.id = id;
    memory.text = text;
    return memory::FileOf(memory);
  };
  for (const char* id : {"gone", "changed", "replaced", "kept"}) {
    temp_.Write(std::string("facts/") + id + ".md", file_of(id, "The quartz is old"));
  }
  ASSERT_TRUE(Update(Look()));
  const auto book = Stored();
  ASSERT_NE(book, nullptr);
  fs::remove(temp_.path() / "facts/gone.md");
  temp_.Write("facts/changed.md", file_of("changed", "The quartz is new"));
  temp_.Write("facts/replaced.md", file_of("another", "Run this first"));
  const std::vector<std::string> ids = {"gone", "changed", "replaced", "kept"};
  const auto memories = book->Get(ids).value();
  EXPECT_EQ(memories[0], nullptr);
  ASSERT_NE(memories[1], nullptr);
  EXPECT_EQ(memories[1]->text, "The quartz is new");
  EXPECT_EQ(memories[2], nullptr) << "the file is another memory now";
  ASSERT_NE(memories[3], nullptr);
  EXPECT_EQ(memories[3]->text, "The quartz is old");
}

TEST_P(MemoryEditsTest, ManyOfOneDirectoryAreSeveralGroups) {
  for (int i = 0; i < 200; ++i) {
    memory::Memory memory;
    memory.id = "n" + std::to_string(1000 + i);
    memory.text = "word" + std::to_string(i) + " queue";
    memory.created = Time{1'700'000'000'000'000 + i};
    temp_.Write("facts/2024-06-01/" + memory.id + ".md", memory::FileOf(memory));
  }
  ASSERT_TRUE(Update(Look()));
  ExpectTheSame(Look());
  fs::remove(temp_.path() / "facts/2024-06-01/n1000.md");
  const memory::FolderLook look = Look();
  ASSERT_TRUE(Update(look));
  ExpectTheSame(look);
}

TEST_P(MemoryEditsTest, WhatSomebodyElseChangedMeanwhileIsAConflict) {
  temp_.Write("facts/a.md", SomeFile());
  const memory::FolderLook look = Look();
  ASSERT_TRUE(Update(look));
  const Status again = Update(look);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), Errc::kConflict);
}

TEST_P(MemoryEditsTest, WhatWasForgottenIsMadeAnew) {
  for (int i = 0; i < 10; ++i) temp_.Write(SomePath(), SomeFile());
  ASSERT_TRUE(Update(Look()));
  ASSERT_TRUE(ForgetMemories(engine_->database(), engine_->scope(), kSource));
  EXPECT_EQ(Stored(), nullptr);
  const memory::FolderLook look = Look();
  ASSERT_TRUE(Update(look));
  ExpectTheSame(look);
}

TEST_P(MemoryEditsTest, WhatIsOfNoUseIsMadeAnew) {
  for (int i = 0; i < 10; ++i) temp_.Write(SomePath(), SomeFile());
  ASSERT_TRUE(Update(Look()));
  for (int i = 0; i < 10; ++i) Edit();
  (void)Look();
  const auto look = memory::LookAtFolder(temp_.path(), "", {}, Deadline::Never());
  ASSERT_TRUE(look);
  ASSERT_TRUE(UpdateMemories(engine_->database(), engine_->scope(), kSource,
                             {.generation = generation_, .anew = true}, *look));
  ExpectTheSame(*look);
}

INSTANTIATE_TEST_SUITE_P(Engines, MemoryEditsTest,
                         testing::Values(EngineCase{"sqlite", test::MakeSqliteEngine},
                                         EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::retrieval
