#include "base/beside.h"

#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(BesideTest, RunsOnAThreadOfItsOwnOnlyWhereThatIsWorthIt) {
  const auto who = [] { return std::this_thread::get_id(); };
  EXPECT_NE(Beside(true, who).get(), std::this_thread::get_id());
  EXPECT_EQ(Beside(false, who).get(), std::this_thread::get_id());
}

TEST(BesideTest, WhatIsThrownComesOut) {
  for (const bool worth_it : {true, false}) {
    auto failing = Beside(worth_it, []() -> int { throw std::runtime_error("no"); });
    EXPECT_THROW(failing.get(), std::runtime_error);
  }
}

}  // namespace
}  // namespace satchel
