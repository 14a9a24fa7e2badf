#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

// The little of TOML that manifests are asked for: keys with the text of their values. What it does
// not understand it passes over.
namespace satchel::code {

struct TomlKey {
  std::string table;  // `package`, `dependencies.serde`; of `[[bin]]`, `bin`
  std::string key;    // as written, without quotes; `a.b` for a dotted one
  std::string value;  // as written, without comments
};

// In order. Values over several lines are one.
void ReadTomlKeys(std::string_view bytes, const std::function<void(const TomlKey&)>& take);

// What `"…"` or `'…'` stands for; nothing for another value.
std::optional<std::string> TomlText(std::string_view value);

// The text under a key of `{ key = "…", … }`.
std::optional<std::string> TomlField(std::string_view value, std::string_view key);

}  // namespace satchel::code
