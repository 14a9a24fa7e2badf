#include "code/languages/go/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(GoImportsTest, FindsThePackageByTheLongestModulePath) {
  const CodeProject in({"main.go", "internal/db/pool.go", "tools/gen/gen.go", "third/x/x.go",
                        "vendor/github.com/pkg/errors/errors.go", "local/lib/sub/s.go"},
                       {{"go.mod",
                         "// a comment\nmodule \"example.com/app\" // here\n\ngo 1.22\n"
                         "require (\n\tgithub.com/pkg/errors v0.9.1\n)\n"
                         "replace example.com/lib v1.0.0 => ./local/lib\n"
                         "replace (\n  example.com/third => ./third\n example.com/far => ../far\n"
                         " example.com/web => example.com/web2 v1.2.3\n)\n"},
                        {"tools/go.mod", "module example.com/app/tools\n"},
                        {"go.work", "go 1.22\nuse (\n ./\n ./tools\n)\n"}});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"example.com/app/internal/db", "internal/db/ (go_module)"},
      {"example.com/app/tools/gen", "tools/gen/ (go_module)"},
      {"example.com/app/missing", "none"},
      {"example.com/lib/sub", "local/lib/sub/ (go_replace)"},
      {"example.com/third/x", "third/x/ (go_replace)"},
      {"example.com/far", "external"},
      {"example.com/application", "external"},
      {"github.com/pkg/errors", "vendor/github.com/pkg/errors/ (go_vendor)"},
      {"github.com/other/x", "external"},
      {"fmt", "external"},
      {"net/http", "external"},
      {"./internal/db", "internal/db/ (relative)"},
      {"../../etc", "none"},
      {"/etc/passwd", "none"},
      {"example.com/app/../../etc", "none"}};
  for (const auto& [module, path] : cases) {
    EXPECT_EQ(in.Resolve("main.go", "go", module), path) << module;
  }
}

TEST(GoImportsTest, OfTwoModulesOfOneNameTheNearestCounts) {
  const CodeProject in({"a/x/x.go", "b/x/x.go", "a/main.go", "b/main.go"},
                       {{"a/go.mod", "module m"}, {"b/go.mod", "module m"}});
  EXPECT_EQ(in.Resolve("b/main.go", "go", "m/x"), "b/x/ (go_module)");
  EXPECT_EQ(in.Resolve("a/main.go", "go", "m/x"), "a/x/ (go_module)");
  EXPECT_EQ(in.Resolve("a/main.go", "go", "m"), "a/ (go_module)");
}

TEST(GoImportsTest, WithoutAModuleTheWorkspaceIsBelowGoPath) {
  const CodeProject in({"cmd/main.go", "pkg/util/u.go", "vendor/x.org/y/y.go"});
  EXPECT_EQ(in.Resolve("cmd/main.go", "go", "github.com/me/app/pkg/util"),
            "pkg/util/ (suffix_unique)");
  EXPECT_EQ(in.Resolve("cmd/main.go", "go", "x.org/y"), "vendor/x.org/y/ (go_vendor)");
}

}  // namespace
}  // namespace satchel::code
