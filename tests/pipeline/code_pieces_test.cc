// What is shown of the files in scope: the numbers of specification 003's precision stage.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/find/task_pieces.h"
#include "tests/support/code_store.h"

namespace satchel::retrieval {
namespace {

using store::FileRow;
using testing::ElementsAre;
using testing::SizeIs;

constexpr Score kOne = Score::FromInt(1);

// Functions of a file, each a chunk of so many bytes and ten lines.
code::FileFacts Functions(const std::vector<std::uint32_t>& bytes) {
  code::FileFacts facts;
  facts.reading = code::Reading::kParsed;
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < bytes.size(); ++i) {
    const code::Extent extent{
        .begin = at, .end = at + bytes[i], .first_line = (i * 10) + 1, .last_line = (i * 10) + 10};
    facts.symbols.push_back({.name = fmt::format("f{}", i),
                             .extent = extent,
                             .body = at,
                             .signature = fmt::format("def f{}()", i)});
    facts.chunks.push_back({.kind = code::ChunkKind::kSymbol, .symbol = i, .extent = extent});
    at += bytes[i];
  }
  return facts;
}

class CodePiecesTest : public testing::Test {
 protected:
  // A file in scope whose first `chunks` chunks have words of the task, each fewer than the one
  // before it.
  ScopedFile Scoped(FileRow row, std::size_t chunks, Tier tier = Tier::kSeed) {
    ScopedFile file{.row = std::move(row), .tier = tier, .relation = "search", .share = kOne};
    for (std::uint32_t i = 0; i < chunks; ++i) {
      file.chunks.push_back({.ordinal = i, .units = 1'000 - i, .title_units = 500});
    }
    return file;
  }
  TaskPieces Find(const std::vector<ScopedFile>& files, std::size_t budget) {
    auto found = FindPieces(code_.searched(), code_.curated(), files, {.budget = budget});
    EXPECT_TRUE(found) << found.error().text();
    return found ? *std::move(found) : TaskPieces();
  }
  static std::vector<std::string> Chosen(const TaskPieces& pieces, Detail detail) {
    std::vector<std::string> names;
    for (const SymbolChoice& choice : pieces.choices) {
      if (choice.detail == detail) names.push_back(choice.path + "#" + choice.symbol);
    }
    return names;
  }
  static std::map<std::string, std::int64_t> Terms(const TaskPieces& pieces, std::string_view id) {
    std::map<std::string, std::int64_t> terms;
    for (const CodePiece& piece : pieces.pieces) {
      if (piece.id != id) continue;
      for (const ScoreTerm& term : piece.terms.terms()) terms[term.name] = term.value.millionths();
    }
    return terms;
  }

  test::CodeStore code_;
};

TEST_F(CodePiecesTest, BodiesAreOfferedTheWholeBudget) {
  // A body is a token per 4 bytes and 20 tokens of framing: 400, then 600 or 601.
  const FileRow fits = code_.Add("fits.py", 0, Functions({1'520, 2'320}));
  const FileRow not_quite = code_.Add("not_quite.py", 0, Functions({1'520, 2'324}));
  EXPECT_THAT(Chosen(Find({Scoped(fits, 2)}, 1'000), Detail::kPrimary),
              ElementsAre("fits.py#f0", "fits.py#f1"));
  EXPECT_THAT(Chosen(Find({Scoped(not_quite, 2)}, 1'000), Detail::kPrimary),
              ElementsAre("not_quite.py#f0"));
}

TEST_F(CodePiecesTest, ABodyThatDoesNotFitLetsASmallerOnePass) {
  const FileRow file = code_.Add("a.py", 0, Functions({1'520, 2'400, 400}));
  EXPECT_THAT(Chosen(Find({Scoped(file, 3)}, 1'000), Detail::kPrimary),
              ElementsAre("a.py#f0", "a.py#f2"));
}

TEST_F(CodePiecesTest, AnOutlineOfASeedHas24SymbolsAndOfAnotherFileEight) {
  const std::vector<std::uint32_t> sizes(30, 100'000);  // no room for any of them
  const FileRow seed = code_.Add("seed.py", 0, Functions(sizes));
  const FileRow far = code_.Add("far.py", 0, Functions(sizes));
  const TaskPieces pieces = Find({Scoped(seed, 30), Scoped(far, 30, Tier::kDependency)}, 100);
  std::map<std::string, int> lines;
  for (const SymbolChoice& choice : pieces.choices) ++lines[choice.path];
  EXPECT_EQ(lines["seed.py"], 24);
  EXPECT_EQ(lines["far.py"], 8);
}

TEST_F(CodePiecesTest, APieceIsWorthItsFileItsWordsItsTitleAndThatItIsADefinition) {
  std::string text;
  for (int i = 0; i < 2; ++i) text += fmt::format("def f{}():\n    return {}\n\n\n", i, i);
  const FileRow row = code_.AddText("a.py", text);
  ScopedFile file = Scoped(row, 2);
  file.chunks[1] = {.ordinal = 1, .units = 500, .title_units = 250};
  file.share = Score::FromMillionths(500'000);
  const TaskPieces pieces = Find({file}, 9'000);
  EXPECT_THAT(Terms(pieces, "a.py:1-2"),
              ElementsAre(std::pair("definition", 800'000), std::pair("file", 1'750'000),
                          std::pair("title", 1'500'000), std::pair("words", 1'300'000)));
  // The second piece of a file gets a part less for its file: 1 / (1 + 30).
  EXPECT_THAT(Terms(pieces, "a.py:5-6"),
              ElementsAre(std::pair("after_others", -56'452), std::pair("definition", 800'000),
                          std::pair("file", 1'750'000), std::pair("title", 750'000),
                          std::pair("words", 650'000)));
}

TEST_F(CodePiecesTest, WhatIsNamedOrWasMissingIsWorthMore) {
  ScopedFile named = Scoped(code_.AddText("named.py", "def one():\n    return 1\n"), 0);
  named.asked_lines = {1};
  ScopedFile missing = Scoped(code_.AddText("missing.py", "def two():\n    return 2\n"), 0);
  missing.relation = kByRefinement;
  const TaskPieces pieces = Find({named, missing}, 9'000);
  EXPECT_EQ(Terms(pieces, "named.py:1-2")["mentioned"], 600'000);
  EXPECT_EQ(Terms(pieces, "missing.py:1-2")["missed"], 10'000'000);
  std::vector<std::string> bodies;
  for (const CodePiece& piece : pieces.pieces) {
    if (!piece.is_file) bodies.push_back(piece.id);
  }
  EXPECT_THAT(bodies, ElementsAre("missing.py:1-2", "named.py:1-2"));
}

TEST_F(CodePiecesTest, AnEarlierTierComesBeforeABetterScore) {
  ScopedFile seed = Scoped(code_.AddText("seed.py", "def one():\n    return 1\n"), 1);
  seed.share = Score::FromMillionths(1);
  ScopedFile far = Scoped(code_.AddText("far.py", "def two():\n    return 2\n"), 1);
  far.tier = Tier::kDependency;
  const TaskPieces pieces = Find({far, seed}, 9'000);
  EXPECT_THAT(Chosen(pieces, Detail::kPrimary), ElementsAre("seed.py#one", "far.py#two"));
}

// The lines of a file's outline that end in these words.
std::size_t LinesWith(const TaskPieces& pieces, std::string_view id, std::string_view words) {
  for (const CodePiece& piece : pieces.pieces) {
    if (piece.id != id || !piece.is_file) continue;
    std::size_t count = 0;
    const std::string& text = piece.texts.front().text;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1))
      ++count;
    return count;
  }
  return 0;
}

TEST_F(CodePiecesTest, AnOutlineHasNoImports) {
  std::string text = "from parts import part\n\n\ndef shown():\n    part(outlined())\n";
  text += "\n\ndef outlined():\n    return '" + std::string(4'000, 'x') + "'\n";
  const FileRow row = code_.AddText("a.py", text);
  ScopedFile file = Scoped(row, 0);
  file.asked_lines = {4};
  const TaskPieces pieces = Find({file}, 200);
  EXPECT_EQ(LinesWith(pieces, "a.py", "def outlined"), 1U);
  EXPECT_EQ(LinesWith(pieces, "a.py", "import"), 0U);
}

TEST_F(CodePiecesTest, ATestShowsSixAssertions) {
  const FileRow row = code_.AddText("cart.py", "def total():\n    return 1\n");
  std::string text = "from cart import total\n\n\ndef test_total():\n";
  for (int i = 0; i < 7; ++i) text += "    assert total() == 1\n";
  const FileRow test = code_.AddText("test_cart.py", text, "test");
  code_.Import(test, row, "total");
  ScopedFile seed = Scoped(row, 0);
  seed.asked_lines = {1};
  const TaskPieces pieces = Find({seed, Scoped(test, 0, Tier::kDependency)}, 1'000);
  EXPECT_THAT(Chosen(pieces, Detail::kSupporting), ElementsAre("test_cart.py#test_total"));
  EXPECT_EQ(LinesWith(pieces, "test_cart.py", "assert total"), 6U);
}

}  // namespace
}  // namespace satchel::retrieval
