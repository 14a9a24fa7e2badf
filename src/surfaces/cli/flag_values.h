#pragma once

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string_view>

#include "surfaces/cli/context.h"

// What flags and arguments say, read the same way by every command.
namespace satchel::cli {

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

}  // namespace satchel::cli
