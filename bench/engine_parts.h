#pragma once

#include <filesystem>
#include <string>

#include "bench/must.h"
#include "engine/engine.h"

extern char** environ;

// What an engine of a benchmark is made of: the process's own environment, and a directory.
namespace satchel::bench {

inline settings::Environment OwnEnvironment() {
  settings::Environment environment;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const auto equals = text.find('=');
    if (equals == std::string::npos) continue;
    environment.variables.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  environment.working_directory = std::filesystem::current_path();
  return environment;
}

inline engine::EngineParts PartsOf(const std::filesystem::path& directory) {
  engine::EngineParts parts;
  parts.environment = OwnEnvironment();
  parts.directories = settings::FindDirectories(parts.environment);
  parts.workspace = Must(settings::FindWorkspace(parts.environment, parts.directories, directory));
  parts.settings =
      settings::LoadSettings(parts.environment, parts.directories, &parts.workspace, {}).settings;
  return parts;
}

}  // namespace satchel::bench
