#include "code/resolve/workspace_path.h"

#include <algorithm>

namespace satchel::code {

std::string_view DirectoryOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string_view BaseOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string_view StemOf(std::string_view path) {
  const std::string_view base = BaseOf(path);
  return base.substr(0, base.size() - ExtensionOf(base).size());
}

std::string_view ExtensionOf(std::string_view path) {
  const std::string_view base = BaseOf(path);
  const std::size_t dot = base.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? std::string_view() : base.substr(dot);
}

bool IsWorkspacePath(std::string_view path) {
  if (path.empty() || path.size() > kMostPathBytes) return false;
  if (path.find('\0') != std::string_view::npos) return false;
  std::size_t depth = 0;
  while (true) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    if (part.empty() || part == "." || part == ".." || ++depth > kMostPathDepth) return false;
    if (slash == path.size()) return true;
    path.remove_prefix(slash + 1);
  }
}

std::optional<std::string> JoinPath(std::string_view directory, std::string_view relative) {
  if (relative.starts_with('/') || directory.size() + relative.size() + 1 > kMostPathBytes ||
      relative.find('\0') != std::string_view::npos) {
    return std::nullopt;
  }
  std::string path(directory);
  path.reserve(directory.size() + relative.size() + 1);
  while (!relative.empty()) {
    const std::size_t slash = std::min(relative.find('/'), relative.size());
    const std::string_view part = relative.substr(0, slash);
    relative.remove_prefix(std::min(slash + 1, relative.size()));
    if (part.empty() || part == ".") continue;
    if (part == "..") {
      if (path.empty()) return std::nullopt;
      path.resize(DirectoryOf(path).size());
      continue;
    }
    if (!path.empty()) path += '/';
    path += part;
  }
  if (std::ranges::count(path, '/') >= static_cast<std::ptrdiff_t>(kMostPathDepth)) {
    return std::nullopt;
  }
  return path;
}

std::string Below(std::string_view directory, std::string_view path) {
  std::string joined;
  joined.reserve(directory.size() + path.size() + 16);
  joined += directory;
  if (!directory.empty() && !path.empty()) joined += '/';
  joined += path;
  return joined;
}

bool IsBelow(std::string_view path, std::string_view directory) {
  return directory.empty() || (path.starts_with(directory) &&
                               (path.size() == directory.size() || path[directory.size()] == '/'));
}

std::size_t SharedDepth(std::string_view left, std::string_view right) {
  const std::size_t most = std::min(left.size(), right.size());
  std::size_t shared = 0;
  std::size_t at = 0;
  for (; at < most && left[at] == right[at]; ++at) {
    if (left[at] == '/') ++shared;
  }
  const auto ends = [&](std::string_view path) { return at == path.size() || path[at] == '/'; };
  return at > 0 && ends(left) && ends(right) ? shared + 1 : shared;
}

std::vector<std::string_view> SplitName(std::string_view name, std::string_view separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = std::min(name.find(separator), name.size());
    if (parts.size() == kMostPathDepth) return {};
    parts.push_back(name.substr(0, end));
    if (end == name.size()) return parts;
    name.remove_prefix(end + separator.size());
  }
}

}  // namespace satchel::code
