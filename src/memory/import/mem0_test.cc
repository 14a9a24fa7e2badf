#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"

namespace satchel::memory {
namespace {

using test::ImportFile;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Mem0ImportTest, ReadsWhatGetAllReturns) {
  const auto sink = ImportFile("mem0", "mem0.json", R"({"count": 2, "next": null, "results": [
    {"id": "3c90c3cc-0d44-4b50-8888-8dd25736052a", "memory": "Prefers tabs over spaces",
     "hash": "d1", "metadata": {"category": "preference", "source": "chat"},
     "categories": ["tools", "style"], "user_id": "alex",
     "created_at": "2025-11-07T05:31:56Z", "updated_at": "2025-11-08T05:31:56-08:00",
     "expiration_date": "2027-01-01"},
    {"id": "b", "memory": "Works on the billing service", "metadata": null}]})");
  ASSERT_THAT(sink.drafts, SizeIs(2));
  const Draft& first = sink.drafts.at(0);
  EXPECT_EQ(first.memory.text, "Prefers tabs over spaces");
  EXPECT_EQ(first.origin, "3c90c3cc-0d44-4b50-8888-8dd25736052a");
  EXPECT_TRUE(first.is_id);
  EXPECT_EQ(first.memory.category, Category::kPreference);
  EXPECT_THAT(first.memory.tags, ElementsAre("tools", "style"));
  EXPECT_EQ(FormatTime(first.memory.created.value()), "2025-11-07T05:31:56Z");
  EXPECT_EQ(FormatTime(first.memory.updated.value()), "2025-11-08T13:31:56Z");
  EXPECT_EQ(FormatTime(first.memory.expires.value()), "2027-01-01T00:00:00Z");
  EXPECT_EQ(Name(sink.drafts.at(1).place), "entry 2");
}

TEST(Mem0ImportTest, ReadsPlainArraysLinesAndOpenMemory) {
  EXPECT_THAT(ImportFile("mem0", "a.json", R"([{"id": 7, "memory": "One"}])").drafts.at(0).origin,
              "7");
  EXPECT_THAT(ImportFile("mem0", "a.jsonl", "{\"memory\":\"One\"}\n{\"memory\":\"Two\"}\n").Texts(),
              ElementsAre("One", "Two"));
  const auto open = ImportFile("mem0", "memories.json", R"({"user": {}, "memories": [
    {"id": "x", "content": "Uses vim", "state": "active", "created_at": 1765671580,
     "categories": [{"name": "tools"}], "metadata": {"type": "work"}},
    {"id": "y", "content": "Uses emacs", "state": "deleted"}]})");
  EXPECT_THAT(open.Texts(), ElementsAre("Uses vim"));
  EXPECT_THAT(open.drafts.at(0).memory.tags, ElementsAre("tools", "work"));
  EXPECT_THAT(open.skipped, ElementsAre("entry 2: deleted"));
}

TEST(Mem0ImportTest, TellsEntriesThatCannotBeReadAndGoesOn) {
  const auto sink = ImportFile(
      "mem0", "a.json", "[{\"memory\":\"One\"}, 5, {\"memory\":\"\xFF\"}, {\"memory\":\"Two\"}]");
  EXPECT_THAT(sink.Texts(), ElementsAre("One", "Two"));
  EXPECT_THAT(sink.refused, SizeIs(2));
  EXPECT_EQ(sink.refused[0], "entry 2: it is no JSON object");
}

TEST(Mem0ImportTest, RefusesAnEntryThatIsNestedTooDeep) {
  const std::string deep = std::string(5'000, '[') + std::string(5'000, ']');
  const auto sink = ImportFile("mem0", "a.json",
                               R"([{"memory":"One"},{"memory":"Two","metadata":)" + deep + "}]");
  EXPECT_THAT(sink.Texts(), ElementsAre("One"));
  EXPECT_THAT(sink.refused, ElementsAre("entry 2: JSON is nested deeper than 128 levels"));
  EXPECT_THAT(sink.skipped, IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
