#include "code/answers/index_answer.h"

#include <chrono>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const CodeIndexReport& report) {
  const auto& summary = report.summary;
  const auto& history = report.history;
  Json skipped = Json::object();
  for (const SkipReason reason : SkipReasons()) {
    if (summary.skipped.count(reason) == 0) continue;
    skipped[std::string(Name(reason))] = {{"count", summary.skipped.count(reason)},
                                          {"examples", summary.skipped.examples(reason)}};
  }
  Json limits = Json::array();
  for (const auto& [path, limit] : summary.limits) {
    limits.push_back({{"path", path}, {"limit", limit}});
  }
  Json json = {{"commit", summary.commit.empty() ? Json() : Json(summary.commit)},
               {"files",
                {{"seen", summary.seen},
                 {"parsed", summary.parsed},
                 {"cached", summary.cached},
                 {"unchanged", summary.unchanged},
                 {"removed", summary.removed},
                 {"unknown", summary.unknown},
                 {"damaged", summary.damaged},
                 {"stale", summary.stale},
                 {"limited", {{"count", summary.limited}, {"examples", std::move(limits)}}},
                 {"skipped", std::move(skipped)}}},
               {"bytes", report.counts.bytes},
               {"symbols", report.counts.symbols},
               {"imports", report.counts.imports},
               {"history",
                {{"head", history.head.empty() ? Json() : Json(history.head)},
                 {"commits", history.commits},
                 {"read", history.read},
                 {"removed", history.removed},
                 {"shallow", history.shallow}}},
               {"remarks", summary.remarks},
               {"seconds", std::chrono::duration<double>(report.took).count()}};
  if (report.vectors) {
    const retrieval::EmbeddingReport& vectors = *report.vectors;
    json["vectors"] = {{"documents", vectors.documents},
                       {"with_vectors", vectors.with_vectors},
                       {"unread", vectors.unread},
                       {"sent", vectors.sent},
                       {"reused", vectors.reused},
                       {"removed", vectors.removed},
                       {"refused", vectors.refused.empty() ? Json() : Json(vectors.refused)},
                       {"stopped", vectors.stopped.empty() ? Json() : Json(vectors.stopped)}};
  }
  return json;
}

}  // namespace satchel::engine
