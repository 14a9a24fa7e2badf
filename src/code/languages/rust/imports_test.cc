#include "code/languages/rust/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

std::string Rs(const CodeProject& in, std::string_view from, std::string module,
               ImportKind kind = ImportKind::kModule) {
  return in.Resolve(from, "rust", std::move(module), "", kind);
}

CodeProject OneCrate() {
  return CodeProject(
      {"src/lib.rs", "src/main.rs", "src/a.rs", "src/a/b.rs", "src/a/c/mod.rs", "src/a/c/d.rs",
       "src/bin/tool.rs", "src/bin/other/main.rs", "src/bin/other/m.rs", "tests/it.rs",
       "tests/common/mod.rs", "build.rs"},
      {{"Cargo.toml", "[package]\nname = \"my-crate\" # here\n[dependencies]\nserde = \"1\"\n"}});
}

TEST(RustImportsTest, FindsSubmodulesByTheKindOfFile) {
  const CodeProject in = OneCrate();
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"src/lib.rs", "a", "src/a.rs"},
      {"src/a.rs", "b", "src/a/b.rs"},
      {"src/a.rs", "c", "src/a/c/mod.rs"},
      {"src/a/c/mod.rs", "d", "src/a/c/d.rs"},
      {"tests/it.rs", "common", "tests/common/mod.rs"},
      {"src/bin/other/main.rs", "m", "src/bin/other/m.rs"}};
  for (const auto& [from, module, path] : cases) {
    EXPECT_EQ(Rs(in, from, module, ImportKind::kSubmodule), path + " (submodule)") << from;
  }
  EXPECT_EQ(Rs(in, "src/a/b.rs", "c", ImportKind::kSubmodule), "none");
  EXPECT_EQ(Rs(in, "src/lib.rs", "../../etc/passwd", ImportKind::kSubmodule), "none");
}

TEST(RustImportsTest, TheLongestPrefixThatIsAFileWins) {
  const CodeProject in = OneCrate();
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"src/a/b.rs", "crate::a::c::d::Thing", "src/a/c/d.rs (crate_module)"},
      {"src/a/b.rs", "crate::a::Thing", "src/a.rs (crate_module)"},
      {"src/a/b.rs", "crate::Thing", "src/lib.rs (crate_module)"},
      {"src/a/b.rs", "super::Thing", "src/a.rs (crate_module)"},
      {"src/a/b.rs", "super::c::d::x", "src/a/c/d.rs (crate_module)"},
      {"src/a/c/d.rs", "super::super::b", "src/a/b.rs (crate_module)"},
      {"src/a/c/d.rs", "super::X", "src/a/c/mod.rs (crate_module)"},
      {"src/a.rs", "super::X", "src/lib.rs (crate_module)"},
      {"src/a.rs", "super::super::X", "none"},
      {"src/a.rs", "self::c::d", "src/a/c/d.rs (sibling_module)"},
      {"src/a.rs", "b::Thing", "src/a/b.rs (sibling_module)"},
      {"src/lib.rs", "a::b::Thing", "src/a/b.rs (sibling_module)"},
      {"src/a/b.rs", "a::c", "src/a/c/mod.rs (crate_module)"},
      {"src/lib.rs", "crate::a::c::{self}", "none"},
      {"src/lib.rs", "crate::a::c::self", "src/a/c/mod.rs (crate_module)"},
      {"src/lib.rs", "crate::Thing", "src/lib.rs (own_file)"},
      {"src/bin/other/m.rs", "crate::m::X", "src/bin/other/m.rs (crate_module)"},
      {"tests/it.rs", "my_crate::a::X", "src/a.rs (workspace_crate)"},
      {"tests/it.rs", "my_crate::X", "src/lib.rs (workspace_crate)"},
      {"src/main.rs", "::my_crate::a", "src/a.rs (workspace_crate)"},
      {"src/a.rs", "r#b::X", "src/a/b.rs (sibling_module)"},
      {"src/a.rs", "std::collections::HashMap", "external"},
      {"src/a.rs", "serde::Serialize", "external"},
      {"src/a.rs", "unknown::X", "none"}};
  for (const auto& [from, module, path] : cases) EXPECT_EQ(Rs(in, from, module), path) << module;
  EXPECT_EQ(Rs(in, "src/a.rs", "super", ImportKind::kAll), "src/lib.rs (crate_module)");
  EXPECT_EQ(Rs(in, "src/a.rs", "self", ImportKind::kAll), "src/a.rs (own_file)");
  EXPECT_EQ(Rs(in, "src/a/b.rs", "super::c", ImportKind::kAll), "src/a/c/mod.rs (crate_module)");
}

TEST(RustImportsTest, FindsOtherCratesOfTheWorkspace) {
  const CodeProject in(
      {"app/src/main.rs", "util/src/lib.rs", "util/src/fs.rs", "odd/code/root.rs",
       "odd/code/part.rs", "renamed/src/lib.rs"},
      {{"Cargo.toml",
        "[workspace]\nmembers = [\n  \"app\",\n  \"util\",\n]\n"
        "[workspace.dependencies]\nshared = { path = \"renamed\" }\n"},
       {"app/Cargo.toml",
        "[package]\nname = 'app'\n[dependencies]\nutil = { path = \"../util\" }\n"
        "shared.workspace = true\n[dependencies.alias]\npackage = \"odd\"\npath = \"../odd\"\n"},
       {"util/Cargo.toml", "package.name = \"util-crate\"\n"},
       {"renamed/Cargo.toml", "[package]\nname = \"something\"\n"},
       {"odd/Cargo.toml",
        "[package]\nname = \"odd\"\ndescription = \"\"\"\n[lib]\npath = \"x\"\n\"\"\"\n"
        "[lib]\npath = \"code/root.rs\"\n"}});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"util::fs::read", "util/src/fs.rs (workspace_crate)"},
      {"util_crate::fs", "util/src/fs.rs (workspace_crate)"},
      {"odd::part::X", "odd/code/part.rs (workspace_crate)"},
      {"alias::part::X", "odd/code/part.rs (workspace_crate)"},
      {"odd::X", "odd/code/root.rs (workspace_crate)"},
      {"shared::X", "renamed/src/lib.rs (workspace_crate)"}};
  for (const auto& [module, path] : cases) EXPECT_EQ(Rs(in, "app/src/main.rs", module), path);
}

TEST(RustImportsTest, WorksWithoutCargo) {
  const CodeProject in({"x/lib.rs", "x/a.rs", "x/deep/mod.rs"});
  EXPECT_EQ(Rs(in, "x/deep/mod.rs", "crate::a::B"), "x/a.rs (crate_module)");
  EXPECT_EQ(Rs(in, "x/deep/mod.rs", "super::a"), "x/a.rs (crate_module)");
}

}  // namespace
}  // namespace satchel::code
