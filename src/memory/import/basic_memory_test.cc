#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

using test::ImportFile;
using test::ImportFolder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kNote = R"(---
title: Coffee at work
type: note
tags: [coffee, office]
permalink: notes/coffee
created: 2025-10-24
---

# Coffee at work

## Observations
- [method] The grinder wants [[Dark Beans|dark beans]] #grinder (kitchen, second floor)
- [decision] We buy beans from a roaster nearby
- [ ] Order a filter
- [00:01:15] Somebody says hello

## Relations
- part_of [[Office Guide]]
- "is cleaned by" [[Facility Team]] (on Fridays)
- see [[Kitchen Rules]] before you touch it

The machine is leased.
)";

TEST(BasicMemoryImportTest, ReadsObservationsRelationsAndTheRest) {
  const auto sink = ImportFile("basic-memory", "coffee.md", kNote);
  EXPECT_THAT(
      sink.Texts(),
      ElementsAre("The grinder wants dark beans #grinder (kitchen, second floor)",
                  "We buy beans from a roaster nearby", "Coffee at work part of Office Guide",
                  "Coffee at work is cleaned by Facility Team (on Fridays)",
                  "Coffee at work\n\n- [ ] Order a filter\n\n- [00:01:15] Somebody says "
                  "hello\n\n- see Kitchen Rules before you touch it\n\nThe machine is "
                  "leased."));
  const Draft& method = sink.drafts.at(0);
  EXPECT_THAT(method.memory.tags, ElementsAre("coffee", "office", "method", "grinder"));
  EXPECT_EQ(method.memory.entity, "Coffee at work");
  EXPECT_EQ(method.origin, "notes/coffee");
  EXPECT_EQ(method.place.line, 12U);
  EXPECT_EQ(FormatTime(method.memory.created.value()), "2025-10-24T00:00:00Z");
  EXPECT_EQ(sink.drafts.at(1).memory.category, Category::kDecision);
  EXPECT_EQ(sink.drafts.at(2).memory.category, Category::kRelationship);
}

TEST(BasicMemoryImportTest, ReadsAFolderAndSkipsSchemas) {
  const test::TempDir dir;
  dir.Write("base/a/coffee.md", kNote);
  dir.Write("base/schema/person.md", "---\ntype: schema\nentity: Person\n---\n- [name] x\n");
  dir.Write("base/plain.md", "Only a sentence about [[Coffee]].\n");
  const auto sink = ImportFolder("basic-memory", dir.path() / "base");
  EXPECT_EQ(sink.drafts.size(), 6U);
  EXPECT_EQ(sink.drafts.back().memory.text, "plain\n\nOnly a sentence about Coffee.");
  EXPECT_EQ(sink.drafts.back().place.path, "plain.md");
  EXPECT_THAT(sink.skipped, ElementsAre("schema/person.md: template"));
  EXPECT_THAT(sink.refused, IsEmpty());
}

}  // namespace
}  // namespace satchel::memory
