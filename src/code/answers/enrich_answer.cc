#include "code/answers/enrich_answer.h"

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const EnrichReport& report) {
  Json failures = Json::array();
  for (const EnrichReport::Failure& failure : report.failures) {
    failures.push_back({{"path", failure.path}, {"reason", failure.reason}});
  }
  Json runs = Json::array();
  for (const RunId& run : report.runs) runs.push_back(run.value());
  return {{"files", report.files},
          {"described", report.described},
          {"known", report.known},
          {"waiting", report.waiting},
          {"failures", std::move(failures)},
          {"prompt_tokens", report.prompt_tokens},
          {"completion_tokens", report.answer_tokens},
          {"promoted", report.promotes ? Json(report.promoted) : Json()},
          {"runs", std::move(runs)}};
}

}  // namespace satchel::engine
