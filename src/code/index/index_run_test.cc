#include "code/index/index_run.h"

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(IndexRunTest, FilesAreReadAgainWhenTheRulesOfTheRedactorChange) {
  const std::string now = RulesState({}, nullptr);
  EXPECT_EQ(now, RulesState({}, nullptr));
  EXPECT_NE(now, RulesState({}, nullptr, text::kRedactionVersion + 1));
}

}  // namespace
}  // namespace satchel::code
