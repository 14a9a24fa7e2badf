#include "surfaces/cli/packet/packet_flags.h"

#include <string>
#include <utility>

#include "base/files.h"
#include "base/result.h"
#include "engine/requests/packet_settings.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/call/store_access.h"
#include "text/token_counter.h"

namespace satchel::cli {
namespace {

constexpr IntegerFlag kBudget = {
    .name = "--budget", .most = 100'000'000, .must_be = "from 0 to 100000000"};

std::vector<std::string> Listed(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const auto comma = text.find(',');
    names.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return names;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace

std::expected<engine::PacketRequest, Failure> PacketRequestFrom(const Context& context,
                                                                std::string_view recipe) {
  const Invocation& invocation = context.invocation;
  engine::PacketRequest request;
  request.recipe = recipe;
  if (!invocation.arguments.empty()) request.task = invocation.arguments[0];
  if (invocation.Find("--budget")) {
    const auto budget = SATCHEL_TRY(IntegerOf(invocation, kBudget));
    request.budget = static_cast<std::size_t>(budget);
  }
  if (const auto text = invocation.Find("--tokenizer")) {
    const auto tokenizer = text::ParseTokenizer(*text);
    if (!tokenizer) return FailWith(ExitCode::kUsage, tokenizer.error());
    request.tokenizer = *tokenizer;
  }
  if (const auto text = invocation.Find("--stages")) request.stages = Listed(*text);
  request.conversation = invocation.Find("--session").value_or("");
  request.rendering =
      context.format == "markdown" ? engine::Rendering::kMarkdown : engine::Rendering::kPrompt;
  if (invocation.Find("--now")) request.now = Now(context);
  request.fresh = invocation.Has("--fresh");
  engine::FillFromSettings(context.loaded.settings, request);
  return request;
}

std::unexpected<Failure> FailPacket(const Error& error, engine::StoreKind kind) {
  if (error.code() == Errc::kInvalidInput) return FailWith(ExitCode::kUsage, error);
  return FailStore(error, kind);
}

std::expected<void, Failure> WriteTrace(const Context& context,
                                        const engine::PacketAnswer& answer) {
  const auto file = context.invocation.Find("--trace");
  if (!file) return {};
  const auto written =
      WriteFileAtomically(PathFrom(context, *file), PrettyJson(engine::TraceOf(answer)));
  if (!written) return FailWith(ExitCode::kNothing, written.error());
  return {};
}

}  // namespace satchel::cli
