#include "engine/log_lines.h"

#include <cstdint>

namespace satchel::engine {
namespace {

std::int64_t Micros(std::chrono::nanoseconds took) {
  return std::chrono::duration_cast<std::chrono::microseconds>(took).count();
}

void LogFailed(Logger& log, std::string_view component, std::string_view what, const Error& error,
               std::chrono::nanoseconds took) {
  log.Log(LogLevel::kInfo, component, what,
          {{"outcome", "failed"}, {"error", error.text()}, {"micros", Micros(took)}});
}

void LogMade(Logger& log, std::string_view recipe, const PacketAnswer& answer,
             std::chrono::nanoseconds took) {
  log.Log(LogLevel::kInfo, "request", "packet",
          {{"outcome", "done"},
           {"recipe", recipe},
           {"run", answer.run.value()},
           {"micros", Micros(took)},
           {"stages", answer.stages.size()},
           {"store_calls", answer.stores.calls},
           {"round_trips", answer.stores.round_trips}});
}

}  // namespace

void LogPacket(Logger& log, std::string_view recipe, const Result<PacketAnswer>& answer,
               std::chrono::nanoseconds took) {
  if (!answer) return LogFailed(log, "request", "packet", answer.error(), took);
  LogMade(log, recipe, *answer, took);
}

void LogGraphPack(Logger& log, std::string_view recipe, const Result<GraphPack>& pack,
                  std::chrono::nanoseconds took) {
  if (!pack) return LogFailed(log, "request", "packet", pack.error(), took);
  LogMade(log, recipe, pack->answer, took);
}

void LogSearch(Logger& log, const Result<SearchAnswer>& answer, std::chrono::nanoseconds took) {
  if (!answer) return LogFailed(log, "request", "search", answer.error(), took);
  log.Log(LogLevel::kInfo, "request", "search",
          {{"outcome", "done"},
           {"micros", Micros(took)},
           {"results", answer->results.size()},
           {"documents", answer->documents},
           {"store_calls", answer->store_calls},
           {"round_trips", answer->store_round_trips}});
}

// Why it failed is not here: a server may repeat what it was asked.
void LogRerank(Logger& log, const PlaceReranking& reranking) {
  log.Log(LogLevel::kInfo, "request", "rerank",
          {{"outcome", llm::Name(reranking.outcome)},
           {"micros", reranking.millis * 1'000},
           {"asked", reranking.asked},
           {"known", reranking.known},
           {"attempts", reranking.attempts}});
}

void LogIndex(Logger& log, const Result<CodeIndexReport>& report, std::chrono::nanoseconds took) {
  if (!report) return LogFailed(log, "index", "index", report.error(), took);
  log.Log(LogLevel::kInfo, "index", "index",
          {{"outcome", "done"},
           {"run", report->run.value()},
           {"micros", Micros(report->took)},
           {"seen", report->summary.seen},
           {"parsed", report->summary.parsed},
           {"cached", report->summary.cached},
           {"unchanged", report->summary.unchanged},
           {"removed", report->summary.removed},
           {"store_calls", report->stores.calls},
           {"round_trips", report->stores.round_trips}});
}

void LogEnrich(Logger& log, const Result<EnrichReport>& report, std::chrono::nanoseconds took) {
  if (!report) return LogFailed(log, "index", "enrich", report.error(), took);
  log.Log(LogLevel::kInfo, "index", "enrich",
          {{"outcome", "done"},
           {"micros", Micros(took)},
           {"files", report->files},
           {"described", report->described},
           {"known", report->known},
           {"failed", report->failures.size()},
           {"promoted", report->promoted}});
}

void LogRefresh(Logger& log, const Result<CodeRefresh>& refresh, std::chrono::nanoseconds took) {
  if (!refresh) return LogFailed(log, "index", "refresh", refresh.error(), took);
  log.Log(LogLevel::kInfo, "index", "refresh",
          {{"outcome", "done"},
           {"micros", Micros(took)},
           {"state", Name(refresh->state)},
           {"changed", refresh->changed},
           {"added", refresh->added},
           {"gone", refresh->gone}});
}

}  // namespace satchel::engine
