#pragma once

#include <chrono>
#include <string_view>

#include "base/deadline.h"
#include "base/log.h"
#include "base/result.h"
#include "code/requests/code_index.h"
#include "code/requests/code_refresh.h"
#include "code/requests/enrich.h"
#include "code/requests/search.h"
#include "engine/requests/graph_packs.h"
#include "engine/requests/packets.h"
#include "engine/requests/place_reranker.h"

// The line that each request and each index run leaves in the program's own log: how it
// ended, how long it took, what it asked of the stores. It never says what was asked for.
//
// A line is at info whether the request failed or not: the face tells of a failure, and
// telling it twice would help nobody. docs/formats/log.md has the fields.
namespace satchel::engine {

// Started where it is made.
class RequestTimer {
 public:
  std::chrono::nanoseconds Took() const { return SteadyTicker().Elapsed() - started_; }

 private:
  std::chrono::nanoseconds started_ = SteadyTicker().Elapsed();
};

void LogPacket(Logger& log, std::string_view recipe, const Result<PacketAnswer>& answer,
               std::chrono::nanoseconds took);
void LogGraphPack(Logger& log, std::string_view recipe, const Result<GraphPack>& pack,
                  std::chrono::nanoseconds took);
void LogSearch(Logger& log, const Result<SearchAnswer>& answer, std::chrono::nanoseconds took);
void LogRerank(Logger& log, const PlaceReranking& reranking);
void LogIndex(Logger& log, const Result<CodeIndexReport>& report, std::chrono::nanoseconds took);
void LogEnrich(Logger& log, const Result<EnrichReport>& report, std::chrono::nanoseconds took);
void LogRefresh(Logger& log, const Result<CodeRefresh>& refresh, std::chrono::nanoseconds took);

}  // namespace satchel::engine
