#include "surfaces/cli/packet/model_flags.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "surfaces/cli/call/store_access.h"
#include "surfaces/cli/packet/packet_flags.h"

namespace satchel::cli {

std::expected<ModelChoice, Failure> ModelFrom(const Context& context) {
  const Invocation& invocation = context.invocation;
  const settings::Settings& settings = context.loaded.settings;
  const std::string mode = invocation.Find("--llm").value_or("required");
  const bool off = invocation.Has("--no-llm") || mode == "off";
  if (off && (invocation.Find("--model") || invocation.Find("--base-url"))) {
    return FailWith(ExitCode::kUsage, "--no-llm cannot be combined with --model or --base-url",
                    "give one of them");
  }
  if (off) return ModelChoice();
  const std::string model =
      invocation.Find("--model").value_or(settings.Text(settings::Key::kLlmModel));
  const std::string url =
      invocation.Find("--base-url").value_or(settings.Text(settings::Key::kLlmBaseUrl));
  if (model.empty() && url.empty()) {
    return FailWith(ExitCode::kUsage, fmt::format("{} needs a model", invocation.name),
                    "give --model ID with --base-url URL, or set llm.model and llm.base_url with "
                    "`satchel config set`");
  }
  if (url.empty()) {
    return FailWith(ExitCode::kUsage, "--base-url is missing, and llm.base_url is not set",
                    "give --base-url URL, or name the server once: `satchel config set "
                    "llm.base_url http://localhost:11434`");
  }
  if (model.empty()) {
    return FailWith(ExitCode::kUsage, "--model is missing, and llm.model is not set",
                    "give --model ID, or name the model once: `satchel config set llm.model ID`");
  }
  auto opened = engine::OpenModel(url, model, settings.Text(settings::Key::kLlmApiKey));
  if (!opened) return FailPacket(opened.error(), engine::StoreKind::kSqlite);
  return ModelChoice{.model = *std::move(opened), .required = mode != "optional"};
}

}  // namespace satchel::cli
