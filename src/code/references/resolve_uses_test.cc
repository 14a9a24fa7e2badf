#include "code/references/resolve_uses.h"

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "code/languages/languages.h"
#include "code/languages/resolve_import.h"
#include "code/parse/parser.h"
#include "code/resolve/project.h"
#include "code/walk/language.h"

namespace satchel::code {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::StartsWith;
using ::testing::UnorderedElementsAre;

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
      AddServed(id, file.facts, definitions_.routes);
      for (const Use& use : file.facts.uses) {
        if (use.kind == UseKind::kBound) definitions_.bound[use.name].insert(use.qualifier);
      }
      definitions_.files.emplace(id, file.row);
      definitions_.imports.emplace(path, file.imports);
    }
  }

  // `draw -> lib/draw.py:draw import`, one a reference.
  std::vector<std::string> From(const std::string& path) const {
    const File& file = files_.at(path);
    std::vector<std::string> lines;
    for (const Reference& reference : ReferencesFrom(file)) {
      const std::string& target = definitions_.files.at(reference.to_file).path;
      if (!reference.route.empty()) {
        lines.push_back(fmt::format("{} -> {}:{} {} {:.2f}", file.facts.uses[reference.use].name,
                                    target, reference.to_line, reference.route,
                                    static_cast<double>(reference.confidence.millionths()) / 1e6));
        continue;
      }
      const Symbol& symbol =
          files_.at(target).facts.symbols[static_cast<std::size_t>(reference.to_symbol)];
      lines.push_back(
          fmt::format("{} -> {}:{} {}", file.facts.uses[reference.use].name, target,
                      symbol.container.empty() ? symbol.name : symbol.container + "/" + symbol.name,
                      reference.rule));
    }
    return lines;
  }

  // The first lines of what each leads to.
  std::vector<std::uint32_t> LinesFrom(const std::string& path) const {
    std::vector<std::uint32_t> lines;
    for (const Reference& reference : ReferencesFrom(files_.at(path))) {
      const FileFacts& facts = files_.at(definitions_.files.at(reference.to_file).path).facts;
      lines.push_back(
          facts.symbols[static_cast<std::size_t>(reference.to_symbol)].extent.first_line);
    }
    return lines;
  }

  // How sure each is, by rule and name.
  std::map<std::string, double> SureFrom(const std::string& path) const {
    const File& file = files_.at(path);
    std::map<std::string, double> sure;
    for (const Reference& reference : ReferencesFrom(file)) {
      sure[fmt::format("{} {}", reference.rule, file.facts.uses[reference.use].name)] =
          static_cast<double>(reference.confidence.millionths()) / 1e6;
    }
    return sure;
  }

 private:
  struct File {
    store::FileRow row;
    FileFacts facts;
    std::vector<store::ImportRow> imports;
  };

  std::vector<Reference> ReferencesFrom(const File& file) const {
    return ResolveUses(
        {.row = &file.row, .facts = &file.facts, .uses = file.facts.uses, .imports = file.imports},
        definitions_);
  }

  std::map<std::string, File> files_;
  Definitions definitions_;
};

TEST(ResolveUsesTest, PythonByScopeImportModuleAndName) {
  const Workspace workspace(
      {{"app/__init__.py", ""},
       {"app/shapes.py",
        "from .colours import mix, fade as dim\nfrom . import tools\n\nclass Shape:\n"
        "    def area(self):\n        return self.side()\n    def side(self):\n        return 1\n\n"
        "def draw():\n    mix(1)\n    dim(2)\n    tools.cut(3)\n    a.only_here()\n    "
        "unknown()\n"},
       {"app/colours.py", "def mix(a):\n    pass\n\ndef fade(a):\n    pass\n"},
       {"app/tools.py", "def cut(a):\n    pass\n\ndef mix(a):\n    pass\n"},
       {"other.py",
        "def unknown():\n    pass\n\nclass Other:\n    def side(self):\n        pass\n"
        "    def only_here(self):\n        pass\n"}});
  EXPECT_THAT(
      workspace.From("app/shapes.py"),
      ElementsAre("side -> app/shapes.py:Shape/side scope", "mix -> app/colours.py:mix import",
                  "dim -> app/colours.py:fade import", "cut -> app/tools.py:cut module",
                  "only_here -> other.py:Other/only_here unique"));
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

TEST(ResolveUsesTest, AFieldOfGoWithTheNameOfATypeSaysLittle) {
  const Workspace workspace(
      {{"go.mod", "module example.com/m\n"},
       {"kinds.go",
        "package m\n\ntype matcher struct{}\n\nfunc (m matcher) Match() {}\n\n"
        "type route struct{}\n\nfunc (r route) Match() {}\n"},
       {"run.go",
        "package m\n\ntype holder struct {\n\tmatcher route\n}\n\n"
        "func Run(h holder) {\n\th.matcher.Match()\n}\n"},
       {"kinds.h", "struct Shape {\n  static int Area() { return 1; }\n};\n"},
       {"run.cc", "int Run() { return Shape::Area(); }\n"}});
  EXPECT_THAT(workspace.From("run.go"), Contains("Match -> kinds.go:matcher/Match member"));
  EXPECT_THAT(workspace.SureFrom("run.go"), Contains(Pair("member Match", 0.4)))
      << "it is a guess: the field is of another type";
  EXPECT_THAT(workspace.SureFrom("run.cc"), Contains(Pair("member Area", 0.85)));
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
  std::map<std::string, std::string> files = {{"use.py", "def f(it):\n    it.run_it()\n"}};
  files["a.py"] = "class A:\n    def run_it(self):\n        pass\n";
  files["b.py"] = files["a.py"];
  EXPECT_THAT(Workspace(files).From("use.py"), ElementsAre("run_it -> a.py:A/run_it ambiguous",
                                                           "run_it -> b.py:A/run_it ambiguous"));
  files["c.py"] = files["a.py"];
  files["d.py"] = files["a.py"];
  EXPECT_THAT(Workspace(files).From("use.py"), IsEmpty());
}

TEST(ResolveUsesTest, PythonFollowsWhatAPackageHandsOn) {
  const Workspace workspace(
      {{"app/__init__.py", "from .core import *\nfrom .tools import cut as slice_up\n"},
       {"app/core/__init__.py", "from .engine import Engine\nfrom ..tools import *\n"},
       {"app/core/engine.py", "class Engine:\n    pass\n"},
       {"app/tools.py", "def cut():\n    pass\n\ndef mend():\n    pass\n"},
       {"use.py",
        "import app\nimport app.tools\nfrom app import Engine, slice_up, mend as fix\n\n"
        "def f():\n    Engine()\n    slice_up()\n    fix()\n    app.Engine()\n"
        "    app.tools.mend()\n    app.core.engine.Engine()\n"},
       {"other.py", "class Engine:\n    pass\n\ndef slice_up():\n    pass\n"}});
  EXPECT_THAT(
      workspace.From("use.py"),
      ElementsAre("Engine -> app/core/engine.py:Engine import",
                  "slice_up -> app/tools.py:cut import", "fix -> app/tools.py:mend import",
                  "Engine -> app/core/engine.py:Engine module", "mend -> app/tools.py:mend module",
                  "Engine -> app/core/engine.py:Engine module"));
}

TEST(ResolveUsesTest, ScriptsFollowWhatAnIndexHandsOnAndEndInACircle) {
  const Workspace workspace(
      {{"src/index.ts", "export * from './shapes';\nexport { make as build } from './make';\n"},
       {"src/shapes.ts", "export * from './index';\nexport class Shape {}\n"},
       {"src/make.ts", "export function make() {}\n"},
       {"src/use.ts",
        "import { Shape, build, missing } from './index';\nimport * as all from './index';\n"
        "function f() {\n  new Shape();\n  build();\n  missing();\n  all.build();\n}\n"},
       {"src/other.ts", "export class Shape {}\nexport function missing() {}\n"}});
  EXPECT_THAT(workspace.From("src/use.ts"),
              ElementsAre("Shape -> src/shapes.ts:Shape import", "build -> src/make.ts:make import",
                          "build -> src/make.ts:make module"));
}

TEST(ResolveUsesTest, WhatAnImportTakesFromElsewhereIsNotGuessed) {
  const Workspace workspace(
      {{"a.ts",
        "import { render } from 'react';\nimport * as path from 'node:path';\nfunction f(x) {\n"
        "  render();\n  path.join(x);\n  JSON.stringify(x);\n  x.draw();\n}\n"},
       {"b.ts",
        "export function render() {}\nexport class B {\n  join() {}\n  stringify() {}\n"
        "  draw() {}\n}\n"}});
  EXPECT_THAT(workspace.From("a.ts"), ElementsAre("draw -> b.ts:B/draw unique"));
}

TEST(ResolveUsesTest, ANameAloneIsOfAScopeAroundItAndNoMember) {
  const Workspace workspace(
      {{"a.py",
        "def dumps():\n    pass\n\nclass Json:\n    def dumps(self):\n        dumps()\n\n"
        "def one():\n    def inner():\n        pass\n    inner()\n\n"
        "def two():\n    def inner():\n        pass\n    inner()\n\ndef three():\n    inner()\n"},
       {"b.go", "package b\n\ntype T struct{}\n\nfunc (t T) run() {}\n\nfunc F() { run() }\n"}});
  EXPECT_THAT(workspace.From("a.py"),
              ElementsAre("dumps -> a.py:dumps scope", "inner -> a.py:one/inner scope",
                          "inner -> a.py:two/inner scope"));
  EXPECT_THAT(workspace.From("b.go"), ElementsAre("T -> b.go:T scope"));
}

TEST(ResolveUsesTest, AModuleHasWhatIsOutermostInItAndNotTheMethodsOfItsClasses) {
  const Workspace workspace(
      {{"cli.py", "class Group:\n    def command(self):\n        pass\n\ncli = Group()\n"},
       {"use.py", "from cli import cli, Group\n\ncli.command()\nGroup.command()\n"}});
  EXPECT_THAT(workspace.From("use.py"), ElementsAre("command -> cli.py:Group/command unique",
                                                    "command -> cli.py:Group/command module"));
}

TEST(ResolveUsesTest, SelfAndSuperReachTheBasesInOtherFiles) {
  const Workspace workspace(
      {{"base.py",
        "class Base:\n    def __init__(self):\n        pass\n    def touch(self):\n"
        "        pass\n"},
       {"use.py",
        "from base import Base as Root\n\nclass Base(Root):\n    def __init__(self):\n"
        "        super().__init__()\n        self.touch()\n"},
       {"other.py", "class Other:\n    def touch(self):\n        pass\n"}});
  EXPECT_THAT(workspace.From("use.py"), ElementsAre("Root -> base.py:Base import",
                                                    "__init__ -> base.py:Base/__init__ inherited",
                                                    "touch -> base.py:Base/touch inherited"));
}

TEST(ResolveUsesTest, AnObjectsMemberThatSeveralClassesHaveIsNotSaidToBeIncluded) {
  const Workspace workspace(
      {{"env.h", "class Env {\n public:\n  void Remove() {}\n  void Only() {}\n};\n"},
       {"edit.h", "class Edit {\n public:\n  void Remove() {}\n};\n"},
       {"use.cc",
        "#include \"edit.h\"\n#include \"env.h\"\nvoid Use(auto* env, Env*) {\n  env->Remove();\n"
        "  env->Only();\n  env->names.clear();\n}\n"},
       {"list.h", "class List {\n public:\n  void clear() {}\n};\n"},
       {"own.cc",
        "struct A {\n  void Go() {}\n};\nstruct B {\n  void Go() {}\n  void Run() { Go(); }\n};"
        "\n"}});
  EXPECT_THAT(
      workspace.From("use.cc"),
      ElementsAre("Env -> env.h:Env include", "Remove -> edit.h:Edit/Remove ambiguous",
                  "Remove -> env.h:Env/Remove ambiguous", "Only -> env.h:Env/Only include"));
  EXPECT_THAT(workspace.From("own.cc"), ElementsAre("Go -> own.cc:B/Go scope"));
}

TEST(ResolveUsesTest, ThePackageOfAModulesRootIsADirectoryToo) {
  const Workspace workspace(
      {{"go.mod", "module example.com/m\n"},
       {"m.go", "package m\n\nfunc Do() {}\n"},
       {"doc/doc.go", "package doc\n\nimport \"example.com/m\"\n\nfunc F() { m.Do() }\n"}});
  EXPECT_THAT(workspace.From("doc/doc.go"), ElementsAre("Do -> m.go:Do module"));
}

TEST(ResolveUsesTest, AnotherLanguagesNamesAndPrivateOnesAreNotReached) {
  const Workspace workspace({{"a.py", "def go():\n    parse_all()\n    __hidden()\n"},
                             {"b.c", "int parse_all(void) { return 1; }\n"},
                             {"c.py", "def __hidden():\n    pass\n"}});
  EXPECT_THAT(workspace.From("a.py"), IsEmpty());
}

TEST(ResolveUsesTest, RubyByRequireConventionAndMixin) {
  const Workspace workspace(
      {{"lib/shop/cart.rb",
        "require_relative 'line'\n\nmodule Shop\n  class Cart < Base\n    include Priced\n"
        "    def add(thing)\n      line = Line.new(thing)\n      check(line)\n      price\n"
        "      touch\n      HTTPClient.get(line)\n      Tax::Rate.for(line)\n    end\n\n"
        "    def check(line)\n    end\n  end\nend\n"},
       {"lib/shop/line.rb", "module Shop\n  class Line\n  end\nend\n"},
       {"lib/shop/priced.rb", "module Shop\n  module Priced\n    def price\n    end\n  end\nend\n"},
       {"lib/shop/base.rb",
        "module Shop\n  class Base\n    def touch\n    end\n\n    def line\n    end\n  end\nend\n"},
       {"lib/other.rb", "class Base\nend\nclass HTTPClient\nend\n"},
       {"lib/http_client.rb", "class HTTPClient\n  def self.get(a)\n  end\nend\n"},
       {"lib/rate.rb", "module Tax\n  class Rate\n    def self.for(a)\n    end\n  end\nend\n"}});
  EXPECT_THAT(workspace.From("lib/shop/cart.rb"),
              ElementsAre("Base -> lib/shop/base.rb:Shop/Base file_name",
                          "Priced -> lib/shop/priced.rb:Shop/Priced file_name",
                          "Line -> lib/shop/line.rb:Shop/Line include",
                          "check -> lib/shop/cart.rb:Shop::Cart/check scope",
                          "price -> lib/shop/priced.rb:Shop::Priced/price inherited",
                          "touch -> lib/shop/base.rb:Shop::Base/touch inherited",
                          "get -> lib/http_client.rb:HTTPClient/get member",
                          "HTTPClient -> lib/http_client.rb:HTTPClient file_name",
                          "for -> lib/rate.rb:Tax::Rate/for member",
                          "Rate -> lib/rate.rb:Tax/Rate member"));
}

TEST(ResolveUsesTest, RubyPrefersItsOwnClassAndLeavesWhatArraysHave) {
  const Workspace workspace(
      {{"a.rb",
        "class A\n  def check\n  end\nend\nclass Longer < A\n  def check\n  end\n  def run(x)\n"
        "    check\n    x.sort\n    x.only\n    File.only\n  end\nend\n"},
       {"b.rb", "class B\n  def sort\n  end\n  def only\n  end\nend\n"}});
  EXPECT_THAT(workspace.From("a.rb"),
              ElementsAre("A -> a.rb:A scope", "check -> a.rb:Longer/check scope",
                          "only -> b.rb:B/only unique"));
}

TEST(ResolveUsesTest, PhpByUseNamespaceAndParent) {
  const Workspace workspace(
      {{"composer.json", R"({"autoload": {"psr-4": {"Shop\\": "src/"}}})"},
       {"src/Cart.php",
        "<?php\nnamespace Shop;\nuse Shop\\Tax\\Rate as R;\nuse Shop\\Tax\\Table;\n"
        "use function Shop\\Text\\cut;\nclass Cart extends Base {\n  function add(Line $l) {\n"
        "    $this->touch();\n    parent::add($l);\n    R::of($l);\n    new Table();\n"
        "    cut($l);\n    $this->own();\n    count($l);\n  }\n  function own() {}\n  function "
        "count() {}\n}\n"},
       {"src/Base.php",
        "<?php\nnamespace Shop;\nclass Base { function touch() {} function add() {} }\n"},
       {"src/Line.php", "<?php\nnamespace Shop;\nclass Line {}\n"},
       {"src/Tax/Rate.php",
        "<?php\nnamespace Shop\\Tax;\nclass Rate { static function of() {} }\n"},
       {"lib/tables.php", "<?php\nnamespace Shop\\Tax;\nclass Table {}\n"},
       {"lib/text.php", "<?php\nnamespace Shop\\Text;\nfunction cut() {}\n"},
       {"lib/other.php",
        "<?php\nnamespace Other;\nclass Table {}\nclass Line {}\nfunction cut() {}\n"}});
  EXPECT_THAT(
      workspace.From("src/Cart.php"),
      ElementsAre("Base -> src/Base.php:Base package", "Line -> src/Line.php:Line package",
                  "touch -> src/Base.php:Base/touch inherited",
                  "add -> src/Base.php:Base/add inherited", "of -> src/Tax/Rate.php:Rate/of module",
                  "R -> src/Tax/Rate.php:Rate import", "Table -> lib/tables.php:Table import",
                  "cut -> lib/text.php:cut import", "own -> src/Cart.php:Cart/own scope"));
}

TEST(ResolveUsesTest, CSharpByNamespaceAndParts) {
  const Workspace workspace(
      {{"App/Cart.cs",
        "using Shop.Tax;\nnamespace Shop.Carts;\npartial class Cart : Base {\n"
        "  void Add(Line line) {\n    Other(line);\n    Touch();\n    base.Add(line);\n"
        "    Rate.Of(line);\n    new Money();\n  }\n}\n"},
       {"App/Cart.Parts.cs",
        "namespace Shop.Carts;\npartial class Cart { void Other(Line l) {} }\n"},
       {"Core/Base.cs",
        "namespace Shop {\n  class Base { protected void Touch() {} public void Add(Line l) {} "
        "}\n}\n"},
       {"Core/Line.cs", "namespace Shop.Carts;\nclass Line {}\n"},
       {"Core/Taxes.cs",
        "namespace Shop.Tax;\nclass Rate { public static void Of(Line l) {} }\nclass Money {}\n"},
       {"Else/Money.cs", "namespace Else;\nclass Money {}\nclass Line { void Other() {} }\n"}});
  EXPECT_THAT(
      workspace.From("App/Cart.cs"),
      ElementsAre("Base -> Core/Base.cs:Base package", "Line -> Core/Line.cs:Line package",
                  "Other -> App/Cart.Parts.cs:Cart/Other package",
                  "Touch -> Core/Base.cs:Base/Touch inherited",
                  "Add -> Core/Base.cs:Base/Add inherited", "Of -> Core/Taxes.cs:Rate/Of member",
                  "Rate -> Core/Taxes.cs:Rate include", "Money -> Core/Taxes.cs:Money include"));
}

TEST(ResolveUsesTest, WhatCodeNamesInALiteralIsFoundInFilesOfOtherKinds) {
  const Workspace workspace(
      {{"app.py",
        "import os\n\ndef connect(config):\n    size = config[\"database\"][\"pool_size\"]\n"
        "    url = os.environ[\"DATABASE_URL\"]\n    level = config.get(\"logging.level\")\n"
        "    return query(\"SELECT id FROM customer\", size, url, os.getenv(\"UNKNOWN_ONE\"))\n"},
       {"config.yaml", "database:\n  pool_size: 4\nother:\n  pool_size: 5\n"},
       {".env.example", "DATABASE_URL=x\n"},
       {"compose.yaml",
        "services:\n  web:\n    image: x\n    environment:\n      DATABASE_URL: y\n"},
       {"shop.sql", "create table customer (id int);\n"},
       {"level.py", "level = 1\n"}});
  EXPECT_THAT(workspace.From("app.py"),
              ElementsAre("pool_size -> config.yaml:database/pool_size key",
                          "DATABASE_URL -> .env.example:DATABASE_URL key",
                          "DATABASE_URL -> compose.yaml:service web/DATABASE_URL key",
                          "customer -> shop.sql:customer table"));
}

TEST(ResolveUsesTest, AKeyThatManyFilesHaveIsNotGuessed) {
  std::map<std::string, std::string> files = {{"a.rb", "ENV.fetch('DATABASE_URL')\n"}};
  for (int i = 0; i < 4; ++i) files[fmt::format("{}.toml", i)] = "DATABASE_URL = 1\n";
  EXPECT_THAT(Workspace(files).From("a.rb"), IsEmpty());
}

TEST(ResolveUsesTest, AClientFindsTheRoutesOfAServerInAnotherLanguage) {
  const Workspace workspace(
      {{"server/app.py",
        "from fastapi import APIRouter\nrouter = APIRouter(prefix=\"/api\")\n\n"
        "@router.get(\"/orders/{order_id}\")\ndef read_order(order_id: int):\n    return "
        "order_id\n\n"
        "@router.post(\"/orders\")\ndef add_order():\n    pass\n\n"
        "@router.get(\"/orders/recent\")\ndef recent():\n    pass\n"},
       {"server/health.py", "@app.get(\"/health\")\ndef health():\n    pass\n"},
       {"openapi.yaml",
        "openapi: 3.0.0\npaths:\n  /api/orders/{id}:\n    get:\n      summary: one\n"},
       {"web/orders.ts",
        "export async function load(id: number) {\n"
        "  const one = await fetch(`/api/orders/${id}`);\n"
        "  const last = await axios.get(BASE + '/v2/api/orders/recent');\n"
        "  await fetch('/v2/health');\n"
        "  await fetch('/api/nothing');\n"
        "  return axios.post('/orders', {});\n}\n"}});
  EXPECT_THAT(
      workspace.From("web/orders.ts"),
      ElementsAre("GET /api/orders/{} -> server/app.py:4 GET /api/orders/{order_id} 0.70",
                  "GET /api/orders/{} -> openapi.yaml:4 GET /api/orders/{id} 0.70",
                  "GET /v2/api/orders/recent -> server/app.py:12 GET /api/orders/recent 0.50",
                  "POST /orders -> server/app.py:8 POST /api/orders 0.50"));
}

TEST(ResolveUsesTest, OfManyServersTheImportedOneIsMeant) {
  std::map<std::string, std::string> files = {
      {"test_a.py", "from a1 import app\n\ndef test_it():\n    client.get(\"/orders/1\")\n"},
      {"test_b.py", "def test_it():\n    client.get(\"/orders/1\")\n"}};
  for (int i = 0; i < 4; ++i) {
    files[fmt::format("a{}.py", i)] = "@app.get(\"/orders/{id}\")\ndef one(id):\n    pass\n";
  }
  const Workspace workspace(files);
  EXPECT_THAT(workspace.From("test_a.py"),
              ElementsAre("GET /orders/1 -> a1.py:1 GET /orders/{id} 0.70"));
  EXPECT_THAT(workspace.From("test_b.py"), IsEmpty());
}

TEST(ResolveUsesTest, OfSeveralRoutesInOneFileTheLastOneBeforeIsMeant) {
  const Workspace workspace(
      {{"test/orders.js",
        "app.get('/orders', (req, res) => 1);\nrequest(app).get('/orders');\n"
        "app.get('/orders', (req, res) => 2);\nrequest(app).post('/orders');\n"},
       {"orders_test.go",
        "package shop\n\nfunc TestOne() {\n\tr.GET(\"/orders\", one)\n}\n\n"
        "func TestTwo() {\n\tPerformRequest(r, \"GET\", \"/orders\")\n\tr.GET(\"/orders\", "
        "one)\n}\n"}});
  EXPECT_THAT(workspace.From("test/orders.js"),
              ElementsAre("GET /orders -> test/orders.js:1 GET /orders 0.70"));
  EXPECT_THAT(workspace.From("orders_test.go"),
              Contains("GET /orders -> orders_test.go:9 GET /orders 0.70"));
}

TEST(ResolveUsesTest, NamesOfGeneratedCodeLeadToTheFileThatItIsGeneratedFrom) {
  const std::map<std::string, std::string> files = {
      {"shop.proto",
       "message Order {\n  string name = 1;\n}\nmessage Pick {}\n"
       "service OrderService {\n  rpc GetOrder(Pick) returns (Order);\n}\n"},
      {"main.go",
       "package main\n\nimport pb \"example.com/gen/shoppb\"\n\nfunc run(o model.Order) pb.Order "
       "{\n"
       "\tc := pb.NewOrderServiceClient(conn)\n\treturn c.GetOrder(ctx, &pb.Pick{})\n}\n"},
      {"client.py",
       "import shop_pb2\nimport shop_pb2_grpc\n\ndef run(channel):\n"
       "    stub = shop_pb2_grpc.OrderServiceStub(channel)\n"
       "    return stub.GetOrder(shop_pb2.Pick())\n"},
      {"other.py", "def run(stub):\n    return stub.GetOrder(Order(), Pick())\n"},
      {"own.go", "package own\n\ntype Order struct{}\n\nfunc run() Order { return Order{} }\n"}};
  const Workspace workspace(files);
  EXPECT_THAT(
      workspace.From("main.go"),
      testing::UnorderedElementsAre("Order -> shop.proto:Order protobuf",
                                    "NewOrderServiceClient -> shop.proto:OrderService protobuf",
                                    "GetOrder -> shop.proto:OrderService/GetOrder protobuf",
                                    "Pick -> shop.proto:Pick protobuf"));
  EXPECT_THAT(workspace.From("client.py"),
              testing::UnorderedElementsAre("OrderServiceStub -> shop.proto:OrderService protobuf",
                                            "GetOrder -> shop.proto:OrderService/GetOrder protobuf",
                                            "Pick -> shop.proto:Pick protobuf"));
  EXPECT_THAT(workspace.From("other.py"), IsEmpty());
  EXPECT_THAT(workspace.From("own.go"), testing::Each(testing::EndsWith("own.go:Order scope")));
}

TEST(ResolveUsesTest, PythonCallsFunctionsOfC) {
  const Workspace workspace(
      {{"native.h", "int mix_colours(int a);\nint fade_out(int a);\n"},
       {"native.c",
        "#include \"native.h\"\nint mix_colours(int a) { return a; }\n"
        "static int hidden(int a) { return a; }\n"},
       {"module.c",
        "static PyObject *py_blend(PyObject *self) { return 0; }\n"
        "static PyMethodDef methods[] = {{\"blend\", (PyCFunction)py_blend, METH_VARARGS, "
        "\"x\"}};\n"},
       {"module.cc",
        "int Turn(int a) { return a; }\nPYBIND11_MODULE(_fast, m) { m.def(\"turn\", &Turn, \"x\"); "
        "}\n"},
       {"by_ctypes.py",
        "import ctypes\n\nlib = ctypes.CDLL(\"libnative.so\")\n\ndef run(a):\n"
        "    lib.hidden(a)\n    return lib.mix_colours(a) + lib.fade_out(a)\n"},
       {"by_module.py",
        "import _fast\nfrom _module import blend\n\ndef run(a):\n    return "
        "blend(_fast.turn(a))\n"},
       {"by_nothing.py", "def run(lib, a):\n    return lib.mix_colours(lib.turn(a))\n"}});
  EXPECT_THAT(workspace.From("by_ctypes.py"),
              testing::IsSupersetOf({"mix_colours -> native.c:mix_colours binding",
                                     "fade_out -> native.h:fade_out binding"}));
  EXPECT_THAT(workspace.From("by_ctypes.py"), testing::Not(Contains(StartsWith("hidden"))));
  EXPECT_THAT(workspace.From("by_module.py"),
              testing::UnorderedElementsAre("blend -> module.c:py_blend binding",
                                            "turn -> module.cc:Turn binding"));
  EXPECT_THAT(workspace.From("by_nothing.py"), IsEmpty());
}

TEST(ResolveUsesTest, FilesThatAreNoProgramsLeadToEachOther) {
  const Workspace workspace(
      {{"infra/main.tf", "resource \"aws_instance\" \"web\" {\n  zone = var.zone\n}\n"},
       {"infra/variables.tf", "variable \"zone\" {}\n"},
       {"other/variables.tf", "variable \"zone\" {}\n"},
       {"shop/order.proto", "import \"shop/money.proto\";\nmessage Order { Money total = 1; }\n"},
       {"shop/money.proto", "message Money {}\n"},
       {"bank/money.proto", "message Money {}\n"},
       {"page.html", "<link rel=stylesheet href=page.css><p class=\"card\">\n"},
       {"page.css", ".card { color: red }\n"},
       {"other.css", ".card { color: blue }\n"},
       {"CMakeLists.txt", "add_library(core a.cc)\n"},
       {"app/CMakeLists.txt", "add_executable(app m.cc)\ntarget_link_libraries(app core)\n"},
       {"a.sql", "create table customer (id int);\n"},
       {"b.sql", "create table bill (who int references customer (id));\n"}});
  EXPECT_THAT(workspace.From("infra/main.tf"),
              ElementsAre("var.zone -> infra/variables.tf:var.zone package"));
  EXPECT_THAT(workspace.From("shop/order.proto"),
              ElementsAre("Money -> shop/money.proto:Money include"));
  EXPECT_THAT(workspace.From("page.html"), ElementsAre(".card -> page.css:.card include"));
  EXPECT_THAT(
      workspace.From("app/CMakeLists.txt"),
      ElementsAre("app -> app/CMakeLists.txt:app scope", "core -> CMakeLists.txt:core unique"));
  EXPECT_THAT(workspace.From("b.sql"), ElementsAre("customer -> a.sql:customer unique"));
}

TEST(ResolveUsesTest, SwiftFilesOfOneModuleSeeEachOther) {
  const Workspace workspace(
      {{"Sources/Shop/Cart.swift",
        "import Bank\n\npublic class Cart: Box {\n    func pay() {\n        total()\n"
        "        round(1)\n        charge(2)\n        Line(3).price()\n        Money.of(4)\n"
        "        lift()\n        hidden()\n        elsewhere()\n        \"a\".trimmed()\n"
        "    }\n}\n"},
       {"Sources/Shop/Deep/More.swift",
        "extension Cart {\n    func total() {}\n}\n\nfunc round(_ a: Int) {}\n"
        "private func hidden() {}\nstruct Line {\n    func price() {}\n}\n"},
       {"Sources/Shop/Box.swift", "class Box {\n    func lift() {}\n}\n"},
       {"Sources/Bank/Bank.swift",
        "public func charge(_ a: Int) {}\npublic struct Money {\n"
        "    static func of(_ a: Int) -> Money {}\n    func total() {}\n}\n"
        "extension String {\n    func trimmed() {}\n}\n"},
       {"Sources/Other/Other.swift", "func elsewhere() {}\nfunc charge(_ a: Int) {}\n"},
       {"Tests/ShopTests/CartTests.swift",
        "@testable import Shop\n\nfinal class CartTests: XCTestCase {\n    func testPay() {\n"
        "        Cart().pay()\n        round(1)\n        charge(2)\n    }\n}\n"}});
  EXPECT_THAT(workspace.From("Sources/Shop/Cart.swift"),
              ElementsAre("Box -> Sources/Shop/Box.swift:Box package",
                          "total -> Sources/Shop/Deep/More.swift:Cart/total package",
                          "round -> Sources/Shop/Deep/More.swift:round package",
                          "charge -> Sources/Bank/Bank.swift:charge include",
                          "Line -> Sources/Shop/Deep/More.swift:Line package",
                          "price -> Sources/Shop/Deep/More.swift:Line/price unique",
                          "Money -> Sources/Bank/Bank.swift:Money include",
                          "of -> Sources/Bank/Bank.swift:Money/of member",
                          "lift -> Sources/Shop/Box.swift:Box/lift inherited",
                          "trimmed -> Sources/Bank/Bank.swift:String/trimmed unique"));
  EXPECT_THAT(workspace.From("Tests/ShopTests/CartTests.swift"),
              ElementsAre("Cart -> Sources/Shop/Cart.swift:Cart include",
                          "pay -> Sources/Shop/Cart.swift:Cart/pay unique",
                          "round -> Sources/Shop/Deep/More.swift:round include"));
}

TEST(ResolveUsesTest, ScalaGoesByPackagesAndWhatIsImported) {
  const Workspace workspace(
      {{"core/Cart.scala",
        "package shop.core\n\nimport shop.bank.{Money => Coins}\nimport shop.bank.Rates._\n"
        "import cats.Show\nimport shop.text.*\n\nclass Cart extends Box {\n  def pay() = {\n"
        "    Coins(1)\n    rate(2)\n    Show(3)\n    Show.apply(3)\n    wrap(4)\n    Line.make(5)\n"
        "    lift(6)\n  }\n}\n"},
       {"core/Line.scala",
        "package shop.core\n\nobject Line {\n  def make(a: Int) = 1\n}\n\n"
        "trait Box {\n  def lift(a: Int) = 1\n}\n"},
       {"bank/All.scala",
        "package shop.bank\n\ncase class Money(a: Int)\n\nobject Rates {\n"
        "  def rate(a: Int) = 1\n}\n"},
       {"text/package.scala",
        "package shop.text\n\ndef wrap(a: Int) = 1\n\ntrait Show {\n  def apply(a: Int): Int\n}\n"
        "object Line {\n  def make(a: Int) = 1\n}\n"}});
  EXPECT_THAT(
      workspace.From("core/Cart.scala"),
      ElementsAre("Box -> core/Line.scala:Box package", "Coins -> bank/All.scala:Money import",
                  "rate -> bank/All.scala:Rates/rate include",
                  "wrap -> text/package.scala:wrap include", "Line -> core/Line.scala:Line package",
                  "make -> core/Line.scala:Line/make member",
                  "lift -> core/Line.scala:Box/lift inherited"));
}

TEST(ResolveUsesTest, LanguagesWithoutAGrammarGoByTheirImports) {
  const Workspace workspace(
      {{"lua/app.lua", "local cart = require('shop.cart')\n\ncart.add(1)\nadd(2)\n"},
       {"lua/shop/cart.lua", "local M = {}\n\nfunction M.add(a)\nend\n\nreturn M\n"},
       {"lib/app.dart", "import 'cart.dart';\n\nvoid main() {\n  add(1);\n  Cart(2);\n}\n"},
       {"lib/cart.dart", "void add(int a) {}\n\nclass Cart {\n  int add(int b) { return b; }\n}\n"},
       {"lib/shop/app.ex",
        "defmodule Shop.App do\n  alias Shop.Cart\n\n  def run do\n    Cart.add(1)\n"
        "    help(2)\n  end\n\n  defp help(a), do: a\nend\n"},
       {"lib/shop/cart.ex", "defmodule Shop.Cart do\n  def add(a), do: a\nend\n"},
       {"src/main.zig",
        "const list = @import(\"list.zig\");\n\nfn main() void {\n    list.add(1);\n}\n"},
       {"src/list.zig", "pub fn add(a: u8) void {}\n"}});
  EXPECT_THAT(workspace.From("lua/app.lua"), ElementsAre("add -> lua/shop/cart.lua:M/add module",
                                                         "add -> lua/shop/cart.lua:M/add unique"));
  EXPECT_THAT(workspace.From("lib/app.dart"), ElementsAre("add -> lib/cart.dart:add include",
                                                          "Cart -> lib/cart.dart:Cart include"));
  EXPECT_THAT(workspace.From("lib/shop/app.ex"),
              ElementsAre("add -> lib/shop/cart.ex:Shop.Cart/add module",
                          "help -> lib/shop/app.ex:Shop.App/help scope"));
  EXPECT_THAT(workspace.From("src/main.zig"), ElementsAre("add -> src/list.zig:add module"));
}

TEST(ResolveUsesTest, KotlinGoesByPackagesImportsAndExtensions) {
  const Workspace workspace(
      {{"core/Cart.kt",
        "package shop.core\n\nimport shop.bank.Money as Coins\nimport shop.text.wrap\n"
        "import shop.bank.*\nimport org.other.Show\n\nclass Cart : Box() {\n    fun pay() {\n"
        "        Coins(1)\n        rate(2)\n        Show(3)\n        Show.apply(3)\n"
        "        name.wrap(4)\n        Line.make(5)\n        lift(6)\n        this.total()\n"
        "        line.price()\n        unknown()\n    }\n\n    private fun total() = 1\n}\n"},
       {"core/Line.kt",
        "package shop.core\n\nclass Line {\n    fun price() = 1\n\n    companion object {\n"
        "        fun make(a: Int) = Line()\n    }\n}\n\nopen class Box {\n"
        "    fun lift(a: Int) = 1\n}\n"},
       {"bank/All.kt",
        "package shop.bank\n\ndata class Money(val a: Int)\n\nfun rate(a: Int) = 1\n"},
       {"text/Text.kt",
        "package shop.text\n\nfun String.wrap(a: Int) = this\n\nclass Show\n\n"
        "fun unknown() {}\n\nclass Line {\n    companion object { fun make(a: Int) = 1 }\n}\n"}});
  EXPECT_THAT(
      workspace.From("core/Cart.kt"),
      ElementsAre(
          "Box -> core/Line.kt:Box package", "Coins -> bank/All.kt:Money import",
          "rate -> bank/All.kt:rate include", "wrap -> text/Text.kt:String/wrap import",
          "make -> core/Line.kt:Line/make member", "lift -> core/Line.kt:Box/lift inherited",
          "total -> core/Cart.kt:Cart/total scope", "price -> core/Line.kt:Line/price unique"));
}

TEST(ResolveUsesTest, KotlinAndJavaUseEachOther) {
  const Workspace workspace(
      {{"src/main/kotlin/a/Cart.kt",
        "package a\n\nimport b.Money\n\nclass Cart {\n    fun pay() = Money.of(Line())\n}\n"},
       {"src/main/java/a/Line.java", "package a;\n\npublic class Line {}\n"},
       {"src/main/java/b/Money.java",
        "package b;\n\nimport a.Cart;\n\npublic class Money {\n"
        "  public static Money of(Object line) { return null; }\n  Cart cart() { return null; "
        "}\n}\n"}});
  EXPECT_THAT(workspace.From("src/main/kotlin/a/Cart.kt"),
              ElementsAre("of -> src/main/java/b/Money.java:Money/of module",
                          "Line -> src/main/java/a/Line.java:Line package"));
  EXPECT_THAT(workspace.From("src/main/java/b/Money.java"),
              Contains("Cart -> src/main/kotlin/a/Cart.kt:Cart import"));
}

// One crate with a file that hands on what others define, as most have one.
const std::map<std::string, std::string>& RustCrate() {
  static const std::map<std::string, std::string> kFiles = {
      {"Cargo.toml",
       "[package]\nname = \"shapes\"\n[dependencies]\nsuperb = { path = \"superb\" }\n"},
      {"src/lib.rs", "pub use crate::circle::{Circle, CircleBuilder};\nmod circle;\n"},
      {"src/circle.rs",
       "pub struct Circle;\nimpl Circle { pub fn new() -> Circle { Circle } }\n"
       "pub struct CircleBuilder;\n"
       "impl CircleBuilder { pub fn new() -> Self { CircleBuilder } pub fn drop(&self) {} }\n"
       "pub enum Form { Round(u32), Some }\n"
       "pub fn new() {}\npub struct Result;\n"}};
  return kFiles;
}

TEST(ResolveUsesTest, RustTakesWhatATypeHasFromThatType) {
  auto files = RustCrate();
  files["tests/it.rs"] = "use shapes::CircleBuilder;\nfn it() { CircleBuilder::new(); }\n";
  files["src/beside.rs"] =
      "use crate::circle::{Circle, Form};\nfn f() { Circle::new(); Form::Round(1); }\n";
  const Workspace in(files);
  EXPECT_THAT(in.From("tests/it.rs"),
              ElementsAre("CircleBuilder -> src/circle.rs:CircleBuilder import",
                          "new -> src/circle.rs:CircleBuilder/new module"));
  EXPECT_THAT(
      in.From("src/beside.rs"),
      ElementsAre("Circle -> src/circle.rs:Circle import", "new -> src/circle.rs:Circle/new module",
                  "Form -> src/circle.rs:Form import", "Round -> src/circle.rs:Form/Round module"));
}

TEST(ResolveUsesTest, ANameAloneIsNoPartOfATypeOfRustAndNoGuess) {
  auto files = RustCrate();
  files["src/circle.rs"] += "fn inside() { drop(1); Some(1); }\n";
  files["src/beside.rs"] = "fn f() -> Result<(), ()> { drop(1); inside(); Some(1) }\n";
  const Workspace in(files);
  EXPECT_THAT(in.From("src/circle.rs"), Not(Contains(StartsWith("drop"))));
  EXPECT_THAT(in.From("src/circle.rs"), Not(Contains(StartsWith("Some"))));
  EXPECT_THAT(in.From("src/beside.rs"), IsEmpty());
}

TEST(ResolveUsesTest, SuperInAModuleOfTheFileIsTheFile) {
  auto files = RustCrate();
  files["src/deep/a.rs"] =
      "pub fn here() {}\n"
      "mod tests {\n  use super::here;\n  use super::super::above;\n  use superb::thing;\n"
      "  mod more { use super::super::here as again; fn g() { again(); } }\n"
      "  fn f() { here(); above(); thing(); assert!(list[0].holds()); }\n}\n";
  files["src/deep/mod.rs"] = "mod a;\npub fn above() {}\n";
  files["superb/Cargo.toml"] = "[package]\nname = \"superb\"\n";
  files["superb/src/lib.rs"] = "pub fn thing() {}\n";
  files["src/list.rs"] = "pub struct List;\nimpl List { pub fn holds(&self) -> bool { true } }\n";
  const Workspace in(files);
  EXPECT_THAT(in.From("src/deep/a.rs"),
              ::testing::UnorderedElementsAre(
                  "here -> src/deep/a.rs:here scope", "above -> src/deep/mod.rs:above import",
                  "again -> src/deep/a.rs:here import", "thing -> superb/src/lib.rs:thing import",
                  "holds -> src/list.rs:List/holds unique"));
}

TEST(ResolveUsesTest, WhatIsCalledOnAVariableOfRustIsItsTypes) {
  const Workspace workspace(
      {{"Cargo.toml", "[package]\nname = \"x\"\n"},
       {"src/lib.rs", "mod a;\nmod b;\n"},
       {"src/a.rs",
        "pub struct One;\nimpl One {\n    pub fn new() -> One { One }\n    pub fn go(&self) {}\n}\n"
        "pub struct Two;\nimpl Two {\n    pub fn go(&self) {}\n}\n"
        "pub trait Walk {\n    fn walk(&self);\n}\n"
        "pub struct Three;\nimpl Three {\n    pub fn walk(&self) {}\n}\n"},
       {"src/b.rs",
        "use crate::a::{One, Two, Walk};\nstruct Own {\n    two: Box<Two>,\n}\nimpl Own {\n"
        "    fn first(&self) {\n        self.two.go();\n    }\n"
        "    fn second<W: Walk>(&self, one: &One, w: &W) {\n        one.go();\n        w.walk();\n"
        "        let x = One::new();\n        x.go();\n"
        "        let p = PathBuf::new();\n        p.go();\n    }\n}\n"}});
  std::vector<std::string> found;
  for (const std::string& line : workspace.From("src/b.rs")) {
    if (line.starts_with("go") || line.starts_with("walk")) found.push_back(line);
  }
  EXPECT_THAT(found, ElementsAre("go -> src/a.rs:Two/go module", "go -> src/a.rs:One/go module",
                                 "walk -> src/a.rs:Walk/walk module"));
}

TEST(ResolveUsesTest, ANameOfCppIsWhatTheInnermostScopeAroundItHas) {
  const Workspace workspace(
      {{"iterator.h", "namespace db {\nclass Iterator {};\n}\n"},
       {"list.h", "namespace db {\nclass List {\n public:\n  class Iterator {};\n};\n}\n"},
       {"merge.cc",
        "namespace db {\nvoid Merge(Iterator* a) {}\nvoid Walk(List::Iterator* a) {}\n"
        "void List::Skip() { Iterator* b; }\n}\n"},
       {"reader.cc",
        "namespace db {\nclass One {\n  struct Token {};\n};\nclass Two {\n"
        "  struct Token {};\n};\nvoid Two::Read() { Token t; }\n}\n"}});
  EXPECT_THAT(workspace.From("merge.cc"),
              ElementsAre("Iterator -> iterator.h:db/Iterator unique",
                          "Iterator -> list.h:db::List/Iterator member",
                          "Iterator -> list.h:db::List/Iterator unique"));
  EXPECT_THAT(workspace.From("reader.cc"), ElementsAre("Token -> reader.cc:db::Two/Token scope"));
}

TEST(ResolveUsesTest, TypesOfASourceAreNotSeenByOthers) {
  const Workspace workspace(
      {{"one.cc", "struct Key {};\n#define LIMIT(x) x\nint Area(int a) { return a; }\n"},
       {"two.cc", "int Run(Key* k) { return Area(LIMIT(1)); }\n"},
       {"three.cc", "#include \"one.cc\"\nint Go(Key* k) { return 1; }\n"}});
  EXPECT_THAT(workspace.From("two.cc"), ElementsAre("Area -> one.cc:Area unique"));
  EXPECT_THAT(workspace.From("three.cc"), ElementsAre("Key -> one.cc:Key include"));
}

TEST(ResolveUsesTest, AFunctionOfCppThatCallsItsOwnNameMeansAnother) {
  const Workspace workspace(
      {{"a.cc",
        "int Get(int a) { return Get(a, 1); }\nint Get(int a, int b) { return a; }\n"
        "int Turn(int a) { return Turn(a - 1); }\n"},
       {"b.cc", "// c\nint B::At(int a, int b) { return a; }\n"},
       {"b.h", "class B {\n  int At(int a) { return At(a, 1); }\n  int At(int a, int b);\n};\n"}});
  EXPECT_EQ(workspace.LinesFrom("a.cc"), (std::vector<std::uint32_t>{2, 3}));
  EXPECT_THAT(workspace.From("b.h"), ElementsAre("At -> b.cc:B/At unique"));
}

TEST(ResolveUsesTest, OfWhatAPreprocessorChoosesFromTheLastIsTaken) {
  const Workspace workspace(
      {{"a.h",
        "#if defined(X)\n#define API __declspec(x)\nusing Int = int;\n#else\n#define API\n"
        "using Int = long;\n#endif\nAPI int f();\nInt g();\n"}});
  EXPECT_EQ(workspace.LinesFrom("a.h"), (std::vector<std::uint32_t>{5, 6}));
}

TEST(ResolveUsesTest, WhatIsInAnotherTypeOfCppIsNotTakenForIt) {
  const Workspace workspace(
      {{"a.h",
        "class A {\n public:\n  using iterator = int*;\n};\nclass B {};\nclass size_t {};\n"},
       {"b.cc", "#include \"a.h\"\nB::iterator Run(A::iterator a, std::size_t b);\n"}});
  EXPECT_THAT(workspace.From("b.cc"), ElementsAre("iterator -> a.h:A/iterator member"));
}

TEST(ResolveUsesTest, AParameterOfATemplateIsNoType) {
  const Workspace workspace(
      {{"a.h", "class Key {};\n"},
       {"b.h",
        "template <typename Key, class T = int, int N>\nstruct List {\n  Key k;\n  T t;\n};\n"
        "struct Other {\n  Key k;\n};\n"}});
  EXPECT_THAT(workspace.From("b.h"), ElementsAre("Key -> a.h:Key unique"));
}

TEST(ResolveUsesTest, WhatIsCalledOnAVariableOfCppIsItsTypes) {
  const Workspace workspace(
      {{"a.h",
        "namespace n {\nclass A {\n public:\n  void Go() {}\n};\nclass B {\n public:\n  void Go() "
        "{}\n"
        "};\nclass C {\n public:\n  void Go() {}\n};\n}\n"},
       {"b.cc",
        "#include \"a.h\"\nnamespace n {\nclass D {\n  void Run();\n  void In() { b_.Go(); }\n"
        "  B b_;\n  std::unique_ptr<const C> c_;\n};\n"
        "void D::Run() { this->b_.Go(); c_->Go(); }\n"
        "void F(const A* a, std::vector<A> v) {\n  a->Go();\n  v.Go();\n"
        "  for (n::C& c : all) c.Go();\n  A two, *three;\n  three->Go();\n}\n"
        "void G() {\n  { A x; x.Go(); }\n  { B x; x.Go(); }\n  auto y = F(); y.Go();\n}\n}\n"}});
  std::vector<std::string> found;
  for (const std::string& line : workspace.From("b.cc")) {
    if (line.starts_with("Go")) found.push_back(line);
  }
  EXPECT_THAT(found, ElementsAre("Go -> a.h:n::B/Go member",                              // In
                                 "Go -> a.h:n::B/Go member", "Go -> a.h:n::C/Go member",  // Run
                                 "Go -> a.h:n::A/Go member", "Go -> a.h:n::C/Go member",  // F
                                 // G: two of that name, and no type
                                 "Go -> a.h:n::A/Go ambiguous", "Go -> a.h:n::B/Go ambiguous",
                                 "Go -> a.h:n::C/Go ambiguous", "Go -> a.h:n::A/Go ambiguous",
                                 "Go -> a.h:n::B/Go ambiguous", "Go -> a.h:n::C/Go ambiguous"));
}

TEST(ResolveUsesTest, WhatContainersHaveTooIsAGuess) {
  const Workspace workspace(
      {{"a.h", "class A {\n public:\n  int size() { return 1; }\n  int Only() { return 1; }\n};\n"},
       {"b.cc", "#include \"a.h\"\nint Run(int* x) { return x->size() + x->Only(); }\n"}});
  EXPECT_THAT(workspace.SureFrom("b.cc"),
              UnorderedElementsAre(Pair("include size", 0.6), Pair("include Only", 0.85)));
}

}  // namespace
}  // namespace satchel::code
