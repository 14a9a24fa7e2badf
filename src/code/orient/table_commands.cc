// Tables of commands in JSON, TOML and INI: scripts of package.json and composer.json, presets of
// CMake, environments of tox, scripts of Python tools. They are read line by line, because places
// need lines; a file that is one long line has no commands.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/orient/command_line.h"

namespace satchel::retrieval {
namespace {

constexpr std::uint32_t kMostShown = 6;  // lines of a section

// `"key": rest` of a line of JSON.
std::optional<std::pair<std::string_view, std::string_view>> KeyOf(std::string_view line) {
  if (!line.starts_with('"')) return std::nullopt;
  const std::size_t end = line.find('"', 1);
  if (end == line.npos) return std::nullopt;
  const std::string_view rest = Trimmed(line.substr(end + 1));
  if (!rest.starts_with(':')) return std::nullopt;
  return std::pair(line.substr(1, end - 1), Trimmed(rest.substr(1)));
}

// How much deeper the lines after this one are.
int DepthOf(std::string_view line) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == '{' || c == '[')) {
      ++depth;
    } else if (!in_string && (c == '}' || c == ']')) {
      --depth;
    }
  }
  return depth;
}

std::string Invocation(std::string_view runner, std::string_view name) {
  if (runner == "composer") return fmt::format("composer {}", name);
  if (runner == "npm" && name != "test" && name != "start") return fmt::format("npm run {}", name);
  return fmt::format("{} {}{}", runner, runner == "bun" || runner == "deno" ? "run " : "", name);
}

struct Runner {
  std::string_view section;  // how the name of its section begins
  std::string_view call;
};
// Sections whose keys are names and whose values are commands.
constexpr std::array kRunners = {Runner{"tool.poe.tasks", "poe"},
                                 Runner{"tool.pdm.scripts", "pdm run"},
                                 Runner{"tool.taskipy.tasks", "task"},
                                 Runner{"tool.rye.scripts", "rye run"},
                                 Runner{"tool.pixi.tasks", "pixi run"},
                                 Runner{"project.scripts", ""},
                                 Runner{"tool.poetry.scripts", "poetry run"},
                                 Runner{"alias", "cargo"},
                                 Runner{"scripts", "pipenv run"}};

// A section of TOML or INI as a command of its own: an environment of tox.
std::optional<std::string> EnvironmentOf(std::string_view section) {
  for (const std::string_view base : {"testenv", "tool.tox.env_run_base"}) {
    if (section == base) return "";
  }
  for (const std::string_view prefix : {"testenv:", "tool.tox.env."}) {
    if (section.starts_with(prefix))
      return std::string(Trimmed(section.substr(prefix.size()), "\""));
  }
  return std::nullopt;
}

}  // namespace

std::vector<Command> ScriptTable(std::string_view text, std::string_view runner) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  int depth = 0;
  bool in_scripts = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    const auto key = KeyOf(line);
    if (depth == 1) {
      in_scripts = key && (key->first == "scripts" || key->first == "tasks");
      if (key && key->first == "description") {
        found.Add({.first = LineNumber(i),
                   .last = LineNumber(i),
                   .invocation = "",
                   .name = "",
                   .text = "",
                   .about = std::string(kDescription)});
      }
    } else if (in_scripts && depth == 2 && key) {
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = Invocation(runner, key->first),
                 .name = std::string(key->first),
                 .text = std::string(Trimmed(key->second, "\", \t[")),
                 .about = ""});
    } else if (in_scripts && depth == 3 && !found.empty()) {
      Command& command = found.back();
      if (LineNumber(i) - command.first < kMostShown) command.last = LineNumber(i);
      command.text.append(" ; ").append(Trimmed(line, "\", \t"));
    }
    depth += DepthOf(line);
  }
  return found.Take();
}

std::vector<Command> PresetCommands(std::string_view text) {
  constexpr auto kCalls = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"configurePresets", "cmake --preset"},
       {"buildPresets", "cmake --build --preset"},
       {"testPresets", "ctest --preset"},
       {"workflowPresets", "cmake --workflow --preset"}});
  const auto lines = CommandLinesOf(text);
  CommandList found;
  int depth = 0;
  std::string_view call;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    const auto key = KeyOf(line);
    if (depth == 1 && key) {
      const auto of =
          std::ranges::find(kCalls, key->first, [](const auto& one) { return one.first; });
      call = of == kCalls.end() ? std::string_view() : of->second;
    } else if (depth == 3 && key && key->first == "name" && !call.empty()) {
      const std::string_view name = Trimmed(key->second, "\", ");
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = fmt::format("{} {}", call, name),
                 .name = std::string(name),
                 .text = fmt::format("{} build {}", call, name),
                 .about = ""});
    }
    depth += DepthOf(line);
  }
  return found.Take();
}

std::vector<Command> SectionCommands(std::string_view path, std::string_view text) {
  const auto lines = CommandLinesOf(text);
  CommandList found;
  std::string_view call;
  bool table = false;
  bool environment = false;
  bool commands = false;  // inside the value of `commands`
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (line.empty() || line.starts_with('#') || line.starts_with(';')) continue;
    if (lines[i].starts_with('[') && line.ends_with(']')) {
      const std::string_view section = Trimmed(line, "[] ");
      const auto name = EnvironmentOf(section);
      environment = name.has_value();
      commands = table = false;
      if (name) {
        found.Add({.first = LineNumber(i),
                   .last = LineNumber(i),
                   .invocation = name->empty() ? "tox" : fmt::format("tox -e {}", *name),
                   .name = *name,
                   .text = "",
                   .about = ""});
      }
      for (const Runner& one : kRunners) {
        const bool cargo = one.section == "alias" && path.find(".cargo/") == path.npos;
        if (section != one.section || cargo) continue;
        table = true;
        call = one.call;
      }
      if (section.starts_with("tool.hatch.env") && section.ends_with(".scripts")) {
        table = true;
        call = "hatch run";
      }
      continue;
    }
    const std::size_t equals = line.find('=');
    const std::string_view key = Trimmed(line.substr(0, std::min(equals, line.size())), " \t\"");
    const bool is_key = equals != line.npos && IsIdentifier(key) && !lines[i].starts_with(' ');
    const std::string_view value =
        is_key ? Trimmed(line.substr(equals + 1), " \t\"'") : std::string_view();
    if (table && is_key) {
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = call.empty() ? std::string(key) : fmt::format("{} {}", call, key),
                 .name = std::string(key),
                 .text = std::string(value),
                 .about = call.empty() ? "run" : ""});
    } else if (environment && !found.empty()) {
      Command& command = found.back();
      if (is_key) commands = key == "commands";
      if (key == "description") command.about = std::string(value);
      if (!commands) continue;
      // Keys between the head of the section and its commands take no more room than this.
      if (LineNumber(i) - command.first >= kMostShown && is_key) command.first = LineNumber(i);
      if (LineNumber(i) - command.first < kMostShown) command.last = LineNumber(i);
      command.text.append(command.text.empty() ? "" : " ; ").append(is_key ? value : line);
    } else if (is_key && key == "description") {
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = "",
                 .name = "",
                 .text = "",
                 .about = std::string(kDescription)});
    }
  }
  return found.Take();
}

}  // namespace satchel::retrieval
