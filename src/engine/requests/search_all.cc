#include "engine/requests/search_all.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/memory/recall.h"
#include "engine/requests/refresh.h"
#include "pipeline/catalog.h"
#include "pipeline/sources/code/options.h"
#include "pipeline/sources/memory/options.h"
#include "pipeline/sources/notes/source.h"
#include "retrieval/merged_places.h"
#include "search/rank/query.h"

namespace satchel::engine {
namespace {

using Readings = std::vector<std::unique_ptr<const pipeline::Reading>>;

bool IsWanted(const SearchRequest& request, std::string_view source) {
  if (request.sources.empty()) {
    const FilterRequest& filter = request.filter;
    return source == pipeline::kCode || (filter.paths.empty() && filter.languages.empty());
  }
  return std::ranges::find(request.sources, source) != request.sources.end();
}

Status CheckSources(const SearchRequest& request) {
  const std::vector<std::string> known = SearchSources();
  for (const std::string& source : request.sources) {
    if (std::ranges::find(known, source) != known.end()) continue;
    return Fail(Errc::kInvalidInput, fmt::format("unknown source '{}'", source),
                fmt::format("sources: {}", fmt::join(known, ", ")));
  }
  return {};
}

// A memory that is looked for is looked for, whatever the words.
std::unique_ptr<const pipeline::SourceOptions> OptionsFor(std::string_view source,
                                                          const settings::Settings& settings) {
  if (source == pipeline::kNotes) {
    return std::make_unique<NotesOptions>(settings.Bool(settings::Key::kNotesAgentFiles));
  }
  if (source != pipeline::kMemory) return nullptr;
  auto options = std::make_unique<MemoryOptions>(RecallOptions(settings));
  options->planner = false;
  return options;
}

// Those that have something. One that cannot be read leaves the others.
Readings ReadTexts(const SearchWorkspace& where, const SearchRequest& request,
                   std::vector<std::string>& remarks) {
  pipeline::Request asked;
  asked.recipe = "search";
  asked.task = request.query;
  asked.now = where.now;
  Readings readings;
  for (const auto& source : pipeline::BuiltIn().sources()) {
    if (source->name() == pipeline::kCode || !IsWanted(request, source->name())) continue;
    const auto options = OptionsFor(source->name(), where.settings);
    auto reading =
        source->Read({.root = where.workspace.root,
                      .request = asked,
                      .options = options.get(),
                      .cache = where.caches == nullptr ? nullptr : where.caches->Of(source->name()),
                      .around = where.around});
    if (!reading) {
      if (reading.error().code() == Errc::kNotFound) continue;
      remarks.push_back(fmt::format("without {}: {}", source->name(), reading.error().text()));
      continue;
    }
    if (!(*reading)->snapshot().empty()) readings.push_back(*std::move(reading));
  }
  return readings;
}

// What reading has cost so far.
store::StoreCount CostOf(const Readings& readings) {
  store::StoreCount count;
  for (const auto& reading : readings) {
    const store::StoreCount cost = reading->Cost();
    count.calls += cost.calls;
    count.round_trips += cost.round_trips;
  }
  return count;
}

// What the sources have, and what finding it cost.
Result<std::vector<retrieval::FoundTexts>> Find(const SearchWorkspace& where,
                                                const Readings& readings,
                                                const retrieval::TextQuery& query,
                                                SearchAnswer& answer) {
  std::vector<retrieval::FoundTexts> found;
  if (readings.empty()) return found;
  const store::StoreCount before = CostOf(readings);
  store::StoreCount count;
  store::Scope scope = where.searched.scope;
  scope.count = &count;
  {
    const auto transaction = SATCHEL_TRY(where.searched.curated.Begin(scope, store::Access::kRead));
    for (const auto& reading : readings) {
      found.push_back(SATCHEL_TRY(reading->Find(where.searched, *transaction, query)));
    }
  }
  const store::StoreCount after = CostOf(readings);
  answer.store_calls += count.calls + after.calls - before.calls;
  answer.store_round_trips += count.round_trips + after.round_trips - before.round_trips;
  return found;
}

}  // namespace

std::vector<std::string> SearchSources() {
  std::vector<std::string> names = {std::string(pipeline::kCode)};
  for (const auto& source : pipeline::BuiltIn().sources()) {
    if (source->name() != pipeline::kCode) names.emplace_back(source->name());
  }
  return names;
}

Result<SearchAnswer> SearchAll(Stores& stores, const SearchWorkspace& where,
                               const SearchRequest& request, const Deadline& deadline) {
  SATCHEL_TRY(CheckSources(request));
  SearchAnswer answer;
  std::optional<Error> no_code;
  const rank::Query query = rank::ReadQuery(request.query.substr(0, kMostQuery));
  if (IsWanted(request, pipeline::kCode)) {
    auto code = retrieval::SearchCode(where.searched, request);
    if (code) {
      answer = *std::move(code);
    } else if (code.error().code() == Errc::kNotFound) {
      no_code = code.error();
    } else {
      return std::unexpected(std::move(code).error());
    }
  } else if (query.words == 0 || request.query.size() > kMostQuery) {
    return Fail(Errc::kInvalidInput, "there is no word to search for", "name what you look for");
  }
  const Readings readings = ReadTexts(where, request, answer.remarks);
  SATCHEL_TRY(deadline.Check("searching"));
  for (std::string& remark : RefreshDocuments(stores, readings, deadline)) {
    answer.remarks.push_back(std::move(remark));
  }
  auto found = SATCHEL_TRY(Find(
      where, readings,
      {.text = request.query, .words = query, .most = request.limit, .now = where.now}, answer));
  const bool any = std::ranges::any_of(
      found, [](const retrieval::FoundTexts& one) { return one.all_documents > 0; });
  if (no_code && !any) return std::unexpected(*std::move(no_code));
  if (answer.form.empty()) answer.form = rank::Name(query.form);
  retrieval::MergeTexts({.query = query, .limit = request.limit, .anyway = request.anyway},
                        std::move(found), answer);
  return answer;
}

}  // namespace satchel::engine
