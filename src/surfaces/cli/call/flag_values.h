#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

#include "surfaces/cli/call/context.h"

// What flags and arguments say, read the same way by every command.
namespace satchel::cli {

// A whole number, or so many thousand: `8k`.
struct IntegerFlag {
  std::string_view name;
  std::int64_t least = 0;
  std::int64_t most = 0;
  std::int64_t otherwise = 0;  // where it is not given
  std::string_view must_be;    // of the message: "from 1 to 100"
};
std::expected<std::int64_t, Failure> IntegerOf(const Invocation& invocation,
                                               const IntegerFlag& flag);

// A path that the user wrote, from where the user is.
std::filesystem::path PathFrom(const Context& context, std::string_view written);

// All of a file, or of the standard input for `-`.
std::expected<std::string, Failure> ReadInput(const Context& context, const std::string& name,
                                              std::size_t most);

}  // namespace satchel::cli
