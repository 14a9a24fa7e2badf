#include "surfaces/cli/call/flag_values.h"

#include <charconv>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/files.h"

namespace satchel::cli {
namespace {

// With a k behind it: so many thousand.
std::optional<std::int64_t> WholeNumber(std::string_view text) {
  const bool thousands = text.ends_with('k') || text.ends_with('K');
  if (thousands) text.remove_suffix(1);
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (thousands && __builtin_mul_overflow(number, 1'000, &number)) return std::nullopt;
  return number;
}

}  // namespace

std::expected<std::int64_t, Failure> IntegerOf(const Invocation& invocation,
                                               const IntegerFlag& flag) {
  const auto text = invocation.Find(flag.name);
  if (!text) return flag.otherwise;
  const auto number = WholeNumber(*text);
  if (number && *number >= flag.least && *number <= flag.most) return *number;
  return FailWith(ExitCode::kUsage,
                  fmt::format("{} is '{}'; it must be {}", flag.name, *text, flag.must_be), "");
}

std::filesystem::path PathFrom(const Context& context, std::string_view written) {
  return context.environment.working_directory / written;
}

std::expected<std::string, Failure> ReadInput(const Context& context, const std::string& name,
                                              std::size_t most) {
  if (name == "-") {
    std::string bytes;
    std::string part(1U << 16U, '\0');
    while (context.streams.in && bytes.size() <= most) {
      context.streams.in.read(part.data(), static_cast<std::streamsize>(part.size()));
      bytes.append(part, 0, static_cast<std::size_t>(context.streams.in.gcount()));
    }
    // Half of it is not what was meant.
    if (const int error = context.streams.in_errno == nullptr ? 0 : *context.streams.in_errno) {
      return FailWith(
          ExitCode::kSystem,
          fmt::format("cannot read the standard input: {}", std::generic_category().message(error)),
          "");
    }
    if (const auto left = context.deadline.Check("read the input"); !left) {
      return FailWith(ExitCode::kBusy, left.error());
    }
    if (bytes.size() > most) {
      return FailWith(ExitCode::kUsage, fmt::format("the input is larger than {} bytes", most), "");
    }
    return bytes;
  }
  auto bytes = ReadSmallFile(PathFrom(context, name), most);
  if (!bytes) return FailSource(bytes.error());
  if (!*bytes) return FailWith(ExitCode::kNotFound, fmt::format("there is no file {}", name), "");
  return **std::move(bytes);
}

}  // namespace satchel::cli
