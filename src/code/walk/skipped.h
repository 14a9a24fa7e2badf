#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// Why something in a repository is not read. Names are stable: summaries and JSON have them. New
// ones go to the end.
enum class SkipReason : std::uint8_t {
  kGitIgnored,
  kSatchelIgnored,
  kOwned,       // another source's, or Satchel's own
  kSecret,      // by its name
  kLink,        // symbolic links are never followed
  kSpecial,     // a pipe, socket or device
  kName,        // not UTF-8, or more than one line
  kUnreadable,  // the system refused
  kDepth,       // too many directories above it, or too long a path
  kLimit,       // too many entries in all
  kRules,       // a file of ignore rules, or an index, that was not read, or not to its end
  kSubmodule,   // of a commit: the commit of another repository
  kObject,      // of a commit: missing or broken in the repository
  kTooLarge,
  kBinary,
  kPacket,   // what Satchel itself once printed
  kChanged,  // while it was read, twice
  kGone,     // since it was found
};
inline constexpr std::size_t kSkipReasons = 18;
std::string_view Name(SkipReason reason);

// How much was left out, by reason, each with the first few paths. A directory counts once, for
// all that is in it, and its path ends with a slash.
class Skipped {
 public:
  static constexpr std::size_t kMostExamples = 20;

  void Add(SkipReason reason, std::string_view path);
  void Add(const Skipped& other);

  std::size_t count(SkipReason reason) const { return of(reason).count; }
  const std::vector<std::string>& examples(SkipReason reason) const { return of(reason).examples; }

 private:
  struct Kind {
    std::size_t count = 0;
    std::vector<std::string> examples;
  };
  const Kind& of(SkipReason reason) const { return kinds_.at(static_cast<std::size_t>(reason)); }

  std::array<Kind, kSkipReasons> kinds_;
};

}  // namespace satchel::code
