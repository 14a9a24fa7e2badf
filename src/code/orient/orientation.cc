#include "code/orient/orientation.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/sort_unique.h"
#include "base/trimmed.h"
#include "code/index/hit_files.h"
#include "code/orient/command.h"
#include "code/orient/command_line.h"

// Files that say how to work here have well-known names in well-known directories. They are few, so
// they are read when somebody asks, and the index has no table for them. Each command in them is
// weighed: by its name (a target `test`), by what it runs (`cargo test`), by the heading or comment
// above it, and by its file. A file shows its best commands, and the best files are the answer.
namespace satchel::retrieval {
namespace {

using Kind = ask::OrientationKind;
using List = std::span<const std::string_view>;

constexpr auto kDirectories = std::to_array<std::string_view>(
    {"", ".cargo", ".circleci", ".claude", ".github", ".github/workflows", "bin", "dev", "doc",
     "docs", "script", "scripts", "tasks", "tools"});
constexpr std::size_t kMostNames = 4'096;  // of a directory
constexpr std::size_t kMostFiles = 64;
constexpr std::size_t kMostLines = 4;  // commands of one file

// --- What a command is about ---

struct KindWords {
  Kind kind;
  List name;   // of a target
  List text;   // of what it runs
  List about;  // of the heading above
  List other;  // what it runs besides makes it worse
};

constexpr auto kTestName =
    std::to_array<std::string_view>({"test", "tests", "spec", "specs", "check", "itest", "unittest",
                                     "pytest", "phpunit", "rspec", "testall", "testonly"});
constexpr auto kTestText = std::to_array<std::string_view>(
    {"test", "tests", "pytest", "ctest", "rspec", "phpunit", "jest", "vitest", "mocha", "nextest",
     "spec", "tox", "verify", "check", "runner", "prove", "bats"});
constexpr auto kTestAbout = std::to_array<std::string_view>(
    {"test", "tests", "testing", "spec", "specs", "suite", "tested"});
constexpr auto kNotTest = std::to_array<std::string_view>(
    {"bench", "benchmark",   "benchmarks", "coverage", "cov",     "doc",     "docs",    "format",
     "fuzz",  "lint",        "style",      "install",  "typing",  "mypy",    "fmt",     "clippy",
     "perf",  "performance", "update",     "deploy",   "publish", "release", "profile", "miri"});

constexpr auto kBuildName =
    std::to_array<std::string_view>({"build", "all", "compile", "dist", "package", "build_all"});
constexpr auto kBuildText = std::to_array<std::string_view>(
    {"build", "compile", "make", "cmake", "configure", "autogen", "autoreconf", "javac", "tsc",
     "assemble", "package", "ninja", "msbuild", "bazel", "goreleaser", "install"});
constexpr auto kBuildAbout =
    std::to_array<std::string_view>({"build", "building", "builds", "compile", "compiling",
                                     "compilation", "source", "compiled", "package"});
constexpr auto kNotBuild = std::to_array<std::string_view>(
    {"bench", "clean", "coverage", "doc",   "docs",   "fuzz",   "lint",   "test",
     "tests", "tidy",  "ctest",    "iwyu",  "pytest", "apt",    "brew",   "dnf",
     "yum",   "pip",   "gem",      "conda", "update", "deploy", "publish"});

constexpr auto kRunName = std::to_array<std::string_view>(
    {"run", "start", "serve", "dev", "console", "server", "play", "watch"});
constexpr auto kRunText =
    std::to_array<std::string_view>({"run", "start", "serve", "console", "server", "exec"});
constexpr auto kRunAbout = std::to_array<std::string_view>(
    {"run", "running", "usage", "start", "started", "quick", "launch"});
constexpr auto kNotRun =
    std::to_array<std::string_view>({"bench", "build", "clean", "coverage", "doc", "docs", "lint",
                                     "test", "tests", "install", "format", "pytest", "apt", "tox"});

constexpr auto kLintName = std::to_array<std::string_view>(
    {"lint",    "linter",  "linters",       "lints",    "style",     "check",
     "checks",  "typing",  "types",         "mypy",     "static",    "analysis",
     "analyse", "analyze", "phpstan",       "clippy",   "rubocop",   "vet",
     "verify",  "tidy",    "investigation", "golangci", "typecheck", "codestyle"});
constexpr auto kLintText = std::to_array<std::string_view>(
    {"lint", "linter",     "eslint",  "rubocop", "clippy",        "golangci",  "flake8", "ruff",
     "mypy", "pyright",    "phpstan", "psalm",   "pylint",        "precommit", "prek",   "tidy",
     "vet",  "shellcheck", "oxlint",  "biome",   "investigation", "style"});
constexpr auto kLintAbout = std::to_array<std::string_view>(
    {"lint", "lints", "linting", "linter", "linters", "linted", "style", "clippy", "types",
     "typing", "analysis", "static", "rubocop"});
constexpr auto kNotLint = std::to_array<std::string_view>(
    {"install", "bench", "baseline", "deploy", "publish", "release", "docs", "ctest", "pytest"});

constexpr auto kFormatName = std::to_array<std::string_view>(
    {"fmt", "format", "formatting", "formatter", "style", "codestyle", "prettier", "fix", "lint"});
constexpr auto kFormatText = std::to_array<std::string_view>(
    {"fmt", "format", "gofmt", "rustfmt", "prettier", "black", "precommit", "fixer", "fix"});
constexpr auto kFormatAbout = std::to_array<std::string_view>(
    {"fmt", "format", "formatting", "formatted", "rustfmt", "style"});
constexpr auto kNotFormat = std::to_array<std::string_view>({"install", "bench", "test", "tests"});

constexpr auto kInstallName = std::to_array<std::string_view>(
    {"install", "setup", "bootstrap", "deps", "dependencies", "sync", "init"});
constexpr auto kInstallText = std::to_array<std::string_view>(
    {"install", "add", "require", "get", "setup", "bootstrap", "sync", "autogen", "dependency"});
constexpr auto kInstallAbout = std::to_array<std::string_view>(
    {"install", "installation", "installing", "installed", "setup", "dependencies", "requirements",
     "prerequisites", "started", "development", "dependency", "environment"});
constexpr auto kNotInstall = std::to_array<std::string_view>(
    {"test", "tests", "bench", "lint", "uninstall", "docs", "coverage", "release"});

constexpr auto kReleaseName = std::to_array<std::string_view>(
    {"release", "publish", "deploy", "tag", "prerelease", "releasing", "cut"});
constexpr auto kReleaseText = std::to_array<std::string_view>(
    {"release", "publish", "deploy", "goreleaser", "tag", "changelogen", "rollout", "twine"});
constexpr auto kReleaseAbout =
    std::to_array<std::string_view>({"release", "releases", "releasing", "publish", "publishing",
                                     "snapshot", "snapshots", "deploy"});
constexpr auto kNotRelease =
    std::to_array<std::string_view>({"test", "tests", "lint", "bench", "clippy", "cargo"});

constexpr auto kDocsName =
    std::to_array<std::string_view>({"docs", "doc", "html", "site", "documentation", "htmllive"});
constexpr auto kDocsText =
    std::to_array<std::string_view>({"docs", "doc", "sphinx", "mkdocs", "typedoc", "html", "site",
                                     "rustdoc", "javadoc", "doxygen"});
constexpr auto kDocsAbout = std::to_array<std::string_view>({"docs", "documentation", "html"});
constexpr auto kNotDocs = std::to_array<std::string_view>({"deploy", "publish", "test"});

constexpr auto kBenchWords = std::to_array<std::string_view>(
    {"bench", "benches", "benchmark", "benchmarks", "perf", "performance", "benchmarking"});
constexpr auto kNotBench = std::to_array<std::string_view>({"install", "compare", "cmp"});

constexpr auto kChecksName =
    std::to_array<std::string_view>({"ci", "verify", "check", "checks", "all", "default", "test"});
constexpr auto kChecksText = std::to_array<std::string_view>(
    {"test", "build", "lint", "check", "cmake", "make", "tox", "ctest", "phpunit"});
constexpr auto kNotChecks = std::to_array<std::string_view>({"install", "apt"});
constexpr std::array<std::string_view, 0> kNone = {};

constexpr std::array kWords = {
    KindWords{Kind::kTest, kTestName, kTestText, kTestAbout, kNotTest},
    KindWords{Kind::kBuild, kBuildName, kBuildText, kBuildAbout, kNotBuild},
    KindWords{Kind::kRun, kRunName, kRunText, kRunAbout, kNotRun},
    KindWords{Kind::kLint, kLintName, kLintText, kLintAbout, kNotLint},
    KindWords{Kind::kFormat, kFormatName, kFormatText, kFormatAbout, kNotFormat},
    KindWords{Kind::kInstall, kInstallName, kInstallText, kInstallAbout, kNotInstall},
    KindWords{Kind::kRelease, kReleaseName, kReleaseText, kReleaseAbout, kNotRelease},
    KindWords{Kind::kDocs, kDocsName, kDocsText, kDocsAbout, kNotDocs},
    KindWords{Kind::kBench, kBenchWords, kBenchWords, kBenchWords, kNotBench},
    KindWords{Kind::kChecks, kChecksName, kChecksText, kNone, kNotChecks},
};

using Words = std::vector<std::string>;

bool HasAny(const Words& words, List list) {
  return std::ranges::any_of(
      words, [list](std::string_view word) { return std::ranges::find(list, word) != list.end(); });
}

// Without the endings that make no other thing of it: "benchmarks", "benches".
std::string_view StemOf(std::string_view word) {
  for (const std::string_view ending : {"ing", "es", "s"}) {
    if (word.size() > ending.size() + 3 && word.ends_with(ending)) {
      return word.substr(0, word.size() - ending.size());
    }
  }
  return word;
}

bool HasSubject(const Words& words, std::string_view subject) {
  const std::string_view stem = StemOf(subject);
  return std::ranges::any_of(words, [&](std::string_view word) {
    return word == subject || StemOf(word) == stem || (stem.size() > 3 && word.starts_with(stem));
  });
}

// `RunPerfTests` and `build:types` have the words of their parts.
Words NameWords(std::string_view name) {
  std::string parted;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i > 0 && IsUpper(name[i]) && IsLower(name[i - 1])) parted += ' ';
    parted += name[i];
  }
  return CommandWords(parted);
}

Words TextWords(const std::string& text) {
  Words words = CommandWords(text);
  if (text.find("pre-commit") != text.npos) words.emplace_back("precommit");
  return words;
}

// Whether it runs a part of the tests.
bool RunsOne(const Command& command, const Words& text, const Words& about) {
  constexpr auto kSingle = std::to_array<std::string_view>(
      {"single", "specific", "individual", "subset", "particular", "specified", "certain", "only"});
  if (HasAny(about, kSingle) || HasAny(text, kSingle)) return true;
  return std::ranges::any_of(
      std::to_array<std::string_view>({"::", " -R ", " -k ", "TEST=", "--name ", "--filter",
                                       " -run ", "test_", "_test.", "-Dtest="}),
      [&command](std::string_view mark) { return command.text.find(mark) != std::string::npos; });
}

std::string_view FileNameOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

// How much a file is believed.
int WorthOf(std::string_view path, CommandFile kind) {
  const int depth = path.find('/') == path.npos ? 2 : 0;
  const std::string name = AsciiLower(FileNameOf(path));
  switch (kind) {
    case CommandFile::kProse:
      if (name.starts_with("readme") || name.starts_with("install")) return 11 + depth;
      return (path.starts_with("doc") ? 7 : 13) + depth;
    case CommandFile::kMake:
    case CommandFile::kJust:
    case CommandFile::kTasks:
    case CommandFile::kRake:
    case CommandFile::kScripts:
      return (path.find("common") == path.npos ? 14 : 8) + depth;
    case CommandFile::kSections:
    case CommandFile::kSessions:
    case CommandFile::kGradle:
      return 10;
    case CommandFile::kPresets:
      return 6;
    case CommandFile::kScript:
      return 6 + depth;
    case CommandFile::kWorkflow:
      return 4;
    case CommandFile::kManifest:
      // The usual command of the language, which no file says: a workflow that runs another one
      // knows better.
      return -30 + depth;
    case CommandFile::kNone:
      break;
  }
  return -30;
}

constexpr int kLeast = 30;
constexpr Score PointsOf(int points) {
  return Score::FromMillionths(std::int64_t{points} * 10'000);
}

// Weighs the commands of one question.
class Weighing {
 public:
  Weighing(const ask::Orientation& asked, const std::vector<std::string>& project)
      : asked_(asked), words_(*std::ranges::find(kWords, asked.kind, &KindWords::kind)) {
    for (const std::string& subject : asked.subjects) {
      if (std::ranges::find(project, subject) == project.end()) subjects_.push_back(subject);
    }
  }

  // 0: it is no answer.
  int PointsOf(std::string_view path, CommandFile kind, const Command& command) const {
    if (command.about == kDescription) return 0;
    const Words name = NameWords(command.name);
    const Words text = TextWords(command.text);
    const Words about = CommandWords(command.about);
    const int fit = Fit(kind, name, text, about);
    int points = fit;
    std::size_t missing = 0;
    for (const std::string& subject : subjects_) {
      if (HasSubject(name, subject) || HasSubject(text, subject)) {
        points += 25;
      } else if (HasSubject(about, subject) || HasSubject(NameWords(path), subject)) {
        points += 10;
      } else {
        ++missing;
      }
    }
    const bool all = missing == 0 && !subjects_.empty();
    if (missing > 0 && !asked_.strong) return 0;
    // "run the migrations": what it is called is all there is.
    if (fit == 0 && !(all && (asked_.kind == Kind::kRun || asked_.kind == Kind::kBuild))) return 0;
    points += WorthOf(path, kind);
    if ((HasAny(name, words_.other) || HasAny(text, words_.other)) && !all) points -= 14;
    if (asked_.kind == Kind::kTest) {
      const bool one = RunsOne(command, text, about);
      points += asked_.one_test ? (one ? 30 : -5) : (one ? -20 : 0);
    }
    return points < kLeast ? 0 : points;
  }

 private:
  int Fit(CommandFile kind, const Words& name, const Words& text, const Words& about) const {
    int fit = 0;
    const auto is = [this](std::string_view word) {
      return std::ranges::find(words_.name, word) != words_.name.end();
    };
    if (!name.empty() && is(name.front())) {
      fit = name.size() == 1 ? 60 : 45;
      // The usual name comes before its cousins: `test` before `check`.
      if (name.size() == 1 && name.front() == words_.name.front()) fit += 6;
    } else if (std::ranges::any_of(name, is)) {
      fit = 35;
    }
    if (HasAny(text, words_.text)) fit += name.empty() ? 35 : 12;
    if (HasAny(about, words_.about)) fit += 18;
    if (kind == CommandFile::kWorkflow && asked_.kind == Kind::kChecks) fit += 30;
    return fit;
  }

  const ask::Orientation& asked_;
  const KindWords& words_;
  std::vector<std::string> subjects_;
};

// --- What a file says first ---

bool IsProse(std::string_view line) {
  if (line.empty()) return false;
  const bool begins = IsAlnum(line.front()) || line.front() == '*' || line.front() == '`' ||
                      line.front() == '_' || static_cast<unsigned char>(line.front()) >= 0x80U;
  return begins && CommandWords(line).size() >= 3 && line.find("img.shields.io") == line.npos;
}

bool IsTitle(std::string_view line) { return line.starts_with('#') && !CommandWords(line).empty(); }

// The title and the first paragraph, as far as it is short.
std::optional<OrientedLines> HeadOf(std::string_view text) {
  constexpr std::size_t kMostHead = 60;
  constexpr std::uint32_t kMostShown = 8;
  const auto lines = CommandLinesOf(text);
  std::uint32_t title = 0;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostHead); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (title == 0 && IsTitle(line)) title = LineNumber(i);
    // A title in reStructuredText has no paragraph below it.
    const bool underlined =
        i + 1 < lines.size() && lines[i + 1].size() >= 3 &&
        lines[i + 1].find_first_not_of(lines[i + 1].front()) == std::string_view::npos;
    if (underlined && !line.empty() && title == 0) {
      title = LineNumber(i);
      continue;
    }
    if (!IsProse(line) || underlined) continue;
    OrientedLines head{
        .first = LineNumber(i), .last = LineNumber(i), .invocation = "", .score = {}};
    while (head.last - head.first + 1 < kMostShown && head.last < lines.size() &&
           !Trimmed(lines[head.last]).empty()) {
      ++head.last;
    }
    if (title > 0 && head.last - title < kMostShown) head.first = title;
    return head;
  }
  if (title == 0) return std::nullopt;
  return OrientedLines{.first = title, .last = title, .invocation = "", .score = {}};
}

bool StartsName(std::string_view path, std::string_view name) {
  return AsciiLower(FileNameOf(path)).starts_with(name);
}

// Where a newcomer reads first. 0: not there.
int HeadPoints(Kind kind, bool contributes, std::string_view path) {
  const int top = path.find('/') == path.npos ? 5 : 0;
  if (StartsName(path, "readme")) {
    return (path.starts_with("doc") ? 40 : contributes ? 70 : 90) + top;
  }
  if (kind == Kind::kAbout) return StartsName(path, "agents") && top > 0 ? 50 : 0;
  if (StartsName(path, "contributing")) return (contributes ? 90 : 80) + top;
  if (StartsName(path, "agents")) return 70 + top;
  if (StartsName(path, "develop") || StartsName(path, "hacking")) return 75 + top;
  return 0;
}

// A section of the README for those who begin. 0: it is none.
int StartPoints(Kind kind, std::string_view path, const Command& command) {
  constexpr auto kBegin =
      std::to_array<std::string_view>({"started", "start", "quick", "quickstart", "usage",
                                       "contributing", "contribution", "development"});
  const bool section = command.invocation.empty() && command.text.empty();
  if (kind != Kind::kStart || !section || !StartsName(path, "readme")) return 0;
  return HasAny(CommandWords(command.about), kBegin) ? 75 : 0;
}

// --- Files ---

struct Read {
  std::size_t file = 0;
  std::vector<OrientedLines> lines;
};

void ChooseLines(std::vector<OrientedLines>& lines) {
  constexpr Score kBehind = PointsOf(30);
  std::ranges::sort(lines, [](const OrientedLines& left, const OrientedLines& right) {
    return std::tie(right.score, left.first) < std::tie(left.score, right.first);
  });
  std::vector<OrientedLines> chosen;
  for (OrientedLines& one : lines) {
    if (chosen.size() == kMostLines || one.score + kBehind < lines.front().score) break;
    const bool known = std::ranges::any_of(chosen, [&one](const OrientedLines& other) {
      const bool overlaps = one.first <= other.last && other.first <= one.last;
      return overlaps || (!one.invocation.empty() && one.invocation == other.invocation);
    });
    if (!known) chosen.push_back(one);
  }
  std::ranges::sort(chosen, {}, &OrientedLines::first);
  lines = std::move(chosen);
}

Score BestOf(const std::vector<OrientedLines>& lines) {
  return std::ranges::max(lines, {}, &OrientedLines::score).score;
}

// What runs scripts of package.json, by the lock file beside it.
std::string_view RunnerOf(const std::vector<NamedText>& texts, std::span<const std::string> names) {
  const auto has = [names](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  const auto package = std::ranges::find(texts, "package.json", &NamedText::path);
  for (const auto& [lock, runner] :
       std::to_array<std::pair<std::string_view, std::string_view>>({{"pnpm-lock.yaml", "pnpm"},
                                                                     {"yarn.lock", "yarn"},
                                                                     {"bun.lock", "bun"},
                                                                     {"bun.lockb", "bun"}})) {
    const std::string named = "\"packageManager\": \"" + std::string(runner);
    if (has(lock)) return runner;
    if (package != texts.end() && package->text.find(named) != std::string::npos) return runner;
  }
  return "npm";
}

// The names of the project: of its manifests, and the title of its README.
void AddNames(const NamedText& file, std::vector<std::string>& names) {
  constexpr std::size_t kMostLooked = 40;
  const auto lines = CommandLinesOf(file.text);
  const bool readme = StartsName(file.path, "readme");
  const bool top = file.path.find('/') == file.path.npos;
  if (!top && !readme) return;
  for (std::size_t i = 0; i < std::min(lines.size(), kMostLooked); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    const bool title = readme && (IsTitle(line) || i == 0);
    const bool named =
        !readme && CommandFileOf(file.path) != CommandFile::kProse &&
        (line.starts_with("name") || line.starts_with("\"name\"") || line.starts_with("module ") ||
         line.starts_with("<artifactId>") || line.starts_with("project("));
    if (!title && !named) continue;
    for (std::string& word : CommandWords(line)) names.push_back(std::move(word));
    if (title) return;
  }
}

}  // namespace

const OrientedLines& OrientedFile::best() const {
  return *std::ranges::max_element(lines, {}, &OrientedLines::score);
}

std::vector<OrientedPart> ChooseOriented(const ask::Orientation& asked,
                                         const std::vector<NamedText>& texts,
                                         const std::vector<std::string>& project) {
  std::vector<std::string> names = project;
  for (const NamedText& file : texts) AddNames(file, names);
  const bool heads = asked.kind == Kind::kAbout || asked.kind == Kind::kStart;
  if (asked.kind == Kind::kAbout) {
    for (const std::string& subject : asked.subjects) {
      if (std::ranges::find(names, subject) == names.end()) return {};
    }
  }
  const std::string_view runner = RunnerOf(texts, project);
  std::optional<Weighing> weighing;
  if (!heads) weighing.emplace(asked, names);
  std::vector<OrientedPart> found;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto& [path, text] = texts[i];
    const CommandFile kind = CommandFileOf(path);
    OrientedPart part{.file = i, .lines = {}, .score = {}};
    int head_points = heads ? HeadPoints(asked.kind, asked.contributes, path) : 0;
    if (asked.kind == Kind::kRelease && StartsName(path, "releas")) head_points = 62;
    const bool commands = !heads;
    if (head_points > 0) {
      if (auto head = HeadOf(text)) {
        head->score = PointsOf(head_points);
        part.lines.push_back(*std::move(head));
      }
    }
    for (const Command& command : CommandsIn(path, text, runner)) {
      const bool description = asked.kind == Kind::kAbout && command.about == kDescription;
      const int points = description ? 45
                         : commands  ? weighing->PointsOf(path, kind, command)
                                     : StartPoints(asked.kind, path, command);
      if (points == 0) continue;
      part.lines.push_back({.first = command.first,
                            .last = command.last,
                            .invocation = command.invocation,
                            .score = PointsOf(points)});
    }
    if (part.lines.empty()) continue;
    ChooseLines(part.lines);
    part.score = BestOf(part.lines);
    found.push_back(std::move(part));
  }
  std::ranges::sort(found, [&texts](const OrientedPart& left, const OrientedPart& right) {
    return std::tie(right.score, texts[left.file].path) <
           std::tie(left.score, texts[right.file].path);
  });
  if (found.size() > kMostOrientedFiles) found.resize(kMostOrientedFiles);
  return found;
}

Result<std::vector<OrientedFile>> FindOrientation(const SearchedCode& searched,
                                                  store::Transaction& curated,
                                                  const ask::Question& question) {
  std::vector<OrientedFile> found;
  const auto& asked = question.orientation();
  if (!asked || searched.read) return found;
  std::vector<std::string> paths;
  std::vector<std::string> project = CommandWords(searched.root.filename().string());
  for (const std::string_view directory : kDirectories) {
    const auto opened = Directory::Open(searched.root / directory);
    if (!opened) continue;
    const auto names = opened->List(kMostNames);
    if (!names) continue;
    for (const std::string& name : *names) {
      const std::string path = directory.empty() ? name : std::string(directory) + "/" + name;
      if (directory.empty() && name.find(".lock") != name.npos) project.push_back(name);
      if (directory.empty() && name == "pnpm-lock.yaml") project.push_back(name);
      if (CommandFileOf(path) != CommandFile::kNone) paths.push_back(path);
    }
  }
  // By path among equals: directories list their files in any order.
  std::ranges::sort(paths, {}, [](const std::string& path) {
    return std::pair(-WorthOf(path, CommandFileOf(path)), path);
  });
  if (paths.size() > kMostFiles) paths.resize(kMostFiles);
  SortUnique(paths);
  if (paths.empty()) return found;
  auto rows = SATCHEL_TRY(store::CodeView(curated).FilesByPath(paths));
  std::erase_if(rows, [](const store::FileRow& row) { return store::IsLeftOut(row); });
  const auto known = SATCHEL_TRY(HitFiles::ReadRows(curated, rows));
  const ReadTexts from_disk;
  HitTexts read(searched.root, searched.file_bytes, from_disk, known);
  std::vector<NamedText> texts;
  for (const store::FileRow& row : rows) {
    const HitTexts::Text& text = read.Of(row.path);
    texts.push_back(
        {.path = row.path, .text = text.readable ? text.bytes.substr(0, kMostCommandBytes) : ""});
  }
  for (OrientedPart& part : ChooseOriented(*asked, texts, project)) {
    found.push_back(
        {.row = std::move(rows[part.file]), .lines = std::move(part.lines), .score = part.score});
  }
  return found;
}

}  // namespace satchel::retrieval
