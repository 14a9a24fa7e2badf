#include "ask/passed_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/trimmed.h"

// A line is dropped by its form alone: how the common runners print success. A question or a report
// in sentences has no such line. Warnings and information of Maven are dropped only next to an
// error, because they may be what is asked about otherwise.
namespace satchel::ask {
namespace {

constexpr auto kMaven = std::to_array<std::string_view>({"[INFO]", "[WARNING]", "[DEBUG]"});
constexpr auto kBegins = std::to_array<std::string_view>(
    {"--- PASS:", "--- SKIP:", "=== RUN", "=== PAUSE", "=== CONT", "=== NAME", "✓ ", "✔ ", "√ ",
     "○ ", "PASS ", "ok \t", "ok  \t", "?   \t"});
constexpr auto kEnds = std::to_array<std::string_view>(
    {" ... ok", " ... ignored", ":PASS", ":IGNORE", " PASSED", " SKIPPED", " UP-TO-DATE"});

// ` 3/22 Test  #3: parse_number .....   Passed    0.05 sec` and `Start  3: parse_number`.
bool IsCTestSuccess(std::string_view line) {
  if (line.starts_with("Start ")) return line.contains(": ");
  return line.contains(" Test ") && line.contains('#') && line.contains("   Passed ");
}

// `tests/test_a.py ....s.. [ 52%]`, and `tests/test_a.py::test_b PASSED [ 52%]`.
bool IsPytestSuccess(std::string_view line) {
  if (!line.ends_with("%]")) return false;
  line = Trimmed(line.substr(0, line.rfind('[')));
  if (line.ends_with(" PASSED") || line.ends_with(" SKIPPED")) return true;
  const std::string_view marks = line.substr(line.rfind(' ') + 1);
  return !marks.empty() && std::ranges::all_of(marks, [](char c) { return c == '.' || c == 's'; });
}

bool IsSuccess(std::string_view line) {
  const auto begins = [line](std::string_view form) { return line.starts_with(form); };
  const auto ends = [line](std::string_view form) { return line.ends_with(form); };
  return std::ranges::any_of(kBegins, begins) || std::ranges::any_of(kEnds, ends) ||
         IsCTestSuccess(line) || IsPytestSuccess(line);
}

template <class Take>
void ForEachLine(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    take(text.substr(0, end));
    text.remove_prefix(end);
  }
}

}  // namespace

std::string WithoutPassedLines(std::string_view log) {
  if (!log.contains('\n')) return std::string(log);
  bool maven_error = false;
  ForEachLine(log, [&](std::string_view line) {
    maven_error = maven_error || Trimmed(line).starts_with("[ERROR]");
  });
  const auto is_maven = [maven_error](std::string_view line) {
    return maven_error && std::ranges::any_of(kMaven, [line](std::string_view mark) {
             return line.starts_with(mark);
           });
  };
  std::string kept;
  kept.reserve(log.size());
  ForEachLine(log, [&](std::string_view whole) {
    const std::string_view line = Trimmed(whole);
    if (!is_maven(line) && !IsSuccess(line)) kept += whole;
  });
  return Trimmed(kept).empty() ? std::string(log) : kept;
}

}  // namespace satchel::ask
