#include "engine/requests/recall.h"

#include <string>

namespace satchel::engine {

MemoryOptions RecallOptions(const settings::Settings& settings) {
  using settings::Key;
  const auto count = [&settings](Key key) {
    return static_cast<std::size_t>(settings.Integer(key));
  };
  MemoryOptions options;
  options.planner = settings.Bool(Key::kMemoryRecallPlannerEnabled);
  options.most_minimal = count(Key::kMemoryRecallPlannerMaxQmdResultsMinimal);
  options.search = settings.Bool(Key::kMemoryQmdEnabled);
  options.most_found = count(Key::kMemoryQmdMaxResults);
  options.space = settings.Text(Key::kMemoryQmdCollection);
  options.intent_routing = settings.Bool(Key::kMemoryIntentRoutingEnabled);
  options.intent_boost = settings.Decimal(Key::kMemoryIntentRoutingBoost);
  options.artifacts = settings.Bool(Key::kMemoryVerbatimArtifactsEnabled);
  options.expansion = settings.Bool(Key::kMemoryQueryExpansionEnabled);
  options.rerank = settings.Bool(Key::kMemoryRerankEnabled);
  options.recency_weight = settings.Decimal(Key::kMemoryRecencyWeight);
  // Unless a person has decided, a shared namespace is read as soon as there is one.
  const bool decided =
      settings.OriginOf(Key::kMemoryNamespacesEnabled).layer != settings::Layer::kDefault;
  options.spaces = !decided || settings.Bool(Key::kMemoryNamespacesEnabled);
  return options;
}

Result<Model> RankingModel(const settings::Settings& settings, MemoryOptions& options) {
  const std::string& url = settings.Text(settings::Key::kLlmBaseUrl);
  const std::string& name = settings.Text(settings::Key::kLlmModel);
  // Where there is none the stage says so.
  if (!options.rerank || url.empty() || name.empty()) return nullptr;
  auto model = SATCHEL_TRY(OpenModel(url, name, settings.Text(settings::Key::kLlmApiKey)));
  options.model = NameOf(model);
  return model;
}

}  // namespace satchel::engine
