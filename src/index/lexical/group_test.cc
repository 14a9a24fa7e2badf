#include "index/lexical/group.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::lexical {
namespace {

using testing::ElementsAre;

// "term:frequencies of each field", document by document.
std::vector<std::string> Describe(const std::string& bytes) {
  auto group = ReadGroup(bytes);
  if (!group) return {group.error().text()};
  std::vector<std::string> lines;
  for (const GroupDocument& document : group->documents) {
    std::string line;
    for (std::size_t field = 0; field < group->fields; ++field) {
      line += fmt::format("{}{}", field == 0 ? "" : "/", document.lengths.at(field));
    }
    for (std::size_t i = document.first; i < document.last; ++i) {
      line += fmt::format(" {}:", group->terms[group->postings[i].term]);
      for (std::size_t field = 0; field < group->fields; ++field) {
        line += fmt::format("{}{}", field == 0 ? "" : "/",
                            FrequencyIn(group->postings[i].frequencies, field));
      }
    }
    lines.push_back(line);
  }
  return lines;
}

TEST(GroupTest, CountsTermsByFieldAndDocument) {
  GroupWriter writer(2);
  writer.Add(0, "load");
  writer.Add(1, "load");
  writer.Add(0, "load");
  writer.Add(0, "file");
  writer.EndDocument();
  writer.Add(1, "file");
  writer.EndDocument();
  EXPECT_THAT(Describe(writer.Take()), ElementsAre("3/1 load:2/1 file:1/0", "0/1 file:0/1"));
}

TEST(GroupTest, AWriterBeginsAnewAfterEachGroup) {
  GroupWriter writer(1);
  writer.Add(0, "a");
  writer.EndDocument();
  writer.Take();
  writer.Add(0, "b");
  writer.EndDocument();
  EXPECT_THAT(Describe(writer.Take()), ElementsAre("1 b:1"));
}

TEST(GroupTest, KeepsDocumentsWithoutTermsSinceOrdinalsCount) {
  GroupWriter writer(1);
  writer.EndDocument();
  writer.Add(0, "a");
  writer.EndDocument();
  const std::string bytes = writer.Take();
  EXPECT_THAT(Describe(bytes), ElementsAre("0", "1 a:1"));
  EXPECT_EQ(DocumentsIn(bytes), 2U);
}

TEST(GroupTest, ManyTermsAndManyTimes) {
  GroupWriter writer(1);
  for (int i = 0; i < 100'000; ++i) writer.Add(0, fmt::format("t{}", i % 5000));
  for (int i = 0; i < 70'000; ++i) writer.Add(0, "often");
  writer.EndDocument();
  const std::string bytes = writer.Take();
  const auto group = ReadGroup(bytes);
  ASSERT_TRUE(group);
  ASSERT_EQ(group->postings.size(), 5001U);
  EXPECT_EQ(group->postings.front().frequencies, 20U);
  EXPECT_EQ(group->postings.back().frequencies, 65'535U);
  EXPECT_EQ(group->documents.front().lengths[0], 170'000U);
}

TEST(GroupTest, DamagedBytesAreSaid) {
  GroupWriter writer(2);
  writer.Add(0, "a");
  writer.Add(1, "b");
  writer.EndDocument();
  const std::string bytes = writer.Take();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(ReadGroup(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(ReadGroup(bytes + "x"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(0xFF);
    const auto read = ReadGroup(damaged);  // whatever it is, nothing is read that is not there
    EXPECT_TRUE(!read || read->fields <= kMostFields);
  }
}

}  // namespace
}  // namespace satchel::lexical
