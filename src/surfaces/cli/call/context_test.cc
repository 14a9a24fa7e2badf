#include "surfaces/cli/call/context.h"

#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace satchel::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

// What a command prints, on a terminal or not.
class ContextTest : public testing::Test {
 protected:
  Context Make(bool styled) {
    Context context{.streams = streams_,
                    .environment = environment_,
                    .invocation = invocation_,
                    .directories = {}};
    context.out = Style(styled);
    return context;
  }
  std::string Printed() const { return out_.str(); }

  const std::string token_ = "ghp_" + std::string("Zq7rT2mX9kLw4vB8nC3sD6fG1hJ5pY0aRt2E");

 private:
  std::istringstream in_;
  std::ostringstream out_;
  std::ostringstream err_;
  const Streams streams_{.in = in_, .out = out_, .err = err_};
  const settings::Environment environment_;
  const Invocation invocation_;
};

TEST_F(ContextTest, WhatIsPrintedHasNoSecretAndNoHiddenCharacter) {
  Make(false).Print("title " + token_ + " \u202Eevil \x1b[2Jgone\n");
  EXPECT_EQ(Printed(), "title [redacted:github-token] \\u{202E}evil \\u{1B}[2Jgone\n");
}

TEST_F(ContextTest, OnATerminalOnlyOwnColoursStay) {
  const Context context = Make(true);
  context.Print(context.out.Bold("title") + " \x1b[2Jgone \x1b]0;name\x07 " +
                context.out.Bold(token_) + "\n");
  EXPECT_EQ(Printed(),
            "\x1b[1mtitle\x1b[0m \\u{1B}[2Jgone \\u{1B}]0;name\\u{7} "
            "\x1b[1m[redacted:github-token]\x1b[0m\n");
}

TEST_F(ContextTest, ATerminalShowsTheSameTextAsAPipe) {
  const Style bold(true);
  const std::string key = "-----BEGIN " + std::string("PRIVATE KEY-----\n") + std::string(64, 'Q') +
                          "\n-----END " + "PRIVATE KEY-----\n";
  const std::string half = token_.substr(0, 20);
  for (const auto& [styled, plain] : std::vector<std::pair<std::string, std::string>>{
           {"(" + bold.Red(token_) + ")", "(" + token_ + ")"},
           {bold.Dim("src/a.cc:1") + " " + bold.Green(token_) + bold.Yellow(" and ") + token_,
            "src/a.cc:1 " + token_ + " and " + token_},
           {half + bold.Bold(token_.substr(20)) + " x", token_ + " x"},
           {bold.Bold("password") + " = " + bold.Red("tR4vQz81Lm\"2x"),
            "password = tR4vQz81Lm\"2x"},
           {bold.Bold(key) + bold.Bold(key) + "after", key + key + "after"}}) {
    std::string shown = Make(true).PrintedText(styled);
    const std::string piped = Make(false).PrintedText(plain);
    EXPECT_NE(shown.find('\x1b'), shown.npos);
    for (std::size_t at = 0; (at = shown.find('\x1b', at)) != shown.npos;) {
      shown.erase(at, shown.find('m', at) - at + 1);
    }
    EXPECT_EQ(shown, piped);
  }
}

TEST_F(ContextTest, JsonHasNoSecretInAnyString) {
  Make(false).PrintJson({{"results", {{{"symbol", "Holder_" + token_}, {"text", "a\u202Eb"}}}}});
  EXPECT_THAT(Printed(), Not(HasSubstr(token_)));
  EXPECT_EQ(Json::parse(Printed())["results"][0]["text"], "a\\u{202E}b");
}

TEST_F(ContextTest, APacketIsPrintedAsItWasCounted) {
  Make(false).PrintPacket("a packet\n");
  EXPECT_EQ(Printed(), "a packet\n");
}

}  // namespace
}  // namespace satchel::cli
