#include "engine/requests/embedder.h"

#include <utility>

#include "llm/model.h"

namespace satchel::engine {

Result<Embedder> EmbedderFrom(const settings::Settings& settings) {
  using settings::Key;
  llm::EmbedderOptions options;
  options.base_url = settings.Text(Key::kEmbedBaseUrl);
  options.model = settings.Text(Key::kEmbedModel);
  if (options.base_url.empty() || options.model.empty()) return nullptr;
  options.api_key = settings.Text(Key::kEmbedApiKey);
  options.kind = SATCHEL_TRY(llm::ParseEmbeddingKind(settings.Text(Key::kEmbedKind)));
  options.most_text_bytes = static_cast<std::size_t>(settings.Integer(Key::kEmbedMaxTextBytes));
  auto opened = SATCHEL_TRY(llm::OpenEmbedder(options));
  return Embedder(std::move(opened));
}

}  // namespace satchel::engine
