#include "engine/stores/carry.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/curated.h"
#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;
using test::AddRun;
using test::PutSession;
using test::StoreWorkspace;
using testing::HasSubstr;
using Use = Stores::Use;

std::string Exported(const StoreWorkspace& at) {
  auto stores = at.Open(Use::kReadOnly);
  if (!stores) return stores.error().text();
  std::string text;
  const auto rows = ExportWorkspace(
      *stores,
      [&text](std::string_view line) -> Status {
        text += line;
        text += '\n';
        return {};
      },
      Deadline::Never());
  return rows ? text : rows.error().text();
}

Result<std::uint64_t> Import(const StoreWorkspace& at, const fs::path& file) {
  auto stores = at.Open(Use::kWrite);
  if (!stores) return std::unexpected(stores.error());
  return ImportWorkspace(*stores, file, Time{99}, Deadline::Never());
}

// Rows of every area, with names and values that are hard on a text.
void Fill(const StoreWorkspace& at) {
  auto stores = at.Open(Use::kWrite);
  ASSERT_TRUE(stores);
  auto change = store::CuratedChange::Begin(stores->curated(), stores->scope(Deadline::Never()));
  ASSERT_TRUE(change);
  ASSERT_TRUE(change->PutState("head", "\"\\\n\x01 \u2028 é"));
  const std::vector<store::DocumentRow> documents = {
      {.source = "code", .id = 1, .path = "a.cc", .digest = std::string("\0\xff", 2)},
      {.source = "code", .id = 2, .path = "б.cc", .digest = "", .time = Time{-5}}};
  ASSERT_TRUE(change->PutDocuments(documents));
  ASSERT_TRUE(std::move(*change).Commit());
  for (int i = 0; i < 3; ++i) AddRun(*stores, "run" + std::to_string(i), Time{i});
  for (const std::string task : {"plain", "B/../x", "", "zz"}) {
    ASSERT_TRUE(PutSession(*stores, task, Time{7}, "{\"task\":1}"));
  }
}

class CarryTest : public testing::Test {
 protected:
  CarryTest() {
    EXPECT_TRUE(from_.Init());
    Fill(from_);
    text_ = Exported(from_);
    EXPECT_TRUE(to_.Init());
  }

  StoreWorkspace from_;
  StoreWorkspace to_;
  std::string text_;
};

TEST_F(CarryTest, AnImportExportsTheSameBytes) {
  const auto file = to_.dir().Write("export", text_);
  const auto rows = Import(to_, file);
  ASSERT_TRUE(rows) << rows.error().text();
  EXPECT_EQ(*rows, 1U + 2 + 3 + 8);
  EXPECT_EQ(Exported(to_), text_);
  EXPECT_EQ(Exported(from_), text_);
}

TEST_F(CarryTest, AnEmptyWorkspaceCanBeCarriedToo) {
  const StoreWorkspace empty;
  ASSERT_TRUE(empty.Init());
  const auto file = to_.dir().Write("export", Exported(empty));
  EXPECT_EQ(Import(to_, file).value(), 0U);
  EXPECT_EQ(Exported(to_), Exported(empty));
}

TEST_F(CarryTest, AWorkspaceThatHasRowsIsRefused) {
  const auto file = to_.dir().Write("export", text_);
  ASSERT_TRUE(Import(to_, file));
  const auto again = Import(to_, file);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code(), Errc::kConflict);
  EXPECT_THAT(again.error().hint(), HasSubstr("satchel init --store"));
  EXPECT_EQ(Exported(to_), text_);
}

TEST_F(CarryTest, ASingleSessionIsEnoughToRefuse) {
  {
    auto stores = to_.Open();
    ASSERT_TRUE(PutSession(*stores, "t", Time{1}));
  }
  const auto refused = Import(to_, to_.dir().Write("export", text_));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code(), Errc::kConflict);
}

TEST_F(CarryTest, ACutOrChangedExportWritesNothing) {
  const std::string empty = Exported(to_);
  std::vector<std::string> broken = {"",
                                     "\n",
                                     "{}",
                                     "[]",
                                     "null\n",
                                     "not json",
                                     "{\"satchel_export\":2,\"schema\":1}\n",
                                     "{\"satchel_export\":1,\"schema\":99}\n",
                                     text_ + "[]\n",
                                     text_ + text_,
                                     text_.substr(1)};
  for (std::size_t size = 0; size + 1 < text_.size(); size += 37) {
    broken.push_back(text_.substr(0, size));
    std::string changed = text_;
    changed[size] = static_cast<char>(changed[size] ^ 1);
    broken.push_back(std::move(changed));
  }
  for (const std::string& text : broken) {
    const auto refused = Import(to_, to_.dir().Write("export", text));
    ASSERT_FALSE(refused) << text;
    EXPECT_THAT(refused.error().code(), testing::AnyOf(Errc::kInvalidInput, Errc::kCorrupt))
        << refused.error().text();
    EXPECT_THAT(refused.error().hint(), testing::Not(HasSubstr("a part was written")));
  }
  EXPECT_EQ(Exported(to_), empty);
}

TEST_F(CarryTest, WhatIsNoFileIsToldSo) {
  const auto missing = Import(to_, to_.dir().path() / "nothing");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code(), Errc::kNotFound);
  const auto directory = Import(to_, to_.dir().path());
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().text(), HasSubstr("not a regular file"));
}

TEST_F(CarryTest, ALineWithoutEndIsRefusedBeforeItFillsTheMemory) {
  const auto file = to_.dir().Write("export", "");
  fs::resize_file(file, 1ULL << 40U);  // a hole
  const auto refused = Import(to_, file);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().text(), HasSubstr("longer than 64 MB"));
}

TEST_F(CarryTest, AnErrorOfTheSinkEndsTheExport) {
  auto stores = from_.Open(Use::kReadOnly);
  int lines = 0;
  const auto rows = ExportWorkspace(
      *stores,
      [&lines](std::string_view) -> Status {
        if (++lines == 3) return Fail(Errc::kUnavailable, "the disk is full");
        return {};
      },
      Deadline::Never());
  ASSERT_FALSE(rows);
  EXPECT_EQ(rows.error().text(), "the disk is full");
  EXPECT_EQ(lines, 3);
}

}  // namespace
}  // namespace satchel::engine
