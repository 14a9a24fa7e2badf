#include "surfaces/mcp/workspace/packages.h"

#include <memory>
#include <utility>

#include "engine/requests/packet_settings.h"
#include "text/token_counter.h"

namespace satchel::mcp {
namespace {

void Complete(const settings::Settings& settings, engine::PacketRequest& request) {
  engine::FillFromSettings(settings, request);
  if (!request.budget) request.budget = kUsualBudget;
  request.tokenizer = TokenizerOf(settings);
}

}  // namespace

engine::PacketRequest NotesRequest(const settings::Settings& settings, std::string task) {
  engine::PacketRequest request;
  request.recipe = "notes";
  request.task = std::move(task);
  request.options = {
      std::make_shared<engine::NotesOptions>(settings.Bool(settings::Key::kNotesAgentFiles))};
  Complete(settings, request);
  return request;
}

text::Tokenizer TokenizerOf(const settings::Settings& settings) {
  // bytes / 4 undercounts code.
  return text::ParseTokenizer(settings.Text(settings::Key::kBudgetTokenizer))
      .value_or(text::Tokenizer::kSafe);
}

engine::Rendering RenderingOf(std::string_view format) {
  return format.empty() || format == "markdown" ? engine::Rendering::kMarkdown
                                                : engine::Rendering::kPrompt;
}

}  // namespace satchel::mcp
