#include <expected>
#include <optional>
#include <string>
#include <utility>

#include <malloc.h>

#include "base/result.h"
#include "engine/engine.h"
#include "settings/directories.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "surfaces/mcp/serve.h"

namespace satchel::cli {
namespace {

// What a command that ends soon may keep, a server gives back: bodies are up to 4 MiB each.
void GiveMemoryBack() {
#ifdef __GLIBC__
  // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
  // NOLINTEND(concurrency-mt-unsafe)
#endif
}

// What --http and the flags that go with it ask for; nullopt without --http.
std::expected<std::optional<mcp::HttpOptions>, Failure> HttpOptionsOf(const Context& context) {
  const Invocation& invocation = context.invocation;
  const auto address = invocation.Find("--http");
  const auto token_file = invocation.Find("--token-file");
  const bool writes = invocation.Has("--allow-write");
  mcp::HttpOptions options{.address = address.value_or(""),
                           .origins = invocation.All("--allow-origin"),
                           .writes = writes ? mcp::Writes::kAllowed : mcp::Writes::kForbidden,
                           .log = context.log};
  if (!address) {
    if (token_file || writes || !options.origins.empty()) {
      return FailWith(ExitCode::kUsage,
                      "--token-file, --allow-origin and --allow-write need --http",
                      "without --http, the agent that starts Satchel is its only client");
    }
    return std::nullopt;
  }
  if (token_file) {
    options.token_file = PathFrom(context, *token_file);
  } else {
    const auto state = settings::Require(context.directories.state, "XDG_STATE_HOME");
    if (!state) {
      return FailWith(ExitCode::kUsage, state.error().text(),
                      "set HOME, or name a file with --token-file");
    }
    options.token_file = *state / "mcp.token";
  }
  options.ready = [&context, file = options.token_file](const std::string& url) {
    context.Print(url + "\n");
    context.streams.out.flush();
    context.Note("clients send `Authorization: Bearer TOKEN`; the token is in " + file.string());
  };
  return options;
}

}  // namespace

Outcome RunMcp(Context& context) {
  const auto http = SATCHEL_TRY(HttpOptionsOf(context));
  if (http) GiveMemoryBack();
  if (!http && context.streams.in_is_terminal) {
    context.Note("waiting for an agent's messages, one per line; Ctrl-D ends it");
  }
  // A client that is told why its question cannot be answered is better off than one whose server
  // is gone: a wrong workspace or configuration is said by the requests, not here.
  const auto parts = [&context]() -> Result<engine::EngineParts> {
    if (const auto checked = context.CheckSetup(); !checked) {
      return std::unexpected(checked.error().error);
    }
    engine::EngineParts made = PartsOf(context);
    made.face = engine::Face::kServer;
    return made;
  };
  mcp::ServedWorkspace::Options workspace{
      .parts = parts,
      .now = context.invocation.Find("--now") ? std::optional(Now(context)) : std::nullopt};
  if (!http) {
    mcp::ServeStdio(std::move(workspace), context.streams.in, context.streams.out, context.log);
    return ExitCode::kOk;
  }
  const auto served = mcp::ServeHttp(std::move(workspace), *http, context.deadline);
  if (served) return ExitCode::kOk;
  const bool wrong = served.error().code() == Errc::kInvalidInput;
  return FailWith(wrong ? ExitCode::kUsage : ExitCode::kSystem, served.error());
}

}  // namespace satchel::cli
