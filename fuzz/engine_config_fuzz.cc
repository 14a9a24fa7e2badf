#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "settings/config_edit.h"
#include "settings/config_file.h"

namespace {

using satchel::fuzz::Require;
using satchel::settings::ConfigEntry;
using satchel::settings::ParsedConfig;

// What was accepted prints as TOML and reads back to the same values.
void CheckPrintsAndReadsBack(const ParsedConfig& parsed) {
  std::string printed;
  for (const ConfigEntry& entry : parsed.entries) {
    printed += satchel::settings::Get(entry.key).name;
    printed += " = " + satchel::settings::TomlText(entry.value) + "\n";
  }
  const ParsedConfig again = satchel::settings::ParseConfig(printed);
  Require(again.problems.empty() && again.entries.size() == parsed.entries.size());
  for (std::size_t i = 0; i < again.entries.size(); ++i) {
    Require(again.entries[i].key == parsed.entries[i].key);
    Require(again.entries[i].value == parsed.entries[i].value);
  }
}

// An edit that succeeds changes one setting and no other.
void CheckEdit(std::string_view text, const ParsedConfig& parsed) {
  const auto& setting = satchel::settings::Get(satchel::settings::Key::kRetentionDays);
  const auto edited = satchel::settings::SetInConfig(text, setting, std::int64_t{77});
  if (!edited) return;
  const ParsedConfig after = satchel::settings::ParseConfig(*edited);
  bool found = false;
  for (const ConfigEntry& entry : after.entries) {
    if (entry.key == setting.key) {
      found = true;
      Require(std::get<std::int64_t>(entry.value) == 77);
      continue;
    }
    bool same = false;
    for (const ConfigEntry& before : parsed.entries) {
      same = same || (before.key == entry.key && before.value == entry.value);
    }
    Require(same);
  }
  Require(found);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const ParsedConfig parsed = satchel::settings::ParseConfig(text);
  for (const auto& problem : parsed.problems) {
    Require(problem.line >= 1 && problem.column >= 1 && !problem.message.empty());
    // Problems name a line of the text, or the one behind its end.
    std::size_t lines = 1;
    for (const char c : text) lines += c == '\n' ? 1 : 0;
    Require(problem.line <= lines + 1);
  }
  CheckPrintsAndReadsBack(parsed);
  if (parsed.problems.empty()) CheckEdit(text, parsed);
  return 0;
}
