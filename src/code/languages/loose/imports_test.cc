#include "code/languages/loose/imports.h"

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(LooseImportsTest, SwiftModulesAreDirectories) {
  const CodeProject in({"Sources/Shop/Cart.swift", "Sources/Shop/Model/Line.swift",
                        "Tests/ShopTests/CartTests.swift", "other/Sources/Shop/Cart.swift",
                        "App/Start.swift", "flat/Sources/Snap.swift",
                        "flat/Tests/SnapTests/A.swift", "docs/Guide/a.md",
                        "Sources/Shop/Logging/Log.swift", "fire/Source/Fire.swift",
                        "fire/Source/Core/Request.swift"});
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"Tests/ShopTests/CartTests.swift", "Shop", "Sources/Shop/ (swift_module)"},
      {"other/Sources/App/A.swift", "Shop", "other/Sources/Shop/ (swift_module)"},
      {"flat/Tests/SnapTests/A.swift", "Snap", "flat/Sources/ (swift_module)"},
      {"Tests/ShopTests/CartTests.swift", "Snap", "none"},
      {"AppTests/A.swift", "App", "App/ (suffix_unique)"},
      {"fire/Tests/RequestTests.swift", "Fire", "fire/Source/ (swift_module)"},
      {"AppTests/A.swift", "Guide", "none"},
      {"AppTests/A.swift", "Logging", "none"},
      {"AppTests/A.swift", "Foundation", "external"},
      {"AppTests/A.swift", "..", "none"},
      {"AppTests/A.swift", "a/b", "none"}};
  for (const auto& [from, module, path] : cases) {
    EXPECT_EQ(in.Resolve(from, "swift", module, "", ImportKind::kAll), path) << module;
  }
}

TEST(LooseImportsTest, PackagesOfScalaAreDirectoriesOrFiles) {
  const CodeProject in({"m/src/main/scala/a/b/C.scala", "m/src/main/scala/a/b/package.scala",
                        "n/src/main/scala/a/b/C.scala", "n/src/main/java/x/y/Z.java"});
  const std::string from = "m/src/test/scala/a/b/CSpec.scala";
  EXPECT_EQ(in.Resolve(from, "scala", "a.b", "C"), "m/src/main/scala/a/b/C.scala (java_class)");
  EXPECT_EQ(in.Resolve(from, "scala", "a.b", "D"), "m/src/main/scala/a/b/ (package_directory)");
  EXPECT_EQ(in.Resolve(from, "scala", "a.b", "", ImportKind::kAll),
            "m/src/main/scala/a/b/ (java_package)");
  EXPECT_EQ(in.Resolve(from, "scala", "x.y", "Z"), "n/src/main/java/x/y/Z.java (java_class)");
  EXPECT_EQ(in.Resolve(from, "scala", "scala.util", "Try"), "external");
  EXPECT_EQ(in.Resolve(from, "scala", "scala.a", "Try"), "external") << "scala is a source root";
  EXPECT_EQ(in.Resolve(from, "scala", "b", "", ImportKind::kAll), "none");
  EXPECT_EQ(in.Resolve(from, "scala", "cats", "Functor"), "none");
  EXPECT_EQ(in.Resolve(from, "scala", "a..b", "C"), "none");
}

TEST(LooseImportsTest, OthersArePathsOrEndsOfPaths) {
  const CodeProject in({"lib/shop.dart", "lib/src/cart.dart", "pkg/bank/lib/bank.dart",
                        "lib/shop/cart_item.ex", "lib/shop_web/controllers/page_controller.ex",
                        "src/Data/Queue.hs", "lua/picker/init.lua", "lua/picker/keys.lua",
                        "x/one.lua", "lua/picker/pkg/picker.lua", "lib/shop/supervisor.ex",
                        "lib/shop.ex", "y/two.lua", "z/two.lua", "lib/Shop/Cart.pm", "src/list.zig",
                        "src/Grid.jl", "src/parts/cell.jl"});
  const std::vector<std::tuple<std::string, std::string, std::string, std::string>> cases = {
      {"dart", "lib/main.dart", "src/cart.dart", "lib/src/cart.dart (relative)"},
      {"dart", "test/a.dart", "package:shop/src/cart.dart", "lib/src/cart.dart (package_name)"},
      {"dart", "test/a.dart", "package:bank/bank.dart", "pkg/bank/lib/bank.dart (package_name)"},
      {"dart", "test/a.dart", "package:other/src/cart.dart", "none"},
      {"dart", "test/a.dart", "dart:async", "external"},
      {"elixir", "test/a.exs", "Shop.CartItem", "lib/shop/cart_item.ex (module_path)"},
      {"elixir", "test/a.exs", "ShopWeb.PageController",
       "lib/shop_web/controllers/page_controller.ex (suffix_unique)"},
      {"elixir", "test/a.exs", "Ecto.Query", "none"},
      {"elixir", "test/a.exs", "Shop", "lib/shop.ex (module_path)"},
      {"elixir", "test/a.exs", "Supervisor", "none"},
      {"elixir", "test/a.exs", "Mix.Tasks.Supervisor", "none"},
      {"haskell", "app/Main.hs", "Data.Queue", "src/Data/Queue.hs (module_path)"},
      {"haskell", "app/Main.hs", "Data.Map", "none"},
      {"lua", "lua/picker/init.lua", "picker.keys", "lua/picker/keys.lua (module_path)"},
      {"lua", "plugin/a.lua", "picker", "lua/picker/init.lua (module_path)"},
      {"lua", "plugin/a.lua", "one", "x/one.lua (suffix_unique)"},
      {"lua", "y/a.lua", "two", "y/two.lua (relative)"},
      {"lua", "plugin/a.lua", "two", "none"},
      {"lua", "plugin/a.lua", "../x/one", "none"},
      {"perl", "bin/a.pl", "Shop::Cart", "lib/Shop/Cart.pm (module_path)"},
      {"julia", "test/a.jl", "Grid", "src/Grid.jl (module_path)"},
      {"zig", "src/main.zig", "list.zig", "src/list.zig (relative)"},
      {"zig", "src/main.zig", "std", "external"},
      {"zig", "src/main.zig", "../../etc/x.zig", "none"}};
  for (const auto& [language, from, module, path] : cases) {
    EXPECT_EQ(in.Resolve(from, language, module), path) << language << ": " << module;
  }
  EXPECT_EQ(in.Resolve("src/Grid.jl", "julia", "parts/cell.jl", "", ImportKind::kInclude),
            "src/parts/cell.jl (relative)");
}

}  // namespace
}  // namespace satchel::code
