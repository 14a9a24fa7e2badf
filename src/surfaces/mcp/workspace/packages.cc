#include "surfaces/mcp/workspace/packages.h"

#include <memory>
#include <utility>

#include "engine/requests/packet_settings.h"
#include "text/token_counter.h"

namespace satchel::mcp {
namespace {

constexpr std::size_t kUsualBudget = 8'000;

void Complete(const settings::Settings& settings, engine::PacketRequest& request) {
  engine::FillFromSettings(settings, request);
  if (!request.budget) request.budget = kUsualBudget;
  // bytes / 4 undercounts code.
  if (!request.tokenizer) request.tokenizer = text::Tokenizer::kSafe;
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

engine::Rendering RenderingOf(std::string_view format) {
  return format.empty() || format == "markdown" ? engine::Rendering::kMarkdown
                                                : engine::Rendering::kPrompt;
}

}  // namespace satchel::mcp
