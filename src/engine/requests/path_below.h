#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace satchel::engine {

// The path from the root, by the texts alone; nullopt if it leads out of it or is the root.
std::optional<std::string> PathBelow(const std::filesystem::path& root,
                                     const std::filesystem::path& path);

}  // namespace satchel::engine
