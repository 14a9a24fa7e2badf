#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace satchel::code {

// What a file is for. Names are stable: rows, filters and JSON have them. New ones go to the end.
enum class Role : std::uint8_t {
  kSource,
  kTest,
  kDoc,
  kExample,
  kGenerated,
  kVendored,
  kBenchmark,
  kStrings
};
std::string_view Name(Role role);
std::optional<Role> RoleFrom(std::string_view name);

// Raised when other roles come out of the same files: these are read again then.
inline constexpr int kRolesVersion = 4;

// By its path and its first bytes (some thousand). The first that fits: vendored, generated,
// test, benchmark, example, strings (texts of a user interface in a language), doc; else source.
Role RoleOf(std::string_view path, std::string_view head);

}  // namespace satchel::code
