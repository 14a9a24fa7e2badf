#include "text/assignment.h"

#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace satchel::text {
namespace {

// "name -> value" of the assignment around the first "key", or "none".
std::string Read(std::string_view text) {
  const auto found = FindAssignment(text, text.find("key"), 3);
  if (!found) return "none";
  return fmt::format("{} -> {}", text.substr(found->key_begin, found->key_end - found->key_begin),
                     text.substr(found->value_begin, found->value_end - found->value_begin));
}

TEST(AssignmentTest, UnderstandsTheWaysANameGetsAValue) {
  EXPECT_EQ(Read("my_key = \"v 1\";"), "my_key -> v 1");
  EXPECT_EQ(Read("  a.key: v1 # c"), "a.key -> v1");
  EXPECT_EQ(Read("{\"key\": \"v1\"}"), "key -> v1");
  EXPECT_EQ(Read("key := 'v1'"), "key -> v1");
  EXPECT_EQ(Read("key => \"v1\","), "key -> v1");
  EXPECT_EQ(Read("key: &'static str = \"v1\";"), "key -> v1");
  EXPECT_EQ(Read("config[\"key\"] = \"v1\""), "key -> v1");
  EXPECT_EQ(Read("put(\"key\", \"v1\")"), "key -> v1");
  EXPECT_EQ(Read("set_key(\"v1\")"), "set_key -> v1");
  EXPECT_EQ(Read("<key>v1</key>"), "key -> v1");
  EXPECT_EQ(Read("#define MY_key \"v1\""), "MY_key -> v1");
  EXPECT_EQ(Read("#  define key\t\"v1\""), "key -> v1");
  EXPECT_EQ(Read("define key \"v1\""), "none");
  EXPECT_EQ(Read("#define key OTHER"), "none");
  EXPECT_EQ(Read("run --key v1 --x"), "--key -> v1");
  EXPECT_EQ(Read("/a?key=v1&b=2"), "key -> v1");
  EXPECT_EQ(Read("\\\"key\\\": \\\"v1\\\""), "key -> v1");
}

TEST(AssignmentTest, CodeThatComputesAValueIsNone) {
  EXPECT_EQ(Read("key = read(x)"), "none");
  EXPECT_EQ(Read("key = env[x]"), "none");
  EXPECT_EQ(Read("key(x)"), "none");
  EXPECT_EQ(Read("the key is"), "none");
  EXPECT_EQ(Read("key ="), "none");
  EXPECT_EQ(Read("[\"key\"], \"v1\""), "none");
  EXPECT_EQ(Read("run --key --next"), "none");
}

TEST(AssignmentTest, KnowsAValueWithoutSpacesAroundTheSign) {
  const auto is_tight = [](std::string_view text) {
    const auto found = FindAssignment(text, text.find("key"), 3);
    return found && found->tight;
  };
  EXPECT_TRUE(is_tight("key=v"));
  EXPECT_FALSE(is_tight("key = v"));
  EXPECT_FALSE(is_tight("--key v"));
}

TEST(AssignmentTest, LooksAtABoundedNumberOfBytes) {
  const std::string text = "key=\"" + std::string(100'000, 'a');
  const Assignment found = FindAssignment(text, 0, 3).value_or(Assignment{});
  EXPECT_EQ(found.value_begin, 5U);
  EXPECT_LE(found.value_end, 5U + 4096U);
  EXPECT_TRUE(found.cut);
}

}  // namespace
}  // namespace satchel::text
