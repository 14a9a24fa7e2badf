#include "code/languages/named_files/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

TEST(NamedFilesTest, FindsWhatFilesThatAreNoProgramsName) {
  const test::CodeProject in({"CMakeLists.txt",
                              "cmake/Tools.cmake",
                              "src/CMakeLists.txt",
                              "src/core/CMakeLists.txt",
                              ".github/workflows/ci.yml",
                              ".github/workflows/release.yml",
                              ".github/actions/setup/action.yml",
                              "proto/shop/v1/order.proto",
                              "proto/shop/v1/money.proto",
                              "compose.yaml",
                              "web/Dockerfile",
                              "web/Dockerfile.dev",
                              "web/page.html",
                              "web/app.js",
                              "web/css/page.css",
                              "web/css/_mixins.scss",
                              "web/css/page.scss",
                              "infra/main.tf",
                              "infra/modules/net/main.tf",
                              "api/openapi.yaml",
                              "api/line.yaml",
                              "Makefile",
                              "docs/Makefile",
                              "rules.mk"});
  struct Case {
    std::string from;
    std::string language;
    std::string module;
    std::string found;
  };
  const std::vector<Case> cases = {
      {"CMakeLists.txt", "cmake", "src", "src/CMakeLists.txt (relative)"},
      {"CMakeLists.txt", "cmake", "${PROJECT_SOURCE_DIR}/src", "src/CMakeLists.txt (relative)"},
      {"CMakeLists.txt", "cmake", "cmake/Tools.cmake", "cmake/Tools.cmake (relative)"},
      {"src/CMakeLists.txt", "cmake", "Tools", "cmake/Tools.cmake (suffix_unique)"},
      {"src/CMakeLists.txt", "cmake", "core", "src/core/CMakeLists.txt (relative)"},
      {"src/CMakeLists.txt", "cmake", "GNUInstallDirs", "none"},
      {".github/workflows/ci.yml", "yaml", "./.github/actions/setup",
       ".github/actions/setup/action.yml (root_relative)"},
      {".github/workflows/ci.yml", "yaml", "./.github/workflows/release.yml",
       ".github/workflows/release.yml (root_relative)"},
      {"proto/shop/v1/order.proto", "protobuf", "shop/v1/money.proto",
       "proto/shop/v1/money.proto (directory_above)"},
      {"proto/shop/v1/order.proto", "protobuf", "google/protobuf/any.proto", "none"},
      {"compose.yaml", "yaml", "./web", "web/Dockerfile (relative)"},
      {"web/page.html", "html", "app.js?v=2", "web/app.js (relative)"},
      {"web/page.html", "html", "https://example.com/a.js", "external"},
      {"web/page.html", "html", "//example.com/a.js", "external"},
      {"web/page.html", "html", "../../../etc/passwd", "none"},
      {"web/css/page.scss", "css", "mixins", "web/css/_mixins.scss (relative)"},
      {"infra/main.tf", "terraform", "./modules/net", "infra/modules/net/ (relative)"},
      {"infra/main.tf", "terraform", "./modules/none", "none"},
      {"infra/main.tf", "terraform", "../..", "none"},
      {"api/openapi.yaml", "yaml", "./line.yaml", "api/line.yaml (relative)"},
      {"Makefile", "make", "docs", "docs/Makefile (relative)"},
      {"docs/Makefile", "make", "../rules.mk", "rules.mk (relative)"},
      {"docs/Makefile", "make", "$(TOP)/rules.mk", "rules.mk (root_relative)"},
      {"docs/Makefile", "make", "$(RULES)", "none"}};
  for (const Case& one : cases) {
    EXPECT_EQ(in.Resolve(one.from, one.language, one.module), one.found) << one.module;
  }
  EXPECT_EQ(in.Resolve("compose.yaml", "yaml", "./web", "Dockerfile.dev"),
            "web/Dockerfile.dev (relative)");
}

}  // namespace
}  // namespace satchel::code
