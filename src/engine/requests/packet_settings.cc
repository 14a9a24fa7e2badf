#include "engine/requests/packet_settings.h"

#include "pack/built_in.h"
#include "packet/packet.h"
#include "text/token_counter.h"

namespace satchel::engine {

void FillFromSettings(const settings::Settings& settings, PacketRequest& request) {
  const pipeline::Recipe* recipe = pipeline::BuiltIn().FindRecipe(request.recipe);
  const bool has_budget = recipe != nullptr && recipe->budget != packet::kNoBudget;
  const auto tokens = settings.IntegerIfSet(settings::Key::kBudgetTokens);
  if (!request.budget && tokens && has_budget) {
    request.budget = static_cast<std::size_t>(*tokens);
  }
  if (!request.tokenizer) {
    // `auto` is no tokenizer: the recipe's own counts then.
    const auto tokenizer = text::ParseTokenizer(settings.Text(settings::Key::kBudgetTokenizer));
    if (tokenizer) request.tokenizer = *tokenizer;
  }
}

}  // namespace satchel::engine
