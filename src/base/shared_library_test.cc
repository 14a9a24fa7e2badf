#include "base/shared_library.h"

#include <array>

#include <gtest/gtest.h>

namespace satchel {
namespace {

TEST(SharedLibraryTest, TakesTheFirstFileThatIsThere) {
  constexpr std::array kFiles = {"libnothing-of-that-name.so.7", "libm.so.6"};
  auto library = SharedLibrary::Open(kFiles);
  if (!library) FAIL() << "libm is part of the C library";
  double (*root)(double) = nullptr;
  library->Find(root, "sqrt");
  ASSERT_NE(root, nullptr);
  EXPECT_EQ(root(9.0), 3.0);
  EXPECT_EQ(library->missing(), "");
}

TEST(SharedLibraryTest, RemembersTheFirstFunctionThatIsMissing) {
  constexpr std::array kFiles = {"libm.so.6"};
  auto library = SharedLibrary::Open(kFiles);
  if (!library) FAIL() << "libm is part of the C library";
  int (*function)() = nullptr;
  library->Find(function, "first_that_is_missing");
  library->Find(function, "second_that_is_missing");
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(library->missing(), "first_that_is_missing");
}

TEST(SharedLibraryTest, IsNothingWhereNoneIsInstalled) {
  constexpr std::array kFiles = {"libnothing-of-that-name.so.7"};
  EXPECT_FALSE(SharedLibrary::Open(kFiles));
}

}  // namespace
}  // namespace satchel
