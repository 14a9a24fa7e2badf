#include "graph/files/clarify.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "text/utf8.h"

namespace satchel::graph {
namespace {

constexpr std::size_t kMostGoal = 140;

struct Topic {
  std::string_view missing;
  std::string_view title;
  std::string_view asks;
  std::string_view done;
};

// Which parts the question concerns: the first that is missing names the topic.
constexpr Topic kTopics[] = {
    {.missing = "entities",
     .title = "Clarify the scope",
     .asks = "No node of the graphs matches the request. Say which tasks, decisions or facts it is "
             "about, or add them.",
     .done = "The nodes that the request is about are named by id"},
    {.missing = "tasks",
     .title = "Clarify the steps",
     .asks = "No open task matches the request. Say which task is to be worked on, or add one with "
             "its acceptance criteria.",
     .done = "There is an open task for the request"},
    {.missing = "knowledge",
     .title = "Clarify the constraints",
     .asks = "No knowledge matches the request. Say which facts, definitions and constraints hold, "
             "or add them.",
     .done = "The facts and constraints that hold are written down"},
};

}  // namespace

std::vector<std::string_view> CriticalInfoMissing(Intent intent, const FoundCounts& found) {
  std::vector<std::string_view> missing;
  const bool acts = intent != Intent::kExplain;
  if (found.entities == 0 && acts) missing.emplace_back("entities");
  if (found.tasks == 0 && (intent == Intent::kExecute || intent == Intent::kDebug)) {
    missing.emplace_back("tasks");
  }
  if (found.knowledge == 0 && acts) missing.emplace_back("knowledge");
  return missing;
}

std::optional<Json> ClarifySuggestion(Intent intent, const std::vector<std::string_view>& missing,
                                      std::string_view request) {
  if (missing.empty() || intent == Intent::kExplain) return std::nullopt;
  const Topic& topic = *std::ranges::find(kTopics, missing.front(), &Topic::missing);
  Json criteria = Json::array();
  for (const Topic& one : kTopics) {
    if (std::ranges::find(missing, one.missing) != missing.end()) criteria.push_back(one.done);
  }
  return Json{
      {"title", fmt::format("{}: {}", topic.title, request)},
      {"description", topic.asks},
      {"priority", "high"},
      {"owner_role", "user"},
      {"tags", {"clarify"}},
      {"acceptance_criteria", std::move(criteria)},
      {"inputs",
       {{"kg_refs", Json::array()}, {"rg_refs", Json::array()}, {"sources", Json::array()}}},
      {"outputs",
       {{"artifacts", Json::array()},
        {"kg_updates", Json::array()},
        {"rg_updates", Json::array()}}}};
}

std::string Squeeze(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank) {
      line += c;
    } else if (!line.empty() && !line.ends_with(' ')) {
      line += ' ';
    }
  }
  if (line.ends_with(' ')) line.pop_back();
  return text::Ellipsize(line, kMostGoal);
}

}  // namespace satchel::graph
