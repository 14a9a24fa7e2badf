#include "engine/requests/refresh.h"

#include <chrono>
#include <mutex>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "retrieval/text_documents.h"
#include "store/document_set.h"

namespace satchel::engine {
namespace {

// A server has no lock to look at: there a change waits for the one before it, and
// never longer than this in all.
constexpr auto kMostTime = std::chrono::seconds(10);

// Threads of one process wait for each other: who finds the writer's lock taken leaves the index as
// it is, and would answer without what another thread is just putting into it.
std::mutex& OneAtATime() {
  static std::mutex mutex;
  return mutex;
}

Result<bool> IsCurrent(Stores& stores, const pipeline::Reading& reading, const Deadline& deadline) {
  const auto indexed = SATCHEL_TRY(reading.IsIndexed());
  if (!indexed) return false;
  const std::string digest = reading.DocumentDigest();
  if (digest.empty()) return true;
  return store::HasDocuments(stores.curated(), stores.scope(deadline), reading.source(), digest);
}

Status Refresh(Stores& stores, const pipeline::Reading& reading, const Deadline& deadline) {
  const auto is_current = SATCHEL_TRY(IsCurrent(stores, reading, deadline));
  if (is_current) return {};
  const std::scoped_lock lock(OneAtATime());
  const store::Scope scope = stores.scope(deadline);
  const auto indexed = SATCHEL_TRY(reading.IsIndexed());
  if (!indexed) {
    SATCHEL_TRY(stores.ChangeCurated(
        [&](store::Database& curated) { return reading.Index(curated, scope); }));
  }
  const std::string digest = reading.DocumentDigest();
  if (digest.empty()) return {};
  const auto current =
      SATCHEL_TRY(store::HasDocuments(stores.curated(), scope, reading.source(), digest));
  if (current) return {};
  const auto words = [&reading](store::CuratedChange& change,
                                const store::DocumentChange& documents) {
    return retrieval::PutTexts(
        change, reading.source(), documents,
        [&reading](std::span<const std::string> paths) { return reading.Texts(paths); });
  };
  return stores.ChangeCurated([&](store::Database& curated) -> Status {
    SATCHEL_TRY(store::UpdateDocuments(curated, scope, reading.source(), digest,
                                       reading.Documents(), words));
    return retrieval::TidyTexts(curated, scope, reading.source());
  });
}

}  // namespace

std::vector<std::string> RefreshDocuments(
    Stores& stores, std::span<const std::unique_ptr<const pipeline::Reading>> readings,
    const Deadline& deadline) {
  std::vector<std::string> remarks;
  const Deadline until = deadline.Within(kMostTime);
  for (const auto& reading : readings) {
    const Status done = Refresh(stores, *reading, until);
    if (done) continue;
    remarks.push_back(fmt::format("the index of the {} stays as it was: {}", reading->source(),
                                  done.error().text()));
  }
  return remarks;
}

}  // namespace satchel::engine
