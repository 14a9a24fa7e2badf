#include "engine/requests/search_all.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ask/query.h"
#include "ask/question.h"
#include "code/pack/options.h"
#include "engine/requests/merged_places.h"
#include "engine/requests/near_texts.h"
#include "engine/requests/refresh.h"
#include "engine/requests/text_readings.h"
#include "pack/built_in.h"

namespace satchel::engine {
namespace {

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

TextReadings ReadWanted(const SearchWorkspace& where, const ask::Question& question,
                        const SearchRequest& request, std::vector<std::string>& remarks) {
  std::vector<std::string> wanted;
  for (std::string& source : SearchSources()) {
    if (source != pipeline::kCode && IsWanted(request, source)) wanted.push_back(std::move(source));
  }
  return wanted.empty() ? TextReadings() : ReadTexts(where, question, wanted, remarks);
}

// What reading has cost so far.
store::StoreCount CostOf(const TextReadings& readings) {
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
                                                const TextReadings& readings,
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
      found.push_back(
          SATCHEL_TRY(reading->texts()->Find(where.searched.indexes.texts, *transaction, query)));
    }
  }
  const store::StoreCount after = CostOf(readings);
  answer.store_calls += count.calls + after.calls - before.calls;
  answer.store_round_trips += count.round_trips + after.round_trips - before.round_trips;
  return found;
}

// Merges, and leaves the places that answer a question of orientation before all others.
void MergeBehindOriented(const retrieval::MergeRequest& request,
                         std::vector<retrieval::FoundTexts> found, SearchAnswer& answer) {
  const auto end = answer.results.begin() + static_cast<std::ptrdiff_t>(answer.oriented);
  std::vector<SearchPlace> first(std::make_move_iterator(answer.results.begin()),
                                 std::make_move_iterator(end));
  answer.results.erase(answer.results.begin(), end);
  retrieval::MergeTexts(request, std::move(found), answer);
  if (first.empty()) return;
  answer.abstained.clear();
  answer.nearest.clear();
  answer.weak = false;
  for (SearchPlace& place : answer.results) {
    if (first.size() < request.limit) first.push_back(std::move(place));
  }
  answer.results = std::move(first);
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
  const ask::Question question(request.query);
  const ask::Query& query = question.query();
  const NearTexts near = FindNear(where, question, deadline);
  if (IsWanted(request, pipeline::kCode)) {
    auto code = retrieval::SearchCode(where.searched, question, request, near.nearest());
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
  if (!near.remark.empty()) answer.remarks.push_back(near.remark);
  answer.store_calls += near.cost.calls;
  answer.store_round_trips += near.cost.round_trips;
  const TextReadings readings = ReadWanted(where, question, request, answer.remarks);
  SATCHEL_TRY(deadline.Check("searching"));
  for (std::string& remark : RefreshDocuments(stores, readings, deadline)) {
    answer.remarks.push_back(std::move(remark));
  }
  auto found = SATCHEL_TRY(Find(
      where, readings, {.question = question, .most = request.limit, .now = where.now}, answer));
  OrderByNearness(near.texts, readings, where.now, found);
  const bool any = std::ranges::any_of(
      found, [](const retrieval::FoundTexts& one) { return one.all_documents > 0; });
  if (no_code && !any) return std::unexpected(*std::move(no_code));
  if (answer.form.empty()) answer.form = ask::Name(query.form);
  MergeBehindOriented({.query = query, .limit = request.limit}, std::move(found), answer);
  AddSimilarTexts(near.nearest(), readings, {.now = where.now, .limit = request.limit}, answer);
  return answer;
}

}  // namespace satchel::engine
