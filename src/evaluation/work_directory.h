#pragma once

#include <filesystem>
#include <utility>

#include "base/result.h"
#include "settings/environment.h"

namespace satchel::evaluation {

// Where the stores of a measurement are: one that stays, or a private one below $TMPDIR that is
// removed with its content when this goes.
class WorkDirectory {
 public:
  static Result<WorkDirectory> Temporary(const settings::Environment& environment);
  static Result<WorkDirectory> Kept(const std::filesystem::path& path);
  ~WorkDirectory();
  WorkDirectory(WorkDirectory&& other) noexcept
      : path_(std::exchange(other.path_, {})), temporary_(other.temporary_) {}
  WorkDirectory& operator=(WorkDirectory&&) = delete;
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  WorkDirectory(std::filesystem::path path, bool temporary)
      : path_(std::move(path)), temporary_(temporary) {}

  std::filesystem::path path_;  // empty when it was moved away
  bool temporary_;
};

}  // namespace satchel::evaluation
