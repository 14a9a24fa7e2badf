#include "surfaces/agents/install/own_file.h"

#include <fmt/format.h>

#include "base/sha256.h"

namespace satchel::agents {
namespace {

std::string FirstLine(std::string_view script) {
  return fmt::format("// satchel {}: written by `satchel install`, removed by its --undo.\n",
                     Sha256Of(script).Hex().substr(0, 16));
}

}  // namespace

std::string Stamped(std::string_view script) { return FirstLine(script) + std::string(script); }

bool IsUnedited(std::string_view text) {
  const auto end = text.find('\n');
  return end != std::string_view::npos &&
         text.substr(0, end + 1) == FirstLine(text.substr(end + 1));
}

}  // namespace satchel::agents
