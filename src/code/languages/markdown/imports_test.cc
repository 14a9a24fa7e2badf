#include "code/languages/markdown/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

TEST(MarkdownLinksTest, FindsFilesOfTheWorkspace) {
  const test::CodeProject in({"README.md", "docs/a.md", "docs/b c.md", "docs/guide/README.md",
                              "docs/pics/x.png", "src/main.c"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"./b%20c.md", "docs/b c.md (relative)"},
      {"../README.md#part", "README.md (relative)"},
      {"guide/", "docs/guide/README.md (relative)"},
      {"guide", "docs/guide/README.md (relative)"},
      {"a", "docs/a.md (relative)"},
      {"pics", "docs/pics/ (relative)"},
      {"/src/main.c", "src/main.c (root_relative)"},
      {"/", "README.md (root_relative)"},
      {"https://example.com/a.md", "external"},
      {"mailto:a@example.com", "external"},
      {"//example.com/x", "external"},
      {"#part", "none"},
      {"../../../../etc/passwd", "none"},
      {"%2e%2e/%2e%2e/x", "none"},
      {"a%00.md", "none"},
      {"%zz", "none"}};
  for (const auto& [link, path] : cases) {
    EXPECT_EQ(in.Resolve("docs/a.md", "markdown", link), path) << link;
  }
}

}  // namespace
}  // namespace satchel::code
