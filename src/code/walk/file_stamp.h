#pragma once

#include <cstdint>
#include <sys/stat.h>

#include "code/walk/walker.h"

namespace satchel::code {

inline FileStamp StampOf(const struct stat& facts) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  return {.size = static_cast<std::uint64_t>(facts.st_size),
          .modified = facts.st_mtim.tv_sec * kSecond + facts.st_mtim.tv_nsec,
          .changed = facts.st_ctim.tv_sec * kSecond + facts.st_ctim.tv_nsec,
          .inode = facts.st_ino,
          .device = facts.st_dev};
}

}  // namespace satchel::code
