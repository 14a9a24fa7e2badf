#pragma once

#include <cstdint>

namespace satchel::test {

// From now on this process kills itself at the `at`-th step that changes the disk: before a
// call that syncs, truncates, renames, unlinks or makes a directory; before a write, and when half
// of it is written. 0: never. The calls are those of tests/crash/CMakeLists.txt.
void KillAt(std::uint64_t at);

}  // namespace satchel::test
