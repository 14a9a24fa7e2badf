#include "code/languages/csharp/imports.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(CSharpUsingTest, NamespacesAreDirectories) {
  const CodeProject in({"src/Shop.Core/Models/Line.cs", "src/Shop.Core/Cart.cs",
                        "src/Shop.Web/Models/Page.cs", "src/Shop.Web/Util/Text.cs",
                        "tests/Shop.Core.Tests/CartTests.cs", "Plain/Deep/A.cs",
                        "x/Diagnostics/B.cs"});
  const std::string web = "src/Shop.Web/Start.cs";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"Shop.Core", "src/Shop.Core/ (namespace_directory)"},
      {"Shop.Core.Models", "src/Shop.Core/Models/ (namespace_directory)"},
      {"Shop.Web.Models", "src/Shop.Web/Models/ (namespace_directory)"},
      {"Shop.Core.Tests", "tests/Shop.Core.Tests/ (namespace_directory)"},
      {"Company.Plain.Deep", "Plain/Deep/ (namespace_directory)"},
      {"Company.Plain", "Plain/ (namespace_directory)"},
      {"Shop.Web.Util.Text", "src/Shop.Web/Util/Text.cs (class_path)"},
      {"Shop.Core.Cart", "src/Shop.Core/Cart.cs (class_path)"},
      {"Other.Models", "none"},
      {"System", "external"},
      {"System.Text.Json", "external"},
      {"Microsoft.Extensions.Logging", "external"},
      {"Systemic", "none"},
      {"A..B", "none"},
      {"../etc", "none"}};
  for (const auto& [module, path] : cases) {
    EXPECT_EQ(in.Resolve(web, "csharp", module, "", ImportKind::kAll), path) << module;
  }
}

}  // namespace
}  // namespace satchel::code
