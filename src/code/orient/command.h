#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// Commands that files of a repository say: targets of a Makefile, scripts of package.json, lines of
// CI workflows, shell lines of READMEs. The files are data: nothing of them is run or expanded.
namespace satchel::retrieval {

struct Command {
  std::uint32_t first = 0;  // lines that show it, from 1, both inclusive
  std::uint32_t last = 0;
  std::string invocation;  // as it is typed: "make test"; empty: a section without a command
  std::string name;        // of a target, script or session; or empty
  std::string text;        // what it runs
  std::string about;       // the heading, comment or step that it is below
  friend bool operator==(const Command&, const Command&) = default;
};

// What `about` says of the line of a manifest that says what the project is. It is no command.
inline constexpr std::string_view kDescription = "description";

// What a file is, as far as it says commands.
enum class CommandFile : std::uint8_t {
  kNone,
  kProse,     // README, CONTRIBUTING, AGENTS.md, ...
  kMake,      // Makefile
  kJust,      // justfile
  kTasks,     // Taskfile.yml
  kRake,      // Rakefile, *.rake
  kGradle,    // build.gradle, build.gradle.kts
  kScripts,   // package.json, composer.json, deno.json
  kPresets,   // CMakePresets.json
  kSections,  // pyproject.toml, tox.ini, Cargo's configuration
  kSessions,  // noxfile.py
  kWorkflow,  // workflows of CI
  kScript,    // scripts of a shell
  kManifest,  // go.mod, pom.xml, ...: a tool's usual commands hold
};
CommandFile CommandFileOf(std::string_view path);

inline constexpr std::size_t kMostCommandBytes = 128U << 10U;  // of a file that are read
inline constexpr std::size_t kMostCommands = 400;              // of a file

// In the order of lines. `package_runner`: what runs scripts of package.json, such as "npm". Linear
// in the bytes of the file; what is damaged has fewer commands.
std::vector<Command> CommandsIn(std::string_view path, std::string_view text,
                                std::string_view package_runner = "npm");

}  // namespace satchel::retrieval
