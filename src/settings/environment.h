#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace satchel::settings {

// What a process is given from outside, as a value: main() collects it once and
// tests make their own. Nothing below a surface calls getenv or asks for the
// working directory.
struct Environment {
  std::map<std::string, std::string, std::less<>> variables;
  // Absolute; empty when the process stands in a directory that is gone.
  std::filesystem::path working_directory;
  // Where the machine's own configuration is; tests move it.
  std::filesystem::path system_directory = "/etc/satchel";

  // An empty variable counts as not set, as the XDG rules have it.
  std::optional<std::string> Find(std::string_view name) const {
    const auto found = variables.find(name);
    if (found == variables.end() || found->second.empty()) return std::nullopt;
    return found->second;
  }
};

}  // namespace satchel::settings
