#include "graph/files/pack_files.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temp_dir.h"

namespace satchel::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Time kNow = *ParseTime("2026-03-01T10:11:12Z");

class PackFilesTest : public testing::Test {
 protected:
  WrittenPack Write(const std::string& id, const RequestPackOptions& options = {},
                    Json fields = Json::object()) {
    fields["request_id"] = id;
    fields["generated_at"] = "2026-03-01T10:11:12Z";
    return WriteRequestPack(directory_, fields, kNow, options).value();
  }
  PriorPack Prior() const { return FindPrior(directory_).value_or(PriorPack{.request_seq = -1}); }
  std::vector<std::string> Names(const std::string& folder) const {
    return Directory::Open(temp_.path() / folder)->List(1'000).value();
  }
  Json Read(const std::string& name) const {
    return Json::parse(test::TempDir::ReadFile(temp_.path() / name));
  }

  test::TempDir temp_;
  Directory directory_ = Directory::Open(temp_.path()).value();
};

TEST_F(PackFilesTest, NumbersCountUpFromOne) {
  EXPECT_EQ(Write("REQ-A").request_seq, 1);
  EXPECT_EQ(Write("REQ-B").request_seq, 2);
  EXPECT_EQ(Write("REQ-C").request_seq, 3);
}

TEST_F(PackFilesTest, ThePackIsInTheHistoryAndInThePlaceOfTheLatest) {
  const WrittenPack written = Write("REQ-A");
  EXPECT_EQ(written.path, "request_context_packs/request_context.20260301T101112Z.REQ-A.json");
  EXPECT_EQ(Read(written.path)["request_seq"], 1);
  EXPECT_EQ(Read("request_context.latest.json"), Read(written.path));
}

TEST_F(PackFilesTest, NumbersGoOnWithoutAHistoryAndWithoutALatest) {
  Write("REQ-A");
  Write("REQ-B");
  std::filesystem::remove_all(temp_.path() / kRequestFolder);
  EXPECT_EQ(Write("REQ-C").request_seq, 3);
  std::filesystem::remove(temp_.path() / kLatestRequest);
  EXPECT_EQ(Write("REQ-D").request_seq, 4);
}

TEST_F(PackFilesTest, TheLatestIsWrittenOnlyWhenWanted) {
  Write("REQ-A", {.write_latest = false});
  EXPECT_FALSE(std::filesystem::exists(temp_.path() / kLatestRequest));
  EXPECT_EQ(Write("REQ-B", {.write_latest = false}).request_seq, 2);
}

TEST_F(PackFilesTest, TheOldestGoWhenThereAreTooMany) {
  for (const char* id : {"REQ-D", "REQ-C", "REQ-B", "REQ-A"}) Write(id, {.history_limit = 2});
  EXPECT_THAT(Names(std::string(kRequestFolder)),
              ElementsAre("request_context.20260301T101112Z.REQ-A.json",
                          "request_context.20260301T101112Z.REQ-B.json"));
  EXPECT_EQ(Prior().request_seq, 4);
}

TEST_F(PackFilesTest, TheOneJustWrittenStaysWhateverTheLimit) {
  Write("REQ-A", {.history_limit = 0});
  EXPECT_EQ(Names(std::string(kRequestFolder)).size(), 1U);
}

TEST_F(PackFilesTest, FilesThatAreNoPacksStayAndCountForNothing) {
  temp_.Write("request_context_packs/notes.txt", "\"request_seq\": 99");
  temp_.Write("request_context_packs/request_context.1.x.json", "nonsense");
  temp_.Write("request_context_packs/request_context.2.x.json", "{\"request_seq\": \"50\"}");
  temp_.Write("request_context_packs/request_context.3.x.json",
              "{\"request_seq\": 9223372036854775807}");
  EXPECT_EQ(Write("REQ-A", {.history_limit = 2}).request_seq, 1);
  EXPECT_THAT(Names(std::string(kRequestFolder)),
              ElementsAre("notes.txt", "request_context.20260301T101112Z.REQ-A.json",
                          "request_context.3.x.json"));
}

TEST_F(PackFilesTest, ANumberInsideAnotherObjectIsNotThePacksOwn) {
  const Json inner = {{"delta_anchor", {{"request_seq", 77}, {"rule", "request_seq"}}}};
  EXPECT_EQ(Write("REQ-A", {}, inner).request_seq, 1);
  EXPECT_EQ(Write("REQ-B", {}, inner).request_seq, 2);
  EXPECT_EQ(Write("REQ-C", {}, inner).request_seq, 3);
  temp_.Write(std::string(kLatestRequest), "{\"a\":{\"request_seq\":77},\"request_seq\":7}");
  EXPECT_EQ(Write("REQ-D").request_seq, 8);
}

TEST_F(PackFilesTest, ANumberInsideATextIsNotThePacksOwn) {
  EXPECT_EQ(Write("REQ-A", {}, {{"goal", "\n  \"request_seq\": 50,"}}).request_seq, 1);
  EXPECT_EQ(Write("REQ-B").request_seq, 2);
}

TEST_F(PackFilesTest, APackThatCouldNotBeReadAgainIsNotWritten) {
  Json deep = 1;
  for (int i = 0; i < 1'000; ++i) deep = Json::array({std::move(deep)});
  Json pack = {{"request_id", "REQ-A"}, {"x", std::vector<Json>(40, deep)}};
  const auto written = WriteRequestPack(directory_, pack, kNow, {});
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().code(), Errc::kInvalidInput);
  EXPECT_FALSE(FindPrior(directory_).has_value());
}

TEST_F(PackFilesTest, DraftsOfKilledWritersGo) {
  temp_.Write("request_context_packs/.request_context.20260301T101112Z.REQ-X.json.1.0.tmp", "x");
  temp_.Write("request_context_packs/.mine.tmp", "x");
  Write("REQ-A");
  EXPECT_THAT(Names(std::string(kRequestFolder)),
              ElementsAre(".mine.tmp", "request_context.20260301T101112Z.REQ-A.json"));
}

TEST_F(PackFilesTest, ThePriorPackIsTheOneWithTheHighestNumber) {
  EXPECT_FALSE(FindPrior(directory_).has_value());
  Write("REQ-A");
  EXPECT_EQ(Prior().request_seq, 1);
  EXPECT_EQ(Prior().generated_at, kNow);
  Write("REQ-B", {.write_latest = false});
  EXPECT_EQ(Prior().request_seq, 2);
  std::filesystem::remove_all(temp_.path() / kRequestFolder);
  EXPECT_EQ(Prior().request_seq, 1);
}

TEST_F(PackFilesTest, AFolderThatIsALinkIsNotFollowed) {
  temp_.MakeDirectory("outside");
  std::filesystem::create_directory_symlink("outside", temp_.path() / kRequestFolder);
  Json pack = {{"request_id", "REQ-A"}};
  EXPECT_FALSE(WriteRequestPack(directory_, pack, kNow, {}).has_value());
  EXPECT_THAT(Names("outside"), IsEmpty());
}

TEST_F(PackFilesTest, RotationKeepsTheLastNamesAndTheOneThatIsNamed) {
  for (const char* name : {"p.1.json", "p.2.json", "p.3.json", "p.4.json", "q.1.json", "p.txt"}) {
    temp_.Write(name, "x");
  }
  RotateByName(directory_, "p.", 2, "p.1.json");
  EXPECT_THAT(Names("."), ElementsAre("p.1.json", "p.4.json", "p.txt", "q.1.json"));
}

}  // namespace
}  // namespace satchel::graph
