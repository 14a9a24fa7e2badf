#include "surfaces/cli/packet/model_flags.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/packet_flags.h"

namespace satchel::cli {

std::expected<ModelChoice, Failure> ModelFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  const std::string mode = invocation.Find("--llm").value_or("required");
  const bool off = invocation.Has("--no-llm") || mode == "off";
  const auto model = invocation.Find("--model");
  const auto url = invocation.Find("--base-url");
  if (off && (model || url)) {
    return FailWith(ExitCode::kUsage, "--no-llm excludes --model and --base-url",
                    "give one of them");
  }
  if (off) return ModelChoice();
  if (!model && !url) {
    return FailWith(ExitCode::kUsage, fmt::format("{} needs a model, or --no-llm", invocation.name),
                    "give --model ID with --base-url URL, or --no-llm");
  }
  if (!model || !url) {
    return FailWith(ExitCode::kUsage,
                    fmt::format("{} is missing", model ? "--base-url" : "--model"),
                    "a model needs both, or give --no-llm");
  }
  auto opened =
      engine::OpenModel(*url, *model, context.loaded.settings.Text(settings::Key::kLlmApiKey));
  if (!opened) return FailPacket(opened.error(), engine::StoreKind::kSqlite);
  return ModelChoice{.model = *std::move(opened), .required = mode != "optional"};
}

}  // namespace satchel::cli
