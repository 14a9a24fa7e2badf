#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

using test::ImportFile;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

TEST(TextImportTest, ALineIsAMemory) {
  const auto sink = ImportFile("text", "notes.txt",
                               "Likes tea\r\n\n  - Has a cat\n* Plays chess\n\xE2\x80\xA2 Sings\n"
                               "2. Runs\n1984. was a good year\n## Work\n```\nWrites Go\n");
  EXPECT_THAT(sink.Texts(), ElementsAre("Likes tea", "Has a cat", "Plays chess", "Sings", "Runs",
                                        "1984. was a good year", "Writes Go"));
  EXPECT_THAT(sink.drafts.at(6).memory.tags, ElementsAre("Work"));
  EXPECT_EQ(sink.drafts.at(1).origin, "notes.txt");
  EXPECT_EQ(Name(sink.drafts.at(1).place), "3");
}

TEST(TextImportTest, ADateInFrontIsWhenItWasSaid) {
  const auto sink = ImportFile("text", "",
                               "[2025-05-02] - Likes tea\n[2025-05-03]: Has a cat\n"
                               "2025-05-04 - Plays chess\n[unknown] - Sings\n"
                               "2025-05-05 was a Monday\n[decision] Use Go\n");
  EXPECT_THAT(sink.Texts(), ElementsAre("Likes tea", "Has a cat", "Plays chess", "Sings",
                                        "2025-05-05 was a Monday", "[decision] Use Go"));
  EXPECT_EQ(FormatDate(sink.drafts.at(1).memory.created.value()), "2025-05-03");
  EXPECT_EQ(FormatDate(sink.drafts.at(2).memory.created.value()), "2025-05-04");
  EXPECT_FALSE(sink.drafts.at(4).memory.created);
}

TEST(RecogniseImportTest, AFileOfNoFormatIsRefusedWithTheirNames) {
  for (const auto& [name, bytes] :
       {std::pair("a.json", "{\"unknown\": 1}"), std::pair("a.json", "[1, 2]"),
        std::pair("a.py", "print(1)\n"), std::pair("a.txt", "x\xFFy"), std::pair("a.txt", ""),
        std::pair("README.md", "Only prose.\n")}) {
    const auto found = RecogniseImport(ImportInput::FromBytes(name, bytes));
    ASSERT_FALSE(found) << name << bytes;
    EXPECT_THAT(found.error().text(), AllOf(HasSubstr("satchel ("), HasSubstr("mem0 ("),
                                            HasSubstr("obsidian ("), HasSubstr("text (")));
  }
  const auto zip = RecogniseImport(ImportInput::FromBytes("export.zip", "PK\x03\x04..."));
  EXPECT_THAT(zip.error().hint(), HasSubstr("unpack the archive"));
  const test::TempDir dir;
  dir.Write("docs/page.md", "Prose.\n");
  const auto folder = ImportInput::OpenFolder(dir.path() / "docs", Deadline::Never());
  ASSERT_TRUE(folder);
  EXPECT_THAT(RecogniseImport(*folder).error().text(), HasSubstr("the folder is of no format"));
}

TEST(RecogniseImportTest, EveryFormatIsFoundByItsName) {
  for (const ImportFormat* format : AllImportFormats()) {
    EXPECT_EQ(FindImportFormat(format->name), format);
  }
  EXPECT_THAT(AllImportFormats(), SizeIs(8));
  EXPECT_EQ(FindImportFormat("notion"), nullptr);
}

}  // namespace
}  // namespace satchel::memory
