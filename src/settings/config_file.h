#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "settings/setting.h"

namespace satchel::settings {

// What is wrong at one place of a configuration file.
struct ConfigProblem {
  std::size_t line = 1;
  std::size_t column = 1;
  std::string message;
  std::string hint;
};

struct ConfigEntry {
  Key key;
  Value value;
  std::size_t line = 0;
};

// A configuration file as far as it could be used. With a problem nothing of it
// should count: half of somebody's settings is not what they asked for.
struct ParsedConfig {
  std::vector<ConfigEntry> entries;
  std::vector<ConfigProblem> problems;  // by line; at most 20
};

// Larger files are not read.
inline constexpr std::size_t kMostConfigBytes = 1UL << 20U;

// Reads outside bytes; whatever is wrong becomes a problem with a line.
ParsedConfig ParseConfig(std::string_view text);

// "unknown setting 'x'" and its hint, with the name a person probably meant.
Error UnknownSetting(std::string_view name);

}  // namespace satchel::settings
