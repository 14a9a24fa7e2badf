#include "sources/code/references/resolve_uses.h"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sources/code/languages/languages.h"
#include "sources/code/languages/resolve_import.h"
#include "sources/code/parse/parser.h"
#include "sources/code/resolve/project.h"
#include "sources/code/walk/language.h"

namespace satchel::code {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// A workspace in memory, as the store has it.
class Workspace {
 public:
  explicit Workspace(const std::map<std::string, std::string>& files) {
    Parser parser;
    std::vector<std::string> paths;
    std::vector<ConfigurationFile> configuration;
    for (const auto& [path, content] : files) {
      paths.push_back(path);
      if (Project::Wants(path)) configuration.push_back({path, content});
    }
    const Project project = Project::Build(PathSet::Build(paths), configuration);
    std::int64_t id = 0;
    for (const auto& [path, content] : files) {
      File& file = files_[path];
      file.row.id = ++id;
      file.row.path = path;
      file.row.language = LanguageOf(path, content);
      file.facts = parser.Read(content, FindLanguage(file.row.language));
      file.row.package = file.facts.package;
      for (const Import& import : file.facts.imports) {
        const Resolution found = ResolveImport(project, path, file.row.language, import);
        store::ImportRow row{.file = id,
                             .kind = std::string(Name(import.kind)),
                             .module = import.module,
                             .name = import.name,
                             .alias = import.alias};
        if (found.target) row.target = found.target->path + (found.target->directory ? "/" : "");
        file.imports.push_back(std::move(row));
      }
      for (std::size_t i = 0; i < file.facts.symbols.size(); ++i) {
        const Symbol& symbol = file.facts.symbols[i];
        definitions_.by_name[symbol.name].push_back(
            {.name = symbol.name,
             .file = id,
             .ordinal = static_cast<std::int64_t>(i),
             .kind = std::string(Name(symbol.kind)),
             .container = symbol.container,
             .visibility = std::string(Name(symbol.visibility)),
             .flags = symbol.declared_only ? store::kDeclaredOnly : 0});
      }
      definitions_.files.emplace(id, file.row);
    }
  }

  // `draw -> lib/draw.py:draw import`, one a reference.
  std::vector<std::string> From(const std::string& path) const {
    const File& file = files_.at(path);
    const FileView view{.row = &file.row, .facts = &file.facts, .imports = file.imports};
    std::vector<std::string> lines;
    for (const Reference& reference : ResolveUses(view, definitions_)) {
      const std::string& target = definitions_.files.at(reference.to_file).path;
      const Symbol& symbol =
          files_.at(target).facts.symbols[static_cast<std::size_t>(reference.to_symbol)];
      lines.push_back(
          fmt::format("{} -> {}:{} {}", file.facts.uses[reference.use].name, target,
                      symbol.container.empty() ? symbol.name : symbol.container + "/" + symbol.name,
                      reference.rule));
    }
    return lines;
  }

 private:
  struct File {
    store::FileRow row;
    FileFacts facts;
    std::vector<store::ImportRow> imports;
  };
  std::map<std::string, File> files_;
  Definitions definitions_;
};

TEST(ResolveUsesTest, PythonByScopeImportModuleAndName) {
  const Workspace workspace(
      {{"app/__init__.py", ""},
       {"app/shapes.py",
        "from .colours import mix, fade as dim\nfrom . import tools\n\nclass Shape:\n"
        "    def area(self):\n        return self.side()\n    def side(self):\n        return 1\n\n"
        "def draw():\n    mix(1)\n    dim(2)\n    tools.cut(3)\n    only_here()\n    unknown()\n"},
       {"app/colours.py", "def mix(a):\n    pass\n\ndef fade(a):\n    pass\n"},
       {"app/tools.py", "def cut(a):\n    pass\n\ndef mix(a):\n    pass\n"},
       {"other.py",
        "def only_here():\n    pass\n\nclass Other:\n    def side(self):\n        pass\n"}});
  EXPECT_THAT(
      workspace.From("app/shapes.py"),
      ElementsAre("side -> app/shapes.py:Shape/side scope", "mix -> app/colours.py:mix import",
                  "dim -> app/colours.py:fade import", "cut -> app/tools.py:cut module",
                  "only_here -> other.py:only_here unique"));
}

TEST(ResolveUsesTest, GoByPackageAndModule) {
  const Workspace workspace(
      {{"go.mod", "module example.com/m\n"},
       {"a/a.go",
        "package a\n\nimport \"example.com/m/b\"\n\nfunc Run() {\n\tb.Do()\n\thelp()\n}\n"},
       {"a/help.go", "package a\n\nfunc help() {}\n"},
       {"b/b.go", "package b\n\nfunc Do() {}\n"},
       {"c/c.go", "package c\n\nfunc Do() {}\n\nfunc help() {}\n"}});
  EXPECT_THAT(workspace.From("a/a.go"),
              ElementsAre("Do -> b/b.go:Do module", "help -> a/help.go:help package"));
}

TEST(ResolveUsesTest, ADeclarationInAHeaderLeadsToTheDefinition) {
  const Workspace workspace(
      {{"list.h", "struct list { int n; };\nint list_add(struct list *l);\n"},
       {"list.c", "#include \"list.h\"\nint list_add(struct list *l) { return l->n; }\n"},
       {"copy/list_add.c", "int list_add(int x) { return x; }\n"},
       {"main.c", "#include \"list.h\"\nint main(void) { return list_add(0); }\n"}});
  EXPECT_THAT(workspace.From("main.c"), Contains("list_add -> list.c:list_add include"));
}

TEST(ResolveUsesTest, ScriptsByImportAndMember) {
  const Workspace workspace(
      {{"src/a.ts",
        "import { make, Shape } from './b';\nexport function run() {\n"
        "  make();\n  new Shape();\n  Shape.of(1);\n}\n"},
       {"src/b.ts",
        "export function make() {}\nexport class Shape {\n  static of(n: number) {}\n}\n"},
       {"src/c.ts", "export function make() {}\nexport function of() {}\n"}});
  const auto lines = workspace.From("src/a.ts");
  EXPECT_THAT(lines, Contains("make -> src/b.ts:make import"));
  EXPECT_THAT(lines, Contains("Shape -> src/b.ts:Shape import"));
  EXPECT_THAT(lines, Contains(StartsWith("of -> src/b.ts:Shape/of ")));
}

TEST(ResolveUsesTest, OneOfTwoIsSaidToBeAmbiguousAndOneOfManyIsNotSaid) {
  std::map<std::string, std::string> files = {{"use.py", "run_it()\n"}};
  files["a.py"] = "def run_it():\n    pass\n";
  files["b.py"] = files["a.py"];
  EXPECT_THAT(Workspace(files).From("use.py"),
              ElementsAre("run_it -> a.py:run_it ambiguous", "run_it -> b.py:run_it ambiguous"));
  files["c.py"] = files["a.py"];
  files["d.py"] = files["a.py"];
  EXPECT_THAT(Workspace(files).From("use.py"), IsEmpty());
}

TEST(ResolveUsesTest, AnotherLanguagesNamesAndPrivateOnesAreNotReached) {
  const Workspace workspace({{"a.py", "def go():\n    parse_all()\n    __hidden()\n"},
                             {"b.c", "int parse_all(void) { return 1; }\n"},
                             {"c.py", "def __hidden():\n    pass\n"}});
  EXPECT_THAT(workspace.From("a.py"), IsEmpty());
}

}  // namespace
}  // namespace satchel::code
