#include "engine/requests/shown_files.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/store_workspace.h"

namespace satchel::engine {
namespace {

using testing::ElementsAre;

packet::Item Item(const char* id) {
  packet::Item item;
  item.candidate.id = ItemId(id);
  item.candidate.source = "code";
  return item;
}

TEST(ShownFilesTest, AreTheFilesOfCodeAndOfNothingElse) {
  packet::Packet packet;
  packet.sections.push_back(
      {.of = "code", .name = "seeds", .items = {Item("src/b.cc:10-20"), Item("src/b.cc:40-50")}});
  packet.sections.push_back({.of = "code", .name = "metadata", .items = {Item("src/a.cc")}});
  packet.sections.push_back({.of = "code", .name = "seeds", .items = {Item("more_files")}});
  packet.sections.push_back({.of = "code", .name = "remark", .items = {Item("index")}});
  packet.sections.push_back({.of = "code", .name = "branch", .items = {Item("src/c.cc")}});
  packet.sections.push_back({.of = "code", .name = "shown", .items = {Item("src/d.cc")}});
  packet.sections.push_back({.of = "notes", .name = "tasks", .items = {Item("t-1")}});
  EXPECT_THAT(FilesOf(packet),
              ElementsAre(ShownFile{.path = "src/a.cc"}, ShownFile{.path = "src/b.cc"}));
}

TEST(ShownFilesTest, UsesAreReadFromEventsAndOthersAreIgnored) {
  std::vector<ShownFile> files = {{.path = "a.cc"}, {.path = "b.cc"}, {.path = "c.cc"}};
  const std::vector<store::EventRow> events = {
      {.kind = "used", .body = R"({"path":"a.cc","use":"read"})"},
      {.kind = "used", .body = R"({"path":"a.cc","use":"edited"})"},
      {.kind = "used", .body = R"({"path":"b.cc","use":"read"})"},
      {.kind = "unshown", .body = R"({"path":"c.cc","use":"read"})"},
      {.kind = "used", .body = R"({"path":"c.cc","use":"licked"})"},
      {.kind = "used", .body = R"({"path":"gone.cc","use":"read"})"},
      {.kind = "used", .body = R"({"path":[1],"use":{}})"},
      {.kind = "used", .body = "{"},
      {.kind = "used", .body = "[]"}};
  AddUses(events, files);
  EXPECT_THAT(files,
              ElementsAre(ShownFile{.path = "a.cc", .read = true, .edited = true},
                          ShownFile{.path = "b.cc", .read = true}, ShownFile{.path = "c.cc"}));
}

TEST(ShownFilesTest, AUseIsRecordedOnceAndOnlyForARunThatTheLogHas) {
  const test::StoreWorkspace at;
  ASSERT_TRUE(at.Init());
  auto stores = at.Open();
  ASSERT_TRUE(stores);
  const Deadline never = Deadline::Never();
  const FileUse use{.run = RunId("r-1"), .path = "a.cc", .edited = true};
  EXPECT_FALSE(IsNewUse(*stores, use, never).value_or(true)) << "there is no such run";
  test::AddRun(*stores, "r-1", Time{1});
  store::RunLog log(stores->raw(), use.run);
  ASSERT_TRUE(
      log.Add(stores->scope(never),
              store::EventRow{.ordinal = 1, .kind = "packet", .at = Time{1}, .body = "{}"}));
  ASSERT_TRUE(log.Flush(stores->scope(never)));
  EXPECT_TRUE(IsNewUse(*stores, use, never).value_or(false));
  for (int i = 0; i < 2; ++i) EXPECT_TRUE(RecordUse(*stores, use, Time{2}, never));
  EXPECT_FALSE(IsNewUse(*stores, use, never).value_or(true));
  const FileUse read{.run = use.run, .path = use.path, .edited = false};
  EXPECT_TRUE(IsNewUse(*stores, read, never).value_or(false));
  EXPECT_TRUE(RecordUse(*stores, read, Time{3}, never));
  const auto events = store::RawReader(stores->raw()).Events(stores->scope(never), use.run);
  ASSERT_TRUE(events);
  EXPECT_EQ(events->size(), 3U);
}

}  // namespace
}  // namespace satchel::engine
