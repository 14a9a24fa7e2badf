// Any bytes under any name of a file that says commands are read within bounds.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "code/orient/command.h"
#include "fuzz/require.h"

using satchel::fuzz::Require;
using satchel::retrieval::Command;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr auto kPaths = std::to_array<std::string_view>(
      {"README.md", "Makefile", "justfile", "Taskfile.yml", "Rakefile", "build.gradle",
       "package.json", "CMakePresets.json", "pyproject.toml", "noxfile.py",
       ".github/workflows/ci.yml", "scripts/build.ps1", "Cargo.toml"});
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(text, '\n') + 1);
  for (const std::string_view path : kPaths) {
    const auto commands = satchel::retrieval::CommandsIn(path, text);
    Require(commands.size() <= satchel::retrieval::kMostCommands);
    for (const Command& command : commands) {
      Require(command.first >= 1 && command.first <= command.last && command.last <= lines);
    }
  }
  return 0;
}
