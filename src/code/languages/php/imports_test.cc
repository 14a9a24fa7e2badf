#include "code/languages/php/imports.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(PhpImportsTest, ClassesGoByTheManifest) {
  const CodeProject in(
      {"src/Cart.php", "src/Models/Line.php", "lib/Models/Line.php", "tests/CartTest.php",
       "legacy/Old.php", "legacy2/Older.php"},
      {{"composer.json",
        R"({"autoload": {"psr-4": {"Shop\\": "src/", "Shop\\Models\\": ["lib/Models"],
                             "Old\\": ["legacy/", "legacy2"], "Out\\": "../x"}},
                             "autoload-dev": {"psr-4": {"Shop\\Tests\\": "tests/"}}})"}});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"Shop\\Cart", "src/Cart.php (psr4)"},
      {"Shop\\Models\\Line", "lib/Models/Line.php (psr4)"},
      {"Shop\\Tests\\CartTest", "tests/CartTest.php (psr4)"},
      {"Old\\Older", "legacy2/Older.php (psr4)"},
      {"Shop\\Nothing", "none"},
      {"Exception", "external"},
      {"Shop\\..\\x", "none"},
      {"Shop\\\\Cart", "none"},
      {"Shop\\Models/Line", "none"}};
  for (const auto& [module, path] : cases) {
    EXPECT_EQ(in.Resolve("src/a.php", "php", module), path) << module;
  }
  EXPECT_EQ(in.Resolve("src/a.php", "php", "Shop", "helper", ImportKind::kName), "none");
}

TEST(PhpImportsTest, AManifestFurtherDownIsSeenFromItsDirectory) {
  const CodeProject in(
      {"packages/tax/src/Rate.php", "src/Rate.php"},
      {{"packages/tax/composer.json", R"({"autoload": {"psr-4": {"Shop\\Tax\\": "src"}}})"}});
  EXPECT_EQ(in.Resolve("src/a.php", "php", "Shop\\Tax\\Rate"), "packages/tax/src/Rate.php (psr4)");
}

TEST(PhpImportsTest, WithoutAManifestTheEndOfThePathCounts) {
  const CodeProject in(
      {"a/Shop/Cart.php", "b/Shop/Cart.php", "b/x.php", "c/Models/Line.php", "c/Alone.php"});
  EXPECT_EQ(in.Resolve("b/x.php", "php", "Shop\\Cart"), "b/Shop/Cart.php (class_path)");
  EXPECT_EQ(in.Resolve("x.php", "php", "Shop\\Cart"), "a/Shop/Cart.php (class_path)");
  EXPECT_EQ(in.Resolve("x.php", "php", "Shop\\Models\\Line"), "c/Models/Line.php (class_path)");
  EXPECT_EQ(in.Resolve("x.php", "php", "Shop\\Alone"), "none");
}

TEST(PhpImportsTest, IncludesGoFromTheFile) {
  const CodeProject in({"a/x.php", "a/y.php", "boot.php", "inc/deep/one.php"});
  const auto include = [&](const std::string& module) {
    return in.Resolve("a/x.php", "php", module, "", ImportKind::kInclude);
  };
  EXPECT_EQ(include("y.php"), "a/y.php (relative)");
  EXPECT_EQ(include("./y.php"), "a/y.php (relative)");
  EXPECT_EQ(include("../boot.php"), "boot.php (relative)");
  EXPECT_EQ(include("/boot.php"), "boot.php (root_relative)");
  EXPECT_EQ(include("deep/one.php"), "inc/deep/one.php (suffix_unique)");
  EXPECT_EQ(include("one.php"), "none");
  EXPECT_EQ(include("../../../etc/passwd"), "none");
}

}  // namespace
}  // namespace satchel::code
