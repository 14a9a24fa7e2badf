#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace satchel::engine {

// When to look next at the files of a workspace, and at which. Changes come in bursts, so a look
// waits until it has been quiet for a moment, but not for longer than a limit. Time is given; any
// start will do. Confined to one thread.
class PendingLook {
 public:
  using Moment = std::chrono::nanoseconds;

  struct Pauses {
    Moment quiet = std::chrono::milliseconds(100);  // after the last change
    Moment most = std::chrono::seconds(1);          // after the first one
  };

  // With more files than `most_files` everything is looked at.
  PendingLook(const Pauses& pauses, std::size_t most_files)
      : pauses_(pauses), most_files_(most_files) {}

  void Add(std::string path, Moment now);
  void AddAll(Moment now);
  // Whatever comes, not before this.
  void NotBefore(Moment time) { not_before_ = time; }

  // Nothing: there is no reason to look.
  std::optional<Moment> due() const;

  struct Look {
    bool all = false;
    std::vector<std::string> paths;  // sorted; without `all`
  };
  // What to look at; nothing is pending then.
  Look Take();

 private:
  struct Burst {
    Moment first{};
    Moment last{};
  };

  void Touch(Moment now);

  // Fixed after construction.
  Pauses pauses_;
  std::size_t most_files_;

  std::optional<Burst> burst_;
  Moment not_before_{};
  bool all_ = false;
  std::set<std::string> paths_;
};

}  // namespace satchel::engine
