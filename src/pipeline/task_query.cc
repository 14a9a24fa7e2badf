#include "pipeline/task_query.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "packet/json_fields.h"
#include "text/analyser.h"

namespace satchel::pipeline {

TaskQuery Analyse(std::string_view task) {
  TaskQuery query;
  query.title = std::string(task.substr(0, task.find_first_of("\r\n")));
  for (text::Term& term : text::AnalyseQuery(task, {.stems = text::Stems::kNone})) {
    if (std::ranges::find(query.keywords, term.text) != query.keywords.end()) continue;
    query.keywords.push_back(std::move(term.text));
    if (query.keywords.size() == 256) break;  // a pasted log is no list of keywords
  }
  return query;
}

Json ToJson(const TaskQuery& query) {
  return {{"title", query.title}, {"keywords", query.keywords}};
}

Result<TaskQuery> QueryFromJson(const Json& json) {
  packet::Fields fields(json, "task_query");
  TaskQuery query{.title = fields.Text("title"), .keywords = fields.Texts("keywords")};
  SATCHEL_TRY(std::move(fields).Finish());
  return query;
}

Json ToJson(const Refinement& refinement) {
  return {{"reason", refinement.reason},
          {"missing_files", refinement.missing_files},
          {"missing_symbols", refinement.missing_symbols},
          {"missing_tests", refinement.missing_tests},
          {"error_signatures", refinement.error_signatures}};
}

Result<Refinement> RefinementFromJson(const Json& json) {
  packet::Fields fields(json, "refinement_request");
  Refinement refinement{.reason = fields.Text("reason"),
                        .missing_files = fields.TextsOrNone("missing_files"),
                        .missing_symbols = fields.TextsOrNone("missing_symbols"),
                        .missing_tests = fields.TextsOrNone("missing_tests"),
                        .error_signatures = fields.TextsOrNone("error_signatures")};
  SATCHEL_TRY(std::move(fields).Finish());
  return refinement;
}

}  // namespace satchel::pipeline
