#include "ask/trace.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <optional>

#include "base/ascii.h"
#include "base/trimmed.h"

// A trace is read line by line. A line has a frame where a path with an extension is followed by
// the number of a line, in one of the ways in which tools write that. Python prints the innermost
// frame last, all others print it first; which of the two a text is, is decided by its frames.
// pytest prints several failures one after the other, and the first is read first. In a panic of
// Go, the frames before the last `panic(` are of deferred functions, which saw it later.
//
// Whether the text is a trace or a report that quotes one is decided by how it begins: somebody who
// pastes a trace begins with it, somebody who writes an issue begins with a sentence.
namespace satchel::ask {
namespace {

constexpr std::size_t kMostLines = 4096;
constexpr std::size_t kMostFrames = 64;
constexpr std::size_t kMostPath = 512;
constexpr std::size_t kLongestExtension = 7;

constexpr auto kBeginnings = std::to_array<std::string_view>({
    "Traceback (most recent call last)",
    "Exception in thread",
    "Caused by:",
    "Uncaught ",
    "Unhandled ",
    "panic:",
    "goroutine ",
    "thread '",
    "fatal error",
    "fatal:",
    "error:",
    "error[",
    "warning:",
    "ERROR:",
    "Error:",
    "FAIL",
    "--- FAIL",
    "E   ",
    "Program received signal",
    "Stack trace:",
    "#0 ",
    "at ",
});

bool IsPathPart(char c) {
  return IsAlnum(c) || c == '_' || c == '$' || c == '.' || c == '/' || c == '\\' || c == '-' ||
         c == '+' || c == '@' || c == '~';
}

std::uint32_t NumberAt(std::string_view text, std::size_t at) {
  std::uint32_t number = 0;
  if (at >= text.size() || !IsDigit(text[at])) return 0;
  const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), number);
  return error == std::errc() ? number : 0;
}

// The line number behind a path: `:12`, `:[12,`, `(12,`, `(12)`, `:line 12`, ` line 12`.
std::uint32_t LineBehind(std::string_view rest) {
  // Of .NET, of a shell, of Perl and of PHP.
  for (const std::string_view words : {":line ", ": line ", " line ", " on line "}) {
    if (rest.starts_with(words)) return NumberAt(rest, words.size());
  }
  if (rest.starts_with(":[")) return NumberAt(rest, 2);  // of Maven's compiler
  if (rest.starts_with(':')) return NumberAt(rest, 1);
  if (!rest.starts_with('(')) return 0;
  const std::uint32_t line = NumberAt(rest, 1);
  const std::size_t end = rest.find_first_not_of("0123456789", 1);
  return end != rest.npos && (rest[end] == ',' || rest[end] == ')') ? line : 0;
}

// `at org.app.Jar.open(Jar.java:12)` names the package beside the file.
std::string WithPackage(std::string_view before, const std::string& file) {
  if (!before.ends_with('(') || file.contains('/')) return file;
  before.remove_suffix(1);
  const std::size_t begin = before.find_last_of(" \t/") + 1;
  std::string package(before.substr(begin));
  // The last two names are the class and the method.
  for (int i = 0; i < 2; ++i) {
    const std::size_t dot = package.rfind('.');
    if (dot == std::string::npos) return file;
    package.resize(dot);
  }
  if (!std::ranges::all_of(package, [](char c) { return IsAlnum(c) || c == '_' || c == '.'; })) {
    return file;
  }
  std::ranges::replace(package, '.', '/');
  return package + "/" + file;
}

struct FoundFrame {
  TraceFrame frame;
  bool python = false;
};

// What pytest prints after the line of a frame: nothing, `in function`, or the error's type.
bool IsPytestFrame(std::string_view path, std::string_view rest) {
  if (!path.ends_with(".py") || !rest.starts_with(':')) return false;
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
  if (!rest.starts_with(':')) return false;
  rest = Trimmed(rest.substr(1));
  return rest.starts_with("in ") || !rest.contains(' ');
}

// The first frame of a line: where several stand in it, that is where the tool stands.
std::optional<FoundFrame> FrameOf(std::string_view line) {
  constexpr std::string_view kFile = "File \"";
  if (const std::size_t at = line.find(kFile); at != line.npos) {
    const std::string_view rest = line.substr(at + kFile.size());
    const std::size_t end = rest.find('"');
    constexpr std::string_view kLine = "\", line ";
    if (end != rest.npos && rest.substr(end).starts_with(kLine)) {
      if (auto path = WrittenPath(rest.substr(0, end), kLongestExtension)) {
        return FoundFrame{{*std::move(path), NumberAt(rest, end + kLine.size())}, true};
      }
    }
  }
  for (std::size_t at = 0; at < line.size();) {
    if (!IsPathPart(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    // A drive's colon belongs to the path.
    if (IsAlpha(line[at]) && line.substr(at + 1).starts_with(":\\")) end += 2;
    while (end < line.size() && IsPathPart(line[end])) ++end;
    const std::uint32_t number = LineBehind(line.substr(end));
    if (number > 0) {
      if (auto path = WrittenPath(line.substr(at, end - at), kLongestExtension)) {
        const bool pytest = IsPytestFrame(*path, line.substr(end));
        return FoundFrame{{WithPackage(line.substr(0, at), *path), number}, pytest};
      }
    }
    at = end;
  }
  return std::nullopt;
}

// Rules and fences around a trace say nothing.
bool SaysSomething(std::string_view line) {
  return line.find_first_not_of("=-_*~`# \t\r") != line.npos && !line.starts_with("```");
}

// `TypeError: x`, `java.lang.IllegalStateException`
bool BeginsWithError(std::string_view line) {
  const std::size_t end =
      line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$");
  const std::string_view word = line.substr(0, end);
  return word.size() > 5 &&
         (word.ends_with("Error") || word.ends_with("Exception") || word.ends_with("Warning"));
}

// `____ TestCart.test_add ____`, above each failure of pytest.
bool BeginsPytestFailure(std::string_view line) {
  return line.starts_with("___") && std::ranges::any_of(line, IsAlpha);
}

// The file above the rows of a linter, as ESLint prints it: a path alone on its line.
std::optional<std::string> FileAboveRows(std::string_view whole) {
  const std::string_view line = Trimmed(whole, "\r");
  if (line.empty() || !std::ranges::all_of(line, IsPathPart)) return std::nullopt;
  return WrittenPath(line, kLongestExtension);
}

// `  12:5  error  'x' is not defined  no-undef` below it.
struct LinterRow {
  std::uint32_t line = 0;
  bool error = false;
};
std::optional<LinterRow> LinterRowOf(std::string_view whole) {
  if (!whole.starts_with("  ")) return std::nullopt;
  const std::string_view row = Trimmed(whole);
  const std::size_t colon = row.find_first_not_of("0123456789");
  if (colon == 0 || colon == row.npos || row[colon] != ':') return std::nullopt;
  const std::size_t end = row.find_first_not_of("0123456789", colon + 1);
  if (end == row.npos || end == colon + 1 || !row.substr(end).starts_with("  ")) {
    return std::nullopt;
  }
  const std::string_view text = Trimmed(row.substr(end));
  return LinterRow{NumberAt(row, 0), !text.starts_with("warning")};
}

bool BeginsTrace(std::string_view line) {
  return FrameOf(line).has_value() || BeginsWithError(line) || line.starts_with("==") ||
         std::ranges::any_of(kBeginnings,
                             [line](std::string_view begin) { return line.starts_with(begin); });
}

}  // namespace

std::optional<std::string> WrittenPath(std::string_view written, std::size_t longest_extension) {
  if (written.size() > kMostPath) return std::nullopt;
  std::string path(written);
  std::ranges::replace(path, '\\', '/');
  // A drive, the full stop of a sentence, and the names of directories that say nothing.
  if (path.size() > 2 && path[1] == ':' && path[2] == '/') path.erase(0, 2);
  while (path.ends_with('.')) path.pop_back();
  while (path.starts_with("./") || path.starts_with("../") || path.starts_with('/')) {
    path.erase(0, path.find('/') + 1);
  }
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  if (dot == std::string::npos || dot == 0 || dot + 1 == path.size() ||
      path.size() - dot - 1 > longest_extension) {
    return std::nullopt;
  }
  if (slash != std::string::npos && dot < slash + 2) return std::nullopt;
  if (IsDigit(path[dot + 1])) return std::nullopt;
  return path;
}

Trace ReadTrace(std::string_view text) {
  Trace trace;
  std::vector<FoundFrame> found;
  std::string_view first;
  std::string_view last;  // that is not indented
  std::size_t lines = 0;
  std::vector<std::size_t> failures;  // of pytest: how many frames were found before each
  std::size_t deferred = 0;           // frames before the last panic of Go
  std::optional<std::string> linted;  // the file whose rows follow
  std::vector<FoundFrame> warned;     // rows that are warnings: after all others
  while (!text.empty() && lines < kMostLines) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++lines;
    const std::string_view line = Trimmed(whole);
    if (line.empty()) {
      linted.reset();
      continue;
    }
    if (const auto row = linted ? LinterRowOf(whole) : std::nullopt) {
      (row->error ? found : warned).push_back({{*linted, row->line}});
    } else {
      linted = FileAboveRows(whole);
    }
    if (BeginsPytestFailure(line)) failures.push_back(found.size());
    if (line.starts_with("panic(")) deferred = found.size();
    if (auto frame = FrameOf(line)) found.push_back(*std::move(frame));
    if (!SaysSomething(line)) continue;
    if (first.empty()) first = line;
    if (!whole.starts_with(' ') && !whole.starts_with('\t')) last = line;
  }
  found.insert(found.end(), warned.begin(), warned.end());
  const auto python = std::ranges::count_if(found, &FoundFrame::python);
  const bool last_is_innermost = 2 * static_cast<std::size_t>(python) > found.size();
  if (last_is_innermost) {
    failures.push_back(found.size());
    auto begin = found.begin();
    for (const std::size_t failure : failures) {
      const auto end = found.begin() + static_cast<std::ptrdiff_t>(failure);
      std::reverse(begin, end);
      begin = end;
    }
  } else {
    std::ranges::rotate(found, found.begin() + static_cast<std::ptrdiff_t>(deferred));
  }
  for (FoundFrame& one : found) {
    if (trace.frames.size() == kMostFrames) break;
    if (std::ranges::find(trace.frames, one.frame) == trace.frames.end()) {
      trace.frames.push_back(std::move(one.frame));
    }
  }
  trace.whole = !trace.frames.empty() && BeginsTrace(first);
  trace.message = last_is_innermost ? last : first;
  return trace;
}

std::size_t FrameFit(std::string_view path, std::string_view written) {
  std::size_t same = 0;
  for (;;) {
    const std::size_t a = path.rfind('/');
    const std::size_t b = written.rfind('/');
    const std::string_view name = a == path.npos ? path : path.substr(a + 1);
    if (name != (b == written.npos ? written : written.substr(b + 1))) break;
    ++same;
    if (a == path.npos || b == written.npos) return same;  // all of the shorter one
    path = path.substr(0, a);
    written = written.substr(0, b);
  }
  // A file's name alone is the same in many places.
  return same >= 2 ? same : 0;
}

}  // namespace satchel::ask
