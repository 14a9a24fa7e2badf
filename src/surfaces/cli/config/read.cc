// config show, get and path.

#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "settings/config_file.h"
#include "settings/settings.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace {

Json ValueJson(const settings::Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return nullptr;
  if (const auto* truth = std::get_if<bool>(&value)) return *truth;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
  // Decimals are texts: a JSON number would be read as a binary fraction.
  return settings::PlainText(value);
}

Json SettingJson(const settings::Setting& setting, const settings::Settings& settings) {
  const settings::Origin& origin = settings.OriginOf(setting.key);
  Json row = {
      {"key", setting.name},
      {"value", ValueJson(settings::Shown(setting, settings.Get(setting.key)))},
      {"origin", {{"layer", Name(origin.layer)}, {"place", origin.place}, {"line", origin.line}}}};
  if (setting.secret) row["secret"] = true;
  if (!setting.planned.empty()) row["planned"] = setting.planned;
  return row;
}

// One line of TOML, which could be read back from a file. A secret and what is not set
// have no such line.
std::string SettingLine(const settings::Setting& setting, const settings::Settings& settings,
                        bool with_origin) {
  const settings::Value shown = settings::Shown(setting, settings.Get(setting.key));
  const bool is_set = !settings::PlainText(shown).empty();
  const bool has_value = !setting.secret && !std::holds_alternative<std::monostate>(shown);
  std::string line = has_value
                         ? fmt::format("{} = {}", setting.name, Visible(settings::TomlText(shown)))
                         : fmt::format("# {} is {}", setting.name, is_set ? "set" : "not set");
  std::vector<std::string> remarks;
  if (with_origin) remarks.push_back(Visible(settings.OriginOf(setting.key).Describe()));
  if (!setting.planned.empty()) remarks.emplace_back("planned; has no effect yet");
  if (!remarks.empty()) line += fmt::format("  # {}", fmt::join(remarks, "; "));
  return line;
}

std::string_view StateText(const settings::ConfigFile& file) {
  if (file.state == settings::FileState::kAbsent) return "not there";
  if (file.state == settings::FileState::kBroken) return "cannot be used; see `satchel doctor`";
  if (!file.needs_trust) return "read";
  return file.trusted || file.layer != settings::Layer::kWorkspace
             ? "read"
             : "read; not trusted, so values that need trust are ignored";
}

std::string_view StateName(settings::FileState state) {
  return state == settings::FileState::kAbsent ? "absent"
         : state == settings::FileState::kRead ? "read"
                                               : "broken";
}

}  // namespace

Outcome RunConfigShow(Context& context) {
  SATCHEL_TRY(context.CheckSetup());
  const settings::Settings& settings = context.loaded.settings;
  const bool only_changed = context.invocation.Has("--changed");
  const bool with_origin = context.invocation.Has("--origin");
  Json rows = Json::array();
  for (const settings::Setting& setting : settings::AllSettings()) {
    const settings::Origin& origin = settings.OriginOf(setting.key);
    if (only_changed && origin.layer == settings::Layer::kDefault) continue;
    if (context.json) {
      rows.push_back(SettingJson(setting, settings));
      continue;
    }
    context.Print(SettingLine(setting, settings, with_origin) + "\n");
  }
  if (context.json) context.PrintJson({{"settings", rows}});
  return ExitCode::kOk;
}

Outcome RunConfigGet(Context& context) {
  const std::string& name = context.invocation.arguments[0];
  const settings::Setting* setting = settings::FindSetting(name);
  if (setting == nullptr) return FailWith(ExitCode::kUsage, settings::UnknownSetting(name));
  SATCHEL_TRY(context.CheckSetup());
  const settings::Value shown =
      settings::Shown(*setting, context.loaded.settings.Get(setting->key));
  const std::string plain = settings::PlainText(shown);
  if (context.json) {
    context.PrintJson(SettingJson(*setting, context.loaded.settings));
  } else if (!plain.empty()) {
    context.Print(plain + "\n");
  } else {
    context.Note(fmt::format("{} is not set", name));
  }
  if (!setting->planned.empty()) context.Note("note: " + settings::PlannedText(*setting));
  return plain.empty() ? ExitCode::kNothing : ExitCode::kOk;
}

Outcome RunConfigPath(Context& context) {
  SATCHEL_TRY(context.CheckWorkspace());
  Json rows = Json::array();
  for (const settings::ConfigFile& file : context.loaded.files) {
    if (context.json) {
      rows.push_back({{"layer", Name(file.layer)},
                      {"path", file.path.string()},
                      {"state", StateName(file.state)},
                      {"redirects", file.needs_trust},
                      {"trusted", file.trusted}});
    } else {
      context.Print(fmt::format("{:<9}  {}  ({})\n", Name(file.layer), Visible(file.path.string()),
                                StateText(file)));
    }
  }
  if (context.json) context.PrintJson({{"files", rows}});
  return ExitCode::kOk;
}

}  // namespace satchel::cli
