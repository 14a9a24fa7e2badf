// Workflows of CI, scripts of a shell, and manifests that name no commands, because a tool's usual
// ones hold.

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/orient/command_line.h"

namespace satchel::retrieval {
namespace {

std::string_view FileName(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? path : path.substr(slash + 1);
}

std::size_t IndentOf(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// Keys whose values are lines of a shell.
bool IsRunKey(std::string_view key) {
  constexpr auto kKeys = std::to_array<std::string_view>(
      {"run", "script", "scripts", "command", "before_script", "install", "build_script",
       "test_script", "before_build", "after_build"});
  return std::ranges::find(kKeys, key) != kKeys.end();
}

struct UsualCommand {
  std::string_view file;  // its name, or how it ends
  std::string_view line;  // how the line that is shown begins
  std::string_view name;
  std::string_view invocation;
};
constexpr std::array kUsual = {
    UsualCommand{"Cargo.toml", "[", "build", "cargo build"},
    UsualCommand{"Cargo.toml", "[", "test", "cargo test"},
    UsualCommand{"Cargo.toml", "[[bench]]", "bench", "cargo bench"},
    UsualCommand{"go.mod", "module", "build", "go build ./..."},
    UsualCommand{"go.mod", "module", "test", "go test ./..."},
    UsualCommand{"pom.xml", "<artifactId", "build", "mvn package"},
    UsualCommand{"pom.xml", "<artifactId", "test", "mvn test"},
    UsualCommand{"mix.exs", "defmodule", "build", "mix compile"},
    UsualCommand{"mix.exs", "defmodule", "test", "mix test"},
    UsualCommand{"Package.swift", "let package", "build", "swift build"},
    UsualCommand{"Package.swift", "let package", "test", "swift test"},
    UsualCommand{"phpunit.xml", "<testsuite ", "test", "vendor/bin/phpunit"},
    UsualCommand{"phpunit.xml.dist", "<testsuite ", "test", "vendor/bin/phpunit"},
    UsualCommand{"pytest.ini", "[pytest]", "test", "pytest"},
    UsualCommand{"setup.py", "setup(", "install", "pip install -e ."},
    UsualCommand{".sln", "Project(", "build", "dotnet build"},
    UsualCommand{".sln", "Project(", "test", "dotnet test"},
    UsualCommand{".slnx", "<Project", "build", "dotnet build"},
    UsualCommand{".slnx", "<Project", "test", "dotnet test"},
    UsualCommand{"meson.build", "project(", "build", "meson compile -C build"},
    UsualCommand{"meson.build", "project(", "test", "meson test -C build"},
    UsualCommand{"CMakeLists.txt", "project(", "build", "cmake -B build && cmake --build build"},
    UsualCommand{"CMakeLists.txt", "enable_testing", "test", "ctest --test-dir build"},
    UsualCommand{"BUILD.bazel", "", "build", "bazel build //..."},
    UsualCommand{"BUILD.bazel", "", "test", "bazel test //..."},
};

}  // namespace

std::vector<Command> WorkflowCommands(std::string_view path, std::string_view text) {
  const auto lines = CommandLinesOf(text);
  const std::string file(FileName(path));
  CommandList found;
  std::string job;
  std::string step;
  std::string_view key;
  std::size_t block = std::string::npos;  // the indentation of the key whose block this is
  const auto add = [&](std::size_t at, std::string_view command) {
    if (!StartsWithTool(command)) return;
    found.Add({.first = LineNumber(at),
               .last = LineNumber(at),
               .invocation = std::string(command),
               .name = "",
               .text = std::string(command),
               .about = fmt::format("{} {} {} {}", file, job, step, key)});
  };
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string_view line = Trimmed(lines[i]);
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t indent = IndentOf(lines[i]);
    const bool item = line.starts_with("- ");
    if (block != std::string::npos && (indent > block || (indent == block && item))) {
      std::string_view command = item ? Trimmed(line.substr(2)) : line;
      add(i, Trimmed(WithoutPrompt(command), "\"'"));
      continue;
    }
    block = std::string::npos;
    if (item) {
      line = Trimmed(line.substr(2));
      step.clear();
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos) continue;
    const std::string_view value = Trimmed(line.substr(colon + 1), " \t\"'");
    if (indent == 2 && value.empty()) {
      job = std::string(line.substr(0, std::min<std::size_t>(colon, 80)));
      step.clear();
    }
    if (line.substr(0, colon) == "name") step = std::string(value.substr(0, 80));
    if (!IsRunKey(line.substr(0, colon))) continue;
    key = line.substr(0, colon);
    if (value.empty() || value.starts_with('|') || value.starts_with('>')) {
      block = indent + (item ? 2 : 0);
      if (value.empty()) block = indent;
    } else {
      add(i, value);
    }
  }
  return found.Take();
}

std::vector<Command> ScriptCommands(std::string_view path, std::string_view text) {
  const auto lines = CommandLinesOf(text);
  const std::string_view file = FileName(path);
  CommandList found;
  Command itself{.first = 1,
                 .last = 1,
                 .invocation = fmt::format("./{}", path),
                 .name = std::string(file.substr(0, file.rfind('.'))),
                 .text = "",
                 .about = ""};
  constexpr std::size_t kMostHead = 12;
  bool head = true;
  std::string above;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = Trimmed(lines[i]);
    if (line.empty() || line.starts_with("#!")) continue;
    if (line.starts_with('#') || line.starts_with("::") || SameButCase(line.substr(0, 4), "rem ")) {
      above = std::string(Trimmed(line, "#: \t"));
      if (head && i < kMostHead) itself.about.append(" ").append(above);
      continue;
    }
    // A target of PowerShell's build tools.
    if (line.starts_with("target ") || line.starts_with("task ")) above = std::string(line);
    const std::string_view command = WithoutPrompt(line);
    if (!StartsWithTool(command)) {
      head = false;
      continue;
    }
    if (itself.text.empty()) itself.first = itself.last = LineNumber(i);
    head = false;
    if (itself.text.size() < 400)
      itself.text.append(itself.text.empty() ? "" : " ; ").append(command);
    found.Add({.first = LineNumber(i),
               .last = LineNumber(i),
               .invocation = std::string(command),
               .name = "",
               .text = std::string(command),
               .about = fmt::format("{} {}", itself.name, std::exchange(above, {}))});
  }
  found.Add(std::move(itself));
  return found.Take();
}

std::vector<Command> UsualCommands(std::string_view path, std::string_view text) {
  const auto lines = CommandLinesOf(text);
  const std::string_view file = FileName(path);
  CommandList found;
  for (const UsualCommand& usual : kUsual) {
    const bool fits = usual.file.starts_with('.') ? file.ends_with(usual.file) : file == usual.file;
    if (!fits) continue;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string_view line = Trimmed(lines[i]);
      if (line.empty() || !line.starts_with(usual.line)) continue;
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = std::string(usual.invocation),
                 .name = std::string(usual.name),
                 .text = std::string(usual.invocation),
                 .about = ""});
      break;
    }
  }
  if (file == "Cargo.toml" || file == "mix.exs") {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!Trimmed(lines[i]).starts_with("description")) continue;
      found.Add({.first = LineNumber(i),
                 .last = LineNumber(i),
                 .invocation = "",
                 .name = "",
                 .text = "",
                 .about = std::string(kDescription)});
      break;
    }
  }
  return found.Take();
}

}  // namespace satchel::retrieval
