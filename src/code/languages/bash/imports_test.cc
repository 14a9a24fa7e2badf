#include "code/languages/bash/imports.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

TEST(BashImportsTest, ScriptsAreFoundFromTheFileAndAboveIt) {
  const CodeProject in({"bin/deploy.sh", "bin/lib/log.sh", "lib/common.sh", "test/helper.bash",
                        "test/unit/a.bats", "tools/deep/only.sh", "a/twice.sh", "b/twice.sh"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"lib/log.sh", "bin/lib/log.sh (relative)"},
      {"./lib/log.sh", "bin/lib/log.sh (relative)"},
      {"../lib/common.sh", "lib/common.sh (relative)"},
      {"lib/common.sh", "lib/common.sh (directory_above)"},
      {"only.sh", "tools/deep/only.sh (suffix_unique)"},
      {"deploy.sh", "none"},
      {"twice.sh", "none"},
      {"/etc/profile", "none"},
      {"../../etc/passwd", "none"}};
  for (const auto& [module, path] : cases) {
    EXPECT_EQ(in.Resolve("bin/deploy.sh", "bash", module, "", ImportKind::kInclude), path)
        << module;
  }
  EXPECT_EQ(in.Resolve("test/unit/a.bats", "bash", "../helper", "", ImportKind::kInclude),
            "test/helper.bash (relative)");
}

}  // namespace
}  // namespace satchel::code
