#include "surfaces/cli/number_flag.h"

#include <charconv>
#include <string>

#include <fmt/format.h>

#include "surfaces/cli/context.h"

namespace satchel::cli {

std::expected<std::size_t, Failure> NumberFlag(const Invocation& invocation, std::string_view flag,
                                               std::size_t least, std::size_t most,
                                               std::size_t otherwise) {
  const auto text = invocation.Find(flag);
  if (!text) return otherwise;
  std::size_t number = 0;
  const char* const end = text->data() + text->size();
  const auto parsed = std::from_chars(text->data(), end, number);
  if (parsed.ec == std::errc() && parsed.ptr == end && number >= least && number <= most) {
    return number;
  }
  return FailWith(ExitCode::kUsage,
                  fmt::format("{} is '{}'; it must be from {} to {}", flag, *text, least, most),
                  "");
}

std::expected<bool, Failure> BoolFlag(const Invocation& invocation, std::string_view flag,
                                      bool otherwise) {
  const auto text = invocation.Find(flag);
  if (!text) return otherwise;
  return *text == "true";  // the parser lets nothing else through but `false`
}

}  // namespace satchel::cli
