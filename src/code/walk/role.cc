#include "code/walk/role.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace satchel::code {
namespace {

constexpr std::array<std::string_view, 8> kRoles = {
    "source", "test", "doc", "example", "generated", "vendored", "benchmark", "strings"};

// Lower-case, sorted.
constexpr auto kVendoredFolders = std::to_array<std::string_view>(
    {"3rdparty", "bower_components", "carthage", "godeps", "jspm_packages", "node_modules", "pods",
     "site-packages", "third-party", "third_party", "thirdparty", "vendor", "vendored"});
// Others' code only at the top: further down it is what a program depends on, in its own words.
constexpr std::string_view kVendoredAtTop = "deps";
constexpr auto kTestFolders = std::to_array<std::string_view>(
    {"__mocks__", "__snapshots__", "__tests__", "e2e", "fixtures", "spec", "specs", "t", "test",
     "testdata", "testing", "tests", "unittests"});
// The words of a folder's name: `Orders.Tests`, `androidTest`, `load-tests` end with one of the
// first, `testFixtures` and `test_data` begin with a test and go on with one of the second.
constexpr auto kTestEnds = std::to_array<std::string_view>({"e2e", "fixtures", "test", "tests"});
constexpr auto kOfTests = std::to_array<std::string_view>(
    {"cases", "data", "fixtures", "helpers", "resources", "suite", "support", "util", "utils"});
constexpr auto kExampleFolders =
    std::to_array<std::string_view>({"demo", "demos", "example", "examples", "sample", "samples"});
// Among the words of a folder's name.
constexpr auto kExampleWords = std::to_array<std::string_view>({"example", "examples", "samples"});
constexpr auto kBenchmarkFolders = std::to_array<std::string_view>(
    {"bench", "benches", "benchmark", "benchmarks", "microbenchmarks"});
constexpr auto kBenchmarkWords =
    std::to_array<std::string_view>({"bench", "benchmark", "benchmarks"});
constexpr auto kSourceFolders =
    std::to_array<std::string_view>({"app", "internal", "lib", "pkg", "source", "sources", "src"});
constexpr auto kStringsFolders = std::to_array<std::string_view>(
    {"i18n", "l10n", "lang", "langs", "locale", "locales", "translation", "translations"});
constexpr auto kStringsEndings = std::to_array<std::string_view>(
    {".arb", ".po", ".pot", ".resx", ".strings", ".stringsdict", ".xlf", ".xliff"});
// Of files that hold texts below such a folder, and programs nowhere.
constexpr auto kTextEndings =
    std::to_array<std::string_view>({".ftl", ".json", ".properties", ".toml", ".yaml", ".yml"});
constexpr auto kDocFolders = std::to_array<std::string_view>(
    {".changeset", "changelog", "changelog.d", "changelogs", "doc", "docs", "documentation",
     "manual", "newsfragments", "release-notes", "releasenotes"});
constexpr auto kDocEndings =
    std::to_array<std::string_view>({".adoc", ".asciidoc", ".markdown", ".md", ".mdx", ".org",
                                     ".rst", ".tex", ".tutorial", ".txt"});
constexpr auto kDocNames =
    std::to_array<std::string_view>({"authors", "changelog", "changes", "contributing", "copying",
                                     "license", "news", "notice", "readme", "todo"});
// Text that a build reads.
constexpr auto kNotDocs =
    std::to_array<std::string_view>({"cmakelists.txt", "constraints.txt", "requirements.txt"});

constexpr auto kGeneratedNames =
    std::to_array<std::string_view>({"bun.lock",         "bun.lockb",           "cargo.lock",
                                     "composer.lock",    "flake.lock",          "gemfile.lock",
                                     "go.sum",           "gopkg.lock",          "gradle.lockfile",
                                     "mix.lock",         "npm-shrinkwrap.json", "package-lock.json",
                                     "package.resolved", "packages.lock.json",  "pdm.lock",
                                     "pipfile.lock",     "pnpm-lock.yaml",      "podfile.lock",
                                     "poetry.lock",      "pubspec.lock",        "uv.lock",
                                     "yarn.lock"});
// What a bundler has put together, below `dist`: the sources are elsewhere in the repository.
constexpr auto kBundledEndings =
    std::to_array<std::string_view>({".cjs", ".css", ".d.ts", ".js", ".mjs"});
constexpr auto kBundleFolders = std::to_array<std::string_view>({"dist"});
constexpr auto kGeneratedEndings = std::to_array<std::string_view>(
    {".css.map", ".designer.cs", ".g.cs", ".g.dart", ".js.map", ".min.css", ".min.js", ".min.mjs",
     ".pb.cc", ".pb.go", ".pb.h", "_pb2.py", "_pb2.pyi", "_pb2_grpc.py"});

static_assert(std::ranges::is_sorted(kVendoredFolders) && std::ranges::is_sorted(kTestFolders) &&
              std::ranges::is_sorted(kTestEnds) && std::ranges::is_sorted(kOfTests) &&
              std::ranges::is_sorted(kExampleFolders) && std::ranges::is_sorted(kExampleWords) &&
              std::ranges::is_sorted(kDocFolders) && std::ranges::is_sorted(kDocNames) &&
              std::ranges::is_sorted(kNotDocs) && std::ranges::is_sorted(kGeneratedNames) &&
              std::ranges::is_sorted(kBenchmarkFolders) &&
              std::ranges::is_sorted(kBenchmarkWords) && std::ranges::is_sorted(kSourceFolders) &&
              std::ranges::is_sorted(kStringsFolders));

using Words = std::span<const std::string_view>;

bool Has(Words sorted, std::string_view word) { return std::ranges::binary_search(sorted, word); }

bool EndsWithOne(std::string_view name, Words endings) {
  return std::ranges::any_of(endings, [&](std::string_view end) { return name.ends_with(end); });
}

// Whether one of the directories of a path is in the list.
bool IsBelow(std::string_view path, Words folders) {
  for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/')) {
    if (Has(folders, path.substr(0, end))) return true;
    path.remove_prefix(end + 1);
  }
  return false;
}

// The words of a name, lower-case: `src`, `android` and `test` of `src.androidTest`.
std::vector<std::string> WordsOf(std::string_view name) {
  std::vector<std::string> words(1);
  char before = '.';
  for (const char c : name) {
    const bool mark = c == '.' || c == '-' || c == '_';
    const bool hump = IsUpper(c) && (IsLower(before) || IsDigit(before));
    if ((mark || hump) && !words.back().empty()) words.emplace_back();
    if (!mark) words.back() += ToLower(c);
    before = c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool IsTestFolder(std::span<const std::string> words) {
  if (words.size() < 2) return false;
  if (Has(kTestEnds, words.back())) return true;
  return (words[0] == "test" || words[0] == "tests") && Has(kOfTests, words[1]);
}

bool IsExampleFolder(std::span<const std::string> words) {
  return words.size() > 1 && std::ranges::any_of(words, [](const std::string& word) {
           return Has(kExampleWords, word);
         });
}

// Whether the words of one of the directories of a path, with its capitals, say so.
template <class Says>
bool IsBelowOne(std::string_view path, Says&& says) {
  for (std::size_t end = path.find('/'); end != path.npos; end = path.find('/')) {
    if (says(WordsOf(path.substr(0, end)))) return true;
    path.remove_prefix(end + 1);
  }
  return false;
}

bool IsComment(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\xEF\xBB\xBF"), line.size()));
  for (const std::string_view mark :
       {"//", "#", "/*", "*", "--", ";", "<!--", "%", "\"\"\"", "(*"}) {
    if (line.starts_with(mark)) return true;
  }
  return false;
}

bool MarksGenerated(std::string_view line) {
  if (!IsComment(line)) return false;
  const std::string lower = AsciiLower(line.substr(0, 400));
  if (const std::size_t at = lower.find("@generated"); at != lower.npos) {
    const char after = at + 10 < lower.size() ? lower[at + 10] : ' ';
    if (!IsLower(after)) return true;
  }
  const bool generated = lower.contains("generated") || lower.contains("autogen");
  return generated && (lower.contains("do not edit") || lower.contains("do not modify") ||
                       lower.contains("automatically generated") ||
                       lower.contains("auto-generated by") || lower.contains("autogenerated by"));
}

bool IsMinified(std::string_view name, std::string_view head) {
  constexpr std::size_t kLong = 1'000;
  if (!name.ends_with("js") && !name.ends_with(".css")) return false;
  const auto lines = static_cast<std::size_t>(std::ranges::count(head, '\n')) + 1;
  return head.size() / lines > kLong;
}

bool IsGenerated(std::string_view name, std::string_view head) {
  if (Has(kGeneratedNames, name) || EndsWithOne(name, kGeneratedEndings) ||
      name.contains(".generated.") || IsMinified(name, head)) {
    return true;
  }
  constexpr std::size_t kMarkBytes = 4'096;
  constexpr int kMarkLines = 40;
  head = head.substr(0, kMarkBytes);
  for (int line = 0; line < kMarkLines && !head.empty(); ++line) {
    const std::string_view text = head.substr(0, head.find('\n'));
    if (MarksGenerated(text)) return true;
    head.remove_prefix(std::min(head.size(), text.size() + 1));
  }
  return false;
}

// `stem` has its capitals: FooTest is one, contest is none.
bool IsTestName(std::string_view stem) {
  const std::string lower = AsciiLower(stem);
  if (lower == "conftest" || lower.starts_with("test_") || lower.starts_with("test-")) return true;
  constexpr auto kEnds = std::to_array<std::string_view>(
      {"_test", "_tests", "-test", "-tests", ".test", ".tests", "_spec", "-spec", ".spec",
       "_unittest", "_unittests", ".e2e", ".cy"});
  constexpr auto kCamelEnds =
      std::to_array<std::string_view>({"Test", "Tests", "TestCase", "Spec", "IT"});
  if (EndsWithOne(lower, kEnds)) return true;
  for (const std::string_view end : kCamelEnds) {
    if (!stem.ends_with(end) || stem.size() == end.size()) continue;
    const char before = stem[stem.size() - end.size() - 1];
    if (IsLower(before) || IsDigit(before)) return true;
  }
  return false;
}

bool IsBenchmarkFolder(std::span<const std::string> words) {
  return words.size() > 1 && Has(kBenchmarkWords, words.back());
}

// Below the sources a folder of that name is a part of a program that measures.
bool IsBelowBenchmarks(std::string_view path, std::string_view lower) {
  if (IsBelow(lower, kSourceFolders)) return false;
  return IsBelow(lower, kBenchmarkFolders) || IsBelowOne(path, IsBenchmarkFolder);
}

// `stem` has its capitals: ParserBenchmark and bench_io are some, benchmark_result is none.
bool IsBenchmarkName(std::string_view stem) {
  const std::vector<std::string> words = WordsOf(stem);
  return words.size() > 1 && (Has(kBenchmarkWords, words.back()) || words.front() == "bench");
}

// Nearly all of such a file are literals.
bool IsStrings(std::string_view path, std::string_view name) {
  return EndsWithOne(name, kStringsEndings) ||
         (EndsWithOne(name, kTextEndings) && IsBelow(path, kStringsFolders));
}

// `CHANGELOG`, `changelog.xml`, `CHANGELOG-v1.html`.
bool IsChangelog(std::string_view name) {
  constexpr auto kCode = std::to_array<std::string_view>(
      {".c", ".cc", ".cpp", ".cs", ".go", ".java", ".js", ".kt", ".php", ".pl", ".py", ".rb", ".rs",
       ".sh", ".swift", ".ts", ".tsx"});
  return name.starts_with("changelog") && !EndsWithOne(name, kCode);
}

bool IsDoc(std::string_view path, std::string_view name) {
  if (Has(kNotDocs, name)) return false;
  return EndsWithOne(name, kDocEndings) || Has(kDocNames, name) || IsChangelog(name) ||
         IsBelow(path, kDocFolders);
}

}  // namespace

std::string_view Name(Role role) { return kRoles.at(static_cast<std::size_t>(role)); }

std::optional<Role> RoleFrom(std::string_view name) {
  const auto* found = std::ranges::find(kRoles, name);
  if (found == kRoles.end()) return std::nullopt;
  return static_cast<Role>(found - kRoles.begin());
}

Role RoleOf(std::string_view path, std::string_view head) {
  const std::string lower = AsciiLower(path);
  const std::size_t begin = path.rfind('/') + 1;
  const std::string_view name = std::string_view(lower).substr(begin);
  const bool at_top = std::string_view(lower).substr(0, lower.find('/')) == kVendoredAtTop;
  if (IsBelow(lower, kVendoredFolders) || (at_top && begin > 0)) return Role::kVendored;
  if (IsGenerated(name, head)) return Role::kGenerated;
  if (EndsWithOne(name, kBundledEndings) && IsBelow(lower, kBundleFolders)) {
    return Role::kGenerated;
  }
  std::string_view stem = path.substr(begin);
  if (stem.rfind('.') != stem.npos && stem.rfind('.') > 0) stem = stem.substr(0, stem.rfind('.'));
  if (IsTestName(stem) || IsBelow(lower, kTestFolders) || IsBelowOne(path, IsTestFolder)) {
    return Role::kTest;
  }
  if (IsBelowBenchmarks(path, lower) || IsBenchmarkName(stem)) return Role::kBenchmark;
  if (IsStrings(lower, name)) return Role::kStrings;
  if (IsBelow(lower, kExampleFolders) || IsBelowOne(path, IsExampleFolder)) return Role::kExample;
  return IsDoc(lower, name) ? Role::kDoc : Role::kSource;
}

}  // namespace satchel::code
