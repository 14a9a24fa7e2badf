#include "code/languages/ruby/imports.h"

#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(RubyImportsTest, RequireRelativeGoesFromTheFile) {
  const CodeProject in({"lib/shop.rb", "lib/shop/cart.rb", "lib/shop/line.rb", "bin/shop"});
  const auto relative = [&](const std::string& from, const std::string& module) {
    return in.Resolve(from, "ruby", module, "", ImportKind::kInclude);
  };
  EXPECT_EQ(relative("lib/shop.rb", "shop/cart"), "lib/shop/cart.rb (relative)");
  EXPECT_EQ(relative("lib/shop/cart.rb", "line"), "lib/shop/line.rb (relative)");
  EXPECT_EQ(relative("lib/shop/cart.rb", "../shop"), "lib/shop.rb (relative)");
  EXPECT_EQ(relative("bin/shop", "../lib/shop/line.rb"), "lib/shop/line.rb (relative)");
  EXPECT_EQ(relative("lib/shop/cart.rb", "shop/line"), "none");
  EXPECT_EQ(relative("lib/shop.rb", "../../etc/passwd"), "none");
}

TEST(RubyImportsTest, RequireGoesByTheLoadPath) {
  const CodeProject in({"lib/shop.rb", "lib/shop/cart.rb", "spec/spec_helper.rb",
                        "spec/shop/cart_spec.rb", "other/lib/other/tax.rb", "a/lib/twice.rb",
                        "b/lib/twice.rb", "config/boot.rb"});
  const std::vector<std::tuple<std::string, std::string, std::string>> cases = {
      {"lib/shop.rb", "shop/cart", "lib/shop/cart.rb (load_path)"},
      {"lib/shop.rb", "shop/cart.rb", "lib/shop/cart.rb (load_path)"},
      {"spec/shop/cart_spec.rb", "spec_helper", "spec/spec_helper.rb (load_path)"},
      {"spec/shop/cart_spec.rb", "shop", "lib/shop.rb (load_path)"},
      {"lib/shop.rb", "./shop/cart", "lib/shop/cart.rb (relative)"},
      {"lib/shop.rb", "config/boot", "config/boot.rb (load_path)"},
      {"lib/shop.rb", "other/tax", "other/lib/other/tax.rb (suffix_unique)"},
      {"a/x.rb", "twice", "a/lib/twice.rb (load_path)"},
      {"lib/shop.rb", "twice", "none"},
      {"lib/shop.rb", "set", "external"},
      {"lib/shop.rb", "net/http", "external"},
      {"lib/shop.rb", "rails/all", "none"},
      {"lib/shop.rb", "/etc/passwd", "none"},
      {"lib/shop.rb", "../x", "none"},
      {"lib/shop.rb", "a//b", "none"}};
  for (const auto& [from, module, path] : cases) {
    EXPECT_EQ(in.Resolve(from, "ruby", module, "", ImportKind::kAll), path)
        << from << ": " << module;
  }
  EXPECT_EQ(in.Resolve("lib/shop.rb", "ruby", "shop/cart", "Cart", ImportKind::kName),
            "lib/shop/cart.rb (load_path)");
}

}  // namespace
}  // namespace satchel::code
