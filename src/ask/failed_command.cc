// A run is judged by three texts, the cheapest first: how it ended, what was run, what it printed.
//
// An exit code of zero is a success unless the shell hid that of a runner: `pytest | tail` ends as
// tail does. Without a code that can be trusted, the output must report a failure in so many words
// and must not report success after all. With a code other than zero the row of a linter
// (`a.py:3:1: unused`) is enough. Programs that only read quote places of others and are never
// answered.
//
// All scans are linear in the output and see at most kMostLog bytes of it: its head, its tail, and
// what stands around the first line that reports a failure.

#include "ask/failed_command.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/sha256.h"
#include "base/trimmed.h"
#include "text/utf8.h"

namespace satchel::ask {
namespace {

constexpr std::size_t kMostCommand = 4096;
constexpr std::size_t kMostOutput = 1UL << 20U;
constexpr std::size_t kHead = 4UL << 10U;
constexpr std::size_t kMiddle = 8UL << 10U;
constexpr std::size_t kBeforeMiddle = 1UL << 10U;
constexpr std::size_t kTail = 12UL << 10U;
constexpr std::size_t kMostLog = kHead + kMiddle + kTail;
constexpr std::size_t kMostMessage = 300;
constexpr std::size_t kSignatureDigits = 16;

struct Reason {
  std::string_view name;
  std::string_view text;
};
constexpr std::array<Reason, 10> kReasons = {{
    {"failed_command", "the command failed at a place in the workspace"},
    {"interrupted", "the user interrupted the command"},
    {"succeeded", "the command succeeded"},
    {"only_reads", "the command only reads files"},
    {"no_place", "the output names no place"},
    {"no_failure", "the output reports no failure"},
    {"elsewhere", "no place in the output is a file of the workspace"},
    {"answered", "the same failure was answered before"},
    {"quota_used", "the conversation's quota is used up"},
    {"switched_off", "hook.failures is off"},
}};

// With a space around each.
constexpr std::string_view kReaders =
    " ack ag awk bat cat cd column cp curl cut date df diff du echo egrep env export fd fgrep file "
    "find git-blame git-diff git-grep git-log git-ls-files git-show git-status grep head hexdump "
    "jq journalctl kubectl-logs docker-logs less ls mkdir more mv nl od pgrep ping popd printf ps "
    "pushd pwd rg rm satchel sed set sleep sort source stat strings tac tail tee test touch tr "
    "tree "
    "true type uniq wc wget which xxd yq zcat zgrep ";
// Programs that build, check and test. Only they may have failed although the shell says zero.
constexpr std::string_view kRunners =
    " ant bazel biome buck2 bun busted c++ cargo cargo-nextest cc clang clang++ clang-tidy clippy "
    "cmake composer coverage cppcheck ctest cypress dart deno dotnet elixir eslint flake8 flutter "
    "g++ gcc ghc go golangci-lint gotestsum gradle gradlew hatch jasmine java javac jest just "
    "kotlinc lein make meson minitest mix mocha mvn mvnw mypy ninja node nose2 nox npm npx nx "
    "oxlint pants pdm perl php phpstan phpunit pipenv playwright pnpm poetry prove pylint pyright "
    "pytest python python2 python3 rails rake rspec rubocop ruby ruff rustc sbt scalac shellcheck "
    "stack staticcheck stylelint swift swiftc tap task terraform tox ts-node tsc tsx turbo uv uvx "
    "vitest vue-tsc xcodebuild yarn zig ";
// Words that run the program after them.
constexpr std::string_view kPrefixes =
    " ! ( { bash builtin command dash do else env exec if ionice nice nohup npx pipenv-run "
    "poetry-run sh stdbuf sudo then time timeout uv-run while xargs xvfb-run zsh ";

bool Has(std::string_view list, std::string_view word) {
  if (word.empty() || word.contains(' ')) return false;
  for (std::size_t at = list.find(word); at != list.npos; at = list.find(word, at + 1)) {
    if (list[at - 1] == ' ' && list[at + word.size()] == ' ') return true;
  }
  return false;
}

// One program that a command line runs.
struct Part {
  std::string program;
  bool hidden = false;  // the shell goes on whatever its exit code is
};

// The words of a command line as far as the programs need them: quotes group, and `|`, `;`, `&`
// and a new line separate. What follows `<<` is input.
class CommandLine {
 public:
  explicit CommandLine(std::string_view text) : text_(text.substr(0, kMostCommand)) {}

  std::vector<Part> Parts() {
    while (at_ < text_.size()) Step();
    EndPart(false);
    return std::move(parts_);
  }

 private:
  void Step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (c == '\\' && rest.size() > 1) {
      if (rest[1] != '\n') word_ += rest[1];
      at_ += 2;
    } else if (c == '\'' || c == '"') {
      const std::size_t end = std::min(text_.find(c, at_ + 1), text_.size());
      word_ += text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
    } else if (rest.starts_with("<<")) {
      at_ = text_.size();
    } else if (rest.starts_with(">&") || rest.starts_with("&>")) {
      at_ += 2;
    } else if (rest.starts_with("&&")) {
      EndPart(false);
      at_ += 2;
    } else if (rest.starts_with("||") || rest.starts_with("|&")) {
      EndPart(true);
      at_ += 2;
    } else if (c == '|' || c == ';' || c == '&' || c == '\n') {
      EndPart(true);
      ++at_;
    } else if (IsBlank(c)) {
      EndWord();
      ++at_;
    } else {
      word_ += c;
      ++at_;
    }
  }

  void EndWord() {
    std::string word = std::exchange(word_, {});
    if (word.empty() || word.starts_with('#')) return;
    words_.push_back(std::move(word));
  }

  void EndPart(bool hidden) {
    EndWord();
    const std::vector<std::string> words = std::exchange(words_, {});
    // What follows a part at the end of the text hides nothing.
    const bool more = hidden && !Trimmed(text_.substr(at_), " \t\r\n;|&").empty();
    AddProgram(words, more);
  }

  void AddProgram(const std::vector<std::string>& words, bool hidden) {
    constexpr int kMostPrefixes = 8;
    int prefixes = 0;
    for (std::size_t i = 0; i < words.size() && prefixes < kMostPrefixes; ++i) {
      const std::string& word = words[i];
      if (word.starts_with('-') || IsAssignment(word)) continue;
      const std::string name = word.substr(word.rfind('/') + 1);
      const std::string next = i + 1 < words.size() ? words[i + 1] : std::string();
      const bool shell = name == "bash" || name == "sh" || name == "zsh" || name == "dash";
      if (shell && next.starts_with('-') && next.ends_with('c') && i + 2 < words.size()) {
        for (Part& part : CommandLine(words[i + 2]).Parts()) {
          part.hidden = part.hidden || hidden;
          parts_.push_back(std::move(part));
        }
        return;
      }
      // A duration of `timeout`, a level of `nice`.
      if (prefixes > 0 && !name.empty() && IsDigit(name.front())) continue;
      const bool runs = next == "run" && Has(kPrefixes, name + "-run");
      if (runs || (Has(kPrefixes, name) && !next.empty())) {
        i += runs ? 1 : 0;
        ++prefixes;
        continue;
      }
      const bool two = Has(kReaders, name + "-" + next);
      parts_.push_back({.program = two ? name + "-" + next : name, .hidden = hidden});
      return;
    }
  }

  static bool IsAssignment(std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == 0 || equals == word.npos) return false;
    return std::ranges::all_of(word.substr(0, equals),
                               [](char c) { return IsAlnum(c) || c == '_'; });
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string word_;
  std::vector<std::string> words_;
  std::vector<Part> parts_;
};

// The output as text: without colours, cursor movements and lines that were overwritten.
std::string Plain(std::string_view output) {
  std::string plain;
  plain.reserve(output.size());
  std::size_t line = 0;  // where the last line begins
  for (std::size_t at = 0; at < output.size(); ++at) {
    const char c = output[at];
    if (c == '\x1b') {
      if (at + 1 < output.size() && output[at + 1] == '[') {
        at += 2;
        while (at < output.size() && !(output[at] >= '@' && output[at] <= '~')) ++at;
      } else if (at + 1 < output.size()) {
        ++at;
      }
    } else if (c == '\r') {
      // A progress bar writes its line again.
      if (at + 1 < output.size() && output[at + 1] != '\n') plain.resize(line);
    } else if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') {
      plain += c;
      if (c == '\n') line = plain.size();
    }
  }
  return plain;
}

template <class Take>
void ForEachLine(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    if (!take(text.substr(0, end))) return;
    text.remove_prefix(end);
  }
}

// Whether a count stands before the word and is not zero: `2 failed`, but not `0 failed`.
bool Counts(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
    const std::string_view before = Trimmed(line.substr(0, at));
    const std::size_t begin = before.find_last_not_of("0123456789") + 1;
    const std::string_view count = before.substr(begin);
    if (!count.empty() && count.find_first_not_of('0') != count.npos) return true;
  }
  return false;
}

bool IsZeroCount(std::string_view line) {
  return line.contains("0 failed") || line.contains("0 errors") || line.contains("0 failures") ||
         line.contains("0 problems") || line.contains("Failures: 0");
}

constexpr auto kFailureBegins = std::to_array<std::string_view>({
    "Traceback (most recent call last)",
    "FAIL",
    "--- FAIL",
    "not ok ",
    "panic:",
    "E   ",
    "error:",
    "error[",
    "error ",
    "Error:",
    "ERROR",
    "[ERROR]",
    "fatal error",
    "Exception in thread",
    "Unhandled ",
    "Uncaught ",
    "BUILD FAILED",
    "Failures:",
    "make: ***",
    "npm ERR!",
    "npm error",
    "e: ",
    "PHP Fatal error",
    "PHP Parse error",
    "terminate called",
    "Segmentation fault",
    "CMake Error",
    "#   Failed ",
    "Result: FAIL",
    "Fatal Python error",
    "Timeout (",
    "× ",
    "✕ ",
    "✗ ",
    "✘ ",
    "✖ ",
    "● ",
    "❌ ",
});
constexpr auto kFailureParts = std::to_array<std::string_view>({
    ": error:",     ": error ",       " error: ",     " - error ",           ": fatal error:",
    "Error: ",      "Exception: ",    " FAILED",      ": Failure",           "***Failed",
    "panicked at ", "AssertionError", ": Assertion ", "undefined reference", "<<< FAIL",
    "<<< ERR",      "ERROR: ",        " error  ",     "syntax error",        "runtime error",
});

// `a.py:3:1: F401 'os' imported but unused`
bool IsCodedRow(std::string_view line) {
  const std::size_t colon = line.find(": ");
  if (colon == line.npos) return false;
  const std::string_view text = line.substr(colon + 2);
  const std::size_t digits = text.find_first_of("0123456789");
  if (digits == text.npos || digits == 0 || digits > 4) return false;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
  return std::ranges::all_of(text.substr(0, digits), IsUpper) && end - digits >= 2 &&
         (end == text.size() || text[end] == ' ' || text[end] == ':') &&
         !ReadTrace(line).frames.empty();
}

bool IsWarning(std::string_view line) {
  constexpr auto kMarks =
      std::to_array<std::string_view>({" warning", "Warning", "WARN", "warning:", "warning[",
                                       ": note:", " note:", "INFO", "DEBUG"});
  return std::ranges::any_of(kMarks, [line](std::string_view mark) { return line.contains(mark); });
}

bool ReportsFailure(std::string_view line) {
  if (line.empty()) return false;
  const auto begins = [line](std::string_view mark) { return line.starts_with(mark); };
  const auto has = [line](std::string_view mark) { return line.contains(mark); };
  if (std::ranges::any_of(kFailureBegins, begins) || std::ranges::any_of(kFailureParts, has)) {
    return !IsZeroCount(line);
  }
  return Counts(line, "failed") || Counts(line, "failure") || Counts(line, "error") ||
         IsCodedRow(line);
}

// `a.py:3:1: 'os' imported but unused`: a place, and what is wrong there. A warning is no failure.
bool IsRow(std::string_view line) {
  if (!(line.contains(':') || line.contains(" line ")) || IsWarning(line)) return false;
  const auto frames = ReadTrace(line).frames;
  if (frames.empty()) return false;
  if (line.contains(" at ") && line.contains(" line ")) return true;  // Perl's last words
  const std::size_t at = line.find(frames.front().path);
  if (at == line.npos || line.substr(0, at).find_first_not_of("./\\") != line.npos) return false;
  const std::size_t text = line.find(": ", at + frames.front().path.size());
  return text != line.npos && text + 2 < line.size();
}

// The verdict of a runner that all is well.
bool ReportsSuccess(std::string_view line) {
  constexpr auto kMarks = std::to_array<std::string_view>(
      {"test result: ok", "BUILD SUCCESS", "100% tests passed", "All checks passed",
       "Success: no issues", "0 problems", "All tests passed", "[  PASSED  ]", "Build succeeded"});
  if (std::ranges::any_of(kMarks, [line](std::string_view mark) { return line.contains(mark); })) {
    return true;
  }
  return line == "OK" || line.starts_with("ok  \t") || line.starts_with("OK (") ||
         (Counts(line, "passed") && !Counts(line, "failed") && !Counts(line, "error"));
}

struct Verdict {
  bool failure = false;  // in so many words
  bool row = false;
  bool success = false;
  bool failed_count = false;  // `2 failed`: no later line makes it a success
};

// The last verdict of a runner counts: tests that pass may print errors on their way.
Verdict VerdictOf(std::string_view log) {
  Verdict verdict;
  ForEachLine(log, [&verdict](std::string_view whole) {
    const std::string_view line = Trimmed(whole);
    verdict.failed_count = verdict.failed_count || Counts(line, "failed") ||
                           Counts(line, "failure") || line.starts_with("FAIL") ||
                           line.starts_with("--- FAIL") || line.contains("test result: FAILED");
    verdict.failure = verdict.failure || ReportsFailure(line);
    verdict.row = verdict.row || (!verdict.failure && IsRow(line));
    verdict.success = verdict.success || ReportsSuccess(line);
    return true;
  });
  return verdict;
}

// A line that is longer than its part is cut between two characters.
std::string_view Head(std::string_view text, std::size_t most) {
  return text::TruncateUtf8(text, most);
}
std::string_view Tail(std::string_view text, std::size_t most) {
  constexpr unsigned kContinues = 0x80;
  constexpr unsigned kKind = 0xC0;
  if (text.size() > most) text.remove_prefix(text.size() - most);
  while (!text.empty() && (static_cast<unsigned char>(text.front()) & kKind) == kContinues) {
    text.remove_prefix(1);
  }
  return text;
}

// Head, tail and what stands around the first report of a failure, in whole lines.
std::string Bounded(std::string log) {
  if (log.size() <= kMostLog) return log;
  const std::string_view all = log;
  const auto line_at = [all](std::size_t at) {
    const std::size_t end = all.rfind('\n', at);
    return end == all.npos ? 0 : end + 1;
  };
  const std::size_t head = std::max<std::size_t>(line_at(kHead), 1);
  const std::size_t tail = line_at(all.size() - kTail);
  std::size_t first = all.npos;
  ForEachLine(all.substr(head, tail > head ? tail - head : 0), [&](std::string_view line) {
    if (!ReportsFailure(Trimmed(line))) return true;
    first = static_cast<std::size_t>(line.data() - all.data());
    return false;
  });
  std::string kept(Head(all, std::min(head, kHead)));
  if (first != all.npos) {
    const std::size_t begin =
        std::max(head, line_at(first > kBeforeMiddle ? first - kBeforeMiddle : 0));
    kept += Head(all.substr(begin, tail > begin ? tail - begin : 0), kMiddle);
    if (!kept.ends_with('\n')) kept += '\n';
  }
  kept += Tail(all.substr(tail), kTail);
  return kept;
}

// Warnings of compilers next to an error, with their rows: a build prints them each time, and their
// places would crowd out the failure.
std::string WithoutWarnings(std::string log) {
  constexpr auto kErrors =
      std::to_array<std::string_view>({": error", "error[", "error: ", " - error ", "  error  "});
  const auto is_error = [&](std::string_view line) {
    return std::ranges::any_of(kErrors, [line](std::string_view m) { return line.contains(m); });
  };
  bool error = false;
  ForEachLine(log, [&](std::string_view line) { return !(error = error || is_error(line)); });
  if (!error) return log;
  std::string kept;
  kept.reserve(log.size());
  bool dropping = false;  // a paragraph that begins with a warning
  ForEachLine(log, [&](std::string_view whole) {
    const std::string_view line = Trimmed(whole);
    if (line.empty() || is_error(line)) dropping = false;
    if (line.starts_with("warning: ") || line.starts_with("warning[")) dropping = true;
    const bool row =
        line.contains(": warning:") || line.contains(" warning TS") || line.contains("  warning  ");
    if (!dropping && !row) kept += whole;
    return true;
  });
  return kept;
}

// The line that says most: no heading that every failure has, else the line of the first place,
// else a heading.
std::string MessageIn(std::string_view log, const TraceFrame& place) {
  constexpr auto kHeadings = std::to_array<std::string_view>({"Traceback",
                                                              "FAIL",
                                                              "--- FAIL",
                                                              "ERROR ",
                                                              "ERRORS",
                                                              "Failures:",
                                                              "BUILD",
                                                              "make:",
                                                              "● ",
                                                              "✕ ",
                                                              "✗ ",
                                                              "× ",
                                                              "✖ ",
                                                              "npm ",
                                                              "error Command",
                                                              "thread '",
                                                              "not ok ",
                                                              "test ",
                                                              "Tests:",
                                                              "> Task",
                                                              "[ERROR] COMPILATION",
                                                              "Found ",
                                                              "error: test failed",
                                                              "error: could not compile"});
  std::string_view heading;
  std::string_view message;
  std::string_view at_place;
  ForEachLine(log, [&](std::string_view whole) {
    const std::string_view line = Trimmed(whole);
    const std::size_t name = place.path.rfind('/') + 1;
    if (at_place.empty() && line.contains(std::string_view(place.path).substr(name))) {
      at_place = line;
    }
    if (!ReportsFailure(line)) return true;
    const bool is_heading =
        line.ends_with(" FAILED") || std::ranges::any_of(kHeadings, [line](std::string_view begin) {
          return line.starts_with(begin);
        });
    std::string_view& to = is_heading ? heading : message;
    if (to.empty()) to = line;
    return message.empty();
  });
  for (const std::string_view best : {message, at_place, heading}) {
    if (!best.empty()) return std::string(Head(best, kMostMessage));
  }
  return {};
}

// Directories of tools and of packages that others wrote.
bool IsForeign(std::string_view path) {
  constexpr auto kBegins = std::to_array<std::string_view>(
      {"usr/", "opt/", "rustc/", "nix/", "internal/", "node:", "Library/", "Program Files"});
  constexpr auto kParts = std::to_array<std::string_view>(
      {"node_modules/", "site-packages/", "dist-packages/", ".cargo/registry/", "go/pkg/mod/",
       "lib/python", ".venv/", "rustlib/", "/gems/", ".m2/", ".gradle/"});
  return std::ranges::any_of(kBegins, [path](auto begin) { return path.starts_with(begin); }) ||
         std::ranges::any_of(kParts, [path](auto part) { return path.contains(part); });
}

// `api.example.org:443` reads like a file and its line.
bool IsHost(std::string_view path) {
  constexpr auto kDomains = std::to_array<std::string_view>(
      {".com", ".org", ".net", ".io", ".dev", ".local", ".internal"});
  return !path.contains('/') &&
         std::ranges::any_of(kDomains, [path](auto end) { return path.ends_with(end); });
}

// Whether the run can have failed, and whether the shell says so.
struct Ending {
  bool may_have_failed = true;
  bool sure = false;    // an exit code other than zero
  bool runner = false;  // one of its programs builds, checks or tests
};

Ending EndingOf(const CommandRun& run, const std::vector<Part>& parts) {
  Ending ending;
  ending.runner =
      std::ranges::any_of(parts, [](const Part& part) { return Has(kRunners, part.program); });
  if (!run.exit_code) return ending;
  ending.sure = *run.exit_code != 0;
  ending.may_have_failed = ending.sure || std::ranges::any_of(parts, [](const Part& part) {
                             return part.hidden && Has(kRunners, part.program);
                           });
  return ending;
}

// Whether the program says at its end that a signal ended it, as Python does after Ctrl+C.
bool EndsInterrupted(std::string_view log) {
  const std::string_view end = Trimmed(log);
  return Trimmed(end.substr(end.rfind('\n') + 1)) == "KeyboardInterrupt";
}

std::optional<FailureReason> JudgeOutput(const Ending& ending, std::string_view log) {
  if (EndsInterrupted(log)) return FailureReason::kInterrupted;
  const Verdict verdict = VerdictOf(log);
  const bool reported = verdict.failure || (verdict.row && (ending.sure || ending.runner));
  if (!reported) return FailureReason::kNoFailure;
  if (!ending.sure && verdict.success && !verdict.failed_count) return FailureReason::kSucceeded;
  return std::nullopt;
}

CommandReading Silent(FailureReason why) {
  return {.silent = why, .log = {}, .places = {}, .message = {}};
}

}  // namespace

std::string_view Name(FailureReason reason) {
  return kReasons.at(static_cast<std::size_t>(reason)).name;
}

std::string_view Text(FailureReason reason) {
  return kReasons.at(static_cast<std::size_t>(reason)).text;
}

CommandReading ReadCommandRun(const CommandRun& run) {
  constexpr int kInterruptedCode = 130;
  if (run.interrupted || run.exit_code == kInterruptedCode)
    return Silent(FailureReason::kInterrupted);
  const std::vector<Part> parts = CommandLine(run.command).Parts();
  const Ending ending = EndingOf(run, parts);
  if (!ending.may_have_failed) return Silent(FailureReason::kSucceeded);
  const auto reads = [](const Part& part) { return Has(kReaders, part.program); };
  if (!parts.empty() && std::ranges::all_of(parts, reads)) {
    return Silent(FailureReason::kOnlyReads);
  }
  const std::string_view output = run.output;
  // Of more than that, the end is what a runner sums up in.
  const std::string_view seen = Tail(output, kMostOutput);
  CommandReading reading{.silent = {}, .log = {}, .places = {}, .message = {}};
  reading.log = WithoutWarnings(Bounded(Plain(seen)));
  reading.places = ReadTrace(reading.log).frames;
  std::erase_if(reading.places, [](const TraceFrame& place) {
    return IsForeign(place.path) || IsHost(place.path);
  });
  if (reading.places.empty()) return Silent(FailureReason::kNoPlace);
  if (const auto why = JudgeOutput(ending, reading.log)) return Silent(*why);
  reading.message = MessageIn(reading.log, reading.places.front());
  return reading;
}

FailureReason DecideOnFailure(const FailureFacts& facts) {
  if (facts.silent) return *facts.silent;
  if (!facts.switched_on) return FailureReason::kSwitchedOff;
  if (!facts.in_workspace.value_or(true)) return FailureReason::kElsewhere;
  if (facts.answered.value_or(false)) return FailureReason::kAnswered;
  if (!facts.has_quota.value_or(true)) return FailureReason::kQuotaUsed;
  return FailureReason::kFailedCommand;
}

std::string FailureSignature(std::string_view path, std::string_view source_line,
                             std::string_view message) {
  std::string text = std::string(path) + "\n" + std::string(Trimmed(source_line)) + "\n";
  std::string_view rest = message;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.empty()) continue;
    text += std::ranges::any_of(word, IsDigit) ? std::string_view("#") : word;
    text += ' ';
  }
  return Sha256Of(text).Hex().substr(0, kSignatureDigits);
}

}  // namespace satchel::ask
