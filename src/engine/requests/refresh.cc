#include "engine/requests/refresh.h"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "index/texts/text_documents.h"
#include "store/document_set.h"

namespace satchel::engine {
namespace {

// A server has no lock to look at: there a change waits for the one before it, and
// never longer than this in all.
constexpr auto kMostTime = std::chrono::seconds(10);
// For another one who writes, for all sources together: of two first searches at once the second
// one waits for what the first is just putting into the index. One that reads a whole tree of code
// is not waited for.
constexpr std::chrono::nanoseconds kMostWait = std::chrono::seconds(2);
// Of the time that a request has, one part is for waiting and half is for all of this.
constexpr int kPartForWaiting = 8;

// At most so long, and at most that part of the time.
Deadline PartOf(const Deadline& deadline, std::chrono::nanoseconds most, int part) {
  const auto left = deadline.Remaining();
  return deadline.Within(left ? std::min(most, *left / part) : most);
}

Status IndexReading(Stores& stores, const pipeline::TextReading& reading, const Deadline& deadline,
                    const Deadline& wait) {
  const auto indexed = SATCHEL_TRY(reading.IsIndexed());
  if (indexed) return {};
  const auto change = [&](store::Database& database) -> Status {
    const auto by_another = SATCHEL_TRY(reading.IsIndexed());
    if (by_another) return {};
    return reading.Index(database, stores.scope(deadline));
  };
  return reading.IsPrivate() ? stores.ChangeMemoryRows(change, wait)
                             : stores.ChangeCurated(change, wait);
}

Status UpdateReading(Stores& stores, const pipeline::TextReading& reading, const Deadline& deadline,
                     const Deadline& wait) {
  const std::string digest = reading.DocumentDigest();
  if (digest.empty()) return {};
  const store::Scope scope = stores.scope(deadline);
  const auto current =
      SATCHEL_TRY(store::HasDocuments(stores.curated(), scope, reading.source(), digest));
  if (current) return {};
  const auto words = [&reading](store::CuratedChange& change,
                                const store::DocumentChange& documents) {
    return retrieval::PutTexts(
        change, reading.source(), documents,
        [&reading](std::span<const std::string> paths) { return reading.Texts(paths); });
  };
  return stores.ChangeCurated(
      [&](store::Database& curated) -> Status {
        const auto by_another =
            SATCHEL_TRY(store::HasDocuments(curated, scope, reading.source(), digest));
        if (by_another) return {};
        SATCHEL_TRY(store::UpdateDocuments(curated, scope, reading.source(), digest,
                                           reading.Documents(), words));
        return retrieval::TidyTexts(curated, scope, reading.source());
      },
      wait);
}

}  // namespace

std::vector<std::string> RefreshDocuments(
    Stores& stores, std::span<const std::unique_ptr<const pipeline::Reading>> readings,
    const Deadline& deadline) {
  // Stores in memory have one connection, which the request holds, and end with it.
  if (stores.in_memory()) return {};
  std::vector<std::string> remarks;
  const Deadline until = PartOf(deadline, kMostTime, 2);
  const Deadline wait = PartOf(deadline, kMostWait, kPartForWaiting);
  for (const auto& reading : readings) {
    const pipeline::TextReading* texts = reading->texts();
    if (texts == nullptr) continue;
    Status done = IndexReading(stores, *texts, until, wait);
    if (done) done = UpdateReading(stores, *texts, until, wait);
    if (done) continue;
    remarks.push_back(fmt::format("the index of the {} stays as it was: {}", reading->source(),
                                  done.error().text()));
  }
  return remarks;
}

}  // namespace satchel::engine
