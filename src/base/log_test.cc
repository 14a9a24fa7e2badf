#include "base/log.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel {
namespace {

std::string LogOne(Logger::Options options, LogLevel level, std::string_view message) {
  const FixedClock clock(*ParseTime("2026-11-15T08:00:00Z"));
  std::ostringstream stream;
  Logger logger(stream, clock, std::move(options));
  logger.Log(level, "store", message, {{"file", "a.db"}, {"rows", 3}, {"new", true}});
  return stream.str();
}

TEST(LogTest, TextIsOneLineWithFields) {
  EXPECT_EQ(LogOne({}, LogLevel::kWarn, "slow\nquery\x1b[0m"),
            "warn  store: slow query [0m (file=a.db rows=3 new=true)\n");
}

TEST(LogTest, JsonIsOneObjectALine) {
  EXPECT_EQ(LogOne({.format = LogFormat::kJson}, LogLevel::kError, "no\nroom"),
            R"({"component":"store","fields":{"file":"a.db","new":true,"rows":3},)"
            R"("level":"error","msg":"no\nroom","ts":"2026-11-15T08:00:00Z"})"
            "\n");
}

TEST(LogTest, EveryTextIsScrubbed) {
  Logger::Options options;
  options.scrub = [](std::string_view text) { return text == "a.db" ? "[hidden]" : "m"; };
  EXPECT_EQ(LogOne(options, LogLevel::kWarn, "secret"),
            "warn  store: m (file=[hidden] rows=3 new=true)\n");
}

TEST(LogTest, FilterIsByLevelAndComponent) {
  const auto filter = LogFilter::Parse("warn,store=debug,http=off");
  ASSERT_TRUE(filter);
  EXPECT_TRUE(filter->Allows(LogLevel::kDebug, "store"));
  EXPECT_FALSE(filter->Allows(LogLevel::kInfo, "engine"));
  EXPECT_FALSE(filter->Allows(LogLevel::kError, "http"));
  EXPECT_FALSE(LogFilter::Parse("loud"));
  EXPECT_FALSE(LogFilter::Parse("=debug"));
}

}  // namespace
}  // namespace satchel
