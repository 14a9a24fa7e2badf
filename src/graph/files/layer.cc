#include "graph/files/layer.h"

namespace satchel::graph {
namespace {

constexpr std::array<std::string_view, 3> kNames = {"KG", "RG", "TG"};
constexpr std::array<std::string_view, 3> kLogs = {"kg_nodes.jsonl", "rg_nodes.jsonl",
                                                   "tg_nodes.jsonl"};

}  // namespace

std::string_view Name(Layer layer) { return kNames[IndexOf(layer)]; }
std::string_view LogName(Layer layer) { return kLogs[IndexOf(layer)]; }

std::optional<Layer> LayerOfId(std::string_view id) {
  for (const Layer layer : kLayers) {
    if (id.starts_with(Name(layer)) && id.substr(2).starts_with('-')) return layer;
  }
  return std::nullopt;
}

}  // namespace satchel::graph
