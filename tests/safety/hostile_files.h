#pragma once

#include <filesystem>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "code/walk/skipped.h"

namespace satchel::test {

// A tree that is made to hurt whoever indexes it.
struct HostileCase {
  enum class Then : std::uint8_t {
    kIndexed,   // the file is in the store, by its structure or by lines
    kLimited,   // in the store by lines, and the summary says which limit
    kSkipped,   // not in the store, and the summary says why
    kAnything,  // depends on who comes first
  };

  std::string name;
  std::string path;  // of the hostile one
  std::function<void(const std::filesystem::path& root)> make;
  Then then = Then::kIndexed;
  code::SkipReason reason = code::SkipReason::kGone;  // kSkipped
};

// For GoogleTest.
void PrintTo(const HostileCase& hostile, std::ostream* out);

std::vector<HostileCase> HostileCases();

}  // namespace satchel::test
