#include "surfaces/cli/flag_values.h"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

namespace satchel::cli {

std::expected<std::int64_t, Failure> IntegerOf(const Invocation& invocation,
                                               const IntegerFlag& flag) {
  const auto text = invocation.Find(flag.name);
  if (!text) return flag.otherwise;
  std::int64_t number = 0;
  const char* const end = text->data() + text->size();
  const auto parsed = std::from_chars(text->data(), end, number);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == end;
  if (whole && number >= flag.least && number <= flag.most) return number;
  return FailWith(ExitCode::kUsage,
                  fmt::format("{} is '{}'; it must be {}", flag.name, *text, flag.must_be), "");
}

std::filesystem::path PathFrom(const Context& context, std::string_view written) {
  return context.environment.working_directory / written;
}

}  // namespace satchel::cli
