#include "code/find/code_uses.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/code_indexes.h"
#include "code/index/indexer.h"
#include "store/sqlite/sqlite_database.h"
#include "tests/support/temp_dir.h"

namespace satchel::retrieval {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

// A workspace on disk whose index is in memory.
class CodeUsesTest : public testing::Test {
 protected:
  CodeUsesTest() {
    auto opened =
        store::OpenSqlite({.file = ":memory:", .mode = store::SqliteOptions::Mode::kCreate});
    EXPECT_TRUE(opened) << opened.error().text();
    database_ = *std::move(opened);
    scope_.workspace = database_->AddWorkspace("key", "name", Time{1}, Deadline::Never()).value();
    indexes_ = std::make_unique<CodeIndexes>(*database_);
  }

  void Write(const std::string& path, std::string_view text) const { dir_.Write(path, text); }
  void Index() {
    const auto summary = code::IndexTree(dir_.path(), *database_, scope_, nullptr, {.threads = 1});
    EXPECT_TRUE(summary) << summary.error().text();
  }
  // Of the index as it is.
  Result<UsesAnswer> Ask(const std::string& name) {
    request_.name = name;
    return FindUses(
        {.curated = *database_, .scope = scope_, .indexes = *indexes_, .root = dir_.path()},
        request_);
  }
  // Of the files as they are.
  UsesAnswer Find(const std::string& name) {
    Index();
    auto answer = Ask(name);
    EXPECT_TRUE(answer) << answer.error().text();
    return answer ? *std::move(answer) : UsesAnswer();
  }
  // Empty if the request is answered.
  std::string ErrorOf(const std::string& name) {
    const auto answer = Ask(name);
    if (answer) return "";
    return fmt::format("{}: {}", answer.error().code() == Errc::kInvalidInput ? "invalid" : "other",
                       answer.error().text());
  }

  // `page.py:6 Page.show`, or without a symbol.
  static std::string Text(const UsePlace& place) {
    return fmt::format("{}:{}{}{}", place.path, place.line, place.symbol.empty() ? "" : " ",
                       place.symbol);
  }
  static std::vector<std::string> Texts(const UseList& list) {
    std::vector<std::string> texts;
    for (const UsePlace& place : list.places) texts.push_back(Text(place));
    return texts;
  }
  // `page.py:6 Page.show x2 import`: how often, and by which rule.
  static std::vector<std::string> Uses(const UseList& list) {
    std::vector<std::string> texts;
    for (const UsePlace& place : list.places) {
      texts.push_back(fmt::format("{} x{} {}", Text(place), place.times, place.rule));
    }
    return texts;
  }
  std::vector<std::string> Definitions(const std::string& name) {
    return Texts(Find(name).definitions);
  }
  std::vector<std::string> Users(const std::string& name) { return Uses(Find(name).users); }
  std::vector<std::string> Callees(const std::string& name) { return Uses(Find(name).callees); }
  std::vector<std::string> Importers(const std::string& name) {
    return Texts(Find(name).importers);
  }

  const test::TempDir dir_;
  std::unique_ptr<store::Database> database_;
  store::Scope scope_;
  std::unique_ptr<CodeIndexes> indexes_;
  UsesRequest request_;
};

// What is asked for.

TEST_F(CodeUsesTest, AcceptsTheSeparatorsOfEveryLanguage) {
  Write("web.py",
        "class Flask:\n    def run(self):\n        pass\n\n\n"
        "class Other:\n    def run(self):\n        pass\n");
  for (const char* name : {"Flask.run", "Flask::run", "Flask#run", "Flask->run", "Flask/run",
                           "Flask.run()", "Flask.run()()"}) {
    EXPECT_THAT(Definitions(name), ElementsAre("web.py:2 Flask.run")) << name;
  }
  for (const char* name : {"run", "run()", "::run"}) {
    EXPECT_THAT(Definitions(name), ElementsAre("web.py:2 Flask.run", "web.py:7 Other.run")) << name;
  }
}

TEST_F(CodeUsesTest, MatchesAContainerByItsLastParts) {
  Write("a.py", "class Outer:\n    class Inner:\n        def run(self):\n            pass\n");
  for (const char* name : {"Inner.run", "Outer.Inner.run", "Outer::Inner.run"}) {
    EXPECT_THAT(Definitions(name), ElementsAre("a.py:3 Outer.Inner.run")) << name;
  }
  for (const char* name : {"Outer.run", "ner.run", "Deep.Outer.Inner.run"}) {
    EXPECT_THAT(Definitions(name), IsEmpty()) << name;
  }
}

TEST_F(CodeUsesTest, FindsANameThatContainsASeparator) {
  Write("infra/variables.tf", "variable \"region\" {\n  type = string\n}\n");
  Write("infra/main.tf", "resource \"aws_instance\" \"web\" {\n  zone = var.region\n}\n");
  Write("region.py", "def region():\n    pass\n");
  EXPECT_THAT(Definitions("var.region"), ElementsAre("infra/variables.tf:1 var.region"));
  EXPECT_THAT(Users("var.region"), ElementsAre(StartsWith("infra/main.tf:2 ")));
  EXPECT_THAT(Definitions("region"), ElementsAre("region.py:1 region"));
}

TEST_F(CodeUsesTest, RejectsAMissingOrTooLongName) {
  Write("a.py", "def run():\n    pass\n");
  Index();
  for (const char* name : {"", "()", "Flask.", "::"}) {
    EXPECT_EQ(ErrorOf(name), "invalid: there is no name to look for") << name;
  }
  EXPECT_EQ(ErrorOf(std::string(1'001, 'x')), "invalid: the name is longer than 1000 bytes");
  EXPECT_EQ(ErrorOf(std::string(1'000, 'x')), "");
  EXPECT_EQ(ErrorOf("/users/"), "") << "a route may end with a slash";
}

TEST_F(CodeUsesTest, RejectsAFilterWithAnUnknownLanguage) {
  Write("a.py", "def run():\n    pass\n");
  Index();
  request_.filter.languages = {"cobol"};
  EXPECT_THAT(ErrorOf("run"), StartsWith("invalid: no language is called 'cobol'"));
}

TEST_F(CodeUsesTest, SaysThatNothingIsIndexed) {
  const auto answer = Ask("run");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code(), Errc::kNotFound);
}

// Definitions.

TEST_F(CodeUsesTest, IgnoresHeadingsAndSymbolsOfAnEarlierContent) {
  Write("README.md", "# setup\n\nRead this.\n");
  Write("a.py", "def setup():\n    pass\n\n\ndef gone():\n    pass\n");
  EXPECT_THAT(Definitions("setup"), ElementsAre("a.py:1 setup"));
  EXPECT_THAT(Definitions("gone"), ElementsAre("a.py:5 gone"));
  Write("a.py", "def setup():\n    pass\n\n\ndef gon(:\n    pass and more\n");
  EXPECT_THAT(Definitions("setup"), ElementsAre("a.py:1 setup"));
  EXPECT_THAT(Definitions("gone"), IsEmpty());
}

TEST_F(CodeUsesTest, ListsDefinitionsBeforeDeclarationsAndOwnCodeFirst) {
  const std::string area = "int area(int side) {\n  return side;\n}\n";
  for (const char* path :
       {"vendor/a.c", "a.generated.c", "tests/a.c", "examples/a.c", "src/b.c", "docs/a.c"}) {
    Write(path, area);
  }
  Write("src/a.c", area + area);
  Write("area.h", "int area(int side);\n");
  const UsesAnswer answer = Find("area");
  EXPECT_THAT(Texts(answer.definitions),
              ElementsAre("docs/a.c:1 area", "src/a.c:1 area", "src/a.c:4 area", "src/b.c:1 area",
                          "examples/a.c:1 area", "tests/a.c:1 area", "a.generated.c:1 area",
                          "vendor/a.c:1 area", "area.h:1 area"));
  const UsePlace& first = answer.definitions.places.front();
  EXPECT_EQ(first.end_line, 3U);
  EXPECT_EQ(first.kind, "function");
  EXPECT_EQ(first.text, "int area(int side) {");
  EXPECT_FALSE(first.declared_only);
  EXPECT_TRUE(answer.definitions.places.back().declared_only);
}

// Users.

TEST_F(CodeUsesTest, ListsAUserOnceWithItsFirstLineAndItsSurestRule) {
  Write("box.py",
        "def save():\n    pass\n\n\nclass Box:\n    def save(self):\n        pass\n\n\n"
        "class Bag:\n    def save(self):\n        pass\n");
  Write("page.py",
        "from box import save\n\n\ndef show(box):\n    box.save()\n    save()\n    save()\n\n\n"
        "class Page:\n    def close(self, box):\n        save()\n        box.save()\n\n\nsave()\n");
  const UsesAnswer answer = Find("save");
  // A use that may mean two definitions counts once.
  EXPECT_THAT(Uses(answer.users),
              ElementsAre("page.py:5 show x3 import", "page.py:12 Page.close x2 import",
                          "page.py:16 x1 import"));
  EXPECT_EQ(answer.users.places[1].kind, "method");
  EXPECT_THAT(Users("Bag.save"),
              ElementsAre("page.py:5 show x1 ambiguous", "page.py:13 Page.close x1 ambiguous"));
}

TEST_F(CodeUsesTest, AnUnresolvedUseMayBeTheFirstLineButNotTheRule) {
  Write("box.py", "def update():\n    pass\n");
  Write("page.py", "from box import update\n\n\ndef show(box):\n    box.update()\n    update()\n");
  EXPECT_THAT(Users("update"), ElementsAre("page.py:5 show x2 import"));
}

TEST_F(CodeUsesTest, IgnoresUsesInsideTheDefinition) {
  Write("a.py",
        "def walk(n):\n    return walk(n - 1)\n\n\n"
        "class Cart:\n    def copy(self):\n        return Cart()\n");
  for (const char* name : {"walk", "Cart"}) {
    EXPECT_THAT(Users(name), IsEmpty()) << name;
    EXPECT_THAT(Callees(name), IsEmpty()) << name;
  }
}

TEST_F(CodeUsesTest, AFilterLimitsUsersAndImportersButNotDefinitions) {
  const std::string user = "from lib.gear import turn\n\n\ndef user():\n    turn()\n";
  Write("lib/gear.py", "def turn():\n    pass\n\n\ndef spin():\n    turn()\n");
  Write("lib/other.py", user);
  Write("src/app.py", user);
  EXPECT_THAT(Find("turn").users.places, SizeIs(3));
  request_.filter.paths = {"src/"};
  const UsesAnswer answer = Find("turn");
  EXPECT_THAT(Texts(answer.definitions), ElementsAre("lib/gear.py:1 turn"));
  EXPECT_THAT(Texts(answer.users), ElementsAre("src/app.py:5 user"));
  EXPECT_THAT(Texts(answer.importers), ElementsAre("src/app.py:1"));
}

TEST_F(CodeUsesTest, ListsOwnCodeFirstThenSureUsersThenByPathAndLine) {
  const std::string sure = "from gear import Gear\n\n\ndef one(it):\n    Gear.turn(it)\n";
  Write("gear.py", "class Gear:\n    def turn(self):\n        pass\n");
  Write("a_guess.py", "def guess(it):\n    it.turn()\n");
  Write("c.py", sure + "\n\ndef two(it):\n    Gear.turn(it)\n");
  for (const char* path : {"vendor/v.py", "tests/t.py", "examples/e.py", "b.py"}) {
    Write(path, sure);
  }
  EXPECT_THAT(Texts(Find("turn").users),
              ElementsAre("b.py:5 one", "c.py:5 one", "c.py:9 two", "a_guess.py:2 guess",
                          "examples/e.py:5 one", "tests/t.py:5 one", "vendor/v.py:5 one"));
}

TEST_F(CodeUsesTest, CountsWhatIsBeyondTheLimit) {
  Write("gear.py", "def turn():\n    pass\n");
  for (const char* path : {"a.py", "b.py", "c.py"}) {
    Write(path, "from gear import turn\n\n\ndef user():\n    turn()\n");
  }
  request_.limit = 2;
  const UsesAnswer answer = Find("turn");
  EXPECT_THAT(Texts(answer.users), ElementsAre("a.py:5 user", "b.py:5 user"));
  EXPECT_EQ(answer.users.left_out, 1U);
  EXPECT_EQ(answer.importers.left_out, 1U);
  EXPECT_EQ(answer.definitions.left_out, 0U);
}

TEST_F(CodeUsesTest, LooksIntoSixHundredFilesAndCountsTheRest) {
  for (int i = 0; i < 600; ++i) {
    Write(fmt::format("user_{:03}.py", i), "import zoo\n\n\ndef user():\n    zoo.feed()\n");
  }
  Write("zoo.py", "def feed():\n    pass\n");
  request_.limit = 1'000;
  const UsesAnswer all = Find("feed");
  EXPECT_THAT(all.users.places, SizeIs(600));
  EXPECT_EQ(all.files_left_out, 0U);
  Write("user_600.py", "import zoo\n\n\ndef user():\n    zoo.feed()\n");
  const UsesAnswer some = Find("feed");
  EXPECT_THAT(some.users.places, SizeIs(600));
  EXPECT_EQ(some.users.places.back().path, "user_599.py");
  EXPECT_EQ(some.files_left_out, 1U);
  EXPECT_THAT(Texts(some.definitions), ElementsAre("zoo.py:1 feed"))
      << "a file with a definition is always read";
}

TEST_F(CodeUsesTest, FollowsAMethodThroughTheBaseOfAClass) {
  Write("base.py", "class Base:\n    def touch(self):\n        pass\n");
  Write("other.py", "class Other:\n    def touch(self):\n        pass\n");
  Write("page.py",
        "from base import Base\n\n\nclass Page(Base):\n    def show(self):\n"
        "        self.touch()\n");
  EXPECT_THAT(Users("Base.touch"), ElementsAre("page.py:6 Page.show x1 inherited"));
  EXPECT_THAT(Users("Other.touch"), IsEmpty()) << "the use leads elsewhere";
}

TEST_F(CodeUsesTest, ListsUnresolvedUsesByNameButNoLiterals) {
  Write("app.py",
        "def run():\n    connect()\n\n\n"
        "def query():\n    return \"SELECT id FROM connect WHERE id = 1\"\n");
  const UsesAnswer answer = Find("connect");
  EXPECT_THAT(answer.definitions.places, IsEmpty());
  EXPECT_THAT(Uses(answer.users), ElementsAre("app.py:2 run x1 name"));
  EXPECT_EQ(answer.users.places[0].confidence, Score());
  Write("schema.sql", "CREATE TABLE connect (id INT);\n");
  EXPECT_THAT(Users("connect"), ElementsAre("app.py:6 query x1 table", "app.py:2 run x1 name"));
}

// The line of a place.

TEST_F(CodeUsesTest, ShowsALineWithoutIndentationAndUpTo160Characters) {
  Write("gear.py", "def turn(how):\n    pass\n");
  Write("app.py", "from gear import turn\n\n\ndef a():\n\t  turn(1)\n\n\ndef b():\n    turn(\"" +
                      std::string(200, '-') + "\")\n");
  const UsesAnswer answer = Find("turn");
  ASSERT_THAT(answer.users.places, SizeIs(2));
  EXPECT_EQ(answer.users.places[0].text, "turn(1)");
  EXPECT_EQ(answer.users.places[1].text, "turn(\"" + std::string(153, '-') + "…");
}

TEST_F(CodeUsesTest, ShowsNoLineOfAFileThatChanged) {
  Write("gear.py", "def turn():\n    pass\n");
  Write("app.py", "from gear import turn\n\n\ndef user():\n    turn()\n");
  Index();
  Write("gear.py", "# moved\ndef turn():\n    pass\n");
  const auto answer = Ask("turn");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->definitions.places.at(0).text, "");
  EXPECT_EQ(answer->users.places.at(0).text, "turn()");
}

TEST_F(CodeUsesTest, HidesAKeyThatBeginsInAnEarlierLine) {
  // Put together here, so that no scanner takes a line of this file for a key.
  const std::string random = "R7dKq2VbN9xLw4TzHc6JmYf3sPgA8uEk1D5n";
  const auto frame = [](std::string_view word) {
    return fmt::format("-----{} RSA PRIVATE KEY-----", word);
  };
  Write("gear.py", "def cut():\n    pass\n");
  Write("app.py", fmt::format("from gear import cut\n\nKEY = \"\"\"{}\n{}\n{}\"\"\" + cut()\n",
                              frame("BEGIN"), random, random));
  const UsesAnswer answer = Find("cut");
  ASSERT_THAT(answer.users.places, SizeIs(1));
  EXPECT_THAT(answer.users.places[0].text, AllOf(HasSubstr("cut()"), Not(HasSubstr(random))));
}

// Callees.

TEST_F(CodeUsesTest, ListsWhatADefinitionUsesUnlessItIsAGuess) {
  Write("parts.py", "def cut():\n    pass\n\n\ndef glue():\n    pass\n\n\ndef saw():\n    pass\n");
  Write("kinds.py",
        "class One:\n    def only(self):\n        pass\n\n    def several(self):\n        pass\n"
        "\n\nclass Two:\n    def several(self):\n        pass\n");
  Write("main.py",
        "from parts import cut, glue, saw\n\n\nclass Builder:\n    def build(self, it):\n"
        "        glue()\n        cut()\n        cut()\n        it.only()\n        it.several()\n"
        "        missing()\n\n    def close(self):\n        cut()\n\n\ndef beside():\n    saw()\n");
  EXPECT_THAT(Callees("Builder"),
              ElementsAre("parts.py:1 cut x3 import", "parts.py:5 glue x1 import",
                          "kinds.py:2 One.only x1 unique"));
  EXPECT_THAT(Callees("Builder.close"), ElementsAre("parts.py:1 cut x1 import"));
}

// Importers.

TEST_F(CodeUsesTest, ListsImportersOfTheNameBeforeImportersOfItsFile) {
  Write("shapes.py",
        "def area():\n    pass\n\n\ndef side():\n    pass\n\n\n"
        "class Box:\n    def width(self):\n        pass\n");
  Write("a.py", "import shapes\n");
  Write("b.py", "from shapes import side\n");
  Write("c.py", "import shapes\nfrom shapes import area\n");
  Write("tests/a.py", "\nfrom shapes import area\n");
  EXPECT_THAT(Importers("area"), ElementsAre("c.py:2", "tests/a.py:2", "a.py:1"));
  EXPECT_THAT(Importers("Box.width"), IsEmpty()) << "a method comes with its class";
}

TEST_F(CodeUsesTest, AMemberOfCppIsImportedWithItsHeader) {
  Write("box.h", "class Box {\n public:\n  int Width() { return 1; }\n};\n");
  Write("use.cc", "#include \"box.h\"\n");
  EXPECT_THAT(Importers("Box::Width"), ElementsAre("use.cc:1"));
}

TEST_F(CodeUsesTest, AGoFunctionIsImportedWithTheDirectoryOfItsPackage) {
  Write("go.mod", "module example.com/m\n");
  Write("b/b.go", "package b\n\nfunc Do() {}\n");
  Write("c/c.go", "package c\n\nfunc Other() {}\n");
  Write("a/a.go", "package a\n\nimport \"example.com/m/b\"\n\nfunc Run() {\n\tb.Do()\n}\n");
  Write("d/d.go", "package d\n\nimport \"example.com/m/c\"\n");
  EXPECT_THAT(Importers("Do"), ElementsAre("a/a.go:3"));
}

// Routes and names for other languages.

class RouteUsesTest : public CodeUsesTest {
 protected:
  RouteUsesTest() {
    Write("server/orders.py",
          "@router.get(\"/orders/{order_id}\")\ndef read_order(order_id):\n"
          "    requests.get(\"http://localhost/orders/1\")\n    return pick(order_id)\n\n\n"
          "@router.get(\"/orders/{order_id}/lines\")\ndef read_lines(order_id):\n"
          "    return order_id\n\n\ndef pick(order_id):\n    return order_id\n");
    Write("page/orders.js",
          "export async function load(id) {\n  zip(id);\n"
          "  await fetch(`/api/orders/${id}`);\n  return await fetch(`/api/orders/${id}`);\n}\n\n"
          "export async function lines(id) {\n  return await fetch(`/api/orders/${id}/lines`);\n"
          "}\n\nfunction zip(id) {}\n");
  }
};

TEST_F(RouteUsesTest, FindsWhoServesAndWhoAsksForAPath) {
  for (const char* name : {"/orders/7", "GET /orders/{id}"}) {
    const UsesAnswer answer = Find(name);
    EXPECT_THAT(Texts(answer.definitions),
                ElementsAre("server/orders.py:1 GET /orders/{order_id}"));
    EXPECT_EQ(answer.definitions.places.at(0).kind, "route");
    EXPECT_THAT(Uses(answer.users), ElementsAre("page/orders.js:3 load x2 route"));
    EXPECT_THAT(Texts(answer.callees), ElementsAre("server/orders.py:12 pick"));
  }
  EXPECT_THAT(Definitions("POST /orders/7"), IsEmpty()) << "it is served for GET";
}

TEST_F(RouteUsesTest, TakesTheRouteThatFitsBest) {
  Write("server/more.py",
        "@app.get(\"/orders/new\")\ndef new_order():\n    pass\n\n\n"
        "@app.get(\"/shop/orders/{order_id}\")\ndef shop_order(order_id):\n    pass\n");
  EXPECT_THAT(Definitions("/orders/new"), ElementsAre("server/more.py:1 GET /orders/new"));
  EXPECT_THAT(Definitions("/shop/orders/7"),
              ElementsAre("server/more.py:6 GET /shop/orders/{order_id}"));
}

TEST_F(RouteUsesTest, ACallerOfARouteIsAUserOfItsHandlerAlone) {
  const UsesAnswer answer = Find("read_order");
  EXPECT_THAT(Texts(answer.definitions), ElementsAre("server/orders.py:1 read_order"));
  EXPECT_THAT(Uses(answer.users), ElementsAre("page/orders.js:3 load x2 route"));
  EXPECT_THAT(Texts(answer.callees), ElementsAre("server/orders.py:12 pick"));
  EXPECT_THAT(Users("read_lines"), ElementsAre("page/orders.js:8 lines x1 route"));
}

TEST_F(RouteUsesTest, ListsTheRoutesThatAFunctionAsksForAfterItsCallees) {
  const UsesAnswer answer = Find("load");
  EXPECT_THAT(Uses(answer.callees),
              ElementsAre("page/orders.js:11 zip x1 scope",
                          "server/orders.py:1 GET /orders/{order_id} x2 route"));
  EXPECT_EQ(answer.callees.places.at(1).kind, "route");
  // With a second server either one is a guess.
  Write("server/copy.py", "@router.get(\"/orders/{id}\")\ndef copy_order(id):\n    pass\n");
  EXPECT_THAT(Callees("load"), ElementsAre("page/orders.js:11 zip x1 scope"));
}

TEST_F(RouteUsesTest, IgnoresTheRoutesOfANameThatMoreThanFiftyFilesDefine) {
  for (int i = 1; i < 50; ++i) {
    Write(fmt::format("copy_{}.py", i), "def read_order():\n    pass\n");
  }
  EXPECT_THAT(Users("read_order"), ElementsAre("page/orders.js:3 load x2 route"));
  Write("copy_50.py", "def read_order():\n    pass\n");
  EXPECT_THAT(Users("read_order"), IsEmpty());
}

TEST_F(CodeUsesTest, FindsPythonThatCallsAFunctionOfCUnderItsOwnName) {
  Write("native.c",
        "static PyObject *py_blend(PyObject *self) { return 0; }\n"
        "static PyObject *py_mix(PyObject *self) { return 0; }\n"
        "static PyMethodDef methods[] = {{\"blend\", py_blend, METH_NOARGS, \"\"}};\n");
  Write("paint.py", "from _native import blend\n\n\ndef paint():\n    return blend()\n");
  EXPECT_THAT(Users("py_blend"), testing::Contains("paint.py:5 paint x1 binding"));
  EXPECT_THAT(Users("py_mix"), IsEmpty());
}

TEST_F(CodeUsesTest, FindsUsesOfAServiceUnderTheNamesOfGeneratedCode) {
  Write("shop.proto",
        "message Order {}\nservice OrderService {\n  rpc GetOrder(Order) returns (Order);\n}\n");
  Write("main.go",
        "package main\n\nimport pb \"example.com/gen/shoppb\"\n\nfunc run() {\n"
        "\tpb.NewOrderServiceClient(conn)\n}\n");
  EXPECT_THAT(Users("OrderService"), ElementsAre("main.go:6 run x1 protobuf"));
}

}  // namespace
}  // namespace satchel::retrieval
