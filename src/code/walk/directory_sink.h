#pragma once

#include <cstdint>
#include <string>

namespace satchel::code {

// Told of the directories that a walk reads, each before it is read: what is put there from then
// on is seen by whoever watches it from then on, and what was there before by the walk.
class DirectorySink {
 public:
  enum class Kind : std::uint8_t {
    kCode,     // may hold files of the code
    kGit,      // git's own of a work tree, with its index
    kGitInfo,  // git's own with `exclude`
  };

  virtual ~DirectorySink() = default;

  // `directory` is open for the time of the call. `path` is from the root and ends with a slash,
  // and is empty for the root itself; of git's own ones it is that of their work tree.
  virtual void Enter(int directory, const std::string& path, Kind kind) = 0;
};

}  // namespace satchel::code
