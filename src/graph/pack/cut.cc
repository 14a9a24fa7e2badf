#include "graph/pack/cut.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "graph/pack/candidates.h"
#include "graph/pack/options.h"
#include "packet/packet.h"
#include "text/safe_text.h"

namespace satchel::pipeline {
namespace {

using graph::Chosen;

constexpr std::array<std::string_view, 4> kRelations = {"seed", "dependency", "blocker", "blocked"};

struct CutSection {
  std::string_view section;
  std::string_view stage;
};
constexpr std::array kSections = {
    CutSection{.section = "tasks", .stage = "graph.tasks"},
    CutSection{.section = "decisions", .stage = "graph.decisions"},
    CutSection{.section = "knowledge", .stage = "graph.knowledge"},
};

// A node that was cut and where: the best come first, of equal ones those of the first section.
struct Cut {
  std::size_t section = 0;
  std::size_t place = 0;
  Chosen chosen;
};

}  // namespace

Json CutJson(const graph::Graph& graph, const std::vector<Chosen>& cut) {
  Json list = Json::array();
  for (const Chosen& one : cut) {
    const graph::Points& points = one.points;
    list.push_back({graph.node(one.node).id, one.relation,
                    one.from ? Json(graph.node(*one.from).id) : Json(), points.entity,
                    points.task_names_it, points.accepted, points.flagged, points.recency});
  }
  text::MakeSafe(list);  // a session stores it
  return list;
}

std::vector<Chosen> CutFrom(const graph::Graph& graph, const Json& json) {
  std::vector<Chosen> cut;
  if (!json.is_array()) return cut;
  for (const Json& one : json) {
    if (!one.is_array() || one.size() != 8 || !one[0].is_string()) continue;
    const auto node = graph.Find(one[0].get_ref<const std::string&>());
    if (!node) continue;
    Chosen chosen{.node = *node,
                  .points = {.entity = one[3] == true,
                             .task_names_it = one[4] == true,
                             .accepted = one[5] == true,
                             .flagged = one[6] == true,
                             .recency = one[7].is_number_integer() ? one[7].get<int>() : 0}};
    for (const std::string_view relation : kRelations) {
      if (one[1] == relation) chosen.relation = relation;
    }
    if (one[2].is_string()) chosen.from = graph.Find(one[2].get_ref<const std::string&>());
    cut.push_back(chosen);
  }
  return cut;
}

void OfferCut(const graph::Graph& graph, StageContext& context) {
  std::vector<Cut> all;
  std::array<std::size_t, kSections.size()> more{};
  for (std::size_t section = 0; section < kSections.size(); ++section) {
    const auto value = context.values.find(std::string(kSections[section].stage));
    if (value == context.values.end()) continue;
    const auto cut = value->second.find("cut");
    if (cut == value->second.end()) continue;
    const std::vector<Chosen> known = CutFrom(graph, *cut);
    for (const Chosen& chosen : known) {
      all.push_back({.section = section, .place = all.size(), .chosen = chosen});
    }
    // A node whose id held a secret is not found by its safe id. It is counted, not named.
    more[section] = value->second.value("cut_more", std::size_t{0}) + (cut->size() - known.size());
  }
  std::ranges::sort(all, {}, [](const Cut& cut) {
    return std::tuple(-cut.chosen.points.total(), cut.section, cut.place);
  });
  std::array<std::vector<packet::Candidate>, kSections.size()> named;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Cut& cut = all[i];
    if (i < packet::kMostDropped) {
      std::vector<packet::Candidate>& list = named[cut.section];
      list.push_back(NodeCandidate(graph, cut.chosen, graph.JsonOf(cut.chosen.node), list.size()));
    } else {
      ++more[cut.section];
    }
  }
  for (std::size_t section = 0; section < kSections.size(); ++section) {
    if (named[section].empty() && more[section] == 0) continue;
    packet::SectionOffer& offer = context.offers.To({kGraph, kSections[section].section});
    offer.cut = std::move(named[section]);
    offer.cut_more = more[section];
  }
}

}  // namespace satchel::pipeline
