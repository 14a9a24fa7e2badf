#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace satchel {

// What a caller can do about a failure. A new code arrives together with the
// first code that branches on it; until then kInternal and a good text will do.
enum class Errc : std::uint8_t {
  kInvalidInput,  // the request is wrong; repeating it will not help
  kNotFound,      // nothing under that key
  kConflict,      // changed since it was read; read again, then retry
  kUnavailable,   // a dependency is down; retry later
  kSystem,        // this machine refuses: no permission, no space; somebody has to change that
  kDenied,        // a server refused our credentials
  kDeadline,      // out of time, or cancelled
  kCorrupt,       // stored bytes contradict themselves; rebuild
  kForeign,       // what is in the place of our own file was made by somebody else
  kInternal,      // our bug
};

// Stable, snake_case: used in JSON output and logs.
std::string_view Name(Errc code);

// Which of our own files an error is about, for callers that can put it right.
enum class Subject : std::uint8_t {
  kOther,
  kIndex,  // derived from the workspace's files
  kLog,    // of runs
};

// A failure with a reason outside the program. The text is a finished sentence
// part ("cannot open a.toml: permission denied"): no newline, no secret. Line
// breaks and other control characters that come in from outside become spaces.
class [[nodiscard]] Error {
 public:
  Error(Errc code, std::string_view text);

  Errc code() const { return code_; }
  const std::string& text() const { return text_; }

  // Adds what was being done, in front: "open index: cannot read a.db".
  std::unexpected<Error> While(std::string_view doing) &&;

  // What the user can do next, shown on a line of its own; empty if there is
  // nothing better to say than the text.
  const std::string& hint() const { return hint_; }
  std::unexpected<Error> WithHint(std::string_view hint) &&;

  Subject subject() const { return subject_; }
  std::unexpected<Error> About(Subject subject) &&;

  friend bool operator==(const Error&, const Error&) = default;

 private:
  Errc code_;
  Subject subject_ = Subject::kOther;
  std::string text_;
  std::string hint_;
};

// `return Fail(Errc::kNotFound, "no run " + id);`
std::unexpected<Error> Fail(Errc code, std::string_view text);
std::unexpected<Error> Fail(Errc code, std::string_view text, std::string_view hint);

}  // namespace satchel
