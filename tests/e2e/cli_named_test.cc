// What a task names is in the packet of `satchel retrieve`, whatever the budget, and nothing else
// is taken for a name.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/e2e/process.h"
#include "tests/e2e/retrieve_fixture.h"

namespace satchel::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class CliNamedTest : public RetrieveFixture {
 protected:
  CliNamedTest() {
    dir_.Write("app/shop/cart.py",
               "class Cart:\n    def total(self):\n        return sum(self.items)\n\n\n"
               "def pay(card):\n    return card.charge()\n");
    dir_.Write("app/shop/invoice.py",
               "class Invoice:\n    def total(self):\n        return self.net + self.tax\n");
  }

  std::vector<std::string> Mentioned(const std::string& task, const Args& more = {}) const {
    const Json json = RetrieveJson(task, more);
    std::vector<std::string> paths;
    for (const Json& file : json["files"]) {
      if (file["mentioned"] == true) paths.push_back(file["path"]);
    }
    return paths;
  }
};

TEST_F(CliNamedTest, ASymbolOfThreeLettersIsANameIfItIsWrittenAsCode) {
  for (const char* task : {"why does pay() fail?", "why does `pay` fail?", "is cart.pay used?"}) {
    EXPECT_THAT(Mentioned(task), Contains("shop/cart.py")) << task;
  }
  for (const char* task : {"who has to pay for it?", "users pay twice", "Pay the invoice"}) {
    EXPECT_THAT(Mentioned(task), Not(Contains("shop/cart.py"))) << task;
  }
}

TEST_F(CliNamedTest, AQualifiedSymbolNamesNoOtherOfThatName) {
  for (const char* task : {"fix Cart.total", "fix Cart::total", "is cart.total() right?"}) {
    EXPECT_THAT(Mentioned(task), AllOf(Contains("shop/cart.py"), Not(Contains("shop/invoice.py"))))
        << task;
  }
  const std::vector<std::string> both = {"shop/cart.py", "shop/invoice.py"};
  EXPECT_THAT(Mentioned("compare Cart.total and Invoice.total"), testing::IsSupersetOf(both));
  EXPECT_THAT(Mentioned("compare every total()"), testing::IsSupersetOf(both));
  // A variable says nothing about the class.
  EXPECT_THAT(Mentioned("what does basket.total() return?"), testing::IsSupersetOf(both));
}

TEST_F(CliNamedTest, ASymbolThatManyFilesDefineNamesAllOfThem) {
  std::vector<std::string> files;
  for (int i = 0; i < 9; ++i) {
    files.push_back(fmt::format("plugins/p{}.py", i));
    dir_.Write("app/" + files.back(), fmt::format("def set_up(app):\n    return app + {}\n", i));
  }
  EXPECT_THAT(Mentioned("add a timeout to set_up()"), testing::IsSupersetOf(files));
  for (int i = 9; i < 40; ++i) {
    dir_.Write(fmt::format("app/plugins/p{}.py", i),
               fmt::format("def set_up(app):\n    return app + {}\n", i));
  }
  EXPECT_EQ(Mentioned("add a timeout to set_up()").size(), 24U);
  const Finished text = Retrieve("add a timeout to set_up()");
  EXPECT_THAT(text.err, HasSubstr("set_up: defined in many files: 40 files define it"));
}

TEST_F(CliNamedTest, FortyNamedFilesAreAllShownOrTheErrorNamesABudgetThatIsEnough) {
  std::string task = "look at";
  std::vector<std::string> files;
  for (int i = 0; i < 40; ++i) {
    files.push_back(fmt::format("parts/part_{:02}.py", i));
    dir_.Write("app/" + files.back(), fmt::format("def part_{0}():\n    return {0}\n", i));
    task += " " + files.back();
  }
  const auto with = [&task](const Args& budget) {
    Args args = {"retrieve", task, "--format", "json"};
    args.insert(args.end(), budget.begin(), budget.end());
    return args;
  };
  EXPECT_THAT(Paths(JsonOf(with({"--budget", "1200"}))), testing::IsSupersetOf(files));
  // The number of the hint is enough, in each form of a budget and by each counter.
  for (const Args& form :
       {Args{"--budget", "40"}, Args{"--reserved-tokens", "0", "--context-window", "60"},
        Args{"--reserved-tokens", "1000", "--context-window", "1060"},
        Args{"--tokenizer", "o200k", "--budget", "60"},
        Args{"--margin", "33", "--reserved-tokens", "7", "--context-window", "90"},
        Args{"--margin", "20", "--budget", "60"}}) {
    Args args = form;
    const Finished refused = Satchel(with(args));
    ASSERT_EQ(refused.code, 2) << refused.out;
    const std::string hint = Json::parse(refused.err)["error"]["hint"];
    const std::string number = "give at least ";
    ASSERT_THAT(hint, HasSubstr(number));
    args.back() = hint.substr(number.size(), hint.find(' ', number.size()) - number.size());
    const Finished enough = Satchel(with(args));
    ASSERT_EQ(enough.code, 0) << hint << enough.err;
    EXPECT_THAT(Paths(Json::parse(enough.out)), testing::IsSupersetOf(files));
  }
}

TEST_F(CliNamedTest, ARefinementBringsEverySymbolItAsksFor) {
  Args refine = {"refine", "last"};
  for (int i = 0; i < 6; ++i) {
    dir_.Write(fmt::format("app/tools/t{}.py", i), fmt::format("def tool_{0}():\n    pass\n", i));
    refine.insert(refine.end(), {"--missing-symbol", fmt::format("tool_{}", i)});
  }
  RetrieveJson("look at weather.py");
  const auto paths = Paths(JsonOf(refine));
  for (int i = 0; i < 6; ++i) EXPECT_THAT(paths, Contains(fmt::format("tools/t{}.py", i)));
}

}  // namespace
}  // namespace satchel::test
