#include "code/orient/command.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "code/orient/command_line.h"

namespace satchel::retrieval {
namespace {

struct NamedFile {
  std::string_view name;  // folded
  CommandFile kind;
};
constexpr std::array kNamed = {
    NamedFile{"makefile", CommandFile::kMake},
    NamedFile{"gnumakefile", CommandFile::kMake},
    NamedFile{"makefile.am", CommandFile::kMake},
    NamedFile{"makefile.common", CommandFile::kMake},
    NamedFile{"justfile", CommandFile::kJust},
    NamedFile{".justfile", CommandFile::kJust},
    NamedFile{"taskfile.yml", CommandFile::kTasks},
    NamedFile{"taskfile.yaml", CommandFile::kTasks},
    NamedFile{"rakefile", CommandFile::kRake},
    NamedFile{"build.gradle", CommandFile::kGradle},
    NamedFile{"build.gradle.kts", CommandFile::kGradle},
    NamedFile{"package.json", CommandFile::kScripts},
    NamedFile{"composer.json", CommandFile::kScripts},
    NamedFile{"deno.json", CommandFile::kScripts},
    NamedFile{"cmakepresets.json", CommandFile::kPresets},
    NamedFile{"pyproject.toml", CommandFile::kSections},
    NamedFile{"tox.ini", CommandFile::kSections},
    NamedFile{"pipfile", CommandFile::kSections},
    NamedFile{"pixi.toml", CommandFile::kSections},
    NamedFile{"noxfile.py", CommandFile::kSessions},
    NamedFile{".gitlab-ci.yml", CommandFile::kWorkflow},
    NamedFile{".travis.yml", CommandFile::kWorkflow},
    NamedFile{"appveyor.yml", CommandFile::kWorkflow},
    NamedFile{"azure-pipelines.yml", CommandFile::kWorkflow},
    NamedFile{"cargo.toml", CommandFile::kManifest},
    NamedFile{"go.mod", CommandFile::kManifest},
    NamedFile{"pom.xml", CommandFile::kManifest},
    NamedFile{"mix.exs", CommandFile::kManifest},
    NamedFile{"package.swift", CommandFile::kManifest},
    NamedFile{"phpunit.xml", CommandFile::kManifest},
    NamedFile{"phpunit.xml.dist", CommandFile::kManifest},
    NamedFile{"pytest.ini", CommandFile::kManifest},
    NamedFile{"setup.py", CommandFile::kManifest},
    NamedFile{"meson.build", CommandFile::kManifest},
    NamedFile{"cmakelists.txt", CommandFile::kManifest},
    NamedFile{"build.bazel", CommandFile::kManifest},
};

// Names of guides, without what stands behind a dot.
constexpr auto kGuides =
    std::to_array<std::string_view>({"agents",     "build",           "building",
                                     "claude",     "contributing",    "copilot-instructions",
                                     "develop",    "developing",      "development",
                                     "gemini",     "getting-started", "hacking",
                                     "install",    "installation",    "installing",
                                     "quickstart", "readme",          "release",
                                     "releasing",  "testing",         "tests"});

bool IsProseEnding(std::string_view ending) {
  return ending.empty() || ending == "md" || ending == "rst" || ending == "txt" ||
         ending == "adoc" || ending == "markdown";
}

}  // namespace

CommandFile CommandFileOf(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = AsciiLower(slash == path.npos ? "" : path.substr(0, slash + 1));
  const std::string name = AsciiLower(slash == path.npos ? path : path.substr(slash + 1));
  const auto named = std::ranges::find(kNamed, std::string_view(name), &NamedFile::name);
  if (named != kNamed.end()) return named->kind;
  const std::size_t dot = name.rfind('.');
  const std::string_view ending =
      dot == name.npos ? std::string_view() : std::string_view(name).substr(dot + 1);
  const std::string_view stem = std::string_view(name).substr(0, dot);
  if (folder == ".github/workflows/" || folder == ".circleci/") {
    return ending == "yml" || ending == "yaml" ? CommandFile::kWorkflow : CommandFile::kNone;
  }
  if (folder == ".cargo/" && name == "config.toml") return CommandFile::kSections;
  if (ending == "rake") return CommandFile::kRake;
  if (ending == "sln" || ending == "slnx") return CommandFile::kManifest;
  if (IsProseEnding(ending)) {
    const bool guide = std::ranges::find(kGuides, stem) != kGuides.end();
    if (guide && !ending.empty()) return CommandFile::kProse;
    if (guide && folder != "bin/" && folder != "script/" && folder != "scripts/") {
      return CommandFile::kProse;
    }
  }
  if (ending == "sh" || ending == "bash" || ending == "ps1" || ending == "cmd" || ending == "bat") {
    return CommandFile::kScript;
  }
  const bool scripts = folder == "bin/" || folder == "script/" || folder == "scripts/" ||
                       folder == "tools/" || folder == "dev/";
  return scripts && ending.empty() ? CommandFile::kScript : CommandFile::kNone;
}

std::vector<Command> CommandsIn(std::string_view path, std::string_view text,
                                std::string_view package_runner) {
  switch (CommandFileOf(path)) {
    case CommandFile::kProse:
      return ProseCommands(text);
    case CommandFile::kMake:
      return MakeCommands(text);
    case CommandFile::kJust:
      return JustCommands(text);
    case CommandFile::kTasks:
      return TaskCommands(text);
    case CommandFile::kRake:
      return RakeCommands(text);
    case CommandFile::kGradle:
      return GradleCommands(text);
    case CommandFile::kScripts:
      if (path.ends_with("composer.json")) return ScriptTable(text, "composer");
      return ScriptTable(text, path.ends_with("deno.json") ? "deno" : package_runner);
    case CommandFile::kPresets:
      return PresetCommands(text);
    case CommandFile::kSections:
      return SectionCommands(path, text);
    case CommandFile::kSessions:
      return SessionCommands(text);
    case CommandFile::kWorkflow:
      return WorkflowCommands(path, text);
    case CommandFile::kScript:
      return ScriptCommands(path, text);
    case CommandFile::kManifest:
      return UsualCommands(path, text);
    case CommandFile::kNone:
      break;
  }
  return {};
}

}  // namespace satchel::retrieval
