// Whatever happens to the files of a work tree, indexing the changes gives the store that indexing
// everything anew gives.

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/index/dump.h"
#include "code/index/indexer.h"
#include "tests/contract/store_engines.h"
#include "tests/support/random.h"
#include "tests/support/temp_dir.h"

namespace satchel::code {
namespace {

using test::Random;

using Tree = std::map<std::string, std::string>;

std::string Word(Random& random) {
  static const std::vector<std::string> kWords = {"draw", "mix",  "load", "Shape", "colour",
                                                  "node", "list", "Size", "run",   "parse"};
  return random.Pick(kWords);
}

std::string PythonFile(Random& random) {
  std::string text;
  for (std::uint64_t i = random.Below(3); i > 0; --i) {
    text += random.OneIn(2) ? fmt::format("import {}\n", Word(random))
                            : fmt::format("from .{} import {}\n", Word(random), Word(random));
  }
  if (random.OneIn(3)) {
    text += fmt::format("\n\n@app.get(\"/{}/{{id}}\")\ndef {}(id):\n    client.get(\"/{}/1\")\n",
                        Word(random), Word(random), Word(random));
  }
  for (std::uint64_t i = random.Below(4); i > 0; --i) {
    text += fmt::format("\n\n# {} because of {}\ndef {}({}):\n    return {}.{}({}())\n",
                        Word(random), Word(random), Word(random), Word(random), Word(random),
                        Word(random), Word(random));
  }
  if (random.OneIn(3)) {
    text +=
        fmt::format("\n\nclass {}({}):\n    \"\"\"Doc.\"\"\"\n    def {}(self):\n        pass\n",
                    Word(random), Word(random), Word(random));
  }
  return text;
}

std::string CFile(Random& random) {
  std::string text;
  for (std::uint64_t i = random.Below(3); i > 0; --i) {
    text += fmt::format("#include \"{}.h\"\n", Word(random));
  }
  for (std::uint64_t i = random.Below(4); i > 0; --i) {
    text += fmt::format("\nint {}(struct {} *a) {{ return {}(a); }}\n", Word(random), Word(random),
                        Word(random));
  }
  if (random.OneIn(3)) {
    text +=
        fmt::format("PyMethodDef m[] = {{{{\"{}\", {}, METH_O}}}};\n", Word(random), Word(random));
  }
  return text + fmt::format("struct {} {{ int {}; }};\n", Word(random), Word(random));
}

std::string GoFile(Random& random) {
  return fmt::format("package {}\n\nimport \"example.com/m/{}\"\n\nfunc {}() {{ {}.{}() }}\n",
                     Word(random), Word(random), Word(random), Word(random), Word(random));
}

std::string ScriptFile(Random& random) {
  std::string text =
      fmt::format("import {{ {} }} from './{}';\nexport function {}() {{ return {}(); }}\n",
                  Word(random), Word(random), Word(random), Word(random));
  if (random.OneIn(2)) text += fmt::format("fetch('/{}/' + {}());\n", Word(random), Word(random));
  return text;
}

std::string PathOf(Random& random) {
  static const std::vector<std::string> kDirectories = {"", "src/", "src/a/", "lib/", "tests/"};
  static const std::vector<std::string> kEndings = {".py", ".c", ".h", ".go", ".js", ".txt"};
  return random.Pick(kDirectories) + Word(random) + random.Pick(kEndings);
}

std::string ContentFor(const std::string& path, Random& random) {
  if (path.ends_with(".py")) return PythonFile(random);
  if (path.ends_with(".c") || path.ends_with(".h")) return CFile(random);
  if (path.ends_with(".go")) return GoFile(random);
  if (path.ends_with(".js")) return ScriptFile(random);
  return Word(random) + "\n";
}

void Lay(const std::filesystem::path& root, const Tree& before, const Tree& after) {
  for (const auto& [path, content] : before) {
    if (!after.contains(path)) std::filesystem::remove(root / path);
  }
  for (const auto& [path, content] : after) {
    const auto known = before.find(path);
    if (known != before.end() && known->second == content) continue;
    std::filesystem::create_directories((root / path).parent_path());
    std::ofstream(root / path, std::ios::binary | std::ios::trunc) << content;
  }
}

// One step of somebody's work.
void Edit(Tree& tree, std::vector<Tree>& branches, Random& random) {
  const auto some = [&] {
    auto at = tree.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random.Below(tree.size())));
    return at;
  };
  switch (random.Below(9)) {
    case 0:
    case 1: {  // a new file
      const std::string path = PathOf(random);
      tree.insert_or_assign(path, ContentFor(path, random));
      break;
    }
    case 2:
    case 3:  // another content
      if (!tree.empty()) {
        const auto at = some();
        at->second = ContentFor(at->first, random);
      }
      break;
    case 4:  // broken off while typing
      if (!tree.empty()) {
        const auto at = some();
        at->second.resize(at->second.size() - random.Below(at->second.size() + 1));
      }
      break;
    case 5:  // renamed
      if (!tree.empty()) {
        auto moved = tree.extract(some());
        moved.key() = PathOf(random);
        tree.insert_or_assign(moved.key(), moved.mapped());
      }
      break;
    case 6:
      if (!tree.empty()) tree.erase(some());
      break;
    case 7:  // a branch to come back to
      branches.push_back(tree);
      break;
    case 8:  // switch, or revert
      if (!branches.empty()) tree = random.Pick(branches);
      break;
  }
  if (random.OneIn(20)) tree["go.mod"] = fmt::format("module example.com/m{}\n", random.Below(2));
}

std::vector<std::string> DumpOf(test::StoreEngine& engine) {
  auto lines = DumpCode(engine.database(), engine.scope(), StaleSymbols::kLeaveOut);
  EXPECT_TRUE(lines) << lines.error().text();
  return lines ? *std::move(lines) : std::vector<std::string>();
}

void IndexInto(test::StoreEngine& engine, const std::filesystem::path& root, ParseCache* cache) {
  const auto done = IndexTree(root, engine.database(), engine.scope(), cache, {});
  ASSERT_TRUE(done) << done.error().text();
}

// `server`: the same edits go to a server too.
void RunCase(std::uint64_t seed, bool server) {
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Random random(seed);
  const test::TempDir dir;
  const auto root = dir.path() / "tree";
  std::filesystem::create_directories(root);
  auto cache = ParseCache::Open(dir.path() / "cache");
  ASSERT_TRUE(cache);
  const auto local = test::MakeSqliteEngine();
  const auto remote = server ? test::MakePostgresEngine() : nullptr;
  Tree tree;
  std::vector<Tree> branches;
  for (std::uint64_t step = 2 + random.Below(5); step > 0; --step) {
    const Tree before = tree;
    for (std::uint64_t edits = 1 + random.Below(6); edits > 0; --edits) {
      Edit(tree, branches, random);
    }
    Lay(root, before, tree);
    IndexInto(*local, root, random.OneIn(2) ? &*cache : nullptr);
    if (remote) IndexInto(*remote, root, nullptr);
  }
  const auto fresh = test::MakeSqliteEngine();
  IndexInto(*fresh, root, nullptr);
  const auto wanted = DumpOf(*fresh);
  EXPECT_EQ(DumpOf(*local), wanted);
  if (remote) {
    EXPECT_EQ(DumpOf(*remote), wanted);
  }
}

TEST(CodeEditsTest, TheChangesGiveTheStoreOfTheWhole) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t i = 0; i < test::CaseCount(60); ++i) {
    RunCase(first + i, i % 25 == 0);
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace satchel::code
