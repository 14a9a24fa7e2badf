#include "surfaces/cli/call/child_environment.h"

#include <fmt/format.h>

namespace satchel::cli {

std::vector<std::string> ChildEnvironment(const Context& context) {
  std::vector<std::string> environment;
  for (const auto& [name, value] : context.environment.variables) {
    environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

}  // namespace satchel::cli
