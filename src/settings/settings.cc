#include "settings/settings.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/files.h"
#include "base/suggest.h"
#include "settings/trust.h"

namespace satchel::settings {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kPrefix = "SATCHEL_";

void AddProblem(LoadedSettings& loaded, std::string_view where, const Error& error) {
  const std::string text =
      where.empty() ? error.text() : fmt::format("{}: {}", where, error.text());
  loaded.problems.push_back({.text = text, .hint = error.hint()});
}

// A problem's message without words that the file chose. A model reads these messages, and the file
// may have come with a repository: only what looks like a name is quoted.
std::string WithoutForeignWords(std::string_view message) {
  constexpr std::size_t kMostName = 40;
  const std::size_t begin = message.find('\'');
  const std::size_t end = message.rfind('\'');
  if (begin == end) return std::string(message);
  const std::string_view quoted = message.substr(begin + 1, end - begin - 1);
  const bool is_name = quoted.size() <= kMostName && std::ranges::all_of(quoted, [](char c) {
                         return IsAlnum(c) || c == '.' || c == '_' || c == '-';
                       });
  if (is_name) return std::string(message);
  return fmt::format("{}(a text of {} bytes){}", message.substr(0, begin), quoted.size(),
                     message.substr(end + 1));
}

// Skips a value that needs trust, with a warning that names the reason.
void WarnUntrusted(LoadedSettings& loaded, const ConfigFile& file, const ConfigEntry& entry) {
  const Setting& setting = Get(entry.key);
  const std::string_view does = setting.redirects             ? "redirects data"
                                : setting.personal            ? "decides about your data"
                                : setting.kind == Kind::kBool ? "makes Satchel read more files"
                                                              : "raises a limit";
  loaded.warnings.push_back(
      {.text = fmt::format("{}:{}: {} is ignored: it {}, and this file is not trusted",
                           file.path.string(), entry.line, setting.name, does),
       .hint = "look at the file, then run `satchel config trust`"});
}

void ApplyFile(LoadedSettings& loaded, ConfigFile& file, std::string_view bytes, bool trusted) {
  const ParsedConfig parsed = ParseConfig(bytes);
  for (const ConfigProblem& problem : parsed.problems) {
    const std::string message = trusted ? problem.message : WithoutForeignWords(problem.message);
    loaded.problems.push_back({.text = fmt::format("{}:{}:{}: {}", file.path.string(), problem.line,
                                                   problem.column, message),
                               .hint = problem.hint});
  }
  file.state = parsed.problems.empty() ? FileState::kRead : FileState::kBroken;
  for (const ConfigEntry& entry : parsed.entries) {
    const bool needs_trust = NeedsTrust(Get(entry.key), entry.value);
    file.needs_trust = file.needs_trust || needs_trust;
    if (!parsed.problems.empty()) continue;
    if (needs_trust && !trusted) {
      WarnUntrusted(loaded, file, entry);
      continue;
    }
    loaded.settings.Set(entry.key, entry.value,
                        {.layer = file.layer, .place = file.path.string(), .line = entry.line});
  }
}

void LoadFile(LoadedSettings& loaded, Layer layer, const fs::path& path) {
  ConfigFile file{.layer = layer, .path = path};
  const auto bytes = ReadSmallFile(path, kMostConfigBytes);
  if (!bytes) {
    file.state = FileState::kBroken;
    AddProblem(loaded, "", bytes.error());
  } else if (*bytes) {
    ApplyFile(loaded, file, **bytes, true);
  }
  loaded.files.push_back(std::move(file));
}

void LoadWorkspaceFile(LoadedSettings& loaded, const Directories& directories,
                       const Workspace& workspace) {
  ConfigFile file{.layer = Layer::kWorkspace, .path = WorkspaceConfigPath(workspace)};
  const auto bytes = ReadWorkspaceConfig(workspace);
  if (!bytes) {
    file.state = FileState::kBroken;
    AddProblem(loaded, "", bytes.error());
  } else if (*bytes) {
    file.trusted = IsTrusted(directories, workspace, **bytes);
    ApplyFile(loaded, file, **bytes, file.trusted);
  }
  loaded.files.push_back(std::move(file));
}

void LoadVariables(LoadedSettings& loaded, const Environment& environment) {
  for (const Setting& setting : AllSettings()) {
    const std::string variable = VariableOf(setting);
    const auto text = environment.Find(variable);
    if (!text) continue;
    auto value = ParseValue(setting, *text);
    if (!value) {
      AddProblem(loaded, variable, value.error());
    } else {
      loaded.settings.Set(setting.key, *std::move(value),
                          {.layer = Layer::kEnvironment, .place = variable});
    }
  }
}

// A misspelt variable does nothing, so it must not do so silently. It is only a
// warning: somebody else's program may own the name.
void WarnUnknownVariables(LoadedSettings& loaded, const Environment& environment) {
  std::vector<std::string> names;
  for (const Setting& setting : AllSettings()) names.push_back(VariableOf(setting));
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (auto it = environment.variables.lower_bound(kPrefix);
       it != environment.variables.end() && it->first.starts_with(kPrefix); ++it) {
    if (std::ranges::find(names, it->first) != names.end()) continue;
    const auto meant = Suggest(it->first, known);
    if (!meant) continue;
    loaded.warnings.push_back({.text = fmt::format("{} is set but is no setting", it->first),
                               .hint = fmt::format("did you mean {}?", *meant)});
  }
}

void LoadFlags(LoadedSettings& loaded, const std::vector<FlagValue>& flags) {
  for (const FlagValue& flag : flags) {
    auto value = ParseValue(Get(flag.key), flag.text);
    if (!value) {
      AddProblem(loaded, flag.flag, value.error());
    } else {
      loaded.settings.Set(flag.key, *std::move(value), {.layer = Layer::kFlag, .place = flag.flag});
    }
  }
}

}  // namespace

std::string_view Name(Layer layer) {
  constexpr std::string_view kNames[] = {"default",   "system",      "user",
                                         "workspace", "environment", "flag"};
  return kNames[static_cast<std::size_t>(layer)];
}

std::string Origin::Describe() const {
  if (layer == Layer::kDefault) return "default";
  return line == 0 ? place : fmt::format("{}:{}", place, line);
}

Settings::Settings() {
  for (const Setting& setting : AllSettings()) {
    slots_.push_back({.value = DefaultOf(setting), .origin = {}});
  }
}

void Settings::Set(Key key, Value value, Origin origin) {
  slots_[static_cast<std::size_t>(key)] = {.value = std::move(value), .origin = std::move(origin)};
}

Status LoadedSettings::Check() const {
  if (problems.empty()) return {};
  const std::size_t others = problems.size() - 1;
  std::string text = problems.front().text;
  if (others > 0) text += fmt::format(" (and {} more: see `satchel doctor`)", others);
  return Fail(Errc::kInvalidInput, text, problems.front().hint);
}

fs::path WorkspaceConfigPath(const Workspace& workspace) {
  return workspace.root / ".satchel" / "config.toml";
}

Result<std::optional<std::string>> ReadWorkspaceConfig(const Workspace& workspace) {
  return ReadSmallFileBeneath(workspace.root, ".satchel", "config.toml", kMostConfigBytes);
}

LoadedSettings LoadSettings(const Environment& environment, const Directories& directories,
                            const Workspace* workspace, const std::vector<FlagValue>& flags) {
  LoadedSettings loaded;
  LoadFile(loaded, Layer::kSystem, directories.system / "config.toml");
  if (directories.config) LoadFile(loaded, Layer::kUser, *directories.config / "config.toml");
  if (workspace != nullptr) {
    LoadWorkspaceFile(loaded, directories, *workspace);
    // A read-only tree has a second file, the user's own, outside it.
    if (!workspace->place_in_root) {
      LoadFile(loaded, Layer::kWorkspace, workspace->place / "config.toml");
    }
  }
  LoadVariables(loaded, environment);
  WarnUnknownVariables(loaded, environment);
  LoadFlags(loaded, flags);
  return loaded;
}

}  // namespace satchel::settings
