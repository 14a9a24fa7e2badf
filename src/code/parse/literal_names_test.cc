#include "code/parse/literal_names.h"

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Each as `kind qualifier/name line`.
std::vector<std::string> Named(std::string_view content) {
  FileFacts facts;
  AddLiteralNames(content, facts);
  std::vector<std::string> named;
  for (const Use& use : facts.uses) {
    named.push_back(fmt::format("{} {}/{} {}", Name(use.kind), use.qualifier, use.name, use.line));
  }
  return named;
}

TEST(LiteralNamesTest, VariablesOfTheEnvironment) {
  for (const std::string_view code :
       {"os.getenv(\"DATABASE_URL\")", "os.environ[\"DATABASE_URL\"]",
        "os.environ.get('DATABASE_URL', 1)", "std::getenv(\"DATABASE_URL\")",
        "ENV.fetch(\"DATABASE_URL\")", "ENV['DATABASE_URL']", "env::var(\"DATABASE_URL\")",
        "process.env.DATABASE_URL", "process.env['DATABASE_URL']", "env!(\"DATABASE_URL\")",
        "os.LookupEnv(\"DATABASE_URL\")", "$_ENV['DATABASE_URL']"}) {
    EXPECT_THAT(Named(code), ElementsAre("key env/DATABASE_URL 1")) << code;
  }
  EXPECT_THAT(Named("print(\"DATABASE_URL\"); colours[\"RED\"]; env.lower; x.environment"),
              IsEmpty());
}

TEST(LiteralNamesTest, KeysOfAConfiguration) {
  EXPECT_THAT(Named("a = config[\"database\"][\"pool_size\"]"),
              ElementsAre("key database/pool_size 1"));
  EXPECT_THAT(Named("\nb = settings.get('database.pool_size', 4)"),
              ElementsAre("key database/pool_size 2"));
  EXPECT_THAT(Named("viper.GetInt(\"a.b.c\")"), ElementsAre("key a.b/c 1"));
  EXPECT_THAT(Named("config[\"pool_size\"]"), ElementsAre("key /pool_size 1"));
  EXPECT_THAT(Named("rows[\"pool_size\"]; config[\"debug\"]; x = \"a.b\"; f(\"1.2\")"), IsEmpty());
}

TEST(LiteralNamesTest, TablesOfQueries) {
  EXPECT_THAT(Named("q(\"SELECT * FROM users u JOIN shop.orders o\")\nx"),
              ElementsAre("table /users 1", "table /orders 1"));
  EXPECT_THAT(Named("q = \"\"\"\n  insert into users\n  select 1 from\n  other\"\"\"\nx[\"a\"]"),
              ElementsAre("table /users 2", "table /other 4"));
  EXPECT_THAT(Named("say(\"select one from the list\" )"), ElementsAre("table /the 1"));
  EXPECT_THAT(Named("say(\"take from users\"); selected(\"selection from x\")"), IsEmpty());
}

TEST(LiteralNamesTest, NamesOfFunctionsForPython) {
  EXPECT_THAT(Named("m.def(\"add\", &shop::Add, py::arg(\"a\"));"),
              ElementsAre("bound shop::Add/add 1"));
  EXPECT_THAT(Named("m.def(\n    \"add\", Add)"), ElementsAre("bound Add/add 2"));
  EXPECT_THAT(Named("{\"add\", py_add, METH_VARARGS, \"x\"},"), ElementsAre("bound py_add/add 1"));
  EXPECT_THAT(Named("{\"add\", (PyCFunction)(void (*)(void))py_add, METH_NOARGS}"),
              ElementsAre("bound py_add/add 1"));
  EXPECT_THAT(Named("m.def(\"add\", [](int a) { return a; }); {\"add\", 1, METH_O}; {\"a\", b, c}; "
                    "m.def(\"add\"); x(\"add\", &Add); {\"add\", (((((, METH_O}"),
              IsEmpty());
}

TEST(LiteralNamesTest, ALiteralWithoutAnEndIsPassedOver) {
  EXPECT_THAT(Named("it's config[\"a_b_c_d"), IsEmpty());
  EXPECT_THAT(Named("\"select * from "), IsEmpty());
  EXPECT_THAT(Named(std::string(100'000, '"')), IsEmpty());
}

TEST(LiteralNamesTest, TheSameNameInOneSymbolIsOne) {
  FileFacts facts;
  AddLiteralNames("getenv(\"A_KEY\"); getenv(\"A_KEY\");", facts);
  ASSERT_EQ(facts.uses.size(), 1U);
  EXPECT_EQ(facts.uses[0].count, 2U);
}

}  // namespace
}  // namespace satchel::code
