#include "code/languages/c/imports.h"

#include <gtest/gtest.h>

#include "tests/support/code_project.h"

namespace satchel::code {
namespace {

using test::CodeProject;

std::string C(const CodeProject& in, std::string_view from, std::string name,
              ImportKind kind = ImportKind::kInclude) {
  return in.Resolve(from, "cpp", std::move(name), "", kind);
}

TEST(CImportsTest, LooksBesideTheFileThenAboveThenElsewhere) {
  const CodeProject in({"src/net/a.cc", "src/net/a.h", "src/base/b.h", "include/lib/c.h",
                        "third/zlib/zlib.h", "x/dup.h", "y/dup.h", "y/z/w.c", "compat/string.h",
                        "third/include/sys/types.h"});
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a.h", "src/net/a.h (include_same_directory)"},
      {"../base/b.h", "src/base/b.h (include_same_directory)"},
      {"./a.h", "src/net/a.h (include_same_directory)"},
      {"base/b.h", "src/base/b.h (include_path)"},
      {"lib/c.h", "include/lib/c.h (include_path)"},
      {"zlib.h", "third/zlib/zlib.h (suffix_unique)"},
      {"dup.h", "x/dup.h (suffix_nearest)"},
      {"net/../base/b.h", "src/base/b.h (include_path)"},
      {"../../../../etc/passwd", "none"},
      {"/etc/passwd", "none"},
      {"missing.h", "none"},
      {"..", "none"},
      {"src", "none"}};
  for (const auto& [name, path] : cases) EXPECT_EQ(C(in, "src/net/a.cc", name), path) << name;
  EXPECT_EQ(C(in, "y/z/w.c", "dup.h"), "y/dup.h (include_path)");
}

TEST(CImportsTest, AngleBracketsAreExternalWhenNothingIsMeantToBeFound) {
  const CodeProject in({"src/a.cc", "src/a.h", "include/lib/c.h", "compat/string.h",
                        "third/include/zlib.h", "src/string.h"});
  const auto kind = ImportKind::kSystemInclude;
  EXPECT_EQ(C(in, "src/a.cc", "lib/c.h", kind), "include/lib/c.h (include_path)");
  EXPECT_EQ(C(in, "src/a.cc", "string.h", kind), "external");
  EXPECT_EQ(C(in, "src/a.cc", "vector", kind), "external");
  EXPECT_EQ(C(in, "src/a.cc", "zlib.h", kind), "third/include/zlib.h (suffix_unique)");
  EXPECT_EQ(C(in, "src/a.cc", "/etc/passwd", kind), "external");
}

TEST(CImportsTest, ReadsCompileCommandsOfAnotherMachine) {
  const std::string commands = R"([
    {"directory": "/home/u/proj/build", "file": "../src/a.cc",
     "command": "c++ -I../api -isystem /home/u/proj/third -I /usr/include -DX='\"y z\"' -c ../src/a.cc"},
    {"directory": "/home/u/proj/build", "file": "/home/u/proj/src/b.cc",
     "arguments": ["c++", "-iquote", "/home/u/proj/only", "-I/home/u/proj", "-c", "x"], "output": {"a": [1, null, true, 1.5]}}
  ])";
  const CodeProject in({"src/a.cc", "src/b.cc", "api/v1/x.h", "other/v1/x.h", "third/t.h",
                        "only/o.h", "only/t.h", "api/h.h"},
                       {{"build/compile_commands.json", commands}});
  EXPECT_EQ(C(in, "src/a.cc", "v1/x.h"), "api/v1/x.h (compile_commands)");
  EXPECT_EQ(C(in, "src/a.cc", "t.h", ImportKind::kSystemInclude), "third/t.h (compile_commands)");
  EXPECT_EQ(C(in, "src/b.cc", "t.h"), "only/t.h (compile_commands)");
  EXPECT_EQ(C(in, "src/b.cc", "api/h.h"), "api/h.h (compile_commands)");
  EXPECT_EQ(C(in, "api/h.h", "o.h"), "only/o.h (compile_commands)");
}

TEST(CImportsTest, CompileCommandsMayBeRelativeBrokenOrHuge) {
  std::string huge = "[";
  for (int i = 0; i < 20'000; ++i) {
    huge += R"({"directory":".","file":"s)" + std::to_string(i) + R"(.c","command":"cc -Iinc)" +
            std::to_string(i % 100) + R"( -c x.c"},)";
  }
  const CodeProject in({"s5.c", "inc5/five.h", "inc6/six.h"}, {{"compile_commands.json", huge}});
  EXPECT_EQ(C(in, "s5.c", "five.h"), "inc5/five.h (compile_commands)");
  const std::string deep(1'000'000, '[');
  const CodeProject nested({"a.c"}, {{"compile_commands.json", deep}});
  EXPECT_EQ(C(nested, "a.c", "x.h"), "none");
}

}  // namespace
}  // namespace satchel::code
