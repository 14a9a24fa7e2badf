#include "index/lexical/postings.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::lexical {
namespace {

const std::vector<Frequencies> kCodes = {1, 2, OneMore(1, 1)};

Frequencies Meant(std::uint8_t code, Frequencies written) {
  return code == 0 ? written : kCodes.at(code - 1U);
}

std::vector<DocumentPosting> ReadList(std::string_view bytes, std::uint32_t count) {
  std::vector<DocumentPosting> read;
  const bool sound = ForEachInList(
      bytes, count, 1000, [&](std::uint32_t document, std::uint8_t code, Frequencies written) {
        read.push_back({document, Meant(code, written)});
      });
  return sound ? read : std::vector<DocumentPosting>();
}

TEST(PostingsTest, AListComesBack) {
  const std::vector<DocumentPosting> postings = {{0, 1}, {1, 7}, {500, OneMore(1, 1)}, {999, 900}};
  ByteWriter out;
  WriteList(out, postings, CodeTable(kCodes));
  EXPECT_EQ(ReadList(out.bytes(), 4), postings);
}

TEST(PostingsTest, AListThatIsCutOrTooLongIsSaid) {
  ByteWriter out;
  WriteList(out, std::vector<DocumentPosting>{{3, 1}, {700, 900}}, CodeTable(kCodes));
  for (std::size_t size = 0; size < out.size(); ++size) {
    EXPECT_TRUE(ReadList(std::string_view(out.bytes()).substr(0, size), 2).empty());
  }
  EXPECT_TRUE(ReadList(out.bytes(), 1).empty());
  EXPECT_TRUE(ReadList(out.bytes(), 3).empty());
}

TEST(PostingsTest, ADocumentBeyondTheSegmentOrTwiceIsSaid) {
  ByteWriter beyond;
  WriteList(beyond, std::vector<DocumentPosting>{{1000, 1}}, CodeTable(kCodes));
  EXPECT_TRUE(ReadList(beyond.bytes(), 1).empty());
  ByteWriter twice;
  WriteList(twice, std::vector<DocumentPosting>{{5, 1}, {5, 1}}, CodeTable(kCodes));
  EXPECT_TRUE(ReadList(twice.bytes(), 2).empty());
}

std::vector<DocumentPosting> AllOf(const WindowRow& row, std::uint32_t first) {
  std::vector<DocumentPosting> read;
  for (std::uint32_t window = 0; window < kWindowsInARow; ++window) {
    const WindowRow::Run run = row.At(window);
    for (std::uint32_t i = 0; i < run.size; ++i) {
      read.push_back({first + (window * kWindow) + run.places[i],
                      Meant(run.codes[i], row.FrequenciesAt(run.first + i))});
    }
  }
  return read;
}

TEST(PostingsTest, WindowsComeBack) {
  std::vector<DocumentPosting> postings;
  for (std::uint32_t i = 0; i < kWindow; ++i) postings.push_back({kDocumentsInARow + i, 1});
  for (std::uint32_t i = kWindow * 3; i < kDocumentsInARow; i += 17) {
    postings.push_back({kDocumentsInARow + i, i % 5 == 0 ? Frequencies{900} : Frequencies{2}});
  }
  const auto row = WindowRow::Read(1, WriteWindows(postings, kDocumentsInARow, CodeTable(kCodes)),
                                   kDocumentsInARow);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->size(), postings.size());
  EXPECT_EQ(row->most_code(), 2);
  EXPECT_EQ(AllOf(*row, kDocumentsInARow), postings);
}

TEST(PostingsTest, DamagedWindowsAreSaid) {
  const std::string bytes =
      WriteWindows(std::vector<DocumentPosting>{{1, 1}, {2, 900}, {300, 2}}, 0, CodeTable(kCodes));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(WindowRow::Read(1, bytes.substr(0, size), 1000)) << size;
  }
  EXPECT_FALSE(WindowRow::Read(1, bytes, 300));  // a document that is not there
  std::string unordered = bytes;
  std::swap(unordered[unordered.size() - 6], unordered[unordered.size() - 5]);
  EXPECT_FALSE(WindowRow::Read(1, unordered, 1000));
}

}  // namespace
}  // namespace satchel::lexical
