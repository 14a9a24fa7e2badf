#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace sift {

// ISO 8601, syslog ("Nov  3 10:15:00") and epoch milliseconds.
std::optional<std::int64_t> find_timestamp(std::string_view line);

std::int64_t days_from_civil(int year, int month, int day);

}  // namespace sift
