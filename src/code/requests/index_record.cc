#include "code/requests/index_record.h"

#include <string>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "engine/stores/run_id.h"
#include "store/raw_log.h"
#include "text/redactor.h"

namespace satchel::engine {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

// Errors, names of files and of commits may carry one.
std::string WithoutSecrets(std::string_view text) {
  return text::Redactor::Default().Redact(text).text;
}

Json RequestJson(const CodeIndexRequest& request) {
  Json files = Json::array();
  for (const std::string& file : request.files) files.push_back(WithoutSecrets(file));
  const std::string revision = WithoutSecrets(request.revision);
  return {{"version", SATCHEL_VERSION},
          {"index",
           {{"full", request.full},
            {"files", std::move(files)},
            {"revision", revision.empty() ? Json() : Json(revision)},
            {"below", WithoutSecrets(request.below)},
            {"use_cache", request.use_cache}}}};
}

// Counts only: paths are in the answer, and a run is kept for weeks.
Json OutcomeJson(const CodeIndexReport& report) {
  const code::IndexSummary& summary = report.summary;
  Json skipped = Json::object();
  for (const SkipReason reason : SkipReasons()) {
    const std::size_t count = summary.skipped.count(reason);
    if (count > 0) skipped[std::string(Name(reason))] = count;
  }
  return {{"files",
           {{"seen", summary.seen},
            {"parsed", summary.parsed},
            {"cached", summary.cached},
            {"unchanged", summary.unchanged},
            {"removed", summary.removed},
            {"limited", summary.limited},
            {"stale", summary.stale},
            {"skipped", std::move(skipped)}}},
          {"symbols", report.counts.symbols},
          {"imports", report.counts.imports},
          {"bytes", report.counts.bytes},
          {"commit", summary.commit.empty() ? Json() : Json(summary.commit)},
          {"store",
           {{"calls", report.stores.calls},
            {"round_trips", report.stores.round_trips},
            {"rows", report.stores.rows}}}};
}

}  // namespace

Result<RunId> RecordIndexRun(Stores& stores, const IndexRecord& record, const Deadline& deadline) {
  const auto micros = duration_cast<microseconds>(record.took).count();
  Json outcome;
  if (record.report) {
    outcome = OutcomeJson(*record.report);
  } else {
    outcome["error"] = WithoutSecrets(record.report.error().text());
  }
  outcome["micros"] = micros;
  store::RunRow row{.id = MakeRunId(record.started_at),
                    .started_at = record.started_at,
                    .finished_at = Time{record.started_at.micros + micros},
                    .recipe = std::string(store::kIndexRecipe),
                    .status = record.report ? "done" : "failed",
                    .request = CanonicalJson(RequestJson(record.request)),
                    .outcome = CanonicalJson(outcome)};
  row.size = static_cast<std::int64_t>(row.request.size() + row.outcome.size());
  SATCHEL_TRY(store::RawWriter(stores.raw()).Start(stores.scope(deadline), row));
  return row.id;
}

}  // namespace satchel::engine
