#pragma once

#include <cstdint>

namespace satchel::test {

// From now on this process kills itself at the `at`-th step that changes the disk: before a
// call of fsync, ftruncate, mkdirat, renameat or unlinkat; before a write, and when half of it is
// written. 0: never.
void KillAt(std::uint64_t at);

}  // namespace satchel::test
