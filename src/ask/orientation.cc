#include "ask/orientation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "ask/question.h"

// A question of orientation is short and has one of a few forms: "how do I VERB …", "how is …
// VERBED", "which command VERBS …", "what is this", "where do I start", or a command "VERB …". Each
// other word says which kind is asked for, says nothing, or is a subject. A subject is a word of no
// list; only an answer that has it is one ("how do I run clippy?"). A command has no subjects but
// names of tools: "build the parser" is a task.
namespace satchel::ask {
namespace {

constexpr std::size_t kMostBytes = 160;
constexpr std::size_t kMostWords = 18;
constexpr std::size_t kMostSubjects = 3;

using Kind = OrientationKind;
using List = std::span<const std::string_view>;

constexpr std::array<std::string_view, 12> kNames = {"about",   "start", "build",  "run",
                                                     "test",    "lint",  "format", "install",
                                                     "release", "docs",  "bench",  "checks"};

// --- Words ---

// Say nothing of what is asked for.
constexpr auto kFillers = std::to_array<std::string_view>(
    {"a",      "actually", "all",       "also",  "am",        "an",       "and",        "any",
     "are",    "as",       "at",        "be",    "before",    "best",     "by",         "can",
     "could",  "correct",  "currently", "do",    "does",      "every",    "everything", "first",
     "for",    "from",     "full",      "get",   "hello",     "here",     "hey",        "hi",
     "i",      "in",       "into",      "is",    "it",        "its",      "just",       "let",
     "line",   "local",    "locally",   "ll",    "m",         "machine",  "me",         "mode",
     "my",     "myself",   "need",      "new",   "now",       "of",       "on",         "one",
     "only",   "or",       "our",       "own",   "please",    "project",  "quickly",    "re",
     "right",  "s",        "should",    "so",    "some",      "step",     "steps",      "supposed",
     "system", "the",      "their",     "them",  "then",      "these",    "they",       "things",
     "this",   "those",    "to",        "up",    "us",        "using",    "usually",    "ve",
     "via",    "want",     "way",       "we",    "whole",     "with",     "would",      "you",
     "your",   "git",      "checkout",  "clone", "scratch",   "terminal", "в",          "все",
     "для",    "здесь",    "и",         "из",    "мне",       "на",       "нам",        "он",
     "тут",    "этот",     "этого",     "это",   "пожалуйста"});
// The repository and what it has. They say nothing either, but a command may be about them.
constexpr auto kThing = std::to_array<std::string_view>(
    {"app",        "application", "binary",     "branch",      "change",  "changes", "code",
     "codebase",   "command",     "commands",   "contributor", "crate",   "engine",  "files",
     "framework",  "gem",         "library",    "local",       "module",  "package", "program",
     "project",    "repo",        "repository", "script",      "scripts", "source",  "sources",
     "stuff",      "target",      "targets",    "task",        "tool",    "проект",  "код",
     "библиотека", "библиотеку"});

struct KindWords {
  Kind kind;
  List words;
};

constexpr auto kTestWords = std::to_array<std::string_view>(
    {"test", "tested", "testing", "tests", "spec", "specs", "testsuite", "suite", "e2e", "pytest",
     "rspec", "phpunit", "ctest", "jest", "vitest", "тест", "тесты", "тестов"});
constexpr auto kLintWords = std::to_array<std::string_view>(
    {"lint",     "linted",   "linter",   "linters",   "linting",     "lints", "style",
     "analysis", "analyser", "analyzer", "typecheck", "typechecker", "types", "clippy",
     "eslint",   "flake8",   "golangci", "mypy",      "phpstan",     "psalm", "pylint",
     "pyright",  "rubocop",  "ruff",     "tidy",      "линтер"});
constexpr auto kFormatWords = std::to_array<std::string_view>(
    {"format", "formats", "formatted", "formatter", "formatting", "reformat", "black", "gofmt",
     "prettier", "rustfmt", "форматирование"});
constexpr auto kDocsWords =
    std::to_array<std::string_view>({"doc", "docs", "documentation", "website", "документацию"});
constexpr auto kBenchWords = std::to_array<std::string_view>(
    {"bench", "benches", "benchmark", "benchmarks", "performance", "бенчмарки"});
constexpr auto kReleaseWords =
    std::to_array<std::string_view>({"release", "released", "releases", "publish", "published",
                                     "deploy", "deployed", "ship", "shipped", "релиз"});
constexpr auto kInstallWords = std::to_array<std::string_view>(
    {"install", "installed", "installs", "setup", "set", "dependencies", "deps", "environment",
     "packages", "prerequisites", "requirements", "установить", "зависимости"});
constexpr auto kBuildWords = std::to_array<std::string_view>(
    {"build", "building", "builds", "built", "compile", "compiled", "compiles", "rebuild",
     "generate", "generated", "generates", "create", "created", "creates", "make", "made",
     "собрать", "собери", "сборку"});
constexpr auto kRunWords = std::to_array<std::string_view>(
    {"run", "runs", "running", "execute", "executed", "launch", "open", "serve", "start", "started",
     "запустить", "запускать", "запусти", "прогнать", "прогони"});
constexpr auto kChecksWords =
    std::to_array<std::string_view>({"ci", "checks", "pipeline", "pipelines", "workflows"});

// Of several kinds the first is meant: "build and run the tests" is about tests.
constexpr std::array kKinds = {
    KindWords{Kind::kBench, kBenchWords},     KindWords{Kind::kDocs, kDocsWords},
    KindWords{Kind::kLint, kLintWords},       KindWords{Kind::kFormat, kFormatWords},
    KindWords{Kind::kTest, kTestWords},       KindWords{Kind::kInstall, kInstallWords},
    KindWords{Kind::kRelease, kReleaseWords}, KindWords{Kind::kBuild, kBuildWords},
    KindWords{Kind::kChecks, kChecksWords},   KindWords{Kind::kRun, kRunWords}};

// Names of tools: of a kind, and subjects.
constexpr auto kTools = std::to_array<std::string_view>(
    {"black", "clippy",  "ctest",   "eslint",   "flake8", "gofmt",  "golangci", "jest",
     "mypy",  "phpstan", "phpunit", "prettier", "psalm",  "pylint", "pyright",  "pytest",
     "rspec", "rubocop", "ruff",    "rustfmt",  "tidy",   "vitest", "e2e"});
// What is started, of kRun and subjects.
constexpr auto kStarted = std::to_array<std::string_view>(
    {"console", "demo", "example", "examples", "playground", "repl", "server", "shell"});
// What a question of orientation does, as it is asked and as a command.
constexpr auto kAskedVerbs = std::to_array<std::string_view>(
    {"add",       "benchmark", "build",   "check",     "compile",   "create", "deploy", "execute",
     "fix",       "format",    "fuzz",    "generate",  "install",   "launch", "lint",   "make",
     "open",      "publish",   "rebuild", "reformat",  "release",   "run",    "serve",  "set",
     "setup",     "ship",      "start",   "test",      "typecheck", "use",    "verify", "запустить",
     "запускать", "прогнать",  "собрать", "установить"});
constexpr auto kDone = std::to_array<std::string_view>(
    {"built", "checked", "compiled", "created", "deployed", "executed", "formatted", "generated",
     "installed", "linted", "made", "published", "released", "run", "shipped", "started",
     "tested"});
constexpr auto kDoes = std::to_array<std::string_view>(
    {"builds", "checks", "compiles", "creates", "fixes", "formats", "generates", "installs",
     "lints", "publishes", "releases", "run", "runs", "starts", "tests", "verifies", "does", "do"});
constexpr auto kOrders = std::to_array<std::string_view>(
    {"build", "check", "compile", "execute", "fix", "format", "install", "lint", "reformat", "run",
     "start", "запусти", "прогони", "собери"});
constexpr auto kWeakVerbs =
    std::to_array<std::string_view>({"add", "check", "fix", "use", "verify", "checked", "fixes",
                                     "verifies", "checker", "static", "type", "does", "fuzz"});
// What a command that repeats something has: the agent knows how.
constexpr auto kAgain =
    std::to_array<std::string_view>({"again", "commit", "failed", "failing", "fast", "last", "once",
                                     "push", "same", "still", "these", "those", "снова", "ещё"});
constexpr auto kOne =
    std::to_array<std::string_view>({"single", "specific", "individual", "one", "only",
                                     "particular", "subset", "file", "case", "один"});
constexpr auto kCommandNouns = std::to_array<std::string_view>(
    {"check", "checks", "command", "commands", "packages", "script", "scripts", "step", "steps",
     "target", "targets", "task", "tasks", "tools"});
constexpr auto kRunners =
    std::to_array<std::string_view>({"make", "rake", "npm", "cargo", "just", "gradle", "shell"});

bool IsOf(List list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

std::string_view At(std::span<const std::string> words, std::size_t index) {
  return index < words.size() ? std::string_view(words[index]) : std::string_view();
}

bool Has(std::span<const std::string> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool HasAny(std::span<const std::string> words, List list) {
  return std::ranges::any_of(words, [list](std::string_view word) { return IsOf(list, word); });
}

// --- Forms ---

// Without what people say first.
std::span<const std::string> WithoutGreeting(std::span<const std::string> words) {
  constexpr auto kPolite = std::to_array<std::string_view>(
      {"and", "can", "could", "hello", "hey", "hi", "now", "ok", "okay", "please", "so", "then",
       "would", "you", "just", "пожалуйста"});
  while (!words.empty() && IsOf(kPolite, words.front())) words = words.subspan(1);
  const std::string_view first = At(words, 0);
  if ((first == "tell" || first == "show") && At(words, 1) == "me") words = words.subspan(2);
  return words;
}

enum class Form : std::uint8_t { kNone, kAsked, kOrdered };

// Which words are left behind the form, or none of it.
struct Parsed {
  Form form = Form::kNone;
  std::span<const std::string> rest;
};

Parsed ReadHow(std::span<const std::string> words) {
  constexpr auto kHelpers = std::to_array<std::string_view>(
      {"can", "could", "do", "does", "must", "ought", "should", "to", "would"});
  constexpr auto kWho = std::to_array<std::string_view>({"i", "we", "you", "one", "people"});
  const std::string_view next = At(words, 1);
  if (next == "is" || next == "are" || next == "was") {
    if (words.size() > 2 && HasAny(words.subspan(2), kDone))
      return {Form::kAsked, words.subspan(2)};
    return {};
  }
  std::size_t at = 1;
  if (IsOf(kHelpers, next)) ++at;
  if (IsOf(kWho, At(words, at))) ++at;
  constexpr auto kWanting = std::to_array<std::string_view>({"best", "have", "just", "need", "to"});
  while (IsOf(kWanting, At(words, at))) ++at;
  if (at > 1 && IsOf(kAskedVerbs, At(words, at))) return {Form::kAsked, words.subspan(at)};
  // In Russian the verb follows at once.
  if (words.front() == "как" && IsOf(kAskedVerbs, next)) return {Form::kAsked, words.subspan(1)};
  return {};
}

Parsed ReadWhich(std::span<const std::string> words) {
  std::size_t at = 1;
  while (At(words, at) == "is" || At(words, at) == "are" || At(words, at) == "the") ++at;
  if (IsOf(kRunners, At(words, at))) ++at;
  if (!IsOf(kCommandNouns, At(words, at))) return {};
  const auto rest = words.subspan(at + 1);
  if (HasAny(rest, kDoes) || HasAny(rest, kAskedVerbs) || HasAny(rest, kDone)) {
    return {Form::kAsked, words.subspan(at)};
  }
  return {};
}

Parsed ReadForm(std::span<const std::string> words) {
  const std::string_view first = At(words, 0);
  if (first == "how" || first == "как") return ReadHow(words);
  if (first == "which" || first == "what") return ReadWhich(words);
  if (IsOf(kOrders, first)) return {Form::kOrdered, words};
  return {};
}

// --- What this is, where to begin ---

constexpr auto kIsThis = std::to_array<std::string_view>({"this", "it", "the", "s", "is", "here"});

bool AllOf(std::span<const std::string> words, List more) {
  return std::ranges::all_of(words, [more](std::string_view word) {
    return IsOf(more, word) || IsOf(kThing, word) || IsOf(kFillers, word);
  });
}

std::optional<Orientation> ReadAbout(std::span<const std::string> words) {
  constexpr auto kAbout = std::to_array<std::string_view>({"about", "purpose", "overview", "does"});
  const bool asks = At(words, 0) == "what" &&
                    (At(words, 1) == "is" || At(words, 1) == "does" || At(words, 1) == "s");
  const bool russian = At(words, 0) == "что" && (Has(words, "такое") || Has(words, "делает"));
  const bool explains = (At(words, 0) == "explain" || At(words, 0) == "describe" ||
                         At(words, 0) == "summarize" || Has(words, "overview")) &&
                        HasAny(words, kThing) && (Has(words, "this") || Has(words, "the"));
  if (!asks && !explains && !russian) return std::nullopt;
  const auto rest = words.subspan(std::min<std::size_t>(asks ? 2 : 0, words.size()));
  constexpr auto kExplain = std::to_array<std::string_view>(
      {"about", "describe", "explain", "give", "overview", "purpose", "short", "summarize", "what",
       "что", "такое", "делает", "does"});
  if (explains || russian) {
    if (AllOf(rest, kExplain)) return Orientation{.kind = Kind::kAbout};
    return std::nullopt;
  }
  if (rest.empty()) return std::nullopt;
  const bool of_this = IsOf(kIsThis, rest.front()) || HasAny(rest, kThing);
  if (of_this && AllOf(rest, kAbout) && (Has(rest, "this") || HasAny(rest, kThing))) {
    return Orientation{.kind = Kind::kAbout};
  }
  // "what is flask?": whether that is the project is for its files to say.
  if (At(words, 1) == "is" && rest.size() == 1) {
    return Orientation{.kind = Kind::kAbout, .subjects = {rest.front()}};
  }
  return std::nullopt;
}

std::optional<Orientation> ReadStart(std::span<const std::string> words) {
  constexpr auto kStart = std::to_array<std::string_view>(
      {"begin",   "contribute", "contributing", "contribution", "docs", "documentation", "go",
       "how",     "know",       "look",         "newcomer",     "read", "reading",       "start",
       "started", "what",       "where",        "working",      "с",    "чего",          "начать"});
  const bool where = Has(words, "where") && (Has(words, "start") || Has(words, "begin"));
  const bool how = Has(words, "how") && (Has(words, "started") || Has(words, "contribute"));
  const bool know = Has(words, "know") && Has(words, "contribute");
  const bool russian = Has(words, "чего") && Has(words, "начать");
  if (!where && !how && !know && !russian) return std::nullopt;
  if (!AllOf(words, kStart)) return std::nullopt;
  const bool contributes =
      Has(words, "contribute") || Has(words, "contributing") || Has(words, "contributor");
  return Orientation{.kind = Kind::kStart, .contributes = contributes};
}

// --- How to do something ---

// "without running the tests" is not about tests.
std::span<const std::string> BeforeWithout(std::span<const std::string> words) {
  const auto without = std::ranges::find(words, "without");
  return words.first(static_cast<std::size_t>(without - words.begin()));
}

std::optional<Kind> KindOf(std::span<const std::string> words) {
  // "build it in release mode" makes no release, and "compile from source" needs no packages.
  const auto counts = [words](Kind kind, std::string_view word) {
    if (kind == Kind::kRelease) return word != "release" || !Has(words, "mode");
    if (kind == Kind::kInstall && word == "set") return Has(words, "up");
    return true;
  };
  for (const KindWords& one : kKinds) {
    if (std::ranges::any_of(words, [&](std::string_view word) {
          return IsOf(one.words, word) && counts(one.kind, word);
        })) {
      // Benchmarks that are "performance tests"; "performance" alone is something else.
      const bool bench = one.kind != Kind::kBench || !Has(words, "performance") ||
                         HasAny(words, kTestWords) || Has(words, "benchmarks");
      if (bench) return one.kind;
    }
  }
  return std::nullopt;
}

bool IsKnown(std::string_view word, bool one_test) {
  if (IsOf(kTools, word) || IsOf(kStarted, word)) return false;
  const auto has = [word](const KindWords& one) { return IsOf(one.words, word); };
  constexpr auto kMore = std::to_array<std::string_view>(
      {"automatically", "checker", "complete",  "coding",  "development", "entire",
       "errors",        "fixed",   "how",       "issues",  "performed",   "problems",
       "script",        "static",  "there",     "version", "warnings",    "without",
       "what",          "which",   "developer", "dev",     "contributor"});
  return IsOf(kFillers, word) || IsOf(kThing, word) || std::ranges::any_of(kKinds, has) ||
         IsOf(kWeakVerbs, word) || IsOf(kMore, word) || IsOf(kCommandNouns, word) ||
         IsOf(kRunners, word) || (one_test && IsOf(kOne, word));
}

// A command names what is to be done, or what with.
bool IsOrder(std::span<const std::string> words, Kind kind) {
  if (HasAny(words, kAgain)) return false;
  const std::string_view verb = words.front();
  // "fix the tests" and "check the docs" are tasks.
  const bool weak = verb == "fix" || verb == "check";
  if (weak && kind != Kind::kLint && kind != Kind::kFormat) return false;
  if (weak) return HasAny(words, kLintWords) || HasAny(words, kFormatWords);
  if (verb == "start") return kind == Kind::kRun && Has(words, "server");
  if (kind == Kind::kRun) return Has(words, "app") || Has(words, "server") || Has(words, "program");
  return words.size() > 1 || kind == Kind::kLint || kind == Kind::kFormat;
}

std::optional<Orientation> ReadHowTo(std::span<const std::string> words) {
  const Parsed parsed = ReadForm(words);
  if (parsed.form == Form::kNone) return std::nullopt;
  const bool ordered = parsed.form == Form::kOrdered;
  const auto kind = HasAny(parsed.rest, kStarted) && IsOf(kRunWords, parsed.rest.front())
                        ? std::optional(Kind::kRun)
                        : KindOf(BeforeWithout(parsed.rest));
  Orientation found{.kind = kind.value_or(Kind::kRun), .command = ordered};
  constexpr auto kStrong = std::to_array<std::string_view>(
      {"bench",  "benchmarks",    "benchmark",   "ci",        "dependencies", "deps",
       "docs",   "documentation", "environment", "formatter", "formatting",   "lint",
       "linter", "linters",       "packages",    "release",   "specs",        "suite",
       "tests",  "testsuite",     "тесты"});
  found.one_test = found.kind == Kind::kTest && HasAny(parsed.rest, kOne);
  found.strong = found.one_test || HasAny(parsed.rest, kStrong) || HasAny(parsed.rest, kTools);
  for (const std::string& word : parsed.rest) {
    if (!IsKnown(word, found.one_test) && !Has(found.subjects, word))
      found.subjects.push_back(word);
  }
  // "build it in release mode"
  if (found.kind == Kind::kBuild && Has(parsed.rest, "release"))
    found.subjects.emplace_back("release");
  if (found.subjects.size() > kMostSubjects) return std::nullopt;
  if (ordered) {
    constexpr auto kParts = std::to_array<std::string_view>({"unit", "integration"});
    std::erase_if(found.subjects, [&kParts](std::string_view word) { return IsOf(kParts, word); });
    const bool tools = std::ranges::all_of(found.subjects, [](std::string_view word) {
      return IsOf(kTools, word) || IsOf(kStarted, word);
    });
    if (!kind || !IsOrder(parsed.rest, *kind)) return std::nullopt;
    if (!tools && !found.subjects.empty()) return std::nullopt;
    return found;
  }
  const std::string_view verb = parsed.rest.front();
  if (verb == "add" || verb == "use") {
    const bool to_project = verb == "add" && found.subjects.empty() && Has(parsed.rest, "to");
    if (!to_project) return std::nullopt;
    found.kind = Kind::kInstall;
    return found;
  }
  if (!kind && found.subjects.empty()) return std::nullopt;
  return found;
}

// What code and paths have, and questions of newcomers do not.
bool HasCode(std::string_view text) {
  return text.find_first_of("`\"()[]{}<>=_/\\#@*|\n") != text.npos;
}

}  // namespace

std::string_view Name(OrientationKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

std::optional<Orientation> ReadOrientation(const Question& question) {
  if (question.text().size() > kMostBytes || HasCode(question.text())) return std::nullopt;
  const std::span<const std::string> all = question.spoken_words();
  if (all.empty() || all.size() > kMostWords) return std::nullopt;
  const auto words = WithoutGreeting(all);
  if (words.empty()) return std::nullopt;
  if (auto start = ReadStart(words)) return start;
  if (auto about = ReadAbout(words)) return about;
  return ReadHowTo(words);
}

}  // namespace satchel::ask
