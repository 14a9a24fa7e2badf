// config show, get and path.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "settings/config_file.h"
#include "settings/settings.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/table/command.h"

namespace satchel::cli {
namespace {

Json ValueJson(const settings::Value& value) {
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
  return row;
}

std::string_view StateText(const settings::ConfigFile& file) {
  if (file.state == settings::FileState::kAbsent) return "not there";
  if (file.state == settings::FileState::kBroken) return "cannot be used: see `satchel doctor`";
  if (!file.redirects) return "read";
  return file.trusted || file.layer != settings::Layer::kWorkspace
             ? "read"
             : "read; not trusted, so values that redirect data are ignored";
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
    const settings::Value shown = settings::Shown(setting, settings.Get(setting.key));
    // A secret is no TOML value: it could not be read back from a file.
    std::string line =
        setting.secret ? fmt::format("# {} is {}", setting.name,
                                     settings::PlainText(shown).empty() ? "not set" : "set")
                       : fmt::format("{} = {}", setting.name, Visible(settings::TomlText(shown)));
    if (with_origin) line += fmt::format("  # {}", Visible(origin.Describe()));
    context.Print(line + "\n");
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
                      {"redirects", file.redirects},
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
