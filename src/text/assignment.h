#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace satchel::text {

// A name and the literal value that a line of code, configuration or log gives
// it, as places in the text.
struct Assignment {
  std::size_t key_begin = 0;
  std::size_t key_end = 0;
  std::size_t value_begin = 0;
  std::size_t value_end = 0;
  bool quoted = false;
  bool tight = false;    // `key=value` without spaces, as in connection strings
  bool cut = false;      // the value goes on after the bytes looked at
  bool defined = false;  // `#define key "value"`
};

// The assignment whose name contains text[at, at + size). Understands
// `key = "value"`, `key: value`, `"key": "value"`, `key := 'value'`,
// `key => "value"`, `key: Type = "value"`, `config["key"] = "value"`,
// `("key", "value")`, `set_key("value")`, `<key>value</key>`, `--key value`,
// `#define KEY "value"`, `export KEY=value` and `?key=value&`. Looks at a bounded number of bytes.
std::optional<Assignment> FindAssignment(std::string_view text, std::size_t at, std::size_t size);

}  // namespace satchel::text
