#include "graph/answers/graph_check_answer.h"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "text/safe_line.h"

namespace satchel::engine {

std::size_t ErrorsIn(const GraphCheck& check) {
  return static_cast<std::size_t>(std::ranges::count(check.faults, true, &GraphFault::is_error));
}

Json ToJson(const GraphCheck& check) {
  Json faults = Json::array();
  for (const GraphFault& fault : check.faults) {
    faults.push_back({{"severity", fault.is_error ? "error" : "warning"},
                      {"kind", fault.kind},
                      {"path", fault.path},
                      {"line", fault.line},
                      {"id", fault.id},
                      {"text", text::VisibleLine(fault.text)}});
  }
  const std::size_t errors = ErrorsIn(check);
  return {{"nodes", check.nodes},
          {"rows", check.rows},
          {"commits", check.commits},
          {"errors", errors},
          {"warnings", check.faults.size() - errors},
          {"faults", std::move(faults)}};
}

}  // namespace satchel::engine
