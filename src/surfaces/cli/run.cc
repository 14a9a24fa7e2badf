#include "surfaces/cli/run.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <exception>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/choices.h"
#include "base/clock.h"
#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/invocation.h"
#include "surfaces/cli/table/help.h"
#include "text/safe_text.h"

namespace satchel::cli {
namespace {

using settings::Key;

// The format the command will print. A setting that the command does not have is
// no error: it says what is preferred where there is a choice. A flag has been checked.
std::string ChooseFormat(const Command& command, std::string_view setting) {
  const auto formats = SplitChoices(command.formats);
  const bool has = std::ranges::find(formats, setting) != formats.end();
  return std::string(has ? setting : formats.front());
}

// The flags that are settings for this call.
struct SettingFlag {
  std::string_view flag;
  Key key;
};
constexpr SettingFlag kSettingFlags[] = {{"--color", Key::kOutputColor},
                                         {"--log-level", Key::kLogLevel}};

std::vector<settings::FlagValue> SettingFlags(const Invocation& invocation) {
  std::vector<settings::FlagValue> flags;
  for (const auto& [flag, key] : kSettingFlags) {
    const auto text = invocation.Find(flag);
    if (text) flags.push_back({.key = key, .text = *text, .flag = std::string(flag)});
  }
  return flags;
}

// What the table of flags cannot check.
std::expected<void, Failure> CheckFlags(const Invocation& invocation) {
  for (const auto& [flag, key] : kSettingFlags) {
    const auto text = invocation.Find(flag);
    if (!text) continue;
    const auto value = settings::ParseValue(settings::Get(key), *text);
    if (!value) {
      return FailWith(ExitCode::kUsage, fmt::format("{}: {}", flag, value.error().text()), "");
    }
  }
  const auto now = invocation.Find("--now");
  if (!now) return {};
  const auto time = ParseTime(*now);
  if (time) return {};
  return FailWith(ExitCode::kUsage, fmt::format("--now: {}", time.error().text()),
                  "write it like 2026-11-15T12:00:00Z");
}

// Workspace and settings. Whether they can be worked with is the handler's to say.
void LookUp(Context& context) {
  const auto chosen = context.invocation.Find("--workspace");
  context.workspace = settings::FindWorkspace(
      context.environment, context.directories,
      chosen ? std::optional<std::filesystem::path>(*chosen) : std::nullopt);
  context.loaded = settings::LoadSettings(context.environment, context.directories,
                                          context.workspace ? &*context.workspace : nullptr,
                                          SettingFlags(context.invocation));
  const std::string& color = context.loaded.settings.Text(Key::kOutputColor);
  context.out = Style(WantsColor(color, context.environment, context.streams.out_is_terminal));
  context.err = Style(WantsColor(color, context.environment, context.streams.err_is_terminal));
}

// --verbose is at least info, --quiet at most warn; what was said of single components
// stays. In a filter the last level without a component counts.
LogFilter FilterOf(const Context& context) {
  constexpr std::string_view kNoComponent;
  std::string text = context.loaded.settings.Text(Key::kLogLevel);
  LogFilter filter = LogFilter::Parse(text).value_or(LogFilter());  // was checked when it was read
  const bool says_info = filter.Allows(LogLevel::kInfo, kNoComponent);
  if (context.invocation.Has("--quiet")) {
    if (says_info) text += ",warn";
  } else if (context.invocation.Has("--verbose")) {
    if (!says_info) text += ",info";
  }
  return LogFilter::Parse(text).value_or(filter);
}

Logger::Options LogOptions(const Context& context) {
  const bool json = context.loaded.settings.Text(Key::kLogFormat) == "json";
  return {.filter = FilterOf(context),
          .format = json ? LogFormat::kJson : LogFormat::kText,
          .scrub = [](std::string_view text) { return text::SafeText(text).text(); }};
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

Outcome Dispatch(Context& context, const CancelSource& interrupt) {
  const Invocation& invocation = context.invocation;
  if (invocation.help == Help::kNone && !invocation.version && invocation.command != nullptr) {
    SATCHEL_TRY(CheckFlags(invocation));
    context.deadline = SATCHEL_TRY(DeadlineOf(invocation, interrupt));
    // A format asked for with a flag is this call's, not a setting.
    context.format = ChooseFormat(
        *invocation.command,
        invocation.Find("--format").value_or(context.loaded.settings.Text(Key::kOutputFormat)));
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
  return ExitCode::kSystem;
}

ExitCode RunOrFail(const std::vector<std::string>& args, const Streams& streams,
                   const settings::Environment& environment, const CancelSource& interrupt) {
  const auto started = SteadyTicker().Elapsed();
  const auto parsed = ParseArgs(args);
  const Invocation none;
  Context context{.streams = streams,
                  .environment = environment,
                  .invocation = parsed ? *parsed : none,
                  .directories = settings::FindDirectories(environment)};
  LookUp(context);
  const SystemClock clock;
  Logger log(streams.err, clock, LogOptions(context));
  context.log = &log;
  const Outcome outcome =
      parsed ? Dispatch(context, interrupt) : Outcome(std::unexpected(parsed.error()));
  ExitCode code = ExitCode::kOk;
  if (outcome) {
    code = *outcome;
  } else {
    const Failure failure = IfInterrupted(outcome.error(), interrupt);
    const std::string& format = context.loaded.settings.Text(Key::kOutputFormat);
    PrintFailure(streams.err, failure, WantsJson(args, format), context.err);
    code = failure.code;
  }
  const auto took = SteadyTicker().Elapsed() - started;
  log.Log(LogLevel::kDebug, "cli", "command",
          {{"command", context.invocation.name},
           {"exit_code", static_cast<int>(code)},
           {"micros", std::chrono::duration_cast<std::chrono::microseconds>(took).count()}});
  return code;
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
  code = Finish(streams, code);
  // An agent takes any other code for a refusal of what its user said. `hook log` is for people,
  // and so is a hook that is typed at a terminal: agents write to its standard input.
  const bool is_hook = !args.empty() && args.front() == "hook" && !streams.in_is_terminal &&
                       (args.size() == 1 || args[1] != "log");
  return static_cast<int>(is_hook ? ExitCode::kOk : code);
}

}  // namespace satchel::cli
