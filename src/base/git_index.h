#pragma once

#include <filesystem>

namespace satchel {

// Whether Git tracks a file below `directory`, by the index of the nearest repository at or above
// it. Reads the index itself, without running git. An index that cannot be read tracks nothing.
bool HasTrackedFiles(const std::filesystem::path& directory);

}  // namespace satchel
