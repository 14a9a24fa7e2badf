#include "settings/directories.h"

#include <algorithm>

#include <fmt/format.h>

namespace satchel::settings {
namespace fs = std::filesystem;
namespace {

std::optional<fs::path> AbsoluteVariable(const Environment& environment, std::string_view name,
                                         std::vector<std::string>& ignored) {
  const auto value = environment.Find(name);
  if (!value) return std::nullopt;
  fs::path path(*value);
  if (path.is_absolute()) return path;
  ignored.emplace_back(name);
  return std::nullopt;
}

}  // namespace

Directories FindDirectories(const Environment& environment) {
  Directories found;
  found.system = environment.system_directory;
  const auto home = AbsoluteVariable(environment, "HOME", found.ignored);
  const auto place = [&](std::string_view variable,
                         std::string_view below_home) -> std::optional<fs::path> {
    if (const auto base = AbsoluteVariable(environment, variable, found.ignored)) {
      return *base / "satchel";
    }
    if (home) return *home / below_home / "satchel";
    return std::nullopt;
  };
  found.config = place("XDG_CONFIG_HOME", ".config");
  found.data = place("XDG_DATA_HOME", ".local/share");
  found.state = place("XDG_STATE_HOME", ".local/state");
  found.cache = place("XDG_CACHE_HOME", ".cache");
  return found;
}

fs::path ExpandHome(const Environment& environment, std::string_view text) {
  const auto home = environment.Find("HOME");
  if (!home || (text != "~" && !text.starts_with("~/"))) return text;
  return fs::path(*home) / text.substr(std::min<std::size_t>(text.size(), 2));
}

Result<fs::path> Require(const std::optional<fs::path>& directory, std::string_view variable) {
  if (directory) return *directory;
  return Fail(Errc::kInvalidInput,
              fmt::format("no place to write: neither HOME nor {} is an absolute path", variable),
              fmt::format("set HOME, or {} to a directory of yours", variable));
}

}  // namespace satchel::settings
