#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::ask {

// A place that a stack trace, a compiler or a failing test names.
struct TraceFrame {
  std::string path;  // as written, with /, without what leads to the root
  std::uint32_t line = 0;
  friend bool operator==(const TraceFrame&, const TraceFrame&) = default;
};

struct Trace {
  std::vector<TraceFrame> frames;  // each place once, the innermost first
  bool whole = false;              // the text is one, and not a report in which one is quoted
  std::string_view message;        // the line that says what went wrong; empty: none
};

// What Python, Java, Go, Rust, JavaScript, C# and debuggers print, and what compilers and test
// runners do. REQUIRES: the text is bounded; the message points into it.
Trace ReadTrace(std::string_view text);

// A path as somebody wrote it, with slashes and from a name on; nothing when it has no extension,
// or one that is longer.
std::optional<std::string> WrittenPath(std::string_view written, std::size_t longest_extension);

// How well a file of ours fits a path in a trace, which may begin elsewhere: the number of names
// from the end that are the same. 0: not at all.
std::size_t FrameFit(std::string_view path, std::string_view written);

}  // namespace satchel::ask
