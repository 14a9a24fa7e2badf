#include "engine/requests/refresh.h"

#include <chrono>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/result.h"
#include "sources/graph/documents.h"
#include "sources/notes/documents.h"
#include "store/document_set.h"

namespace satchel::engine {
namespace {

// A server has no lock to look at: there a change waits for the one before it, and
// never longer than this in all.
constexpr auto kMostTime = std::chrono::seconds(10);

template <class MakeRows>
Status Refresh(Stores& stores, std::string_view source, const std::string& digest,
               const MakeRows& make_rows, const Deadline& deadline) {
  const store::Scope scope = stores.scope(deadline);
  const auto current = SATCHEL_TRY(store::HasDocuments(stores.curated(), scope, source, digest));
  if (current) return {};
  return stores.ChangeCurated([&](store::Database& curated) -> Status {
    SATCHEL_TRY(store::UpdateDocuments(curated, scope, source, digest, make_rows()));
    return {};
  });
}

}  // namespace

std::vector<std::string> RefreshDocuments(Stores& stores, const SourceReading& sources,
                                          const Deadline& deadline) {
  std::vector<std::string> remarks;
  const Deadline until = deadline.Within(kMostTime);
  const auto note = [&remarks](std::string_view what, const Status& done) {
    if (done) return;
    remarks.push_back(
        fmt::format("the index of the {} stays as it was: {}", what, done.error().text()));
  };
  if (sources.notes) {
    const notes::Notes& notes = *sources.notes;
    note("notes", Refresh(
                      stores, notes::kDocumentSource, DocumentDigest(notes),
                      [&notes] { return DocumentsOf(notes); }, until));
  }
  if (sources.graph) {
    const graph::Graph& graph = sources.graph->graph();
    note("graphs", Refresh(
                       stores, graph::kDocumentSource, DocumentDigest(graph),
                       [&graph] { return DocumentsOf(graph); }, until));
  }
  return remarks;
}

}  // namespace satchel::engine
