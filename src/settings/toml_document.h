#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace satchel::settings {

// A place in a text: line and column from 1, the column in code points.
struct TextPosition {
  std::size_t line = 0;
  std::size_t column = 0;
};

// The byte at that place; the end of the text when it lies beyond.
std::size_t OffsetOf(std::string_view text, TextPosition position);

// A value that no setting takes: "an array", "a date", "an empty table".
struct TomlOther {
  std::string what;
};

struct TomlEntry {
  std::vector<std::string> path;  // `[a]` and `b.c = 1` give a, b, c
  std::variant<bool, std::int64_t, double, std::string, TomlOther> value;
  TextPosition key;
  TextPosition value_begin;
  TextPosition value_end;  // just behind the value

  // The path joined by dots.
  std::string Name() const;
};

struct TomlError {
  TextPosition at;
  std::string message;
};

// All values of a TOML text, in the order of their names. Bounded against hostile
// input: keys of up to 32 parts, values nested up to 32 deep, 4,096 values.
std::expected<std::vector<TomlEntry>, TomlError> ParseToml(std::string_view text);

}  // namespace satchel::settings
