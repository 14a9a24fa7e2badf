#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code/walk/glob.h"

namespace satchel::code {

// The rules of one `.gitignore`, `.satchelignore` or `info/exclude`, as git reads them: `!` takes
// back, a slash inside ties a pattern to the file's directory, one at the end asks for a directory,
// the last pattern that matches decides. Immutable; safe to share between threads.
class IgnoreRules {
 public:
  static constexpr std::size_t kMostBytes = 1U << 20U;
  static constexpr std::size_t kMostPatterns = 10'000;

  static IgnoreRules Parse(std::string_view text);

  enum class Verdict : std::uint8_t { kNone, kIgnored, kTakenBack };
  // `path`: from the directory that the rules are in. Says nothing about the directories above it:
  // one that is ignored hides all that is in it, which is up to the caller.
  // Adds to `steps` the work that it took, and gives up (kNone) beyond `max_steps`.
  Verdict Match(std::string_view path, bool is_directory, std::uint64_t& steps,
                std::uint64_t max_steps) const;

  bool empty() const { return patterns_.empty(); }
  std::size_t size() const { return patterns_.size(); }  // patterns
  // A limit was met: the file is larger, or a pattern is longer, than what is read.
  bool cut() const { return cut_; }

 private:
  struct Pattern {
    bool takes_back = false;
    bool only_directories = false;
    bool is_name = false;      // no slash inside: matched with the last name alone
    bool is_suffix = false;    // "*literal", `literal` without the star
    std::string literal;       // all of it, or what stands before the first wildcard
    std::optional<Glob> glob;  // the rest
  };
  // What a look at the first and the last byte decides, which is enough for nearly all of them: a
  // path is tried against every pattern.
  struct Ends {
    static constexpr std::int16_t kAny = -1;
    std::int16_t first = kAny;
    std::int16_t last = kAny;
    bool of_name = false;  // the first byte: of the last name, else of the path
    bool only_directories = false;
  };
  static Ends EndsOf(const Pattern& pattern, std::string_view line);
  void Add(std::string_view line);
  static bool Matches(const Pattern& pattern, std::string_view path, std::string_view name,
                      std::uint64_t& steps);

  std::vector<Pattern> patterns_;
  std::vector<Ends> ends_;  // of each pattern
  bool cut_ = false;
};

}  // namespace satchel::code
