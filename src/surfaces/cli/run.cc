#include "surfaces/cli/run.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "base/time.h"
#include "surfaces/cli/context.h"
#include "surfaces/cli/table/command.h"
#include "surfaces/cli/table/help.h"
#include "surfaces/cli/table/invocation.h"

namespace satchel::cli {
namespace {

using settings::Key;

std::string SettingOr(const Invocation& invocation, std::string_view flag,
                      const settings::Environment& environment, Key key) {
  if (const auto given = invocation.Find(flag)) return *given;
  return environment.Find(settings::VariableOf(settings::Get(key))).value_or("auto");
}

// The format the command will print. A setting that the command does not have is
// no error: it says what is preferred where there is a choice. A flag has been checked.
std::string ChooseFormat(const Command& command, std::string_view setting) {
  const auto formats = Split(command.formats);
  const bool has = std::ranges::find(formats, setting) != formats.end();
  return std::string(has ? setting : formats.front());
}

std::vector<settings::FlagValue> SettingFlags(const Invocation& invocation) {
  std::vector<settings::FlagValue> flags;
  if (const auto color = invocation.Find("--color")) {
    flags.push_back({.key = Key::kOutputColor, .text = *color, .flag = "--color"});
  }
  return flags;
}

std::expected<void, Failure> CheckNow(const Invocation& invocation) {
  const auto now = invocation.Find("--now");
  if (!now) return {};
  const auto time = ParseTime(*now);
  if (time) return {};
  return FailWith(ExitCode::kUsage, fmt::format("--now: {}", time.error().text()),
                  "write it like 2026-11-15T12:00:00Z");
}

// Workspace and settings, and what they say about form and colour.
void LookUp(Context& context, std::string& format, std::string& color) {
  const auto chosen = context.invocation.Find("--workspace");
  context.workspace = settings::FindWorkspace(
      context.environment, context.directories,
      chosen ? std::optional<std::filesystem::path>(*chosen) : std::nullopt);
  context.loaded = settings::LoadSettings(context.environment, context.directories,
                                          context.workspace ? &*context.workspace : nullptr,
                                          SettingFlags(context.invocation));
  // A format asked for with a flag is this call's, not a setting.
  if (!context.invocation.Find("--format")) {
    format = context.loaded.settings.Text(Key::kOutputFormat);
  }
  color = context.loaded.settings.Text(Key::kOutputColor);
}

// --verbose: what was looked at before the command runs.
void Explain(const Context& context) {
  if (context.workspace) {
    context.Note(fmt::format("workspace {} (found by {})", context.workspace->root.string(),
                             Name(context.workspace->found_by)));
  }
  for (const auto& file : context.loaded.files) {
    context.Note(fmt::format("{} {}", file.state == settings::FileState::kAbsent ? "no" : "read",
                             file.path.string()));
  }
}

// --timeout, counted from here, and Ctrl-C.
std::expected<Deadline, Failure> DeadlineOf(const Invocation& invocation,
                                            const CancelSource& interrupt) {
  const auto text = invocation.Find("--timeout");
  if (!text) return Deadline::Never().With(interrupt);
  const auto duration = ParseDuration(*text);
  if (duration) return Deadline::After(*duration).With(interrupt);
  return FailWith(ExitCode::kUsage, fmt::format("--timeout: {}", duration.error().text()),
                  duration.error().hint());
}

// What it was waiting for or working at says nothing to whoever stopped it.
Failure IfInterrupted(Failure failure, const CancelSource& interrupt) {
  const Errc code = failure.error.code();
  if (code != Errc::kDeadline && code != Errc::kUnavailable) return failure;
  if (!Deadline::Never().With(interrupt).Expired()) return failure;
  return {ExitCode::kInterrupted, Fail(Errc::kDeadline, "stopped by Ctrl-C").error()};
}

Outcome Dispatch(const Invocation& invocation, const Streams& streams,
                 const settings::Environment& environment, const CancelSource& interrupt) {
  Context context{.streams = streams,
                  .environment = environment,
                  .invocation = invocation,
                  .directories = settings::FindDirectories(environment)};
  std::string color = SettingOr(invocation, "--color", environment, Key::kOutputColor);
  std::string setting = SettingOr(invocation, "--format", environment, Key::kOutputFormat);
  if (invocation.command != nullptr && invocation.command->uses_workspace &&
      invocation.help == Help::kNone) {
    LookUp(context, setting, color);
  }
  context.out = Style(WantsColor(color, environment, streams.out_is_terminal));
  context.err = Style(WantsColor(color, environment, streams.err_is_terminal));
  if (invocation.help == Help::kNone && !invocation.version && invocation.command != nullptr) {
    SATCHEL_TRY(CheckNow(invocation));
    context.deadline = SATCHEL_TRY(DeadlineOf(invocation, interrupt));
    context.format = ChooseFormat(*invocation.command, setting);
    context.json = context.format == "json";
    if (invocation.command->uses_workspace && invocation.Has("--verbose")) Explain(context);
    return invocation.command->handler(context);
  }
  if (invocation.version) return RunVersion(context);
  const bool detailed = invocation.help == Help::kLong;
  context.Print(invocation.command == nullptr
                    ? OverviewText(context.out, detailed)
                    : CommandText(*invocation.command, invocation.name, context.out, detailed));
  return ExitCode::kOk;
}

// A reader that has seen enough (`| head`) is no error. A full disk is.
ExitCode Finish(const Streams& streams, ExitCode code) {
  streams.out.flush();
  streams.err.flush();
  if (streams.out) return code;
  const int error = streams.out_errno == nullptr ? EIO : *streams.out_errno;
  if (error == EPIPE) return code;
  streams.err << "satchel: cannot write the result: " << std::generic_category().message(error)
              << '\n';
  streams.err.flush();
  return ExitCode::kInternal;
}

ExitCode RunOrFail(const std::vector<std::string>& args, const Streams& streams,
                   const settings::Environment& environment, const CancelSource& interrupt) {
  const auto invocation = ParseArgs(args);
  const Outcome outcome = invocation ? Dispatch(*invocation, streams, environment, interrupt)
                                     : Outcome(std::unexpected(invocation.error()));
  if (outcome) return *outcome;
  const Invocation none;
  const std::string color =
      SettingOr(invocation ? *invocation : none, "--color", environment, Key::kOutputColor);
  const Failure failure = IfInterrupted(outcome.error(), interrupt);
  PrintFailure(streams.err, failure, WantsJson(args, environment),
               Style(WantsColor(color, environment, streams.err_is_terminal)));
  return failure.code;
}

}  // namespace

int Run(const std::vector<std::string>& args, const Streams& streams,
        const settings::Environment& environment, const CancelSource& interrupt) {
  ExitCode code = ExitCode::kInternal;
  try {
    code = RunOrFail(args, streams, environment, interrupt);
  } catch (const std::exception& error) {
    streams.err << "satchel: internal error: " << Visible(error.what()) << '\n'
                << "  hint: this is a bug; please report it with the command line\n";
  }
  return static_cast<int>(Finish(streams, code));
}

}  // namespace satchel::cli
