#include "engine/refresh.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "sources/notes/documents.h"

namespace satchel::engine {
namespace {

// A server has no lock to look at: there a change waits for the one before it, and
// never longer than this in all.
constexpr auto kMostTime = std::chrono::seconds(10);

Status Refresh(Stores& stores, const notes::Notes& notes, const Deadline& deadline) {
  const std::string digest = notes::DocumentDigest(notes);
  const store::Scope scope = stores.scope(deadline);
  const auto current = notes::HasDocuments(stores.curated(), scope, digest);
  if (!current) return std::unexpected(current.error());
  if (*current) return {};
  return stores.ChangeCurated([&](store::Database& curated) -> Status {
    const auto updated = notes::UpdateDocuments(curated, scope, notes);
    if (!updated) return std::unexpected(updated.error());
    return {};
  });
}

}  // namespace

std::vector<std::string> RefreshDocuments(Stores& stores, const notes::Notes& notes,
                                          const Deadline& deadline) {
  const Status done = Refresh(stores, notes, deadline.Within(kMostTime));
  if (done) return {};
  return {fmt::format("the index of the notes stays as it was: {}", done.error().text())};
}

}  // namespace satchel::engine
