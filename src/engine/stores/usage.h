#pragma once

#include <cstdint>
#include <filesystem>

namespace satchel::engine {

// What a directory holds. Links are counted as themselves and not followed.
struct DiskUsage {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  // Something could not be read, or there are more than a million entries.
  bool complete = true;
};

// Zero for a directory that does not exist. Reads names and sizes only.
DiskUsage MeasureDirectory(const std::filesystem::path& directory);

}  // namespace satchel::engine
