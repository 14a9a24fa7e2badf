#include "surfaces/cli/context.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::cli {
namespace {

// One code point at `at`: its length, or 0 where the bytes are not UTF-8.
std::size_t DecodeOne(std::string_view text, std::size_t at, std::uint32_t& point) {
  const auto byte = [&](std::size_t i) -> std::uint32_t {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
  };
  const std::uint32_t first = byte(0);
  if (first < 0x80) {
    point = first;
    return 1;
  }
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (length == 0 || first > 0xF4) return 0;
  point = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80) return 0;
    point = (point << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && point < 0x800) || (length == 4 && point < 0x10000);
  const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
  return overlong || surrogate || point > 0x10FFFF ? 0 : length;
}

bool IsTreacherous(std::uint32_t point) {
  return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x61C ||
         (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
         (point >= 0x2060 && point <= 0x206F) || point == 0xFEFF ||
         (point >= 0xFFF9 && point <= 0xFFFB) || (point >= 0xE0000 && point <= 0xE007F);
}

}  // namespace

std::string Style::Paint(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void Context::PrintJson(Json value) const {
  value["schema_version"] = kSchemaVersion;
  Print(PrettyJson(value));
}

void Context::Note(std::string_view text) const {
  if (invocation.Has("--quiet") || json) return;
  streams.err << Visible(text) << '\n';
}

void Context::Warn(std::string_view text, std::string_view hint) const {
  if (json) {
    streams.err << CanonicalJson({{"warning", {{"message", text}, {"hint", hint}}},
                                  {"schema_version", kSchemaVersion}})
                << '\n';
    return;
  }
  streams.err << "satchel: " << err.Yellow("warning:") << ' ' << Visible(text) << '\n';
  if (!hint.empty()) streams.err << "  hint: " << Visible(hint) << '\n';
}

std::expected<void, Failure> Context::CheckWorkspace() const {
  if (!workspace) return FailWith(ExitCode::kNotFound, workspace.error());
  return {};
}

std::expected<void, Failure> Context::CheckSetup() const {
  if (auto checked = CheckWorkspace(); !checked) return checked;
  for (const auto& warning : loaded.warnings) Warn(warning.text, warning.hint);
  if (const auto checked = loaded.Check(); !checked) {
    return FailWith(ExitCode::kConfiguration, checked.error());
  }
  return {};
}

std::unexpected<Failure> FailWith(ExitCode code, std::string_view text, std::string_view hint) {
  return std::unexpected(Failure{code, std::move(Fail(Errc::kInvalidInput, text, hint).error())});
}

std::unexpected<Failure> FailWith(ExitCode code, const Error& error) {
  return std::unexpected(Failure{code, error});
}

void PrintFailure(std::ostream& err, const Failure& failure, bool json, const Style& style) {
  const Error& error = failure.error;
  if (json) {
    err << CanonicalJson({{"error",
                           {{"code", Name(failure.code)},
                            {"exit_code", static_cast<int>(failure.code)},
                            {"message", error.text()},
                            {"hint", error.hint()}}},
                          {"schema_version", kSchemaVersion}})
        << '\n';
    return;
  }
  err << style.Red("satchel:") << ' ' << Visible(error.text()) << '\n';
  if (!error.hint().empty()) err << "  hint: " << Visible(error.hint()) << '\n';
}

std::string Visible(std::string_view text) {
  std::string visible;
  for (std::size_t at = 0; at < text.size();) {
    std::uint32_t point = 0;
    const std::size_t length = DecodeOne(text, at, point);
    if (length == 0) {
      visible += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
      ++at;
      continue;
    }
    if (IsTreacherous(point)) {
      visible += point < 0x80 ? fmt::format("\\x{:02x}", point) : fmt::format("\\u{:04x}", point);
    } else {
      visible += text.substr(at, length);
    }
    at += length;
  }
  return visible;
}

bool WantsColor(std::string_view setting, const engine::Environment& environment,
                bool is_terminal) {
  if (setting == "always") return true;
  if (setting == "never") return false;
  if (environment.Find("NO_COLOR")) return false;
  const auto forced = environment.Find("CLICOLOR_FORCE");
  if (forced && *forced != "0") return true;
  return is_terminal && environment.Find("TERM") != "dumb";
}

std::string Count(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string Bytes(std::uint64_t bytes) {
  constexpr std::string_view kUnits[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  if (bytes < 1'000) return Count(bytes, "byte", "bytes");
  std::uint64_t tenths = bytes / 100;  // of a kB; integers only, rounded down
  std::size_t unit = 0;
  while (tenths >= 10'000) {
    tenths /= 1'000;
    ++unit;
  }
  return fmt::format("{}.{} {}", tenths / 10, tenths % 10, kUnits[unit]);
}

}  // namespace satchel::cli
