#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

Outcome RunVersion(Context& context) {
  if (context.json) {
    context.PrintJson({{"version", SATCHEL_VERSION}});
  } else {
    context.Print(fmt::format("satchel {}\n", SATCHEL_VERSION));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
