#include "code/resolve/test_links.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace satchel::code {
namespace {

std::string Print(const std::vector<TestLink>& links) {
  std::string text;
  for (const TestLink& link : links) {
    text += (text.empty() ? "" : ", ") + link.path + " (" + std::string(link.rule) + ")";
  }
  return text;
}

std::string Tested(const std::vector<std::string>& paths, std::string_view test) {
  const PathSet set = PathSet::Build(paths);
  const auto links = TestedFiles(set, test);
  for (const TestLink& link : links) {
    // Both directions agree.
    EXPECT_THAT(TestsOf(set, link.path),
                ::testing::Contains(TestLink{.path = std::string(test), .rule = link.rule}))
        << link.path;
  }
  return Print(links);
}

TEST(TestLinksTest, KnowsTheNamesOfTests) {
  struct Case {
    std::string test;
    std::string file;
  };
  const std::vector<Case> cases = {
      {"a/test_foo.py", "a/foo.py"},         {"a/foo_test.py", "a/foo.py"},
      {"a/foo_test.go", "a/foo.go"},         {"a/foo.test.ts", "a/foo.ts"},
      {"a/foo.spec.tsx", "a/foo.tsx"},       {"a/foo.test.js", "a/foo.mjs"},
      {"a/foo-test.js", "a/foo.js"},         {"a/FooTest.java", "a/Foo.java"},
      {"a/FooTests.java", "a/Foo.java"},     {"a/FooIT.java", "a/Foo.java"},
      {"a/TestFoo.java", "a/Foo.java"},      {"a/foo_test.cc", "a/foo.cc"},
      {"a/foo_unittest.cc", "a/foo.h"},      {"a/test_foo.c", "a/foo.c"},
      {"a/FooTest.cpp", "a/Foo.hpp"},        {"a/foo_test.rs", "a/foo.rs"},
      {"a/foo_spec.rb", "a/foo.rb"},         {"a/foo_test.rb", "a/foo.rb"},
      {"a/test_foo.rb", "a/foo.rb"},         {"a/FooTest.php", "a/Foo.php"},
      {"a/FooTests.cs", "a/Foo.cs"},         {"a/foo_test.sh", "a/foo.sh"},
      {"a/FooTests.swift", "a/Foo.swift"},   {"a/FooSpec.scala", "a/Foo.scala"},
      {"a/FooSuite.scala", "a/Foo.scala"},   {"a/FooTest.kt", "a/Foo.kt"},
      {"a/foo_test.dart", "a/foo.dart"},     {"a/foo_test.exs", "a/foo.ex"},
      {"a/FooSpec.groovy", "a/Foo.groovy"},  {"a/FooSpec.hs", "a/Foo.hs"},
      {"a/foo_spec.lua", "a/foo.lua"},       {"a/test_foo.lua", "a/foo/init.lua"},
      {"a/test_foo.bats", "a/foo.bash"},     {"a/test_foo.py", "a/foo/__init__.py"},
      {"a/Foo.test.tsx", "a/Foo/index.tsx"}, {"a/foo/tests.rs", "a/foo/mod.rs"}};
  for (const auto& [test, file] : cases) {
    const std::string rule =
        file == "a/foo/mod.rs" ? " (test_directory)" : " (test_same_directory)";
    EXPECT_EQ(Tested({test, file, "x/unrelated.py"}, test), file + rule) << test;
  }
  for (const char* path :
       {"a/foo.py", "a/test.py", "a/_test.go", "tests/conftest.py", "a/Test.java", "a/test_foo.txt",
        "a/contest.c", "", "/test_a.py", "../test_a.py"}) {
    EXPECT_EQ(Tested({"a/foo.py", "a/con.c"}, path), "") << path;
  }
}

TEST(TestLinksTest, LooksNearbyFirst) {
  EXPECT_EQ(
      Tested({"src/a/foo.ts", "src/b/foo.ts", "src/b/__tests__/foo.ts"}, "src/b/__tests__/foo.ts"),
      "src/b/foo.ts (test_directory)");
  EXPECT_EQ(
      Tested({"pkg/foo.py", "foo.py", "pkg/tests/unit/test_foo.py"}, "pkg/tests/unit/test_foo.py"),
      "pkg/foo.py (test_directory)");
  EXPECT_EQ(Tested({"m/src/main/java/a/Foo.java", "n/src/main/java/a/Foo.java",
                    "m/src/test/java/a/FooTest.java"},
                   "m/src/test/java/a/FooTest.java"),
            "m/src/main/java/a/Foo.java (test_mirrored)");
  EXPECT_EQ(Tested({"src/pkg/a/foo.py", "src/pkg/b/foo.py", "tests/a/test_foo.py"},
                   "tests/a/test_foo.py"),
            "src/pkg/a/foo.py (test_nearest)");
  EXPECT_EQ(Tested({"src/pkg/foo.py", "tests/test_foo.py"}, "tests/test_foo.py"),
            "src/pkg/foo.py (test_nearest)");
  EXPECT_EQ(Tested({"src/foo.cc", "src/foo.h", "tests/foo_test.cc"}, "tests/foo_test.cc"),
            "src/foo.cc (test_mirrored), src/foo.h (test_mirrored)");
  EXPECT_EQ(
      Tested({"src/Shop.Core/Cart.cs", "src/Shop.Web/Cart.cs", "test/Shop.Core.Tests/CartTests.cs"},
             "test/Shop.Core.Tests/CartTests.cs"),
      "src/Shop.Core/Cart.cs (test_mirrored)");
  EXPECT_EQ(Tested({"Core/Models/Cart.cs", "Core.Tests/CartTests.cs"}, "Core.Tests/CartTests.cs"),
            "Core/Models/Cart.cs (test_nearest)");
  EXPECT_EQ(Tested({"app/models/cart.rb", "lib/cart.rb", "spec/models/cart_spec.rb"},
                   "spec/models/cart_spec.rb"),
            "app/models/cart.rb (test_nearest)");
  EXPECT_EQ(Tested({"lib/shop/cart.rb", "test/shop/cart_test.rb"}, "test/shop/cart_test.rb"),
            "lib/shop/cart.rb (test_mirrored)");
  EXPECT_EQ(Tested({"src/Shop/Cart.php", "tests/Shop/CartTest.php"}, "tests/Shop/CartTest.php"),
            "src/Shop/Cart.php (test_mirrored)");
  EXPECT_EQ(Tested({"c/src/foo.rs", "d/src/foo.rs", "c/tests/foo.rs"}, "c/tests/foo.rs"),
            "c/src/foo.rs (test_mirrored)");
}

TEST(TestLinksTest, SaysNothingWhenItCannotTell) {
  EXPECT_EQ(Tested({"src/a/test_names.cc", "src/b/names.cc"}, "src/a/test_names.cc"), "");
  EXPECT_EQ(Tested({"src/x/foo.py", "src/y/foo.py", "tests/test_foo.py"}, "tests/test_foo.py"), "");
  EXPECT_EQ(Tested({"p/a/src/foo.ts", "p/b/__tests__/foo.spec.ts"}, "p/b/__tests__/foo.spec.ts"),
            "");
  EXPECT_EQ(Tested({"b/foo.go", "a/foo_test.go"}, "a/foo_test.go"), "");
  EXPECT_EQ(Tested({"d/src/foo.rs", "c/tests/foo.rs"}, "c/tests/foo.rs"), "");
  std::vector<std::string> many = {"tests/test_x.py", "a7/test_x.py"};
  for (int i = 0; i < 1'000; ++i) many.push_back("a" + std::to_string(i) + "/x.py");
  EXPECT_EQ(Tested(many, "tests/test_x.py"), "");
  EXPECT_EQ(Tested(many, "a7/test_x.py"), "a7/x.py (test_same_directory)");
}

TEST(TestLinksTest, FindsAllTestsOfAFile) {
  const PathSet set = PathSet::Build(
      std::vector<std::string>{"src/foo.cc", "src/foo.h", "src/foo_test.cc", "tests/test_foo.cc",
                               "other/foo_test.cc", "other/foo.cc"});
  EXPECT_EQ(Print(TestsOf(set, "src/foo.cc")),
            "src/foo_test.cc (test_same_directory), tests/test_foo.cc (test_mirrored)");
  EXPECT_EQ(Print(TestsOf(set, "other/foo.cc")), "other/foo_test.cc (test_same_directory)");
  EXPECT_EQ(Print(TestsOf(set, "README")), "");
}

TEST(TestLinksTest, ModulesOfSwiftAndSourceSetsOfKotlinHaveTheirTests) {
  EXPECT_EQ(Tested({"Sources/Shop/Cart.swift", "Sources/Bank/Cart.swift",
                    "Tests/ShopTests/CartTests.swift"},
                   "Tests/ShopTests/CartTests.swift"),
            "Sources/Shop/Cart.swift (test_mirrored)");
  EXPECT_EQ(Tested({"Sources/Shop/Model/Cart.swift", "Tests/ShopTests/CartTests.swift"},
                   "Tests/ShopTests/CartTests.swift"),
            "Sources/Shop/Model/Cart.swift (test_nearest)");
  EXPECT_EQ(Tested({"core/commonMain/kotlin/a/Cart.kt", "core/jvmMain/kotlin/a/Cart.kt",
                    "core/commonTest/kotlin/a/CartTest.kt"},
                   "core/commonTest/kotlin/a/CartTest.kt"),
            "core/commonMain/kotlin/a/Cart.kt (test_mirrored)");
  EXPECT_EQ(Tested({"m/src/main/scala/a/Cart.scala", "n/src/main/scala/a/Cart.scala",
                    "m/src/test/scala/a/CartSpec.scala"},
                   "m/src/test/scala/a/CartSpec.scala"),
            "m/src/main/scala/a/Cart.scala (test_mirrored)");
}

}  // namespace
}  // namespace satchel::code
