#pragma once

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "surfaces/cli/call/command.h"

namespace satchel::cli {

enum class Help : unsigned char { kNone, kShort, kLong };

// A command line, taken apart.
struct Invocation {
  const Command* command = nullptr;  // null: none was named
  std::string name;                  // "config show"
  Help help = Help::kNone;
  bool version = false;

  std::map<std::string, std::string, std::less<>> values;                 // "--scope" -> "user"
  std::map<std::string, std::vector<std::string>, std::less<>> repeated;  // all that were given
  std::set<std::string, std::less<>> switches;                            // "--origin"
  std::vector<std::string> arguments;

  std::optional<std::string> Find(std::string_view flag) const {
    const auto found = values.find(flag);
    if (found == values.end()) return std::nullopt;
    return found->second;
  }
  // Of a flag that may be repeated: all its values, in their order.
  std::vector<std::string> All(std::string_view flag) const {
    const auto found = repeated.find(flag);
    return found == repeated.end() ? std::vector<std::string>() : found->second;
  }
  bool Has(std::string_view flag) const { return switches.contains(flag); }
};

// Flags may stand anywhere before `--`. The failure is always kUsage and says what
// was probably meant.
std::expected<Invocation, Failure> ParseArgs(const std::vector<std::string>& args);

// Whether errors are wanted as JSON: by --format, even in arguments that do not
// parse otherwise, else by what output.format says.
bool WantsJson(const std::vector<std::string>& args, std::string_view setting);

}  // namespace satchel::cli
