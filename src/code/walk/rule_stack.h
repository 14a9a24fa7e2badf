#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "code/walk/git_index.h"
#include "code/walk/git_place.h"
#include "code/walk/ignore.h"

namespace satchel::code {

// The rules that hold in the directory a walk is in: those of the directories above it, the
// deepest last, and the repositories it is in. A depth is that of the directory they belong to.
class RuleStack {
 public:
  enum class Kind : std::uint8_t { kGit, kSatchel };
  enum class Verdict : std::uint8_t { kNone, kGitIgnored, kSatchelIgnored };

  // So many patterns of all files together hold at most.
  static constexpr std::size_t kMostInForce = 10'000;

  // `base`: how many bytes of a path lead to the directory of the rules. `file`: theirs. False:
  // there would be too many patterns; these are left out.
  bool Push(Kind kind, std::size_t depth, std::size_t base, std::string file, IgnoreRules rules);
  // Hides git's rules and the index from above until it is left.
  void PushRepository(std::size_t depth, std::size_t base, GitPlace place);
  // Leaves a directory.
  void Pop(std::size_t depth);

  // Rules of which it takes far longer than of any that people write are not used any more: all of
  // a walk together have a number of steps that grows with the paths they are asked about.
  Verdict Judge(std::string_view path, bool is_directory, bool is_tracked = false);
  // The files of those, since it was last asked.
  std::vector<std::string> TakeGivenUp();

  // Whether the index of the innermost repository names it or, for a directory, something in it.
  // The index is read when it is first asked for. `unreadable` is set once for one that cannot be.
  bool IsTracked(std::string_view path, bool is_directory, bool& unreadable);
  // How many bytes of a path lead to the innermost repository.
  std::size_t repository_bytes() const;

 private:
  struct Rules {
    std::size_t depth = 0;
    std::size_t base = 0;
    std::string file;
    IgnoreRules rules;
    bool given_up = false;
  };
  struct Repository {
    std::size_t depth = 0;
    std::size_t base = 0;
    std::size_t first_rules = 0;  // in git_
    GitPlace place;
    std::optional<GitIndex> index;
  };
  IgnoreRules::Verdict Ask(std::vector<Rules>& stack, std::size_t first, std::string_view path,
                           bool is_directory);

  std::vector<Rules> git_;
  std::vector<Rules> satchel_;
  std::vector<Repository> repositories_;
  std::vector<std::string> given_up_;
  std::size_t in_force_ = 0;  // patterns
  std::uint64_t steps_ = 0;
  std::uint64_t max_steps_ = 50'000'000;
};

}  // namespace satchel::code
