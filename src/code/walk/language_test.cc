#include "code/walk/language.h"

#include <string>

#include <gtest/gtest.h>

namespace satchel::code {
namespace {

TEST(LanguageTest, ByName) {
  EXPECT_EQ(LanguageOf("src/a.c", ""), "c");
  EXPECT_EQ(LanguageOf("src/a.cc", ""), "cpp");
  EXPECT_EQ(LanguageOf("a.C", ""), "cpp");
  EXPECT_EQ(LanguageOf("a.pyi", ""), "python");
  EXPECT_EQ(LanguageOf("a.jsx", ""), "javascript");
  EXPECT_EQ(LanguageOf("a.mjs", ""), "javascript");
  EXPECT_EQ(LanguageOf("a.d.ts", ""), "typescript");
  EXPECT_EQ(LanguageOf("a.cts", ""), "typescript");
  EXPECT_EQ(LanguageOf("a.tsx", ""), "tsx");
  EXPECT_EQ(LanguageOf("a.go", ""), "go");
  EXPECT_EQ(LanguageOf("a.rs", ""), "rust");
  EXPECT_EQ(LanguageOf("A.java", ""), "java");
  EXPECT_EQ(LanguageOf("README.md", ""), "markdown");
  EXPECT_EQ(LanguageOf("SConstruct", ""), "python");
  EXPECT_EQ(LanguageOf("A.cs", ""), "csharp");
  EXPECT_EQ(LanguageOf("build.gradle.kts", ""), "kotlin");
  EXPECT_EQ(LanguageOf("build.gradle", ""), "groovy");
  EXPECT_EQ(LanguageOf("a.scala", ""), "scala");
  EXPECT_EQ(LanguageOf("a.swift", ""), "swift");
  EXPECT_EQ(LanguageOf("a.exs", ""), "elixir");
  EXPECT_EQ(LanguageOf("a.php", ""), "php");
  EXPECT_EQ(LanguageOf("Rakefile", ""), "ruby");
  EXPECT_EQ(LanguageOf("a.hs", ""), "haskell");
  EXPECT_EQ(LanguageOf("a.lua", ""), "lua");
  EXPECT_EQ(LanguageOf("a.bats", ""), "bash");
  EXPECT_EQ(LanguageOf("a.zig", ""), "zig");
  EXPECT_EQ(LanguageOf("CMakeLists.txt", ""), "cmake");
  EXPECT_EQ(LanguageOf("a.scss", ""), "css");
  EXPECT_EQ(LanguageOf("Dockerfile.dev", ""), "dockerfile");
  EXPECT_EQ(LanguageOf(".env.example", ""), "dotenv");
  EXPECT_EQ(LanguageOf("a.gql", ""), "graphql");
  EXPECT_EQ(LanguageOf("a.html", ""), "html");
  EXPECT_EQ(LanguageOf("package.json", ""), "json");
  EXPECT_EQ(LanguageOf("GNUmakefile", ""), "make");
  EXPECT_EQ(LanguageOf("a.tf", ""), "terraform");
  EXPECT_EQ(LanguageOf("Cargo.toml", ""), "toml");
  EXPECT_EQ(LanguageOf("a.yml", ""), "yaml");
  for (const char* none : {"a.txt", "Makefiles", "a", ".py", "py", "a.", "", "x/.js", "a.c d"}) {
    EXPECT_EQ(LanguageOf(none, ""), "") << none;
  }
}

TEST(LanguageTest, ByFirstLine) {
  EXPECT_EQ(LanguageOf("run", "#!/usr/bin/env python3\n"), "python");
  EXPECT_EQ(LanguageOf("run", "#!/usr/bin/python3.11 -u"), "python");
  EXPECT_EQ(LanguageOf("run", "#!/usr/bin/env -S A=1 node --x\n"), "javascript");
  EXPECT_EQ(LanguageOf("run", "#! /bin/sh\npython"), "bash");
  EXPECT_EQ(LanguageOf("run", "#!"), "");
  EXPECT_EQ(LanguageOf("run", "#!/usr/bin/env"), "");
  EXPECT_EQ(LanguageOf("run", "#!/usr/bin/awk -f\n"), "");
  EXPECT_EQ(LanguageOf("run.sh", "#!/usr/bin/python"), "bash") << "the name counts more";
  EXPECT_EQ(LanguageOf("run.txt", "#!/usr/bin/python"), "");
}

bool IsCpp(std::string_view text) { return LanguageOf("a.h", text) == "cpp"; }

TEST(LanguageTest, AHeaderIsWhatIsInIt) {
  EXPECT_FALSE(IsCpp(""));
  EXPECT_FALSE(IsCpp("#include <stdio.h>\nint f(void);\n"));
  EXPECT_FALSE(IsCpp("struct class *c;\nint public;\n/* class A {}; */ // namespace b\n"));
  EXPECT_FALSE(IsCpp("const char* s = \"class A {\";\n#define using 1\n"));
  EXPECT_FALSE(IsCpp("#ifdef __cplusplus\nextern \"C\" {\nnamespace a {}\n#endif\nint f();\n"));
  EXPECT_FALSE(
      IsCpp("#if defined(__cplusplus)\n#if 1\nclass A;\n#endif\nclass B;\n#else\nint a;\n#endif"));
  EXPECT_FALSE(IsCpp("#include <sys/types>\n"));
  EXPECT_FALSE(IsCpp("#define A 1 /* of the\nclass passed */\n#define B \\\n  template <x>\n"));
  EXPECT_TRUE(IsCpp("#define A 1 /* one */\nclass B;\n"));
  EXPECT_FALSE(
      IsCpp("#ifndef __cplusplus\nint a;\n#else\ntemplate <class T> T a;\n#endif\nint b;"));
  EXPECT_TRUE(IsCpp("#ifdef __cplusplus\n#endif\n#else\n#endif\n#endif\nclass A;"));
  EXPECT_TRUE(IsCpp("#if __cplusplus >= 201103L\nnamespace a {}\n#endif\n"));
  EXPECT_TRUE(IsCpp("class A;\n"));
  EXPECT_TRUE(IsCpp("namespace a {\n"));
  EXPECT_TRUE(IsCpp("template <class T> struct A;"));
  EXPECT_TRUE(IsCpp("struct A {\n public:\n int a; };"));
  EXPECT_TRUE(IsCpp("using A = int;"));
  EXPECT_TRUE(IsCpp("#include <vector>\n"));
  EXPECT_TRUE(IsCpp("void f(std::string s);"));
  EXPECT_TRUE(IsCpp("#ifndef __cplusplus\n#error no\n#endif\nenum class A { a };"));
}

TEST(LanguageTest, AHeaderMayBeAnyBytes) {
  for (const char* text : {"\"", "'", "/*", "//", "#", "#if", "#ifdef __cplusplus", "#\n", "#\\\n",
                           "#/*", "\"\\", "a", "\xFF"}) {
    EXPECT_FALSE(IsCpp(text)) << text;
  }
}

TEST(LanguageTest, IsMeantByItsNameOrAnEnding) {
  EXPECT_EQ(LanguageNamed("python"), "python");
  EXPECT_EQ(LanguageNamed("Py"), "python");
  EXPECT_EQ(LanguageNamed("C++"), "cpp");
  EXPECT_EQ(LanguageNamed("c"), "c");
  EXPECT_EQ(LanguageNamed("ts"), "typescript");
  EXPECT_EQ(LanguageNamed("cobol"), "");
  EXPECT_EQ(LanguageNamed(""), "");
  EXPECT_EQ(LanguageNamed(" "), "");
  for (const std::string_view name : LanguageNames()) EXPECT_EQ(LanguageNamed(name), name);
}

}  // namespace
}  // namespace satchel::code
