// A list of what has gone wrong in readers of code. It is long because it is a list.
#include "tests/safety/hostile_files.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <string_view>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/directory.h"
#include "tests/support/random.h"

namespace satchel::test {
namespace {

namespace fs = std::filesystem;
using code::SkipReason;
using Then = HostileCase::Then;

constexpr std::size_t kFull = 1'000'000;   // just below the limit
constexpr std::size_t kLimit = 1U << 20U;  // of ParseLimits

void Put(const fs::path& file, std::string_view bytes) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
}

std::string Times(std::string_view text, std::size_t times) {
  std::string repeated;
  repeated.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) repeated += text;
  return repeated;
}

std::string Filled(std::string_view text) { return Times(text, kFull / text.size()); }

// `@` is another number each time, in letters.
std::string Numbered(std::string_view text) {
  std::string filled;
  for (std::uint64_t number = 0; filled.size() + text.size() + 8 < kFull; ++number) {
    std::string letters;
    for (std::uint64_t rest = number + 26; rest > 0; rest /= 26) {
      letters += static_cast<char>('a' + rest % 26);
    }
    for (const char c : text) c == '@' ? filled += letters : filled += c;
  }
  return filled;
}

std::string Nested(std::string_view open, std::string_view inner, std::string_view close,
                   std::size_t levels) {
  return Times(open, levels) + std::string(inner) + Times(close, levels);
}

// What a language looks like where it can be made to hurt.
struct Shapes {
  std::string_view name;
  std::string_view path;
  std::string_view open;   // opens a level and never closes it
  std::string_view level;  // and one that can be closed
  std::string_view inner;
  std::string_view close;
  std::string_view ladder;
  std::string_view function;
  std::string_view import;
  std::string_view use;
  std::string_view unclosed;
};

constexpr std::array<Shapes, 10> kLanguages = {{
    {"Python", "a.py", "f(", "[", "a", "]", "if a: pass\nelif a: pass\n", "def @(): 0\n",
     "import @\n", "a()\n", "'''"},
    {"C", "a.c", "{", "(", "a", ")", "if(a){}else ", "int @(){}\n", "#include \"@\"\n", "a();",
     "/*"},
    {"Cpp", "a.cpp", "a<", "a<", "a", ">", "if(a){}else ", "int @(){}\n", "#include <@>\n",
     "a::a();", "R\"(("},
    {"Go", "a.go", "func(){", "(", "a", ")", "if a {} else ", "func @(){}\n", "import \"@\"\n",
     "a.a();", "`"},
    {"Java", "A.java", "class A{", "class A{", "int a;", "}", "if(a){}else ", "void @(){}\n",
     "import a.@;\n", "a();", "\"\"\""},
    {"JavaScript", "a.js", "`${", "(()=>{", "a", "})()", "if(a){}else ", "function @(){}\n",
     "import '@'\n", "a();", "`${"},
    {"TypeScript", "a.ts", "A<", "namespace a{", "let a", "}", "if(a){}else ", "function @(){}\n",
     "import {@} from 'a'\n", "a();", "/*"},
    {"Tsx", "a.tsx", "<a>", "<a>", "b", "</a>", "if(a){}else ", "function @(){}\n",
     "import {@} from 'a'\n", "<a b={a}/>;", "<a b='"},
    {"Rust", "a.rs", "mod a{", "mod a{", "fn a(){}", "}", "if a {} else ", "fn @(){}\n",
     "use @::a;\n", "a();", "/*/*"},
    {"Markdown", "a.md", "> ", "[", "a", "](a)", "- a\n  ", "# @\n", "[a](@.md)\n", "[a](a) ",
     "```"},
}};

void AddLanguages(std::vector<HostileCase>& cases) {
  for (const Shapes& shapes : kLanguages) {
    const auto add = [&](std::string_view name, const std::function<std::string()>& content) {
      cases.push_back(
          {fmt::format("{}{}", shapes.name, name), std::string(shapes.path),
           [path = shapes.path, content](const fs::path& root) { Put(root / path, content()); }});
    };
    add("NestedWithoutEnd", [shapes] { return Filled(shapes.open); });
    add("NestedBrackets", [] { return Filled("[({"); });
    add("NestedAndClosed", [shapes] {
      const std::size_t size = shapes.level.size() + shapes.close.size();
      return Nested(shapes.level, shapes.inner, shapes.close, kFull / size);
    });
    add("Ladder", [shapes] { return Filled(shapes.ladder); });
    add("Functions", [shapes] { return Numbered(shapes.function); });
    add("Imports", [shapes] { return Numbered(shapes.import); });
    add("OneNameUsed", [shapes] { return Filled(shapes.use); });
    add("LongNames", [shapes] {
      const std::string name(10'000, 'n');
      std::string text;
      for (const std::string_view part : {shapes.function, shapes.import}) {
        for (const char c : part) c == '@' ? text += name : text += c;
      }
      return Filled(text);
    });
    add("Unclosed", [shapes] {
      return std::string(shapes.unclosed) + Filled("a b\n") + std::string(shapes.unclosed);
    });
  }
}

void AddContents(std::vector<HostileCase>& cases) {
  const auto add = [&](std::string_view name, std::string_view path,
                       const std::function<std::string()>& content, Then then = Then::kIndexed,
                       SkipReason reason = SkipReason::kGone) {
    cases.push_back(
        {std::string(name), std::string(path),
         [path = std::string(path), content](const fs::path& root) { Put(root / path, content()); },
         then, reason});
  };
  add("Empty", "a.py", [] { return std::string(); });
  add("OnlyAMark", "a.py", [] { return std::string("\xEF\xBB\xBF"); });
  add("OnlySpaces", "a.py", [] { return std::string(kFull, ' '); });
  add("OnlyTabs", "a.go", [] { return std::string(kFull, '\t'); });
  add("OnlyNewlines", "a.c", [] { return std::string(kFull, '\n'); });
  add("OnlyReturns", "a.js", [] { return Filled("a\r"); });
  add("ReturnsBeforeNewlines", "a.rs", [] { return Filled("fn a(){}\r\n"); });
  add("OneByteBelowTheLimit", "a.txt", [] { return std::string(kLimit - 1, 'a'); });
  add("AsLargeAsTheLimit", "a.txt", [] { return std::string(kLimit, 'a'); });
  add("OneByteAboveTheLimit", "a.txt", [] { return std::string(kLimit + 1, 'a'); }, Then::kLimited);
  add("TwoBytesAboveTheLimit", "a.c", [] { return std::string(kLimit + 2, ' '); }, Then::kLimited);
  add("Zeros", "a.c", [] { return std::string(100, '\0'); }, Then::kSkipped, SkipReason::kBinary);
  add("ZerosBehindTheHead", "a.c", [] { return Times("a;\n", 4'000) + std::string(1'000, '\0'); });
  add(
      "Utf16", "a.cs", [] { return "\xFF\xFE" + Times(std::string("a\0", 2), 100); },
      Then::kSkipped, SkipReason::kBinary);
  add(
      "Utf16BigEndian", "a.py", [] { return "\xFE\xFF" + Times(std::string("\0a", 2), 100); },
      Then::kSkipped, SkipReason::kBinary);
  add(
      "Utf32", "a.py", [] { return Times(std::string("a\0\0\0", 4), 100); }, Then::kSkipped,
      SkipReason::kBinary);
  add("Latin1", "a.c", [] { return Filled("int gr\xFC\xDF;\n"); });
  add("Overlong", "a.py", [] { return Filled("a = '\xC0\xAF' # aaaa\n"); });
  add("Surrogates", "a.js", [] { return Filled("let a = '\xED\xA0\x80'\n"); });
  add("BeyondUnicode", "a.go", [] { return Filled("var a = \"\xF4\x90\x80\x80\"\n"); });
  add("CutOffLetter", "a.rs", [] { return Filled("// aaaa\n") + "// \xF0\x9F"; });
  add("LoneContinuations", "a.md", [] { return Filled("# a \x80\x80\n"); });
  add(
      "OnlyBadBytes", "a.c", [] { return Filled("\xFF\xFE\xFD"); }, Then::kSkipped,
      SkipReason::kBinary);
  add("InvisibleLetters", "a.py", [] { return Filled("a\xE2\x80\x8B = 1\n"); });
  add("Accents", "a.md", [] { return "# a" + Times("\xCC\x81", 400'000); });
  add(
      "APacket", "a.md", [] { return std::string("# Satchel packet: pack\n\nx\n"); },
      Then::kSkipped, SkipReason::kPacket);

  add("PythonStaircase", "a.py", [] {
    std::string text;
    for (std::size_t i = 0; text.size() < kFull; ++i) text += std::string(i, ' ') + "if a:\n";
    return text;
  });
  add("PythonFormats", "a.py", [] { return Filled("f'{"); });
  add("PythonLambdas", "a.py", [] { return "a = " + Filled("lambda a: "); });
  add("PythonDecorators", "a.py", [] { return Filled("@a\n"); });
  add("PythonClasses", "a.py", [] { return Numbered("class @(@): 0\n"); });
  add("PythonBackslashes", "a.py", [] { return Filled("\\\n"); });
  add("PythonOneClassOnALine", "a.py", [] { return "class A: " + Filled("a=1;"); });
  add("CConditions", "a.c", [] { return Filled("#if a\n"); });
  add("CMacros", "a.c", [] { return Numbered("#define @(a) a a\n"); });
  add("CInitialiser", "a.c", [] { return "int a[]={" + Filled("1,") + "};"; });
  add("CPointers", "a.c", [] { return "int " + Filled("*") + "a;"; });
  add("CDeclarators", "a.c", [] { return "int " + Nested("(*", "a", ")", 300'000) + ";"; });
  add("CStructs", "a.c", [] { return Nested("struct a{", "int a;", "}a;", 70'000); });
  add("CCasts", "a.c", [] { return "int a=" + Filled("(a)") + "a;"; });
  add("CppTemplates", "a.cpp", [] { return Filled("template<class a>"); });
  add("CppNamespaces", "a.cpp", [] { return Nested("namespace a{", "int a;", "}", 75'000); });
  add("CppScopes", "a.cpp", [] { return Filled("a::"); });
  add("CppLambdas", "a.cpp", [] { return "auto a=" + Filled("[]{return "); });
  add("CppRawStrings", "a.cpp", [] { return Filled("R\"a("); });
  add("CppOneClassOnALine", "a.cpp", [] { return "class A{" + Filled("int a();") + "};"; });
  add("GoStructs", "a.go", [] { return "package a\ntype a " + Filled("struct{a "); });
  add("GoPointers", "a.go", [] { return "package a\nvar a " + Filled("*[]"); });
  add("JavaGenerics", "A.java", [] { return Filled("A<"); });
  add("JavaAnnotations", "A.java", [] { return Filled("@A("); });
  add("JavaMethodsInAClass", "A.java", [] { return "class A{" + Numbered("void @(){}\n") + "}"; });
  add("JavaClassesOnALine", "A.java",
      [] { return Nested("class A{int a(){}", "", "}", kFull / 18); });
  add("JavaScriptRegexes", "a.js", [] { return Filled("/["); });
  add("JavaScriptArrows", "a.js", [] { return "let a=" + Filled("a=>"); });
  add("JavaScriptObjects", "a.js", [] { return "a=" + Filled("{a:"); });
  add("JavaScriptChain", "a.js", [] { return "a" + Filled(".a()"); });
  add("JavaScriptAwaits", "a.js", [] { return Filled("await "); });
  add("JavaScriptExports", "a.js", [] { return "export {" + Numbered("@,") + "};"; });
  add("JavaScriptClassesOnALine", "a.js",
      [] { return Nested("class A{a(){", "", "}}", kFull / 14); });
  add("TypeScriptUnions", "a.ts", [] { return "type a=" + Filled("|a"); });
  add("TypeScriptConditions", "a.ts", [] { return "type a=" + Filled("a extends a?"); });
  add("TypeScriptNamespacesOnALine", "a.ts",
      [] { return Nested("namespace a{function a(){}", "", "}", kFull / 27); });
  add("TsxAttributes", "a.tsx", [] { return "<a " + Filled("b={<a "); });
  add("RustUses", "a.rs", [] { return Filled("use a::{"); });
  add("RustMacros", "a.rs", [] { return "a!" + Filled("("); });
  add("RustStrings", "a.rs", [] { return "r" + Filled("#") + "\""; });
  add("RustComments", "a.rs", [] { return Nested("/*", "", "*/", 250'000); });
  add("RustGenerics", "a.rs", [] { return "type A=" + Filled("A<"); });
  add("RustAttributes", "a.rs", [] { return Filled("#[a]\n"); });
  add("RustOneFunctionList", "a.rs", [] { return "use a::{" + Numbered("@,") + "};"; });
  add("MarkdownLists", "a.md", [] { return Filled("- "); });
  add("MarkdownStars", "a.md", [] { return Filled("*a**"); });
  add("MarkdownLinks", "a.md", [] { return Filled("[a]("); });
  add("MarkdownHtml", "a.md", [] { return Filled("<a "); });
  add("MarkdownTable", "a.md", [] { return "|a|\n|-|\n" + Filled("|a"); });
  add("MarkdownHeadings", "a.md", [] { return Filled("# a\n## a\n### a\n"); });
  add("MarkdownReferences", "a.md", [] { return Numbered("[@]: @\n"); });
  add("MarkdownBackticks", "a.md", [] {
    std::string text;
    for (std::size_t i = 1; text.size() < kFull; ++i) text += std::string(i, '`') + "a ";
    return text;
  });
  add("OneComment", "a.c", [] { return "/*" + Filled("TODO because\n") + "*/int a;"; });
  add("Comments", "a.c", [] { return Filled("/* TODO: a */\n"); });
  add("CommentsOnALine", "a.c", [] { return Filled("/* TODO: a */"); });
  add("Sum", "a.c", [] { return "int a=a" + Filled("+a") + ";"; });
  add("NoGrammar", "a.txt", [] { return Filled("a\n"); });
  add("NoGrammarOneLine", "a.txt", [] { return Filled("a "); });
  add("LinesOfSpaces", "a.txt", [] { return std::string(900'000, ' ') + "a\n" + Filled(" \n"); });
  add("JsonNested", "a.json", [] { return Filled("[{\"a\":"); });
}

void AddConfiguration(std::vector<HostileCase>& cases) {
  const auto add = [&](std::string_view name, std::string_view path,
                       const std::function<std::string()>& content,
                       const std::vector<std::pair<std::string, std::string>>& beside = {}) {
    cases.push_back({std::string(name), std::string(path),
                     [path = std::string(path), content, beside](const fs::path& root) {
                       Put(root / path, content());
                       for (const auto& [other, text] : beside) Put(root / other, text);
                     }});
  };
  const std::pair<std::string, std::string> script = {"m.ts", "import {a} from '@a/b'\n"};
  const std::pair<std::string, std::string> rust = {"src/lib.rs", "use a::b;\nmod c;\n"};
  add("GoModule", "go.mod", [] { return "module a\nreplace (\n" + Numbered("@ => ./@\n") + ")\n"; },
      {{"m.go", "package m\nimport \"a/b\"\n"}});
  add("GoModuleOfOneWord", "go.mod", [] { return "module " + std::string(kFull, 'a'); },
      {{"m.go", "package m\nimport \"a/b\"\n"}});
  add("GoWork", "go.work", [] { return "use (\n" + Numbered("./@\n") + ")\n"; });
  add("TsConfigNested", "tsconfig.json", [] { return Filled("{\"compilerOptions\":"); }, {script});
  add("TsConfigBrackets", "tsconfig.json", [] { return Filled("["); }, {script});
  add("TsConfigPaths", "tsconfig.json",
      [] {
        return "{\"compilerOptions\":{\"baseUrl\":\".\",\"paths\":{" +
               Numbered("\"@*\":[\"@*\"],") + "\"a\":[\"a\"]}}}";
      },
      {script});
  add("TsConfigExtendsItself", "tsconfig.json",
      [] { return std::string("{\"extends\": \"./tsconfig.json\"}"); }, {script});
  add("TsConfigCycle", "tsconfig.json", [] { return std::string("{\"extends\": \"./a.json\"}"); },
      {script, {"a.json", "{\"extends\": [\"./tsconfig.json\", \"./a.json\"]}"}});
  add("TsConfigComments", "tsconfig.json", [] { return Filled("/*"); }, {script});
  add("PackageNested", "package.json", [] { return "{\"exports\":" + Filled("{\".\":"); },
      {script});
  add("PackageClosed", "package.json",
      [] { return "{\"name\":\"@a/b\",\"exports\":" + Nested("{\".\":", "1", "}", 150'000) + "}"; },
      {script});
  add("PackageWorkspaces", "package.json",
      [] { return "{\"workspaces\":[" + Numbered("\"@/**/*\",") + "\"**\"]}"; }, {script});
  add("PackageImports", "package.json",
      [] { return "{\"imports\":{" + Numbered("\"#@*\":\"./@*\",") + "\"#a\":\"./a\"}}"; },
      {{"m.ts", "import '#" + std::string(900, 'a') + "'\n"}});
  add("CompileCommandsNested", "compile_commands.json", [] { return Filled("[{\"command\":"); },
      {{"m.c", "#include \"a.h\"\n"}});
  add("CompileCommands", "compile_commands.json",
      [] {
        return "[" + Numbered("{\"directory\":\"/@\",\"file\":\"m.c\",\"command\":\"c -I@\"},") +
               "{}]";
      },
      {{"m.c", "#include \"a.h\"\n"}});
  add("CompileCommandOfManyPlaces", "compile_commands.json",
      [] {
        return "[{\"directory\":\".\",\"file\":\"m.c\",\"command\":\"c " + Numbered("-I@ ") +
               "\"}]";
      },
      {{"m.c", Times("#include \"a.h\"\n", 20'000)}});
  add("CargoNested", "Cargo.toml", [] { return "[package]\nname = " + Filled("["); }, {rust});
  add("CargoTables", "Cargo.toml", [] { return Numbered("[@.@]\n@.@ = {}\n"); }, {rust});
  add("CargoKeys", "Cargo.toml", [] { return Filled("a."); }, {rust});
  add("CargoMembers", "Cargo.toml",
      [] { return "[workspace]\nmembers = [" + Numbered("\"@/*\",") + "]\n"; }, {rust});
  add("CargoWorkspaceOfItself", "Cargo.toml",
      [] { return std::string("[workspace]\nmembers=[\".\"]\n[package]\nworkspace=\".\"\n"); },
      {rust});
}

void AddEntries(std::vector<HostileCase>& cases) {
  const auto add = [&](std::string_view name, std::string_view path,
                       const std::function<void(const fs::path&)>& make, Then then = Then::kIndexed,
                       SkipReason reason = SkipReason::kGone) {
    cases.push_back({std::string(name), std::string(path), make, then, reason});
  };
  const auto link = [&](std::string_view name, const std::string& to) {
    add(
        name, "a.py", [to](const fs::path& root) { fs::create_symlink(to, root / "a.py"); },
        Then::kSkipped, SkipReason::kLink);
  };
  link("LinkToItself", "a.py");
  link("LinkOut", "/etc/passwd");
  link("LinkToADevice", "/dev/zero");
  link("LinkToNothing", "nothing");
  link("LinkToTheRoot", ".");
  link("LinkUp", "../..");
  add(
      "Pipe", "a.py", [](const fs::path& root) { ::mkfifo((root / "a.py").c_str(), 0600); },
      Then::kSkipped, SkipReason::kSpecial);
  add(
      "Socket", "a.py",
      [](const fs::path& root) {
        const Descriptor socket(::socket(AF_UNIX, SOCK_STREAM, 0));
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        std::strncpy(address.sun_path, (root / "a.py").c_str(), sizeof(address.sun_path) - 1);
        ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
      },
      Then::kSkipped, SkipReason::kSpecial);
  add(
      "ShutFile", "a.py",
      [](const fs::path& root) {
        Put(root / "a.py", "a = 1\n");
        fs::permissions(root / "a.py", fs::perms::none);
      },
      Then::kSkipped, SkipReason::kUnreadable);
  add(
      "ShutDirectory", "shut/",
      [](const fs::path& root) {
        Put(root / "shut/a.py", "a = 1\n");
        fs::permissions(root / "shut", fs::perms::none);
      },
      Then::kSkipped, SkipReason::kUnreadable);
  add(
      "NewlineInAName", "a\nb.py", [](const fs::path& root) { Put(root / "a\nb.py", "a = 1\n"); },
      Then::kSkipped, SkipReason::kName);
  add(
      "NameThatIsNoText", "a\xFF.py",
      [](const fs::path& root) { Put(root / "a\xFF.py", "a = 1\n"); }, Then::kSkipped,
      SkipReason::kName);
  add("LongName", std::string(252, 'a') + ".py",
      [](const fs::path& root) { Put(root / (std::string(252, 'a') + ".py"), "a = 1\n"); });
  add("NameWithQuotes", "a'\"`$(b);%s.py",
      [](const fs::path& root) { Put(root / "a'\"`$(b);%s.py", "a = 1\n"); });
  add("NamesThatDifferInCase", "A.PY", [](const fs::path& root) {
    Put(root / "A.PY", "a = 1\n");
    Put(root / "a.py", "a = 2\n");
  });
  add("DirectoryLikeAFile", "a.py/b.py",
      [](const fs::path& root) { Put(root / "a.py/b.py", "a = 1\n"); });
  add(
      "DeepDirectories", "d/",
      [](const fs::path& root) {
        fs::path deep = root;
        for (int level = 0; level < 300; ++level) deep /= "d";
        Put(deep / "a.py", "a = 1\n");
      },
      Then::kAnything);  // the directory where it is cut off is reported, see hostile_tree_test
  add("ManyFiles", "many/0.py", [](const fs::path& root) {
    fs::create_directories(root / "many");
    const Descriptor folder(::open((root / "many").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    const std::size_t files = test::CaseCount(0) > 0 ? 100'000 : 10'000;
    for (std::size_t i = 0; i < files; ++i) {
      const Descriptor file(::openat(folder.get(), fmt::format("{}.py", i).c_str(),
                                     O_CREAT | O_WRONLY | O_CLOEXEC, 0644));
      if (::write(file.get(), "a=1\n", 4) != 4) return;
    }
  });
  add("ManyLargeFiles", "0.c", [](const fs::path& root) {
    for (int i = 0; i < 5; ++i) {
      Put(root / fmt::format("{}.c", i), fmt::format("int v{};\n", i) + Numbered("int @(){}\n"));
    }
  });
  add("ManyFilesOfImports", "0.js", [](const fs::path& root) {
    for (int i = 0; i < 4; ++i) {
      Put(root / fmt::format("{}.js", i), fmt::format("let v{}\n", i) + Numbered("import '@'\n"));
    }
  });
  add(
      "AHundredMegabytesOfOneLine", "a.js",
      [](const fs::path& root) {
        std::ofstream file(root / "a.js", std::ios::binary);
        const std::string megabyte(1U << 20U, 'a');
        for (int i = 0; i < 100; ++i) file << megabyte;
      },
      Then::kLimited);
  add(
      "ATerabyteOfNothing", "a.js",
      [](const fs::path& root) {
        Put(root / "a.js", "let a = 1\n");
        fs::resize_file(root / "a.js", 1ULL << 40U);
      },
      Then::kSkipped, SkipReason::kBinary);
  add("GitFileOfItself", "a.py", [](const fs::path& root) {
    Put(root / "a.py", "a = 1\n");
    Put(root / ".git", "gitdir: .git\n");
  });
  add("GitLinkToItself", "a.py", [](const fs::path& root) {
    Put(root / "a.py", "a = 1\n");
    fs::create_symlink(".git", root / ".git");
  });
  add("IgnorePatternsOfStars", std::string(200, 'a') + ".py", [](const fs::path& root) {
    Put(root / ".gitignore", Times(Times("*a", 60) + "b\n" + Times("**/a*", 30) + "/b\n", 100));
    Put(root / (std::string(200, 'a') + ".py"), "a = 1\n");
  });
  add("IgnoreOfBytes", "a.py", [](const fs::path& root) {
    Put(root / ".gitignore", Filled("[\xFF!\\\n") + std::string(100, '\0'));
    Put(root / "a.py", "a = 1\n");
  });
  add("IgnoreOfADevice", "a.py", [](const fs::path& root) {
    fs::create_symlink("/dev/zero", root / ".gitignore");
    fs::create_symlink("/dev/zero", root / ".satchelignore");
    Put(root / "a.py", "a = 1\n");
  });
}

}  // namespace

void PrintTo(const HostileCase& hostile, std::ostream* out) { *out << hostile.name; }

std::vector<HostileCase> HostileCases() {
  std::vector<HostileCase> cases;
  AddLanguages(cases);
  AddContents(cases);
  AddConfiguration(cases);
  AddEntries(cases);
  return cases;
}

}  // namespace satchel::test
