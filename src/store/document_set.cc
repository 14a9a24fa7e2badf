#include "store/document_set.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

namespace satchel::store {
namespace {

constexpr std::int64_t kPage = 5'000;

// The name of the state that says which documents of a source the rows are.
std::string StateName(std::string_view source) { return fmt::format("{}.digest", source); }

// What has to happen to the rows that are there.
struct Difference {
  std::vector<DocumentRow> put;  // those without a number are new
  std::vector<std::int64_t> removed;
  DocumentChange paths;
};

Result<Difference> Compare(CuratedChange& change, std::string_view source,
                           std::vector<DocumentRow> wanted) {
  std::unordered_map<std::string_view, DocumentRow*> by_path;
  by_path.reserve(wanted.size());
  for (DocumentRow& row : wanted) by_path.emplace(row.path, &row);
  Difference difference;
  for (const DocumentRow& row : wanted) difference.paths.all.push_back(row.path);
  std::unordered_map<const DocumentRow*, bool> changed;  // of those that are there
  for (std::int64_t after = 0;;) {
    const auto page = SATCHEL_TRY(change.Documents(source, after, kPage));
    for (const DocumentRow& there : page) {
      const auto found = by_path.find(there.path);
      if (found == by_path.end() || changed.contains(found->second)) {
        difference.removed.push_back(there.id);
        if (found == by_path.end()) difference.paths.removed.push_back(there.path);
        continue;
      }
      found->second->id = there.id;
      changed.emplace(found->second, *found->second != there);
    }
    if (std::ssize(page) < kPage) break;
    after = page.back().id;
  }
  for (DocumentRow& row : wanted) {
    const auto known = changed.find(&row);
    if (known != changed.end() && !known->second) continue;
    difference.paths.put.push_back(row.path);
    difference.put.push_back(std::move(row));
  }
  return difference;
}

}  // namespace

Result<bool> HasDocuments(Database& curated, const Scope& scope, std::string_view source,
                          std::string_view digest) {
  const std::array names = {StateName(source)};
  const auto state = SATCHEL_TRY(CuratedReader(curated).State(scope, names));
  const auto found = state.find(names.front());
  return found != state.end() && found->second == digest;
}

Result<DocumentUpdate> UpdateDocuments(Database& curated, const Scope& scope,
                                       std::string_view source, std::string_view digest,
                                       std::vector<DocumentRow> wanted, const AlsoChange& also) {
  auto change = SATCHEL_TRY(CuratedChange::Begin(curated, scope));
  // The counter's row is locked from here to the commit, so that nobody else compares
  // meanwhile: PostgreSQL would let both add the same path.
  auto next = change.AllotDocumentIds(source, 1);
  if (!next) return std::unexpected(next.error());
  auto difference = SATCHEL_TRY(Compare(change, source, std::move(wanted)));
  const auto fresh = std::ranges::count(difference.put, 0, &DocumentRow::id);
  if (fresh > 1) next = change.AllotDocumentIds(source, fresh);
  if (!next) return std::unexpected(next.error());
  for (DocumentRow& row : difference.put) {
    if (row.id == 0) row.id = (*next)++;
  }
  Status done;
  if (!difference.removed.empty()) {
    done = change.RemoveDocuments(source, difference.removed);
  }
  for (std::span<const DocumentRow> rest = difference.put; done && !rest.empty();) {
    const auto part = rest.first(std::min<std::size_t>(rest.size(), kPage));
    done = change.PutDocuments(part);
    rest = rest.subspan(part.size());
  }
  if (done && also) done = also(change, difference.paths);
  if (done) done = change.PutState(StateName(source), digest);
  if (done) done = std::move(change).Commit();
  if (!done) return std::unexpected(done.error());
  return DocumentUpdate{.put = difference.put.size(), .removed = difference.removed.size()};
}

}  // namespace satchel::store
