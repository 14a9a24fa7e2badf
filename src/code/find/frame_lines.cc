#include "code/find/frame_lines.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "base/trimmed.h"

namespace satchel::retrieval {
namespace {

constexpr std::string_view kPython = "File \"";

// Whether the line says where, and nothing else: `at a.B.c(B.java:3)`, `File "a.py", line 3, in f`,
// `/go/src/a.go:3 +0x1d`, `a.rb:3:in 'f'`, `#2 a.php(3): f()`.
bool IsPlace(std::string_view line) {
  const bool numbered = line.starts_with('#') && line.size() > 1 && IsDigit(line[1]);
  if (numbered || line.starts_with("at ") || line.starts_with(kPython) || line.contains(" +0x") ||
      line.contains(":in ")) {
    return true;
  }
  const std::size_t colon = line.rfind(':');
  return colon != line.npos && std::ranges::none_of(line.substr(colon), IsAlpha);
}

}  // namespace

std::string WithoutFrames(std::string_view text,
                          const std::function<bool(const ask::TraceFrame& frame)>& drops) {
  std::string kept;
  kept.reserve(text.size());
  bool source_follows = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(end);
    const std::string_view line = Trimmed(whole);
    const auto frames = ask::ReadTrace(whole).frames;
    if (IsPlace(line) && std::ranges::any_of(frames, drops)) {
      source_follows = line.starts_with(kPython);
      continue;
    }
    const bool is_source = source_follows && frames.empty() && whole.starts_with("    ");
    source_follows = false;
    if (!is_source) kept += whole;
  }
  return kept;
}

}  // namespace satchel::retrieval
