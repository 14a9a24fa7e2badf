#include "engine/requests/near_texts.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "ask/question.h"
#include "code/find/similar_code.h"
#include "code/rank/feature.h"
#include "code/rank/weights.h"
#include "index/texts/text_search.h"
#include "index/texts/vector_source.h"
#include "memory/pack/options.h"

namespace satchel::engine {
namespace {

constexpr std::chrono::milliseconds kMostAsking{500};
constexpr std::size_t kMostNear = 256;
constexpr std::size_t kNearest = 64;
// Of a query. A model on a CPU reads a few tokens a millisecond, and somebody waits.
constexpr std::size_t kMostBytes = 1'500;

Result<std::vector<retrieval::NearText>> Find(const SearchWorkspace& where, std::string_view text,
                                              const Deadline& deadline, store::StoreCount& cost) {
  const llm::Embedder& embedder = *where.vectors->embedder;
  store::Scope scope = where.searched.scope;
  scope.count = &cost;
  {
    const auto transaction = SATCHEL_TRY(where.searched.curated.Begin(scope, store::Access::kRead));
    const auto any = SATCHEL_TRY(where.vectors->index.Has(*transaction, embedder.space()));
    if (!any) {
      return Fail(Errc::kNotFound, fmt::format("there are no vectors of {} yet; `satchel index` "
                                               "makes them",
                                               embedder.model()));
    }
  }
  // Nothing of the store is held while somebody else takes his time.
  auto made = SATCHEL_TRY(embedder.Embed({.texts = {retrieval::TextToEmbed(text, kMostBytes)},
                                          .purpose = llm::Purpose::kQuery,
                                          .deadline = deadline.Within(kMostAsking)}));
  if (made.vectors.size() != 1) return Fail(Errc::kUnavailable, "not one vector for the query");
  const auto transaction = SATCHEL_TRY(where.searched.curated.Begin(scope, store::Access::kRead));
  return where.vectors->index.Nearest(*transaction, embedder.space(), made.vectors.front(),
                                      kMostNear);
}

bool IsThere(const SearchAnswer& answer, std::string_view source, std::string_view id) {
  return std::ranges::any_of(answer.results, [&](const SearchPlace& place) {
    return place.source == source && place.id == id;
  });
}

std::string SimilarName() { return std::string(rank::Name(rank::Feature::kSimilar)); }

struct CurrentText {
  retrieval::SourceText text;
  Score nearness;
};

// Of these texts those of which a vector is near, and still of what they say.
Result<std::vector<CurrentText>> CurrentTexts(std::span<const retrieval::NearText> near,
                                              const pipeline::TextReading& reading,
                                              std::span<const std::string> names, Time now) {
  std::vector<CurrentText> current;
  if (names.empty()) return current;
  auto texts = SATCHEL_TRY(reading.ShownTexts(names, now));
  for (retrieval::SourceText& text : texts) {
    const retrieval::VectorDocument document = retrieval::VectorDocumentOf(text);
    const auto one = std::ranges::find_if(near, [&](const retrieval::NearText& of) {
      return of.source == reading.source() && of.document == document.name &&
             of.digest == document.digest;
    });
    if (one != near.end()) current.push_back({std::move(text), one->nearness});
  }
  return current;
}

// What stands before its own name: of a memory, its namespace. Scores of two are not of one scale.
std::string_view SpaceOf(const SearchPlace& place) {
  return std::string_view(place.id).substr(0, place.id.rfind('/') + 1);
}

// Each namespace keeps the places that it has, for others of its memories.
void SortWithinSpaces(std::span<SearchPlace> places) {
  std::map<std::string, std::vector<std::size_t>> spaces;
  for (std::size_t i = 0; i < places.size(); ++i) {
    spaces[std::string(SpaceOf(places[i]))].push_back(i);
  }
  for (const auto& [space, slots] : spaces) {
    std::vector<std::pair<std::size_t, SearchPlace>> of_space;
    for (const std::size_t slot : slots) of_space.emplace_back(slot, std::move(places[slot]));
    std::ranges::sort(of_space, [](const auto& left, const auto& right) {
      if (left.second.score != right.second.score) return left.second.score > right.second.score;
      return left.first < right.first;
    });
    for (std::size_t i = 0; i < slots.size(); ++i) places[slots[i]] = std::move(of_space[i].second);
  }
}

SearchPlace PlaceOf(std::string_view source, const retrieval::SourceText& text, Score nearness) {
  SearchPlace place;
  place.source = source;
  const auto feature = static_cast<std::size_t>(rank::Feature::kSimilar);
  const Score weight =
      Score::Ratio(rank::WeightsFor(ask::QueryForm::kQuestion).features.at(feature), 1000);
  place.score = nearness.Times(weight);
  place.terms = {{.name = SimilarName(), .value = place.score}};
  retrieval::SetTextPlace(text, place);
  return place;
}

}  // namespace

NearTexts FindNear(const SearchWorkspace& where, const ask::Question& question,
                   const Deadline& deadline) {
  NearTexts near;
  if (where.vectors == nullptr || !retrieval::AsksModel(question)) return near;
  if (where.vectors->embedder == nullptr) {
    near.remark = "found by words alone: " + where.vectors->without;
    return near;
  }
  auto found = Find(where, question.text(), deadline, near.cost);
  if (found) {
    near.texts = *std::move(found);
  } else {
    near.remark = "found by words alone: " + found.error().text();
  }
  return near;
}

std::span<const retrieval::NearText> NearTexts::nearest() const {
  return std::span(texts).first(std::min(texts.size(), kNearest));
}

void OrderByNearness(std::span<const retrieval::NearText> near, const TextReadings& readings,
                     Time now, std::vector<retrieval::FoundTexts>& found) {
  if (near.empty()) return;
  for (retrieval::FoundTexts& texts : found) {
    const auto reading = std::ranges::find_if(
        readings, [&](const auto& one) { return one->source() == texts.source; });
    if (texts.source != pipeline::kMemory || reading == readings.end()) continue;
    std::vector<std::string> names;
    for (const SearchPlace& place : texts.places) {
      const bool is_near = std::ranges::any_of(near, [&](const retrieval::NearText& one) {
        return one.source == texts.source && one.document == place.id;
      });
      if (is_near) names.push_back(place.id);
    }
    const auto current = CurrentTexts(near, *(*reading)->texts(), names, now);
    if (!current) continue;  // their words alone order them, as without a model
    for (SearchPlace& place : texts.places) {
      const auto one =
          std::ranges::find_if(*current, [&](const auto& of) { return of.text.id == place.id; });
      if (one == current->end()) continue;
      const Score more = one->nearness.Times(retrieval::kMemoryNearness);
      place.terms.push_back({.name = SimilarName(), .value = more});
      place.score += more;
    }
    for (std::span<SearchPlace> rest = texts.places; !rest.empty();) {
      const std::size_t count = std::min(rest.size(), retrieval::kReordered);
      SortWithinSpaces(rest.first(count));
      rest = rest.subspan(count);
    }
  }
}

void AddSimilarTexts(std::span<const retrieval::NearText> near, const TextReadings& readings,
                     const SimilarTextsOptions& options, SearchAnswer& answer) {
  if (near.empty()) return;
  const bool answers = !answer.results.empty() && !answer.weak;
  const Score least = answers ? retrieval::kLeastNear : retrieval::kNearAnswer;
  std::vector<std::pair<Score, SearchPlace>> found;
  for (const auto& reading : readings) {
    std::vector<std::string> names;
    for (const retrieval::NearText& one : near) {
      if (one.source == reading->source() && one.nearness >= least) names.push_back(one.document);
    }
    const auto current = CurrentTexts(near, *reading->texts(), names, options.now);
    if (!current) {
      answer.remarks.push_back(
          fmt::format("without {} that are near: {}", reading->source(), current.error().text()));
      continue;
    }
    for (const CurrentText& one : *current) {
      if (IsThere(answer, reading->source(), one.text.id)) continue;
      found.emplace_back(one.nearness, PlaceOf(reading->source(), one.text, one.nearness));
    }
  }
  std::ranges::sort(found, [](const auto& left, const auto& right) {
    if (left.first != right.first) return left.first > right.first;
    return std::pair(left.second.source, left.second.id) <
           std::pair(right.second.source, right.second.id);
  });
  // Weak places are results only if there are no others.
  if (answer.weak && !found.empty()) {
    answer.results.clear();
    answer.weak = false;
  }
  for (auto& [nearness, place] : found) {
    if (answer.results.size() >= options.limit) break;
    answer.results.push_back(std::move(place));
  }
  if (answer.results.empty()) return;
  answer.abstained.clear();
  answer.nearest.clear();
}

}  // namespace satchel::engine
