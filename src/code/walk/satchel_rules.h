#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "code/walk/ignore.h"

namespace satchel::code {

// All `.satchelignore` of a tree, for paths that come in no order. A walk has a RuleStack instead.
class SatchelRules {
 public:
  // `directory` ends with a slash, or is empty for the root.
  void Add(std::string directory, IgnoreRules rules);

  bool empty() const { return rules_.empty(); }
  // Whether the file, or a directory above it, is ignored. False for all when it took too long.
  bool Ignores(std::string_view file);
  bool gave_up() const { return steps_ > max_steps_; }

 private:
  IgnoreRules::Verdict Judge(std::string_view path, bool is_directory);

  std::map<std::string, IgnoreRules, std::less<>> rules_;
  std::uint64_t steps_ = 0;
  std::uint64_t max_steps_ = 50'000'000;
};

}  // namespace satchel::code
