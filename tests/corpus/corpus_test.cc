// A language's case is one small source file; its own comments say which facts it has.
//
//   FACT: symbol method greet 10-12 public in Greeter   must be among FactLines()
//   NONE: use call print                                  no line may begin with this
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/facts/facts_text.h"
#include "code/languages/languages.h"
#include "code/parse/grammar.h"
#include "code/parse/parser.h"

namespace satchel::code {
namespace {

constexpr std::size_t kFewestFacts = 30;
constexpr std::size_t kFewestLooseFacts = 8;

std::string ReadAll(const std::filesystem::path& path) {
  const std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<std::string> Marked(std::string_view content, std::string_view mark) {
  std::vector<std::string> found;
  for (std::size_t at = content.find(mark); at != std::string_view::npos;
       at = content.find(mark, at + 1)) {
    std::string_view line = content.substr(at + mark.size());
    line = line.substr(0, line.find('\n'));
    if (line.ends_with("-->")) line.remove_suffix(3);
    if (line.ends_with("*/")) line.remove_suffix(2);
    while (line.ends_with(' ')) line.remove_suffix(1);
    found.emplace_back(line);
  }
  return found;
}

std::vector<std::filesystem::path> CasesOf(std::string_view language) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(SATCHEL_SOURCE_DIR) / "tests/corpus" / language)) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  return files;
}

// The lines that begin with the same two words.
std::string Near(const std::vector<std::string>& lines, const std::string& fact) {
  const std::string begin = fact.substr(0, fact.find(' ', fact.find(' ') + 1));
  std::string near = "; there is";
  for (const std::string& line : lines) {
    if (line.starts_with(begin)) near += "\n  " + line;
  }
  return near;
}

class CorpusTest : public testing::TestWithParam<const LanguageRules*> {};

TEST_P(CorpusTest, TheCasesHaveTheFactsThatTheirCommentsSay) {
  std::size_t facts = 0;
  Parser parser;
  for (const auto& file : CasesOf(GetParam()->name)) {
    const std::string content = ReadAll(file);
    const auto lines = FactLines(parser.Read(content, GetParam()));
    for (const std::string& fact : Marked(content, "FACT: ")) {
      EXPECT_TRUE(std::ranges::find(lines, fact) != lines.end())
          << file << ": " << fact << Near(lines, fact);
      ++facts;
    }
    for (const std::string& none : Marked(content, "NONE: ")) {
      EXPECT_THAT(lines, testing::Not(testing::Contains(testing::StartsWith(none)))) << file;
      ++facts;
    }
  }
  EXPECT_GE(facts, GetParam()->grammar != nullptr ? kFewestFacts : kFewestLooseFacts);
}

TEST_P(CorpusTest, ChunksHoldEveryLineThatIsNotBlankOnce) {
  Parser parser;
  for (const auto& file : CasesOf(GetParam()->name)) {
    const std::string content = ReadAll(file);
    std::string_view left = content;
    std::size_t at = 0;
    std::string outside;
    for (const Chunk& chunk : parser.Read(content, GetParam()).chunks) {
      ASSERT_GE(chunk.extent.begin, at) << file;
      outside += left.substr(at, chunk.extent.begin - at);
      at = chunk.extent.end;
      EXPECT_EQ(1 + std::ranges::count(left.substr(0, chunk.extent.begin), '\n'),
                chunk.extent.first_line);
    }
    outside += left.substr(at);
    EXPECT_EQ(outside.find_first_not_of(" \t\r\n"), std::string::npos) << outside;
  }
}

TEST_P(CorpusTest, TheGrammarHasEveryWordOfTheRules) {
  if (GetParam()->grammar == nullptr) GTEST_SKIP() << "it is read without a grammar";
  EXPECT_THAT(Grammar(*GetParam()).unknown(), testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Languages, CorpusTest,
                         testing::ValuesIn(Languages().begin(), Languages().end()),
                         [](const auto& instance) { return std::string(instance.param->name); });

}  // namespace
}  // namespace satchel::code
