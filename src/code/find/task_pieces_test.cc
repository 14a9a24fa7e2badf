#include "code/find/task_pieces.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/code_store.h"

namespace satchel::retrieval {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;
using testing::UnorderedElementsAre;

constexpr std::size_t kAmple = 100'000;  // tokens
// Has room for small bodies, and for no window.
const PiecesRequest kLittleRoom = {.budget = 400, .body_percent = 30};

// `def NAME():` with so many more lines.
std::string Function(std::string_view name, int lines = 1) {
  std::string text = fmt::format("def {}():\n", name);
  for (int i = 1; i < lines; ++i) text += fmt::format("    step_{} = {}\n", i, i);
  return text + "    return 1\n";
}

// Two lines each, with two blank lines between them: they begin in lines 1, 5, 9 and so on.
std::string Functions(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : "\n\n") + Function(name);
  return text;
}

class TaskPiecesTest : public testing::Test {
 protected:
  // A seed. `units` says how many words of the task each of its chunks has.
  ScopedFile Seed(const std::string& path, const std::string& text,
                  const std::vector<std::uint64_t>& units = {},
                  const std::string& role = "source") {
    return Scoped(code_.AddText(path, text, role), units);
  }
  static ScopedFile Scoped(store::FileRow row, const std::vector<std::uint64_t>& units = {}) {
    ScopedFile file{.row = std::move(row), .relation = std::string(kBySearch)};
    file.share = Score::FromInt(1);
    for (std::uint32_t i = 0; i < units.size(); ++i) {
      if (units[i] > 0) file.chunks.push_back({.ordinal = i, .units = units[i]});
    }
    return file;
  }
  // A seed of which the task names some lines.
  ScopedFile Named(const std::string& path, const std::string& text,
                   std::vector<std::uint32_t> lines, const std::string& role = "source") {
    ScopedFile file = Seed(path, text, {}, role);
    file.asked_lines = std::move(lines);
    return file;
  }

  Result<TaskPieces> Try(const std::vector<ScopedFile>& files, const PiecesRequest& request) {
    SearchedCode searched = code_.searched();
    searched.read = [this, read = searched.read](std::span<const std::string> paths) {
      read_.assign(paths.begin(), paths.end());
      std::map<std::string, std::string> texts = read(paths);
      texts.insert(texts_.begin(), texts_.end());
      return texts;
    };
    return FindPieces(searched, code_.curated(), files, request);
  }
  TaskPieces Find(const std::vector<ScopedFile>& files, const PiecesRequest& request) {
    auto found = Try(files, request);
    EXPECT_TRUE(found) << found.error().text();
    return found ? *std::move(found) : TaskPieces();
  }
  TaskPieces Find(const std::vector<ScopedFile>& files, std::size_t budget = kAmple) {
    return Find(files, PiecesRequest{.budget = budget});
  }
  // A judge gives these symbols their details, and says nothing about others.
  TaskPieces Judged(const std::vector<ScopedFile>& files,
                    const std::map<std::string, Detail>& details, std::size_t budget = kAmple,
                    std::vector<std::string> words = {}) {
    const auto judge = [&](std::vector<SymbolChoice>& choices) -> Status {
      for (SymbolChoice& choice : choices) {
        const auto told = details.find(choice.symbol);
        if (told == details.end()) continue;
        choice.detail = told->second;
        choice.judged = true;
      }
      return {};
    };
    return Find(files, PiecesRequest{.budget = budget, .judge = judge, .words = std::move(words)});
  }

  // The ids of what is offered with its body, in order.
  static std::vector<std::string> Bodies(const TaskPieces& found) {
    std::vector<std::string> ids;
    for (const CodePiece& piece : found.pieces) {
      if (!piece.is_file) ids.push_back(piece.id);
    }
    return ids;
  }
  // `shown primary words`.
  static std::vector<std::string> Choices(const TaskPieces& found) {
    std::vector<std::string> choices;
    for (const SymbolChoice& choice : found.choices) {
      choices.push_back(fmt::format("{} {} {}", choice.symbol, Name(choice.detail), choice.reason));
    }
    return choices;
  }
  static CodePiece Piece(const TaskPieces& found, std::string_view id) {
    const auto piece = std::ranges::find(found.pieces, id, &CodePiece::id);
    EXPECT_TRUE(piece != found.pieces.end()) << "there is no piece " << id;
    return piece == found.pieces.end() ? CodePiece() : *piece;
  }
  // `title: full, signature`.
  static std::string Renditions(const CodePiece& piece) {
    std::vector<std::string> names;
    for (const PieceText& text : piece.texts) names.push_back(text.name);
    return fmt::format("{}: {}", piece.title, fmt::join(names, ", "));
  }
  // Empty if the piece has none of that name.
  static std::string TextOf(const CodePiece& piece, std::string_view name) {
    const auto text = std::ranges::find(piece.texts, name, &PieceText::name);
    return text == piece.texts.end() ? "" : text->text;
  }
  static std::string Outline(const TaskPieces& found, std::string_view path) {
    return TextOf(Piece(found, path), "signature_doc");
  }
  static std::vector<std::string> Terms(const CodePiece& piece) {
    std::vector<std::string> names;
    for (const ScoreTerm& term : piece.terms.terms()) names.push_back(term.name);
    return names;
  }

  test::CodeStore code_;
  std::map<std::string, std::string> texts_;  // of files that were added without one
  std::vector<std::string> read_;             // paths whose texts were asked for
};

// Bodies.

TEST_F(TaskPiecesTest, ShowsDefinitionsThatHaveWordsOrThatTheTaskNames) {
  ScopedFile file = Seed("a.py", Functions({"words", "neither", "named"}), {7});
  file.asked_lines = {10};
  const TaskPieces found = Find({file});
  EXPECT_THAT(Bodies(found), UnorderedElementsAre("a.py:1-2", "a.py:9-10"));
  EXPECT_THAT(Choices(found),
              UnorderedElementsAre("words primary words", "named primary mentioned"));
  EXPECT_EQ(found.excluded, 1U);
}

TEST_F(TaskPiecesTest, ALineBelongsToTheDefinitionAroundIt) {
  const store::FileRow row = code_.AddText("a.py", Functions({"one", "two"}));
  const std::vector<std::vector<std::string>> bodies = {{"a.py:1-2"}, {"a.py:1-2"}, {}, {},
                                                        {"a.py:5-6"}, {"a.py:5-6"}, {}};
  for (std::uint32_t line = 1; line <= bodies.size(); ++line) {
    ScopedFile file = Scoped(row);
    file.asked_lines = {line};
    EXPECT_EQ(Bodies(Find({file})), bodies[line - 1]) << line;
  }
}

TEST_F(TaskPiecesTest, OfAFailingTestOnlyWhatTheTraceNamesIsShown) {
  const std::string text = Functions({"test_a", "test_b"});
  ScopedFile file = Seed("test_app.py", text, {3, 3}, "test");
  file.asked_lines = {6};
  EXPECT_THAT(Bodies(Find({file})), ElementsAre("test_app.py:5-6", "test_app.py:1-2"));
  file.relation = kByFrame;
  const TaskPieces found = Find({file});
  EXPECT_THAT(Bodies(found), ElementsAre("test_app.py:5-6"));
  EXPECT_EQ(Outline(found, "test_app.py"), "");
  file.row.role = "source";
  EXPECT_THAT(Bodies(Find({file})), ElementsAre("test_app.py:5-6", "test_app.py:1-2"));
}

TEST_F(TaskPiecesTest, OrdersBodiesByTheirWordsThenByFileAndPlace) {
  const ScopedFile first = Seed("z.py", Functions({"a", "b", "c"}), {5, 9, 5});
  const ScopedFile second = Seed("a.py", Functions({"a"}), {5});
  EXPECT_THAT(Bodies(Find({first})), ElementsAre("z.py:5-6", "z.py:1-2", "z.py:9-10"));
  const ScopedFile same = Scoped(first.row, {5});
  EXPECT_THAT(Bodies(Find({same, second})), ElementsAre("z.py:1-2", "a.py:1-2"));
}

TEST_F(TaskPiecesTest, LetsTheNextFileTakeItsTurn) {
  const ScopedFile best = Seed("best.py", Functions({"a", "b", "c"}), {5, 5, 5});
  ScopedFile next = Seed("next.py", Functions({"d"}), {5});
  next.share = Score::FromMillionths(960'000);
  EXPECT_THAT(Bodies(Find({best, next})),
              ElementsAre("best.py:1-2", "best.py:5-6", "next.py:1-2", "best.py:9-10"));
}

TEST_F(TaskPiecesTest, ShowsAllOfAMissedFileOrTheLinesThatWereMissed) {
  ScopedFile missed = Seed("missed.py", Functions({"a", "b"}));
  const ScopedFile best = Seed("best.py", Functions({"c"}), {9});
  EXPECT_THAT(Bodies(Find({missed, best})), ElementsAre("best.py:1-2"));
  missed.relation = kByRefinement;
  missed.share = Score();
  EXPECT_THAT(Bodies(Find({best, missed})),
              ElementsAre("missed.py:1-2", "missed.py:5-6", "best.py:1-2"));
  missed.asked_lines = {5};
  EXPECT_THAT(Bodies(Find({best, missed})), ElementsAre("missed.py:5-6", "best.py:1-2"));
  missed.chunks = {{.ordinal = 0, .units = 1}};
  EXPECT_THAT(Bodies(Find({best, missed})),
              ElementsAre("missed.py:5-6", "best.py:1-2", "missed.py:1-2"))
      << "only what was named was missed";
}

TEST_F(TaskPiecesTest, SkipsAFewBytesBetweenDefinitionsUnlessTheTaskNamesThem) {
  const auto text = [](std::size_t bytes) {
    return Function("a") + "\n\nprint('" + std::string(bytes - 10, '-') + "')\n";
  };
  ScopedFile small = Seed("small.py", text(79), {5, 5});
  const ScopedFile large = Seed("large.py", text(80), {5, 5});
  const ScopedFile head = Seed("head.py", "import os\n\n\n" + Function("a"), {5});
  EXPECT_THAT(Bodies(Find({small, large})),
              ElementsAre("small.py:1-2", "large.py:1-2", "large.py:5-5"));
  EXPECT_THAT(Bodies(Find({head})), ElementsAre("head.py:1-1")) << "it is not between definitions";
  small.asked_lines = {5};
  EXPECT_THAT(Bodies(Find({small})), ElementsAre("small.py:1-2", "small.py:5-5"));
}

TEST_F(TaskPiecesTest, ShowsTheSignatureOfABodyWithoutRoom) {
  ScopedFile file = Seed("a.py", Function("words", 40) + "\n\n" + Function("named", 40), {5});
  file.asked_lines = {50};
  const TaskPieces found = Find({file}, kLittleRoom);
  EXPECT_THAT(Bodies(found), IsEmpty());
  EXPECT_THAT(Choices(found),
              UnorderedElementsAre("words supporting words", "named supporting mentioned"));
  EXPECT_EQ(Outline(found, "a.py"), "1: def words():\n44: def named():\n");
}

TEST_F(TaskPiecesTest, AWindowStandsForABodyThatIsTooLargeForTheBudget) {
  ScopedFile file = Seed("a.py", Function("big", 200), {5});
  file.asked_lines = {100};
  const TaskPieces found = Find({file}, 1'000);
  ASSERT_THAT(Bodies(found), ElementsAre("a.py:78-142"));
  const CodePiece& piece = found.pieces.back();
  EXPECT_EQ(piece.title, "a.py:78-142 big (part of lines 1 to 201)");
  EXPECT_THAT(piece.texts.at(0).text, StartsWith("    step_77 = 77\n"));
  EXPECT_EQ(piece.texts.at(0).name, "full");
  EXPECT_THAT(Bodies(Find({file}, 2'000)), ElementsAre("a.py:1-201")) << "60 % of it are enough";
}

TEST_F(TaskPiecesTest, TheHeadOfALargeBodySaysWhereItGoesOn) {
  const TaskPieces found = Find({Seed("a.py", Function("big", 200), {5})}, 1'000);
  ASSERT_THAT(Bodies(found), ElementsAre("a.py:1-72"));
  EXPECT_EQ(found.pieces.back().title, "a.py:1-72 big (goes on to line 201)");
}

TEST_F(TaskPiecesTest, WordsOfTheTaskPlaceTheWindow) {
  const std::vector<ScopedFile> files = {Seed("a.py", Function("big", 200), {5})};
  PiecesRequest request{.budget = 1'000};
  request.line_words = {{.word = "150", .worth = Score::FromInt(2)}};
  EXPECT_THAT(Bodies(Find(files, request)), ElementsAre("a.py:120-182"));
}

TEST_F(TaskPiecesTest, ThePlaceOfAFailureComesFirstAndInASmallWindow) {
  ScopedFile file = Seed("a.py", Functions({"words"}) + "\n\n" + Function("failed", 60), {9});
  file.asked_lines = {1, 40};
  file.failed_lines = {40};
  EXPECT_THAT(Bodies(Find({file}, 1'000)), ElementsAre("a.py:28-62", "a.py:1-2"));
  EXPECT_THAT(Bodies(Find({file}, 10'000)), ElementsAre("a.py:5-65", "a.py:1-2"));
}

TEST_F(TaskPiecesTest, WhatOneOfTheSixBestPiecesCallsComesBeforeOthers) {
  const std::string best = "def best():\n    return helper()\n\n\n";
  const ScopedFile file =
      Seed("a.py", best + Functions({"b", "c", "d", "e", "f", "other", "helper"}),
           {9, 8, 8, 8, 8, 8, 2, 2});
  const std::vector<std::string> bodies = Bodies(Find({file}));
  ASSERT_THAT(bodies, SizeIs(8));
  EXPECT_THAT(std::span(bodies).last(2), ElementsAre("a.py:29-30", "a.py:25-26"));
}

TEST_F(TaskPiecesTest, OmitsTestsThatATaskAboutSomethingElseDoesNotName) {
  ScopedFile test = Seed("test_a.py", Functions({"test_a", "test_b"}), {3, 3}, "test");
  PiecesRequest request{.budget = kAmple};
  EXPECT_THAT(Bodies(Find({test}, request)), SizeIs(2));
  request.tests = false;
  EXPECT_THAT(Bodies(Find({test}, request)), IsEmpty());
  test.asked_lines = {5};
  EXPECT_THAT(Bodies(Find({test}, request)), ElementsAre("test_a.py:5-6"));
  test.relation = kByPath;
  EXPECT_THAT(Bodies(Find({test}, request)), SizeIs(2));
  test.relation = kByRefinement;
  test.asked_lines.clear();
  EXPECT_THAT(Bodies(Find({test}, request)), SizeIs(2));
}

TEST_F(TaskPiecesTest, TheSubjectOfATestPrecedesAFileThatIsFoundByWords) {
  const ScopedFile found = Seed("a.py", Functions({"a"}), {5});
  ScopedFile subject = Seed("b.py", Functions({"b"}), {5});
  EXPECT_THAT(Bodies(Find({found, subject})), ElementsAre("a.py:1-2", "b.py:1-2"));
  subject.relation = kBySubject;
  EXPECT_THAT(Bodies(Find({found, subject})), ElementsAre("b.py:1-2", "a.py:1-2"));
}

TEST_F(TaskPiecesTest, OffersTwoHundredBodies) {
  std::vector<std::string> names;
  for (int i = 0; i < 202; ++i) names.push_back(fmt::format("f{:03}", i));
  const TaskPieces found =
      Find({Seed("a.py", Functions(names), std::vector<std::uint64_t>(202, 5))});
  EXPECT_THAT(Bodies(found), SizeIs(200));
  EXPECT_EQ(Outline(found, "a.py"), "801: def f200():\n805: def f201():\n");
}

TEST_F(TaskPiecesTest, ReadsTheFactsOfEightyFiles) {
  std::vector<ScopedFile> files;
  for (int i = 0; i < 81; ++i) {
    files.push_back(Named(fmt::format("{:02}.py", i), Function("f"), {1}));
  }
  const TaskPieces found = Find(files);
  EXPECT_THAT(Bodies(found), SizeIs(80));
  EXPECT_EQ(Renditions(found.pieces.at(80)), "80.py: name");
}

TEST_F(TaskPiecesTest, AFileThatTheIndexDoesNotHaveIsANameOnly) {
  ScopedFile file = Scoped({.id = 99, .path = "gone.py"}, {5});
  file.asked_lines = {1};
  const TaskPieces found = Find({file, Named("a.py", Function("f"), {1})});
  EXPECT_EQ(Renditions(Piece(found, "gone.py")), "gone.py: name");
  EXPECT_THAT(Bodies(found), ElementsAre("a.py:1-2"));
}

TEST_F(TaskPiecesTest, ChoosesTheMembersOfAShownClassButNotItsFields) {
  const ScopedFile file = Seed("a.py",
                               "class Cart:\n    total = 0\n\n    def pay(self):\n"
                               "        return 1\n\n\ndef beside():\n    return 1\n",
                               {5});
  EXPECT_THAT(Choices(Find({file})), ElementsAre("Cart primary words", "Cart.pay primary words"));
}

// What a body looks like.

TEST_F(TaskPiecesTest, ABodyIsWholeLinesWithoutTheLastBreaks) {
  const TaskPieces found = Find({Named(
      "a.py", "def one():\r\n    \"\"\"Makes one. Then more.\"\"\"\r\n    return 1\r\n", {1})});
  const CodePiece piece = Piece(found, "a.py:1-3");
  EXPECT_EQ(Renditions(piece), "a.py:1-3 one: full, signature_doc, signature");
  EXPECT_EQ(piece.symbol, "one");
  EXPECT_EQ(piece.texts.at(0).text,
            "def one():\r\n    \"\"\"Makes one. Then more.\"\"\"\r\n    return 1");
  EXPECT_EQ(piece.texts.at(1).text, "def one():  # Makes one.");
  EXPECT_EQ(piece.texts.at(2).text, "def one():");
}

TEST_F(TaskPiecesTest, AFunctionThatIsIndexedInPartsSaysThatItGoesOn) {
  const TaskPieces found = Find({Seed("a.py", Function("long", 400), {5, 5})});
  ASSERT_THAT(Bodies(found), SizeIs(2));
  EXPECT_THAT(Piece(found, Bodies(found)[0]).title, HasSubstr(" long (goes on to line 401)"));
  EXPECT_THAT(Piece(found, Bodies(found)[1]).title, testing::EndsWith("-401 long"));
}

// A class of 40 methods, too large to be shown as one. What follows a method is a rest.
std::string LargeClass(std::string_view name) {
  std::string text = fmt::format("class {}:\n    \"\"\"Turns.\"\"\"\n\n", name);
  for (int i = 0; i < 40; ++i) {
    text += fmt::format("    def spin_{}(self):\n        speed = {}\n        return {}\n\n", i, i,
                        std::string(60, '1'));
  }
  return text + "    print('" + std::string(90, '-') + "')\n";
}

TEST_F(TaskPiecesTest, PartsOfALargeClassSayWhatTheyAreIn) {
  // Chunks: a call in no symbol, the head of the class, 40 methods and the rest of the class.
  std::vector<std::uint64_t> units(43, 0);
  units[0] = units[1] = units[42] = 5;
  const TaskPieces found = Find({Seed("a.py", "print()\n\n\n" + LargeClass("Wheel"), units)});
  std::vector<std::string> shown;
  for (const std::string& id : Bodies(found)) shown.push_back(Renditions(Piece(found, id)));
  EXPECT_THAT(shown, UnorderedElementsAre("a.py:1-1: full",
                                          "a.py:4-5 Wheel: full, signature_doc, signature",
                                          "a.py:167-167 in Wheel: full"));
}

// Outlines.

TEST_F(TaskPiecesTest, OutlinesSayWhyASymbolStandsThere) {
  const ScopedFile file = Named("a.py",
                                "def used():\n    return 1\n\n\nclass Base:\n    pass\n\n\n"
                                "def user(x):\n    return shown(x)\n\n\n"
                                "def shown(x: Base):\n    return used()\n\n\n"
                                "def beside():\n    return 1\n",
                                {13});
  const TaskPieces found = Find({file});
  EXPECT_THAT(Choices(found), UnorderedElementsAre(
                                  "shown primary mentioned", "used supporting used by shown",
                                  "Base type_context type of shown", "user supporting uses shown"));
  EXPECT_EQ(Outline(found, "a.py"), "1: def used():\n5: class Base:\n9: def user(x):\n");
  EXPECT_EQ(found.excluded, 1U);
}

TEST_F(TaskPiecesTest, ATestShowsItsAssertionsAndOtherUsersDoNot) {
  const ScopedFile seed = Named("cart.py", Function("total"), {1});
  const std::string user =
      "from cart import total\n\n\ndef check():\n    x = total()\n    assert x == 1\n";
  const ScopedFile test = Seed("test_cart.py", user, {}, "test");
  const ScopedFile other = Seed("other.py", user);
  for (const ScopedFile& file : {test, other}) code_.Import(file.row, seed.row, "total");
  const TaskPieces found = Find({seed, test, other});
  EXPECT_THAT(Choices(found), ElementsAre("total primary mentioned", "check supporting tests total",
                                          "check supporting uses total"));
  EXPECT_EQ(Outline(found, "test_cart.py"), "4: def check():\n6:   assert x == 1\n");
  EXPECT_EQ(Outline(found, "other.py"), "4: def check():\n");
}

TEST_F(TaskPiecesTest, ASymbolStandsInAnOutlineOnceWithItsFirstReason) {
  ScopedFile file =
      Seed("a.py", "def shown():\n    return large()\n\n\n" + Function("large", 200), {0, 5});
  file.asked_lines = {1};
  const TaskPieces found = Find({file}, kLittleRoom);
  EXPECT_THAT(Choices(found),
              ElementsAre("shown primary mentioned", "large supporting used by shown"));
  EXPECT_EQ(Outline(found, "a.py"), "5: def large():\n");
}

TEST_F(TaskPiecesTest, OutlinesHaveNoVariablesAndNoCodeWithoutASymbol) {
  const std::string large = "'" + std::string(2'000, 'x') + "'";
  const ScopedFile variable = Seed("a.py", "table = " + large + "\n", {5});
  const ScopedFile field = Seed("b.py",
                                "class Cart:\n    table = " + large + "\n    other = " + large +
                                    "\n\n    def pay(self):\n        return 1\n",
                                {0, 5, 5, 0});
  const ScopedFile call = Seed("c.py", "print(" + large + ")\n", {5});
  EXPECT_THAT(Choices(Find({variable, field, call}, kLittleRoom)), IsEmpty());
}

TEST_F(TaskPiecesTest, AnOutlineHasNoImports) {
  const ScopedFile file = Named("a.py",
                                "import os\nimport xml.dom\nimport json as js\n"
                                "from math import floor, ceil\nfrom re import match as fits\n"
                                "import unused\nfrom math import sqrt\n\n\n"
                                "def shown():\n    os.path.join()\n    xml.dom.parse()\n"
                                "    js.dumps()\n    floor(ceil(fits()))\n    helper()\n\n\n"
                                "def helper():\n    sqrt(1)\n",
                                {10});
  const CodePiece piece = Piece(Find({file}), "a.py");
  EXPECT_EQ(Renditions(piece), "a.py: signature_doc, signature, name");
  EXPECT_EQ(piece.texts.at(0).text, "18: def helper():\n");
  EXPECT_EQ(piece.texts.at(1).text, "18: def helper():\n");
  EXPECT_EQ(piece.texts.at(2).text, "");
}

TEST_F(TaskPiecesTest, ListsImportsBetweenFilesInScope) {
  const ScopedFile a = Seed("a.py", Function("f"));
  const ScopedFile b = Seed("b.py", Function("g"));
  const ScopedFile outside = Seed("c.py", Function("h"));
  code_.Import(b.row, a.row, "f");
  code_.Import(b.row, a.row);
  code_.Import(a.row, b.row);
  code_.Import(a.row, a.row);
  code_.Import(a.row, outside.row);
  code_.Import(outside.row, a.row);
  EXPECT_THAT(Find({a, b}).imports,
              ElementsAre(std::pair("a.py", "b.py"), std::pair("b.py", "a.py")));
}

// Texts.

TEST_F(TaskPiecesTest, ReadsOnlyFilesWithABodyOrAnOutline) {
  const ScopedFile body = Named("body.py", Function("f"), {1});
  const ScopedFile user = Seed("user.py", "from body import f\n\n\ndef g():\n    return f()\n");
  code_.Import(user.row, body.row, "f");
  const TaskPieces found = Find({body, Seed("beside.py", Function("h")), user});
  EXPECT_THAT(read_, ElementsAre("body.py", "user.py"));
  EXPECT_EQ(Renditions(Piece(found, "beside.py")), "beside.py: name");
}

// A function of so many bytes on each of these lines: `f0`, `f1` and so on.
code::FileFacts FunctionsOnLines(
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& lines) {
  code::FileFacts facts;
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    const auto [line, bytes] = lines[i];
    const code::Extent extent{
        .begin = begin, .end = begin + bytes, .first_line = line, .last_line = line};
    facts.symbols.push_back({.name = fmt::format("f{}", i), .extent = extent, .body = begin});
    facts.chunks.push_back({.kind = code::ChunkKind::kSymbol, .symbol = i, .extent = extent});
    begin += bytes;
  }
  return facts;
}

TEST_F(TaskPiecesTest, AFileThatChangedIsANameOnlyAndListedOnce) {
  const auto facts = FunctionsOnLines({{1, 100}, {2, 100}, {3, 90'000}});
  const ScopedFile changed = Scoped(code_.Add("changed.py", 400, facts), {5, 5, 5});
  const TaskPieces found = Find({changed, Named("same.py", Function("f"), {1})}, kLittleRoom);
  EXPECT_THAT(Choices(found), Contains("f2 supporting words"));
  EXPECT_THAT(found.changed, ElementsAre("changed.py"));
  EXPECT_THAT(Bodies(found), ElementsAre("same.py:1-2"));
  EXPECT_EQ(Renditions(Piece(found, "changed.py")), "changed.py: name");
}

TEST_F(TaskPiecesTest, AnOutlineIsInTheOrderOfLines) {
  const auto facts = FunctionsOnLines({{3, 90'000}, {1, 90'000}});
  texts_["a.py"] = "def f1():\n\ndef f0():\n";
  const TaskPieces found = Find({Scoped(code_.Add("a.py", 400, facts), {5, 5})}, kLittleRoom);
  EXPECT_EQ(Outline(found, "a.py"), "1: f1\n3: f0\n");
}

// A judge.

class JudgedPiecesTest : public TaskPiecesTest {
 protected:
  // An import, `shown` with words of the task, and `helper`, which `shown` calls.
  ScopedFile Small() { return Scoped(small_, {5, 5}); }

  const store::FileRow small_ =
      code_.AddText("a.py",
                    "import os\n\n\ndef shown():\n    return helper(os.getcwd())\n\n\n"
                    "def helper(x):\n    return 1\n");
};

TEST_F(JudgedPiecesTest, WithoutAVerdictTheRulesDecide) {
  const ScopedFile file = Small();
  const TaskPieces rules = Find({file});
  const TaskPieces judged = Judged({file}, {});
  EXPECT_THAT(Bodies(rules), ElementsAre("a.py:4-5", "a.py:1-1"));
  EXPECT_EQ(Bodies(judged), Bodies(rules));
  EXPECT_EQ(Outline(judged, "a.py"), "8: def helper(x):\n");
}

TEST_F(JudgedPiecesTest, AFailureOfTheJudgeIsAFailure) {
  const auto judge = [](std::vector<SymbolChoice>&) -> Status {
    return Fail(Errc::kUnavailable, "the model is down");
  };
  const auto found = Try({Small()}, {.budget = kAmple, .judge = judge});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code(), Errc::kUnavailable);
}

TEST_F(JudgedPiecesTest, ASupportingSymbolThatBecomesPrimaryHasItsBodyInsteadOfItsLine) {
  const TaskPieces found = Judged({Small()}, {{"helper", Detail::kPrimary}});
  EXPECT_THAT(Bodies(found), ElementsAre("a.py:4-5", "a.py:1-1", "a.py:8-9"));
  EXPECT_EQ(Outline(found, "a.py"), "");
  EXPECT_THAT(Terms(Piece(found, "a.py:8-9")), ElementsAre("file", "definition"));
}

TEST_F(JudgedPiecesTest, APrimarySymbolThatBecomesSupportingIsALine) {
  const TaskPieces found = Judged({Small()}, {{"shown", Detail::kSupporting}});
  EXPECT_THAT(Bodies(found), ElementsAre("a.py:1-1")) << "code without a symbol stays";
  EXPECT_EQ(Outline(found, "a.py"), "4: def shown():\n8: def helper(x):\n");
  EXPECT_EQ(Judged({Small()}, {{"shown", Detail::kTypeContext}}).excluded, 0U);
}

TEST_F(JudgedPiecesTest, AnExcludedSymbolIsShownNowhereButStaysAChoice) {
  const TaskPieces found = Judged({Small()}, {{"helper", Detail::kExcluded}});
  EXPECT_EQ(Outline(found, "a.py"), "");
  EXPECT_THAT(Choices(found), Contains("helper excluded used by shown"));
  EXPECT_EQ(found.excluded, 1U);
}

TEST_F(JudgedPiecesTest, CodeWithoutASymbolGoesWithTheLastSymbolOfItsFile) {
  const ScopedFile plain = Seed("b.py", "print('" + std::string(90, '-') + "')\n", {5});
  const std::map<std::string, Detail> none = {{"shown", Detail::kExcluded},
                                              {"helper", Detail::kExcluded}};
  EXPECT_THAT(Bodies(Judged({Small(), plain}, none)), ElementsAre("b.py:1-1"))
      << "a file without symbols is not judged";
  ScopedFile named = Small();
  named.asked_lines = {1};
  EXPECT_THAT(Bodies(Judged({named}, none)), ElementsAre("a.py:1-1")) << "the task names it";
}

TEST_F(JudgedPiecesTest, WhatTheTaskNamesCanOnlyBeRaised) {
  const ScopedFile file = Named("b.py", Function("one") + "\n\n" + Function("large", 200), {1, 5});
  for (const Detail detail : {Detail::kSupporting, Detail::kTypeContext, Detail::kExcluded}) {
    const TaskPieces found = Judged({file}, {{"one", detail}, {"large", detail}}, 100);
    EXPECT_THAT(Choices(found), ElementsAre("one primary mentioned", "large supporting mentioned"));
  }
  const TaskPieces found = Judged({file}, {{"large", Detail::kPrimary}}, 400);
  EXPECT_THAT(Bodies(found), ElementsAre("b.py:1-2", "b.py:5-205"));
}

TEST_F(JudgedPiecesTest, ABodyStaysWhileOneOfItsSymbolsIsPrimary) {
  const ScopedFile file = Seed("b.py",
                               "class Cart:\n    def pay(self):\n        return 1\n\n"
                               "    def close(self):\n        return 1\n",
                               {5});
  std::map<std::string, Detail> details = {{"Cart", Detail::kExcluded},
                                           {"Cart.pay", Detail::kExcluded}};
  EXPECT_THAT(Bodies(Judged({file}, details)), ElementsAre("b.py:1-6"));
  details["Cart.close"] = Detail::kSupporting;
  const TaskPieces found = Judged({file}, details);
  EXPECT_THAT(Bodies(found), IsEmpty());
  EXPECT_EQ(Outline(found, "b.py"), "5:   def close(self):\n");
}

TEST_F(JudgedPiecesTest, TheNextPartOfAFunctionGoesWithItsFirst) {
  const ScopedFile file = Seed("b.py", Function("long", 400), {5, 9});
  ASSERT_THAT(Bodies(Find({file})), SizeIs(2));
  EXPECT_THAT(Bodies(Judged({file}, {{"long", Detail::kSupporting}})), IsEmpty());
  const TaskPieces found = Judged({file}, {{"long", Detail::kPrimary}});
  EXPECT_THAT(Bodies(found), ElementsAre("b.py:1-401")) << "together they are one piece";
}

TEST_F(JudgedPiecesTest, APrimaryClassBringsItsMembersUnlessTheyWereJudgedOtherwise) {
  std::vector<std::uint64_t> units(41, 0);
  units[0] = units[1] = units[2] = 5;
  const ScopedFile file = Seed("b.py", LargeClass("Wheel") + "\n\n" + Function("beside"), units);
  const TaskPieces found =
      Judged({file}, {{"Wheel", Detail::kPrimary}, {"Wheel.spin_0", Detail::kExcluded}}, 400);
  // The head, 39 methods and the rest, each once.
  const std::vector<std::string> bodies = Bodies(found);
  EXPECT_THAT(bodies, SizeIs(41));
  EXPECT_THAT(std::set<std::string>(bodies.begin(), bodies.end()), SizeIs(41));
  EXPECT_THAT(bodies, Contains("b.py:8-10"));
  EXPECT_THAT(bodies, Not(Contains("b.py:4-6")));
  EXPECT_THAT(bodies, Not(Contains(StartsWith("b.py:167"))));
}

TEST_F(JudgedPiecesTest, APrimaryNamespaceBringsItsOwnLinesOnly) {
  std::string text = "namespace shop {\n\n";
  for (int i = 0; i < 60; ++i) {
    text += fmt::format("int pay_{}() {{\n  return {};\n}}\n\n", i, std::string(60, '1'));
  }
  ScopedFile file = Named("b.cc", text + "}\n", {1});
  const TaskPieces found = Judged({file}, {{"shop", Detail::kPrimary}});
  EXPECT_THAT(Bodies(found), ElementsAre("b.cc:1-1"));
}

TEST_F(JudgedPiecesTest, OffersAThousandBodiesAndTheSignaturesOfTheRest) {
  std::vector<std::string> names;
  for (int i = 0; i < 24; ++i) names.push_back(fmt::format("f{}", i));
  std::map<std::string, Detail> details;
  for (const std::string& name : names) details[name] = Detail::kPrimary;
  std::vector<ScopedFile> files;
  for (int i = 0; i < 42; ++i) {  // 1,008 functions
    files.push_back(Seed(fmt::format("{:02}.py", i), Functions(names),
                         std::vector<std::uint64_t>(names.size(), 5)));
  }
  const TaskPieces found = Judged(files, details, 0);
  EXPECT_THAT(Bodies(found), SizeIs(1'000));
  EXPECT_EQ(std::ranges::count(found.choices, Detail::kSupporting, &SymbolChoice::detail), 8);
  EXPECT_EQ(Outline(found, "41.py"), "93: def f23():\n");
  EXPECT_EQ(Outline(found, "33.py"), "");
}

TEST_F(JudgedPiecesTest, OnlyAJudgedBodyHasAWindowAndTheWordsOfTheTaskPlaceIt) {
  const ScopedFile file = Seed("b.py", Function("f", 60), {5});
  EXPECT_EQ(Renditions(Piece(Find({file}), "b.py:1-61")),
            "b.py:1-61 f: full, signature_doc, signature");
  const CodePiece piece =
      Piece(Judged({file}, {{"f", Detail::kPrimary}}, kAmple, {"step_50"}), "b.py:1-61");
  EXPECT_EQ(Renditions(piece), "b.py:1-61 f: full, window, signature_doc, signature");
  EXPECT_THAT(TextOf(piece, "window"), StartsWith("def f():\n# (lines 1 to "));
  EXPECT_THAT(TextOf(piece, "window"), HasSubstr("step_50 ="));
}

TEST_F(JudgedPiecesTest, ALineThatTheTaskNamesPlacesTheWindowOfItsFunction) {
  ScopedFile file = Seed("b.py", Function("f", 60) + "\n\n" + Function("g", 60));
  file.asked_lines = {62, 64 + 40, 1 + 30};  // between both, of `g`, of `f`
  const TaskPieces found =
      Judged({file}, {{"f", Detail::kPrimary}, {"g", Detail::kPrimary}}, kAmple, {"step_58"});
  const std::string f = TextOf(Piece(found, "b.py:1-61"), "window");
  EXPECT_THAT(f, AllOf(HasSubstr("step_30 ="), Not(HasSubstr("step_50 ="))));
  const std::string g = TextOf(Piece(found, "b.py:64-124"), "window");
  EXPECT_THAT(g, AllOf(HasSubstr("step_40 ="), Not(HasSubstr("step_58 ="))));
}

TEST_F(JudgedPiecesTest, ABodyThatTheRulesShowIsOfferedOnceIfItIsJudgedPrimary) {
  EXPECT_THAT(Bodies(Judged({Small()}, {{"shown", Detail::kPrimary}})),
              UnorderedElementsAre("a.py:1-1", "a.py:4-5"));
}

TEST_F(JudgedPiecesTest, ABodyWithWordsThatHadNoRoomKeepsItsReasons) {
  const ScopedFile file = Seed("b.py", Function("large", 200), {5});
  const TaskPieces found = Judged({file}, {{"large", Detail::kPrimary}}, 400);
  EXPECT_THAT(Terms(Piece(found, "b.py:1-201")),
              ElementsAre("file", "words", "title", "definition"));
}

TEST(DetailTest, NamesAreStable) {
  EXPECT_EQ(Name(Detail::kPrimary), "primary");
  EXPECT_EQ(Name(Detail::kSupporting), "supporting");
  EXPECT_EQ(Name(Detail::kTypeContext), "type_context");
  EXPECT_EQ(Name(Detail::kExcluded), "excluded");
}

}  // namespace
}  // namespace satchel::retrieval
