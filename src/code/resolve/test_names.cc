#include "code/resolve/test_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "base/ascii.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

struct Affix {
  std::string_view before;
  std::string_view after;
};

struct Family {
  std::span<const std::string_view> tests;     // extensions
  std::span<const std::string_view> subjects;  // extensions
  std::span<const Affix> affixes;
  std::string_view package;  // the file that stands for its directory
  bool by_directory = false;
  bool same_directory = false;
};

constexpr std::array<std::string_view, 1> kPy = {".py"};
constexpr std::array<std::string_view, 1> kGo = {".go"};
constexpr std::array<std::string_view, 3> kSh = {".bats", ".sh", ".bash"};
constexpr std::array<std::string_view, 1> kCs = {".cs"};
constexpr std::array<std::string_view, 1> kPhp = {".php"};
constexpr std::array<std::string_view, 1> kRb = {".rb"};
constexpr std::array<std::string_view, 1> kRs = {".rs"};
constexpr std::array<std::string_view, 2> kJava = {".java", ".kt"};
constexpr std::array<std::string_view, 1> kDart = {".dart"};
constexpr std::array<std::string_view, 1> kElixirTests = {".exs"};
constexpr std::array<std::string_view, 2> kElixir = {".ex", ".exs"};
constexpr std::array<std::string_view, 1> kGroovy = {".groovy"};
constexpr std::array<std::string_view, 1> kHs = {".hs"};
constexpr std::array<std::string_view, 1> kLua = {".lua"};
constexpr std::array<std::string_view, 1> kScala = {".scala"};
constexpr std::array<std::string_view, 1> kSwift = {".swift"};
constexpr std::array<std::string_view, 8> kScript = {".ts",  ".tsx", ".js",  ".jsx",
                                                     ".mjs", ".cjs", ".mts", ".cts"};
constexpr std::array<std::string_view, 10> kScriptSubjects = {
    ".ts", ".tsx", ".js", ".jsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte"};
constexpr std::array<std::string_view, 4> kC = {".c", ".cc", ".cpp", ".cxx"};
constexpr std::array<std::string_view, 8> kCSubjects = {".c", ".cc", ".cpp", ".cxx",
                                                        ".h", ".hh", ".hpp", ".hxx"};

constexpr std::array<Affix, 3> kPyAffixes = {{{"test_", ""}, {"", "_test"}, {"", "_tests"}}};
constexpr std::array<Affix, 1> kGoAffixes = {{{"", "_test"}}};
constexpr std::array<Affix, 4> kShAffixes = {
    {{"", "_test"}, {"", "-test"}, {"test_", ""}, {"test-", ""}}};
constexpr std::array<Affix, 6> kCsAffixes = {
    {{"", "Tests"}, {"", "Test"}, {"", "Specs"}, {"", "Spec"}, {"", "Fixture"}, {"Test", ""}}};
constexpr std::array<Affix, 3> kPhpAffixes = {{{"", "Test"}, {"", "TestCase"}, {"", "Cest"}}};
constexpr std::array<Affix, 3> kRbAffixes = {{{"", "_spec"}, {"", "_test"}, {"test_", ""}}};
constexpr std::array<Affix, 2> kRsAffixes = {{{"", "_test"}, {"", "_tests"}}};
constexpr std::array<Affix, 6> kJavaAffixes = {
    {{"", "Test"}, {"", "Tests"}, {"", "TestCase"}, {"", "ITCase"}, {"", "IT"}, {"Test", ""}}};
constexpr std::array<Affix, 1> kDartAffixes = {{{"", "_test"}}};
constexpr std::array<Affix, 3> kGroovyAffixes = {{{"", "Spec"}, {"", "Test"}, {"", "Tests"}}};
constexpr std::array<Affix, 3> kHsAffixes = {{{"", "Spec"}, {"", "Test"}, {"", "Tests"}}};
constexpr std::array<Affix, 3> kLuaAffixes = {{{"", "_spec"}, {"", "_test"}, {"test_", ""}}};
constexpr std::array<Affix, 6> kScalaAffixes = {{{"", "Spec"},
                                                 {"", "Test"},
                                                 {"", "Tests"},
                                                 {"", "Suite"},
                                                 {"", "Specification"},
                                                 {"Test", ""}}};
constexpr std::array<Affix, 3> kSwiftAffixes = {{{"", "Tests"}, {"", "Test"}, {"", "Spec"}}};
constexpr std::array<Affix, 6> kScriptAffixes = {
    {{"", ".test"}, {"", ".spec"}, {"", "-test"}, {"", "_test"}, {"", "-spec"}, {"", "_spec"}}};
constexpr std::array<Affix, 10> kCAffixes = {{{"", "_test"},
                                              {"", "_tests"},
                                              {"", "_unittest"},
                                              {"", "_unittests"},
                                              {"", "-test"},
                                              {"test_", ""},
                                              {"test-", ""},
                                              {"", "Test"},
                                              {"", "Tests"},
                                              {"Test", ""}}};

constexpr std::array<Family, 17> kFamilies = {{
    {.tests = kPy, .subjects = kPy, .affixes = kPyAffixes, .package = "__init__"},
    {.tests = kGo, .subjects = kGo, .affixes = kGoAffixes, .package = "", .same_directory = true},
    {.tests = kScript,
     .subjects = kScriptSubjects,
     .affixes = kScriptAffixes,
     .package = "index",
     .by_directory = true},
    {.tests = kJava, .subjects = kJava, .affixes = kJavaAffixes, .package = ""},
    {.tests = kSh, .subjects = kSh, .affixes = kShAffixes, .package = "", .by_directory = true},
    {.tests = kCs, .subjects = kCs, .affixes = kCsAffixes, .package = ""},
    {.tests = kPhp, .subjects = kPhp, .affixes = kPhpAffixes, .package = ""},
    {.tests = kRb, .subjects = kRb, .affixes = kRbAffixes, .package = ""},
    {.tests = kRs, .subjects = kRs, .affixes = kRsAffixes, .package = "mod", .by_directory = true},
    {.tests = kC, .subjects = kCSubjects, .affixes = kCAffixes, .package = ""},
    {.tests = kDart, .subjects = kDart, .affixes = kDartAffixes, .package = ""},
    {.tests = kElixirTests, .subjects = kElixir, .affixes = kDartAffixes, .package = ""},
    {.tests = kGroovy, .subjects = kGroovy, .affixes = kGroovyAffixes, .package = ""},
    {.tests = kHs, .subjects = kHs, .affixes = kHsAffixes, .package = ""},
    {.tests = kLua, .subjects = kLua, .affixes = kLuaAffixes, .package = "init"},
    {.tests = kScala, .subjects = kScala, .affixes = kScalaAffixes, .package = ""},
    {.tests = kSwift, .subjects = kSwift, .affixes = kSwiftAffixes, .package = ""},
}};

bool Has(std::span<const std::string_view> extensions, std::string_view extension) {
  return std::ranges::find(extensions, extension) != extensions.end();
}

const Family* FamilyOf(std::string_view extension) {
  for (const Family& family : kFamilies) {
    if (Has(family.subjects, extension)) return &family;
  }
  return nullptr;
}

// What is left of a stem without the affix; empty when it does not have it.
std::string_view Without(std::string_view stem, const Affix& affix) {
  if (stem.size() <= affix.before.size() + affix.after.size() || !stem.starts_with(affix.before) ||
      !stem.ends_with(affix.after)) {
    return {};
  }
  return stem.substr(affix.before.size(), stem.size() - affix.before.size() - affix.after.size());
}

bool IsBelowTests(std::string_view path) {
  return VisitUp(DirectoryOf(path), [](std::string_view directory) {
    const std::string_view base = BaseOf(directory);
    return base == "__tests__" || base == "test" || base == "tests";
  });
}

void AddEnds(const Family& family, std::string_view stem, Subject& subject) {
  for (const std::string_view extension : family.subjects) {
    subject.ends.push_back(std::string(stem) + std::string(extension));
  }
  if (family.package.empty() || family.package == stem) return;
  for (const std::string_view extension : family.subjects) {
    subject.ends.push_back(Below(stem, family.package) + std::string(extension));
  }
}

}  // namespace

bool IsTestDirectory(std::string_view name) {
  constexpr std::array<std::string_view, 13> kNames = {
      "Tests",   "__tests__", "e2e",       "integration", "spec",     "specs",    "test",
      "testing", "tests",     "testsuite", "unit",        "unittest", "unittests"};
  return std::ranges::find(kNames, name) != kNames.end() || TestedProject(name) != name;
}

std::string_view TestedProject(std::string_view name) {
  for (const std::string_view end : {".Tests", ".Test", ".UnitTests", ".IntegrationTests"}) {
    if (name.size() > end.size() && name.ends_with(end)) {
      name.remove_suffix(end.size());
      return name;
    }
  }
  // `ShopTests`, `androidTest`
  for (const std::string_view end : {"Tests", "Test"}) {
    if (!name.ends_with(end) || name.size() <= end.size()) continue;
    const char before = name[name.size() - end.size() - 1];
    if (IsLower(before) || IsDigit(before)) {
      name.remove_suffix(end.size());
      return name;
    }
  }
  return name;
}

Subject SubjectOf(std::string_view path) {
  const std::string_view extension = ExtensionOf(path);
  const Family* family = FamilyOf(extension);
  if (family == nullptr || !Has(family->tests, extension)) return {};
  const std::string_view stem = StemOf(path);
  Subject subject;
  subject.same_directory = family->same_directory;
  for (const Affix& affix : family->affixes) {
    const std::string_view left = Without(stem, affix);
    if (left.empty()) continue;
    AddEnds(*family, left, subject);
    return subject;
  }
  // `foo/tests.rs` is a part of the module foo.
  if (extension == ".rs" && (stem == "tests" || stem == "test") && !DirectoryOf(path).empty()) {
    subject.above = true;
    AddEnds(*family, BaseOf(DirectoryOf(path)), subject);
    return subject;
  }
  if (family->by_directory && stem != family->package && IsBelowTests(path)) {
    subject.by_directory = true;
    AddEnds(*family, stem, subject);
  }
  return subject;
}

std::vector<std::string> TestNamesFor(std::string_view path) {
  const Family* family = FamilyOf(ExtensionOf(path));
  if (family == nullptr) return {};
  std::vector<std::string_view> stems{StemOf(path)};
  if (stems.front() == family->package && !DirectoryOf(path).empty()) {
    stems.push_back(BaseOf(DirectoryOf(path)));
  }
  std::vector<std::string> names;
  for (const std::string_view stem : stems) {
    for (const std::string_view extension : family->tests) {
      for (const Affix& affix : family->affixes) {
        std::string name(affix.before);
        name += stem;
        name += affix.after;
        name += extension;
        names.push_back(std::move(name));
      }
      if (family->by_directory) names.push_back(std::string(stem) + std::string(extension));
      if (extension == ".rs") {
        names.push_back(Below(stem, "tests.rs"));
        names.push_back(Below(stem, "test.rs"));
      }
    }
  }
  return names;
}

}  // namespace satchel::code
