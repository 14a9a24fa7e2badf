#include "surfaces/cli/call/exit_code.h"

#include <array>

namespace satchel::cli {
namespace {

constexpr std::array kTexts = {
    ExitCodeText{ExitCode::kOk, "ok", "success, also with an empty result"},
    ExitCodeText{ExitCode::kNothing, "nothing", "a check failed, or there is no such value"},
    ExitCodeText{ExitCode::kUsage, "usage", "the command line is wrong; nothing was done"},
    ExitCodeText{ExitCode::kConfiguration, "configuration",
                 "a configuration file or SATCHEL_ variable is wrong"},
    ExitCodeText{ExitCode::kAuthentication, "authentication", "a server refused the credentials"},
    ExitCodeText{ExitCode::kNotFound, "not_found",
                 "a named thing does not exist or is not indexed"},
    ExitCodeText{ExitCode::kBusy, "busy",
                 "locked by another process, or out of time (--timeout); retry"},
    ExitCodeText{ExitCode::kUpstream, "upstream", "a model or database server failed"},
    ExitCodeText{ExitCode::kFloor, "floor", "with --strict: the mandatory items exceed the budget"},
    ExitCodeText{ExitCode::kInternal, "internal", "a bug in Satchel"},
    ExitCodeText{ExitCode::kSystem, "system",
                 "a file or the result cannot be read or written: no permission, no space"},
    ExitCodeText{ExitCode::kInterrupted, "interrupted", "stopped by Ctrl-C"},
};

}  // namespace

std::span<const ExitCodeText> AllExitCodes() { return kTexts; }

std::string_view Name(ExitCode code) {
  for (const ExitCodeText& text : kTexts) {
    if (text.code == code) return text.name;
  }
  return "internal";
}

}  // namespace satchel::cli
