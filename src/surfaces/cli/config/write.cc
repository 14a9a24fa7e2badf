// config set, unset and trust.

#include "surfaces/cli/config/write.h"

#include <filesystem>
#include <optional>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "settings/config_edit.h"
#include "settings/config_file.h"
#include "settings/settings.h"
#include "settings/trust.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {
namespace fs = std::filesystem;
namespace {

// A file that is wrong, unless this machine refuses to read or write it.
std::unexpected<Failure> FailFile(const Error& error) {
  const bool refused = error.code() == Errc::kSystem;
  return FailWith(refused ? ExitCode::kSystem : ExitCode::kConfiguration, error);
}

// The file that a change goes to, and its present content.
struct Target {
  fs::path path;
  bool in_tree = false;  // root/.satchel/config.toml: no links are followed
  std::optional<std::string> bytes;
};

std::expected<Target, Failure> FindTarget(const Context& context) {
  Target target;
  if (context.invocation.Find("--scope").value_or("user") == "user") {
    const auto directory = settings::Require(context.directories.config, "XDG_CONFIG_HOME");
    if (!directory) return FailFile(directory.error());
    target.path = *directory / "config.toml";
  } else {
    SATCHEL_TRY(context.CheckWorkspace());
    target.in_tree = context.workspace->place_in_root;
    target.path = context.workspace->place / "config.toml";
  }
  auto bytes = target.in_tree ? settings::ReadWorkspaceConfig(*context.workspace)
                              : ReadSmallFile(target.path, settings::kMostConfigBytes);
  if (!bytes) return FailFile(bytes.error());
  target.bytes = *std::move(bytes);
  return target;
}

Status CreateDirectory(const Target& target) {
  const fs::path directory = target.path.parent_path();
  std::error_code error;
  const bool created = fs::create_directories(directory, error);
  if (error) {
    return Fail(Errc::kSystem,
                fmt::format("cannot create {}: {}", directory.string(), error.message()));
  }
  // What else will be in .satchel is nobody's to commit; the settings are.
  if (created && target.in_tree) {
    return WriteFileAtomicallyBeneath(directory, ".gitignore", "*\n!config.toml\n");
  }
  return {};
}

Status Write(const Target& target, const std::string& bytes) {
  SATCHEL_TRY(CreateDirectory(target));
  return target.in_tree
             ? WriteFileAtomicallyBeneath(target.path.parent_path(), "config.toml", bytes)
             : WriteFileAtomically(target.path, bytes);
}

bool HasValueThatNeedsTrust(std::string_view bytes) {
  for (const settings::ConfigEntry& entry : settings::ParseConfig(bytes).entries) {
    if (settings::NeedsTrust(settings::Get(entry.key), entry.value)) return true;
  }
  return false;
}

// The user has just typed the value, so it needs no second permission, unless the
// file has other values that were never allowed.
Status CarryTrust(const Context& context, const Target& target, const std::string& edited) {
  if (!target.in_tree || !HasValueThatNeedsTrust(edited)) return {};
  const std::string before = target.bytes.value_or("");
  const bool clean = !HasValueThatNeedsTrust(before) ||
                     settings::IsTrusted(context.directories, *context.workspace, before);
  if (!clean) {
    context.Warn(
        fmt::format("{} has other values that need trust and is not trusted", target.path.string()),
        "look at the file, then run `satchel config trust`");
    return {};
  }
  return settings::Trust(context.directories, *context.workspace, edited);
}

Outcome Save(const Context& context, const Target& target, const std::string& edited) {
  if (auto written = Write(target, edited); !written) {
    return FailFile(written.error());
  }
  if (auto carried = CarryTrust(context, target, edited); !carried) {
    return FailFile(carried.error());
  }
  return ExitCode::kOk;
}

// What is stronger than the file just written, so that the change seems to do nothing.
void NoteIfHidden(const Context& context, const settings::Setting& setting, const Target& target) {
  const auto now = settings::LoadSettings(context.environment, context.directories,
                                          context.workspace ? &*context.workspace : nullptr, {});
  const settings::Origin& origin = now.settings.OriginOf(setting.key);
  if (origin.place != target.path.string() && origin.layer != settings::Layer::kDefault) {
    context.Note(
        fmt::format("note: {} overrides this and has {}", origin.Describe(),
                    settings::PlainText(settings::Shown(setting, now.settings.Get(setting.key)))));
  }
}

std::expected<settings::Value, Failure> CheckedValue(const settings::Setting& setting,
                                                     const std::string& text) {
  if (setting.secret) {
    return FailWith(ExitCode::kUsage,
                    fmt::format("{} is a secret and is never stored in a file", setting.name),
                    fmt::format("set {} in the environment", settings::VariableOf(setting)));
  }
  auto value = settings::ParseValue(setting, text);
  if (!value) return FailWith(ExitCode::kUsage, value.error());
  const bool address =
      setting.kind == settings::Kind::kStore || setting.kind == settings::Kind::kHttpUrl;
  if (address && settings::HasPassword(text)) {
    return FailWith(
        ExitCode::kUsage,
        fmt::format("{} must not contain a password: files are copied and committed", setting.name),
        fmt::format("omit it and set {} in the environment",
                    settings::VariableOf(settings::PasswordOf(setting))));
  }
  return *std::move(value);
}

std::expected<void, Failure> SetIn(const Context& context, const Target& target,
                                   const settings::Setting& setting, const settings::Value& value) {
  const auto edited = settings::SetInConfig(target.bytes.value_or(""), setting, value);
  if (!edited) {
    Error error = edited.error();
    return FailWith(ExitCode::kConfiguration, std::move(error).While(target.path.string()).error());
  }
  SATCHEL_TRY(Save(context, target, *edited));
  context.Note(
      fmt::format("{} = {} in {}", setting.name, settings::TomlText(value), target.path.string()));
  NoteIfHidden(context, setting, target);
  return {};
}

}  // namespace

std::expected<void, Failure> SetForUser(const Context& context, settings::Key key,
                                        std::string_view value) {
  const settings::Setting& setting = settings::Get(key);
  const auto checked = SATCHEL_TRY(CheckedValue(setting, std::string(value)));
  return SetIn(context, SATCHEL_TRY(FindTarget(context)), setting, checked);
}

Outcome RunConfigSet(Context& context) {
  const std::string& name = context.invocation.arguments[0];
  const settings::Setting* setting = settings::FindSetting(name);
  if (setting == nullptr) return FailWith(ExitCode::kUsage, settings::UnknownSetting(name));
  const auto value = SATCHEL_TRY(CheckedValue(*setting, context.invocation.arguments[1]));
  SATCHEL_TRY(SetIn(context, SATCHEL_TRY(FindTarget(context)), *setting, value));
  if (!setting->planned.empty()) {
    context.Warn(settings::PlannedText(*setting), "the value is kept for then");
  }
  return ExitCode::kOk;
}

Outcome RunConfigUnset(Context& context) {
  const std::string& name = context.invocation.arguments[0];
  auto target = SATCHEL_TRY(FindTarget(context));
  const auto edited = settings::UnsetInConfig(target.bytes.value_or(""), name);
  if (!edited) {
    if (edited.error().code() == Errc::kNotFound) {
      if (settings::FindSetting(name) == nullptr) {
        return FailWith(ExitCode::kUsage, settings::UnknownSetting(name));
      }
      return FailWith(ExitCode::kNothing,
                      fmt::format("{} is not set in {}", name, target.path.string()),
                      "`satchel config show --origin` shows where it is set");
    }
    Error error = edited.error();
    return FailWith(ExitCode::kConfiguration, std::move(error).While(target.path.string()).error());
  }
  SATCHEL_TRY(Save(context, target, *edited));
  context.Note(fmt::format("removed {} from {}", name, target.path.string()));
  if (const auto* setting = settings::FindSetting(name)) NoteIfHidden(context, *setting, target);
  return ExitCode::kOk;
}

namespace {

Outcome ListTrusted(const Context& context) {
  const auto records = settings::ListTrust(context.directories);
  if (!records) return FailFile(records.error());
  Json rows = Json::array();
  for (const settings::TrustRecord& record : *records) {
    if (context.json) {
      rows.push_back({{"root", record.root}, {"sha256", record.sha256}});
    } else {
      context.Print(Visible(record.root) + "\n");
    }
  }
  if (context.json) context.PrintJson({{"trusted", rows}});
  if (!context.json && records->empty()) context.Note("no workspace is trusted");
  return ExitCode::kOk;
}

Outcome Revoke(const Context& context) {
  const auto revoked = settings::RevokeTrust(context.directories, *context.workspace);
  if (!revoked) return FailFile(revoked.error());
  if (context.json) {
    context.PrintJson({{"trusted", false}, {"changed", *revoked}});
  } else {
    context.Print(*revoked ? "no longer trusted\n" : "was not trusted; nothing to do\n");
  }
  return ExitCode::kOk;
}

}  // namespace

Outcome RunConfigTrust(Context& context) {
  if (context.invocation.Has("--list")) return ListTrusted(context);
  SATCHEL_TRY(context.CheckWorkspace());
  if (context.invocation.Has("--revoke")) return Revoke(context);
  const fs::path path = settings::WorkspaceConfigPath(*context.workspace);
  const auto bytes = settings::ReadWorkspaceConfig(*context.workspace);
  if (!bytes) return FailFile(bytes.error());
  if (!*bytes) {
    return FailWith(ExitCode::kNotFound, fmt::format("there is no {}", path.string()),
                    "nothing needs to be trusted");
  }
  const settings::ParsedConfig parsed = settings::ParseConfig(**bytes);
  if (!parsed.problems.empty()) {
    const auto& problem = parsed.problems.front();
    return FailWith(
        ExitCode::kConfiguration,
        fmt::format("{}:{}:{}: {}", path.string(), problem.line, problem.column, problem.message),
        problem.hint);
  }
  if (auto trusted = settings::Trust(context.directories, *context.workspace, **bytes); !trusted) {
    return FailFile(trusted.error());
  }
  Json rows = Json::array();
  std::string lines;
  for (const settings::ConfigEntry& entry : parsed.entries) {
    const settings::Setting& setting = settings::Get(entry.key);
    if (!settings::NeedsTrust(setting, entry.value)) continue;
    rows.push_back({{"key", setting.name}, {"value", settings::PlainText(entry.value)}});
    lines += fmt::format("  {} = {}\n", setting.name, Visible(settings::TomlText(entry.value)));
  }
  if (context.json) {
    context.PrintJson({{"trusted", true}, {"path", path.string()}, {"values", rows}});
  } else if (lines.empty()) {
    context.Print(fmt::format("trusted {}; no value in it needs trust\n", Visible(path.string())));
  } else {
    context.Print(
        fmt::format("trusted {}; these settings now apply:\n{}", Visible(path.string()), lines));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
