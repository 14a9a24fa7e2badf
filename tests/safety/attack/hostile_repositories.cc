// Gives the attack suite, which is Python, the hostile trees and the traps for git that C++ tests
// have:
//
//     hostile_repositories --traps       as JSON
//     hostile_repositories --names       of the trees, one a line
//     hostile_repositories NAME FOLDER   makes a tree

#include <filesystem>
#include <iostream>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/safety/git_traps.h"
#include "tests/safety/hostile_files.h"

namespace satchel::test {
namespace {

using Json = nlohmann::json;

Json JsonOf(const GitTrap& trap) {
  Json files = Json::array();
  for (const auto& file : trap.files) {
    files.push_back({{"path", file.path}, {"text", file.text}, {"runs", file.runs}});
  }
  return {{"name", trap.name},
          {"config", trap.config},
          {"files", files},
          {"lacks_object", trap.lacks_object},
          {"environment", trap.environment}};
}

int PrintTraps() {
  Json traps = Json::array();
  for (const GitTrap& trap : GitTraps()) traps.push_back(JsonOf(trap));
  std::cout << traps.dump() << '\n';
  return 0;
}

int PrintNames() {
  for (const HostileCase& hostile : HostileCases()) std::cout << hostile.name << '\n';
  return 0;
}

int Make(std::string_view name, const std::filesystem::path& folder) {
  for (const HostileCase& hostile : HostileCases()) {
    if (hostile.name != name) continue;
    hostile.make(folder);
    return 0;
  }
  std::cerr << "there is no tree " << name << '\n';
  return 1;
}

int Run(std::span<char*> args) {
  const std::string_view first = args.size() > 1 ? args[1] : "";
  if (first == "--traps") return PrintTraps();
  if (first == "--names") return PrintNames();
  if (args.size() == 3) return Make(first, args[2]);
  std::cerr << "usage: hostile_repositories --traps | --names | NAME FOLDER\n";
  return 2;
}

}  // namespace
}  // namespace satchel::test

int main(int argc, char** argv) {
  return satchel::test::Run({argv, static_cast<std::size_t>(argc)});
}
