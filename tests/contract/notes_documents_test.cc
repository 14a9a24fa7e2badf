// The rows that notes become, on every engine.

#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes/files/documents.h"
#include "store/curated.h"
#include "tests/contract/store_engines.h"

namespace satchel::notes {
namespace {

using store::DocumentRow;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class NotesDocumentsContract : public testing::TestWithParam<test::EngineCase> {
 protected:
  void SetUp() override {
    engine_ = GetParam().make();
    ASSERT_NE(engine_, nullptr);
  }

  static Notes Decisions(const std::string& text) {
    return ReadNotes(
        {{.path = ".context/DECISIONS.md", .role = FileRole::kDecisions, .text = text}});
  }
  static std::string Entry(std::string_view title, std::string_view body = "Body.") {
    return fmt::format("## [2026-01-05] {}\n\n{}\n\n", title, body);
  }

  // How many rows were put and removed.
  std::pair<std::size_t, std::size_t> Update(const Notes& notes) {
    const auto updated = UpdateDocuments(engine_->database(), engine_->scope(), notes);
    EXPECT_TRUE(updated) << updated.error().text();
    return updated ? std::pair(updated->put, updated->removed)
                   : std::pair<std::size_t, std::size_t>();
  }

  std::vector<DocumentRow> Rows() {
    const auto rows = store::CuratedReader(engine_->database())
                          .Documents(engine_->scope(), kDocumentSource, 0, 100'000);
    EXPECT_TRUE(rows);
    return rows.value_or(std::vector<DocumentRow>());
  }
  // By path and without their numbers, as DocumentsOf gives them.
  std::vector<DocumentRow> Content() {
    auto rows = Rows();
    for (DocumentRow& row : rows) row.id = 0;
    std::ranges::sort(rows, {}, &DocumentRow::path);
    return rows;
  }

  std::unique_ptr<test::StoreEngine> engine_;
};

using Counts = std::pair<std::size_t, std::size_t>;

TEST_P(NotesDocumentsContract, TheRowsAreThoseOfTheNotes) {
  const Notes notes = Decisions(Entry("One") + Entry("Two"));
  EXPECT_FALSE(HasDocuments(engine_->database(), engine_->scope(), DocumentDigest(notes)).value());
  EXPECT_EQ(Update(notes), Counts(2, 0));
  EXPECT_EQ(Content(), DocumentsOf(notes));
  EXPECT_TRUE(HasDocuments(engine_->database(), engine_->scope(), DocumentDigest(notes)).value());
  EXPECT_EQ(Update(notes), Counts(0, 0));
}

TEST_P(NotesDocumentsContract, OnlyWhatDiffersIsTouched) {
  Update(Decisions(Entry("One") + Entry("Two") + Entry("Three")));
  const auto before = Rows();
  const Notes after = Decisions(Entry("One") + Entry("Two", "Text.") + Entry("Three"));
  EXPECT_EQ(Update(after), Counts(1, 0));
  EXPECT_EQ(Content(), DocumentsOf(after));
  const auto rows = Rows();
  ASSERT_THAT(rows, SizeIs(3));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(rows[i].id, before[i].id);
    EXPECT_EQ(rows[i].path, before[i].path);
  }
}

TEST_P(NotesDocumentsContract, AnEntryThatMovesKeepsItsNumberAndTellsItsNewLine) {
  Update(Decisions(Entry("One") + Entry("Two")));
  const auto before = Rows();
  const Notes after = Decisions("# Decisions\n\n" + Entry("One") + Entry("Two"));
  EXPECT_EQ(Update(after), Counts(2, 0));
  EXPECT_EQ(Content(), DocumentsOf(after));
  EXPECT_EQ(Rows()[0].id, before[0].id);
}

TEST_P(NotesDocumentsContract, TheRowOfADeletedEntryGoes) {
  Update(Decisions(Entry("One") + Entry("Two")));
  const Notes after = Decisions(Entry("One"));
  EXPECT_EQ(Update(after), Counts(0, 1));
  EXPECT_EQ(Content(), DocumentsOf(after));
  EXPECT_EQ(Update(ReadNotes(std::vector<File>())), Counts(0, 1));
  EXPECT_THAT(Rows(), IsEmpty());
}

TEST_P(NotesDocumentsContract, ManyPagesAreComparedAsOne) {
  std::string text;
  for (int i = 0; i < 11'000; ++i) text += Entry(fmt::format("Number {}", i), "B");
  EXPECT_EQ(Update(Decisions(text)), Counts(11'000, 0));
  EXPECT_EQ(Update(Decisions(text + Entry("Last"))), Counts(1, 0));
  EXPECT_EQ(Update(Decisions(text)), Counts(0, 1));
  EXPECT_THAT(Rows(), SizeIs(11'000));
}

TEST_P(NotesDocumentsContract, OthersRowsStay) {
  auto change = store::CuratedChange::Begin(engine_->database(), engine_->scope());
  ASSERT_TRUE(change);
  const DocumentRow other{
      .source = "code", .id = 1, .path = "main.cc", .digest = "d", .attributes = "{}"};
  ASSERT_TRUE(change->PutDocuments({&other, 1}));
  ASSERT_TRUE(std::move(*change).Commit());
  Update(Decisions(Entry("One")));
  Update(ReadNotes(std::vector<File>()));
  EXPECT_THAT(
      store::CuratedReader(engine_->database()).Documents(engine_->scope(), "code", 0, 10).value(),
      SizeIs(1));
}

TEST_P(NotesDocumentsContract, SeveralAtOnceLeaveTheRowsOfOne) {
  const Notes notes = Decisions(Entry("One") + Entry("Two") + Entry("Three"));
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      const auto own = engine_->Reopen();
      EXPECT_TRUE(own);
      const auto updated = UpdateDocuments(**own, engine_->scope(), notes);
      EXPECT_TRUE(updated) << updated.error().text();
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Content(), DocumentsOf(notes));
}

INSTANTIATE_TEST_SUITE_P(Engines, NotesDocumentsContract,
                         testing::Values(test::EngineCase{"sqlite", test::MakeSqliteEngine},
                                         test::EngineCase{"postgresql", test::MakePostgresEngine}),
                         [](const auto& engine) { return engine.param.name; });

}  // namespace
}  // namespace satchel::notes
