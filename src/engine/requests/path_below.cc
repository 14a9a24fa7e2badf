#include "engine/requests/path_below.h"

namespace satchel::engine {
namespace fs = std::filesystem;

std::optional<std::string> PathBelow(const fs::path& root, const fs::path& path) {
  const fs::path below = path.lexically_normal().lexically_relative(root.lexically_normal());
  if (below.empty() || below == "." || *below.begin() == "..") return std::nullopt;
  return below.generic_string();
}

}  // namespace satchel::engine
