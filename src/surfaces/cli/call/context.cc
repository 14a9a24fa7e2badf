#include "surfaces/cli/call/context.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "engine/stores/store_place.h"
#include "packet/render/json_text.h"
#include "packet/render/schema_version.h"
#include "text/invisible.h"
#include "text/redactor.h"
#include "text/safe_line.h"
#include "text/safe_text.h"

namespace satchel::cli {
namespace {

// Errors and warnings quote what they were given.
std::string Safe(std::string_view text) { return text::SafeText(text).text(); }

// The sequences that Satchel itself prints on a terminal.
std::size_t OwnSequence(std::string_view text) {
  constexpr auto kOwn = std::to_array<std::string_view>(
      {"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[32m", "\x1b[33m", "\r\x1b[K"});
  for (const std::string_view own : kOwn) {
    if (text.starts_with(own)) return own.size();
  }
  return 0;
}

struct SequenceAt {
  std::size_t at = 0;  // in the text without sequences
  std::string_view sequence;
};

// Where a place of a text is after the text was redacted. Ask in ascending order.
class RedactedPlaces {
 public:
  RedactedPlaces(std::string_view text, const text::Redacted& redacted)
      : text_(text), redacted_(redacted) {}

  // A place inside a secret is after its marker.
  std::size_t Of(std::size_t at) {
    const auto& findings = redacted_.findings;
    for (; next_ < findings.size() && findings[next_].begin < at; ++next_) {
      if (findings[next_].redacted) Pass(findings[next_]);
    }
    return Shifted(std::max(at, passed_));
  }

 private:
  void Pass(const text::Finding& finding) {
    const std::string marker = fmt::format("[redacted:{}]", finding.kind);
    const std::string_view secret = text_.substr(finding.begin, finding.end - finding.begin);
    std::ptrdiff_t size = std::ranges::count(secret, '\n');  // they stay
    if (std::string_view(redacted_.text).substr(Shifted(finding.begin)).starts_with(marker)) {
      size += std::ssize(marker);
    }
    shift_ += size - std::ssize(secret);
    passed_ = finding.end;
  }
  std::size_t Shifted(std::size_t at) const {
    return static_cast<std::size_t>(std::clamp(static_cast<std::ptrdiff_t>(at) + shift_,
                                               std::ptrdiff_t{0}, std::ssize(redacted_.text)));
  }

  const std::string_view text_;
  const text::Redacted& redacted_;
  std::size_t next_ = 0;
  std::size_t passed_ = 0;
  std::ptrdiff_t shift_ = 0;
};

// SafeText that keeps those sequences. They are taken out before the redactor reads the text and
// are put back afterwards: the `m` that ends one would look like the letter before a token, and no
// rule would match.
std::string SafeWithStyle(std::string_view text) {
  std::string plain;
  std::vector<SequenceAt> sequences;
  while (!text.empty()) {
    if (const std::size_t own = OwnSequence(text)) {
      sequences.push_back({.at = plain.size(), .sequence = text.substr(0, own)});
      text.remove_prefix(own);
      continue;
    }
    std::size_t end = 1;
    while (end < text.size() && OwnSequence(text.substr(end)) == 0) {
      end = std::min(text.find_first_of("\x1b\r", end + 1), text.size());
    }
    plain += text::EscapeInvisible(std::string(text.substr(0, end))).text;
    text.remove_prefix(end);
  }
  const text::Redacted redacted = text::Redactor::Default().Redact(plain);
  RedactedPlaces places(plain, redacted);
  std::string styled;
  std::size_t copied = 0;
  for (const SequenceAt& each : sequences) {
    const std::size_t at = std::max(places.Of(each.at), copied);
    styled.append(redacted.text, copied, at - copied).append(each.sequence);
    copied = at;
  }
  return styled.append(redacted.text, copied);
}

}  // namespace

std::string Style::Paint(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string Context::PrintedText(std::string_view text) const {
  return out.is_on() || streams.out_is_terminal ? SafeWithStyle(text) : text::SafeText(text).text();
}

void Context::PrintJson(Json value) const { streams.out << JsonText(std::move(value)); }

void Context::PrintJsonLine(Json value) const {
  text::MakeSafe(value);
  streams.out << CanonicalJson(value) << '\n';
}

void Context::PrintJson(Json value, const std::string& packet) const {
  streams.out << packet::JsonText(std::move(value), packet);
}

std::string Context::JsonText(Json value) { return packet::JsonText(std::move(value)); }

void Context::Note(std::string_view text) const {
  if (invocation.Has("--quiet") || json) return;
  streams.err << Visible(Safe(text)) << '\n';
}

void Context::Warn(std::string_view text, std::string_view hint) const {
  if (json) {
    streams.err << CanonicalJson({{"warning", {{"message", Safe(text)}, {"hint", Safe(hint)}}},
                                  {"schema_version", packet::kSchemaVersion}})
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
                          {"schema_version", packet::kSchemaVersion}})
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
