#include "code/languages/javascript/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

std::string Ts(const CodeProject& in, std::string_view from, std::string module) {
  return in.Resolve(from, "typescript", std::move(module));
}

TEST(JavaScriptImportsTest, GuessesExtensionsAndIndexes) {
  const CodeProject in({"src/a.ts", "src/b.tsx", "src/c.d.ts", "src/d.js", "src/e.mjs",
                        "src/f.json", "src/g/index.ts", "src/h.css", "src/i.ts", "src/i.js",
                        "src/j.mts", "index.js"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"./b", "src/b.tsx"},       {"./c", "src/c.d.ts"},
      {"./d", "src/d.js"},        {"./e", "src/e.mjs"},
      {"./f.json", "src/f.json"}, {"./g", "src/g/index.ts"},
      {"./g/", "src/g/index.ts"}, {"./h.css?inline", "src/h.css"},
      {"./b.js", "src/b.tsx"},    {"./j.mjs", "src/j.mts"},
      {"./i", "src/i.ts"},        {"./i.js", "src/i.ts"},
      {"..", "index.js"},         {"./../src/./a", "src/a.ts"}};
  for (const auto& [module, path] : cases) {
    EXPECT_EQ(Ts(in, "src/a.ts", module), path + " (relative)") << module;
  }
  EXPECT_EQ(in.Resolve("src/d.js", "javascript", "./i"), "src/i.js (relative)");
  EXPECT_EQ(in.Resolve("src/d.js", "javascript", "./a.js"), "src/a.ts (relative)");
  EXPECT_EQ(in.Resolve("src/b.tsx", "tsx", "./a"), "src/a.ts (relative)");
  for (const char* module : {"./x", "../../../../etc/passwd", "/src/a", ".", "./"}) {
    EXPECT_EQ(Ts(in, "src/a.ts", module), "none") << module;
  }
}

TEST(JavaScriptImportsTest, ReadsPathsAndBaseUrlOfTheNearestTsConfig) {
  const CodeProject in(
      {"src/core/a.ts", "src/special.ts", "src/main.ts", "pkg/src/x.ts", "pkg/y.ts"},
      {{"tsconfig.json", R"({ // comment
                          "compilerOptions": { "baseUrl": "./src", /* more */
                            "paths": { "@core/*": ["missing/*", "core/*"], "@core/a": ["special"], "*": ["*"], },
                          }, })"},
       {"pkg/tsconfig.json",
        R"({"extends": "../tsconfig", "compilerOptions": {"paths": {"~x": ["./src/x"]}, "baseUrl": "."}})"}});
  EXPECT_EQ(Ts(in, "src/main.ts", "@core/a"), "src/special.ts (tsconfig_paths)");
  EXPECT_EQ(Ts(in, "src/main.ts", "@core/a.js"), "src/core/a.ts (tsconfig_paths)");
  EXPECT_EQ(Ts(in, "src/main.ts", "core/a"), "src/core/a.ts (tsconfig_paths)");
  EXPECT_EQ(Ts(in, "pkg/src/x.ts", "~x"), "pkg/src/x.ts (tsconfig_paths)");
  EXPECT_EQ(Ts(in, "pkg/src/x.ts", "y"), "pkg/y.ts (tsconfig_base_url)");
  EXPECT_EQ(Ts(in, "src/main.ts", "@core/../../../etc/passwd"), "none");
}

TEST(JavaScriptImportsTest, FollowsExtends) {
  const CodeProject in(
      {"app/src/a.ts", "app/src/b.ts", "configs/x.ts"},
      {{"app/tsconfig.json", R"({"extends": ["./a.json", "@my/config/base.json"]})"},
       {"app/tsconfig.a.json", R"({"extends": "./tsconfig.b.json"})"},
       {"app/tsconfig.b.json", R"({"extends": "./tsconfig.a.json"})"},
       {"configs/package.json", R"({"name": "@my/config"})"},
       {"configs/tsconfig.json", "{}"},
       {"other/tsconfig.json", R"({"extends": "../../../../etc/tsconfig.json"})"},
       {"lib/tsconfig.json", R"({"extends": "@my/config/tsconfig.base"})"},
       {"configs/tsconfig.base.json", R"({"compilerOptions": {"paths": {"#x": ["./x.ts"]}}})"}});
  EXPECT_EQ(Ts(in, "lib/m.ts", "#x"), "configs/x.ts (tsconfig_paths)");
  EXPECT_EQ(Ts(in, "app/src/a.ts", "#x"), "none");
  EXPECT_EQ(Ts(in, "other/a.ts", "#x"), "none");
}

TEST(JavaScriptImportsTest, ASolutionFileLeavesPathsToTheOthersBesideIt) {
  const CodeProject in(
      {"src/a.ts"},
      {{"tsconfig.json", R"({"files": [], "references": [{"path": "./tsconfig.app.json"}]})"},
       {"tsconfig.app.json", R"({"compilerOptions": {"paths": {"@/*": ["./src/*"]}}})"}});
  EXPECT_EQ(Ts(in, "src/a.ts", "@/a"), "src/a.ts (tsconfig_paths)");
}

TEST(JavaScriptImportsTest, FindsPackagesOfTheWorkspaceByName) {
  const CodeProject in(
      {"packages/ui/src/index.ts", "packages/ui/src/button.tsx", "packages/ui/src/icons/star.ts",
       "packages/core/lib/main.js", "packages/bare/index.js", "packages/typed/src/api.ts",
       "app/main.ts", "packages/cond/src/m.ts", "packages/built/src/index.ts"},
      {{"packages/ui/package.json",
        R"({"name": "@my/ui", "exports": {".": "./src/index.ts", "./icons/*": "./src/icons/*.ts"}})"},
       {"packages/core/package.json", R"({"name": "core", "main": "lib/main"})"},
       {"packages/bare/package.json", R"({"name": "bare"})"},
       {"packages/typed/package.json", R"({"name": "typed", "types": "dist/api.d.ts"})"},
       {"packages/cond/package.json",
        R"({"name": "cond", "exports": {"import": {"types": "./none.d.ts", "default": "./dist/m.js"}}})"},
       {"packages/built/package.json",
        R"({"name": "built", "main": "./dist/index.js", "exports": null})"},
       {"app/package.json",
        R"({"name": "app", "dependencies": {"react": "1", "@types/lambda": "1"}, "imports": {"#m": "./main.ts"}})"},
       {"node_modules/x/package.json", R"({"name": "x", "main": "main.ts"})"}});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"@my/ui", "packages/ui/src/index.ts (package_name)"},
      {"@my/ui/icons/star", "packages/ui/src/icons/star.ts (package_name)"},
      {"@my/ui/button", "packages/ui/src/button.tsx (package_name)"},
      {"@my/ui/../../app/main", "none"},
      {"core", "packages/core/lib/main.js (package_name)"},
      {"bare", "packages/bare/index.js (package_name)"},
      {"typed", "packages/typed/src/api.ts (package_name)"},
      {"cond", "packages/cond/src/m.ts (package_name)"},
      {"built", "packages/built/src/index.ts (package_name)"},
      {"app/main", "app/main.ts (package_name)"},
      {"#m", "app/main.ts (package_imports)"},
      {"../packages/core", "packages/core/lib/main.js (package_main)"},
      {"react", "external"},
      {"react/jsx-runtime", "external"},
      {"lambda", "external"},
      {"x", "none"},
      {"fs", "external"},
      {"fs/promises", "external"},
      {"node:test", "external"},
      {"left-pad", "none"}};
  for (const auto& [module, path] : cases) EXPECT_EQ(Ts(in, "app/main.ts", module), path) << module;
}

TEST(JavaScriptImportsTest, KnowsTheAliasesOfBundlers) {
  const CodeProject in({"web/src/a.ts", "web/src/b/c.tsx"}, {{"web/package.json", "{}"}});
  EXPECT_EQ(Ts(in, "web/src/a.ts", "@/b/c"), "web/src/b/c.tsx (source_alias)");
  EXPECT_EQ(Ts(in, "web/src/a.ts", "@/../../../c"), "none");
}

TEST(JavaScriptImportsTest, HostileConfigurationSaysNothing) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  std::string wide = R"({"compilerOptions": {"paths": {)";
  for (int i = 0; i < 5'000; ++i) wide += "\"a" + std::to_string(i) + "*\": [\"./*\"],";
  wide += "}}}";
  const CodeProject in(
      {"a.ts"},
      {{"tsconfig.json", wide},
       {"d/tsconfig.json", R"({"compilerOptions": )" + deep + "}"},
       {"e/tsconfig.json",
        R"({"compilerOptions": {"paths": {"*": "x", "**": ["a"], "k": [1, {}]}, "baseUrl": 3}, "extends": {"a": []}})"},
       {"f/tsconfig.json",
        R"({"compilerOptions": {"paths": {"*": ["/etc/*", "../../*"]}, "baseUrl": "../../.."}})"},
       {"f/package.json", R"({"name": 3, "main": [], "exports": {".": [[[{"a": 3}]]]}})"}});
  for (const char* from : {"d/x.ts", "e/x.ts", "f/x.ts"}) EXPECT_EQ(Ts(in, from, "passwd"), "none");
}

}  // namespace
}  // namespace satchel::code
