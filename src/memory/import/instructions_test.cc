#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/import_sink.h"
#include "tests/support/temp_dir.h"

namespace satchel::memory {
namespace {

using test::ImportFile;
using test::ImportFolder;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kFile = R"(# CLAUDE.md

This file explains the project.

- Talk to me in English

## Commands
- Test: `make test`
  It needs Docker.
* Lint before each commit

```sh
- not an item
```

### Database ###
1. Migrations:
   - up
   - down
)";

TEST(InstructionsImportTest, ItemsBecomeRulesWithTheirHeadings) {
  const auto sink = ImportFile("instructions", "CLAUDE.md", kFile);
  EXPECT_THAT(sink.Texts(),
              ElementsAre("Talk to me in English", "Test: `make test`\nIt needs Docker.",
                          "Lint before each commit", "Migrations:\n - up\n - down"));
  EXPECT_THAT(sink.drafts.at(0).memory.tags, IsEmpty());
  EXPECT_THAT(sink.drafts.at(1).memory.tags, ElementsAre("Commands"));
  EXPECT_THAT(sink.drafts.at(3).memory.tags, ElementsAre("Commands", "Database"));
  EXPECT_EQ(sink.drafts.at(1).memory.category, Category::kRule);
  EXPECT_EQ(sink.drafts.at(1).origin, "CLAUDE.md");
  EXPECT_EQ(Name(sink.drafts.at(1).place), "8");
}

TEST(InstructionsImportTest, OfAProjectOnlyTheFilesAtItsTopAreRead) {
  const test::TempDir dir;
  dir.Write("app/AGENTS.md", "- Use pnpm\n");
  dir.Write("app/README.md", "- A feature\n");
  dir.Write("app/docs/CLAUDE.md", "- Elsewhere\n");
  dir.Write("app/node_modules/x/AGENTS.md", "- Foreign\n");
  const auto sink = ImportFolder("instructions", dir.path() / "app");
  EXPECT_THAT(sink.Texts(), ElementsAre("Use pnpm"));
  EXPECT_EQ(Name(sink.drafts.at(0).place), "AGENTS.md:1");
}

TEST(InstructionsImportTest, AnyMarkdownListCanBeImported) {
  EXPECT_THAT(
      ImportFile("instructions", "notes.md", "\xEF\xBB\xBF# My list\n\n+ One\n+ Two\n").Texts(),
      ElementsAre("One", "Two"));
}

}  // namespace
}  // namespace satchel::memory
