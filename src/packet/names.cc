// The stable names of the enumerations in candidate.h and packet.h.

#include <array>
#include <span>

#include <fmt/format.h>

#include "packet/candidate.h"
#include "packet/packet.h"

namespace satchel::packet {
namespace {

constexpr std::array<std::string_view, 6> kTrust = {"satchel", "user",     "workspace",
                                                    "shared",  "external", "repository"};
constexpr std::array<std::string_view, 3> kKinds = {"line", "prose", "code"};
constexpr std::array<std::string_view, 8> kReasons = {"section_full",    "budget",     "too_large",
                                                      "max_items",       "superseded", "duplicate",
                                                      "floor_too_large", "recount"};

template <class Enum>
Result<Enum> Parse(std::span<const std::string_view> names, std::string_view name,
                   std::string_view what) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return Fail(Errc::kInvalidInput, fmt::format("unknown {} '{}'", what, name.substr(0, 64)));
}

}  // namespace

std::string_view Name(Trust trust) { return kTrust[static_cast<std::size_t>(trust)]; }
std::string_view Name(ContentKind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view Name(Reason reason) { return kReasons[static_cast<std::size_t>(reason)]; }

Result<Trust> ParseTrust(std::string_view name) { return Parse<Trust>(kTrust, name, "trust"); }
Result<ContentKind> ParseContentKind(std::string_view name) {
  return Parse<ContentKind>(kKinds, name, "kind of content");
}
Result<Reason> ParseReason(std::string_view name) {
  return Parse<Reason>(kReasons, name, "reason");
}

}  // namespace satchel::packet
