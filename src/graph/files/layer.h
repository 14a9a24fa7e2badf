#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace satchel::graph {

// What is known, what was decided, what is to be done. In the order of lists.
enum class Layer : std::uint8_t { kKnowledge, kDecision, kTask };
inline constexpr std::array kLayers = {Layer::kKnowledge, Layer::kDecision, Layer::kTask};

constexpr std::size_t IndexOf(Layer layer) { return static_cast<std::size_t>(layer); }

template <class Value>
constexpr Value ByLayer(Layer layer, Value knowledge, Value decision, Value task) {
  switch (layer) {
    case Layer::kKnowledge:
      return knowledge;
    case Layer::kDecision:
      return decision;
    case Layer::kTask:
      break;
  }
  return task;
}

std::string_view Name(Layer layer);     // "KG"; ids begin with it and a hyphen
std::string_view LogName(Layer layer);  // "kg_nodes.jsonl"
std::optional<Layer> LayerOfId(std::string_view id);

}  // namespace satchel::graph
