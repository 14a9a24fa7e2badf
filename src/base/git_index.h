#pragma once

#include <filesystem>
#include <span>
#include <string_view>

namespace satchel {

// Whether Git tracks a file below `directory`, by the index of the nearest repository at or above
// it. Reads the index itself, without running git. An index that cannot be read tracks nothing.
// `except`: names directly in the directory that do not count.
bool HasTrackedFiles(const std::filesystem::path& directory,
                     std::span<const std::string_view> except = {});

}  // namespace satchel
