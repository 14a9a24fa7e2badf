#include "surfaces/cli/call/context.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/answers/schema_version.h"
#include "engine/stores/store_place.h"
#include "text/redactor.h"
#include "text/safe_line.h"

namespace satchel::cli {
namespace {

// Errors and warnings quote what they were given.
std::string Safe(std::string_view text) { return text::Redactor::Default().Redact(text).text; }

}  // namespace

std::string Style::Paint(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void Context::PrintJson(Json value) const { Print(JsonText(std::move(value))); }

std::string Context::JsonText(Json value) {
  value["schema_version"] = engine::kSchemaVersion;
  return PrettyJson(value);
}

void Context::Note(std::string_view text) const {
  if (invocation.Has("--quiet") || json) return;
  streams.err << Visible(text) << '\n';
}

void Context::Warn(std::string_view text, std::string_view hint) const {
  if (json) {
    streams.err << CanonicalJson({{"warning", {{"message", Safe(text)}, {"hint", Safe(hint)}}},
                                  {"schema_version", engine::kSchemaVersion}})
                << '\n';
    return;
  }
  streams.err << "satchel: " << err.Yellow("warning:") << ' ' << Visible(Safe(text)) << '\n';
  if (!hint.empty()) streams.err << "  hint: " << Visible(Safe(hint)) << '\n';
}

std::expected<void, Failure> Context::CheckWorkspace() const {
  if (!workspace) return FailWith(ExitCode::kNotFound, workspace.error());
  return {};
}

std::expected<void, Failure> Context::CheckSetup() const {
  SATCHEL_TRY(CheckWorkspace());
  if (!std::exchange(warned, true)) {
    for (const auto& warning : loaded.warnings) Warn(warning.text, warning.hint);
    const auto place = engine::FindStore(*workspace, environment, loaded.settings);
    if (place.refused) Warn(place.refused->text(), place.refused->hint());
  }
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

std::unexpected<Failure> FailSource(const Error& error) {
  const auto code = [&] {
    switch (error.code()) {
      case Errc::kInvalidInput:
        return ExitCode::kUsage;
      case Errc::kNotFound:
        return ExitCode::kNotFound;
      case Errc::kConflict:
      case Errc::kCorrupt:
      case Errc::kForeign:
        return ExitCode::kNothing;
      case Errc::kDeadline:
        return ExitCode::kBusy;
      case Errc::kUnavailable:  // they are files: what is not there to be used is refused
      case Errc::kSystem:
        return ExitCode::kSystem;
      case Errc::kDenied:
        return ExitCode::kAuthentication;
      case Errc::kInternal:
        break;
    }
    return ExitCode::kInternal;
  };
  return FailWith(code(), error);
}

void PrintFailure(std::ostream& err, const Failure& failure, bool json, const Style& style) {
  const Error& error = failure.error;
  if (json) {
    err << CanonicalJson({{"error",
                           {{"code", Name(failure.code)},
                            {"exit_code", static_cast<int>(failure.code)},
                            {"message", Safe(error.text())},
                            {"hint", Safe(error.hint())}}},
                          {"schema_version", engine::kSchemaVersion}})
        << '\n';
    return;
  }
  err << style.Red("satchel:") << ' ' << Visible(Safe(error.text())) << '\n';
  if (!error.hint().empty()) err << "  hint: " << Visible(Safe(error.hint())) << '\n';
}

std::string Visible(std::string_view text) { return text::VisibleLine(text); }

bool WantsColor(std::string_view setting, const settings::Environment& environment,
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
