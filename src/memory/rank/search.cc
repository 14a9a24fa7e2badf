#include "memory/rank/search.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ask/question.h"
#include "text/analyser.h"
#include "text/stop_words.h"

namespace satchel::memory {
std::vector<ask::Question> ExpandQuery(const ask::Question& question) {
  constexpr std::size_t kMostQueries = 4;
  constexpr std::size_t kShortest = 3;
  std::vector<std::string> words;
  for (const text::Term& word : question.words()) {
    if (word.text.size() < kShortest || text::IsStopWord(word.text)) continue;
    if (std::ranges::find(words, word.text) == words.end()) words.push_back(word.text);
  }
  std::vector<ask::Question> queries = {question};
  const auto add = [&queries](std::string query) {
    if (queries.size() < kMostQueries && !query.empty() &&
        std::ranges::find(queries, query, &ask::Question::text) == queries.end()) {
      queries.emplace_back(std::move(query));
    }
  };
  if (words.size() > 3) add(words[0] + " " + words[1] + " " + words[2]);
  if (words.size() > 2) add(words[0] + " " + words[1]);
  for (const std::string& word : words) add(word);
  return queries;
}

namespace {

constexpr std::size_t kMostHops = 3;
constexpr std::size_t kMostReached = 200;
constexpr Score kHop = Score::FromMillionths(700'000);
constexpr Score kEntityStrength = Score::FromMillionths(800'000);

// What is known of all memories.
struct Connections {
  std::map<std::string, std::shared_ptr<const Memory>, std::less<>> by_id;
  std::map<std::string, std::map<std::string, std::vector<Way>>, std::less<>> back;  // to, from
  std::map<std::string, std::set<std::string>, std::less<>> of_entity;
};

}  // namespace

std::vector<Way> WaysOf(const Memory& memory) {
  std::vector<Way> ways;
  const auto add = [&](const std::string& target, Score strength, std::string_view kind) {
    if (target.empty() || target == memory.id) return;
    ways.push_back({target, std::clamp(strength, Score(), Score::FromInt(1)), std::string(kind)});
  };
  for (const Link& link : memory.links) add(link.target, link.strength, Name(link.type));
  add(memory.supersedes, Score::FromInt(1), "supersedes");
  add(memory.source_memory, Score::FromInt(1), "artifact of");
  return ways;
}

Way BackFrom(const Memory& memory, const Way& way) {
  return {.to = memory.id, .strength = way.strength, .kind = way.kind};
}

Way ToSameEntity(std::string id) {
  return {.to = std::move(id), .strength = kEntityStrength, .kind = "entity"};
}

FindConnected ConnectionsOf(std::span<const std::shared_ptr<const Memory>> memories) {
  const auto all = std::make_shared<Connections>();
  for (const auto& memory : memories) {
    all->by_id.emplace(memory->id, memory);
    if (!memory->entity.empty()) all->of_entity[memory->entity].insert(memory->id);
    for (const Way& way : WaysOf(*memory)) {
      all->back[way.to][memory->id].push_back(BackFrom(*memory, way));
    }
  }
  return [all](std::span<const std::string> ids) -> Result<std::vector<Connected>> {
    std::vector<Connected> connected;
    for (const std::string& id : ids) {
      const auto found = all->by_id.find(id);
      if (found == all->by_id.end()) continue;
      const Memory& memory = *found->second;
      Connected& one = connected.emplace_back();
      one.id = id;
      one.created = memory.created;
      one.ways = WaysOf(memory);
      const auto back = all->back.find(id);
      if (back != all->back.end()) {
        for (const auto& [from, ways] : back->second) {
          one.ways.insert(one.ways.end(), ways.begin(), ways.end());
        }
      }
      const auto entity = all->of_entity.find(memory.entity);
      if (entity == all->of_entity.end() || entity->second.size() > kMostOfEntity) continue;
      for (const std::string& other : entity->second) {
        if (other != id) one.ways.push_back(ToSameEntity(other));
      }
    }
    return connected;
  };
}

Result<std::vector<Reached>> Spread(std::span<const Seed> seeds, const FindConnected& find) {
  std::map<std::string, Reached> reached;
  std::set<std::string> is_seed;
  std::map<std::string, Reached> edge;  // of the hop before, by id
  for (const Seed& seed : seeds) {
    is_seed.insert(seed.id);
    edge.emplace(seed.id, Reached{seed.id, std::nullopt, seed.score, {seed.id}});
  }
  for (std::size_t hop = 0; hop <= kMostHops && !edge.empty(); ++hop) {
    std::vector<std::string> ids;
    for (const auto& [id, at] : edge) ids.push_back(id);
    auto connected = SATCHEL_TRY(find(ids));
    std::map<std::string, Reached> next;
    for (const Connected& one : connected) {
      Reached& from = edge.at(one.id);
      from.created = one.created;
      if (hop > 0) reached.insert_or_assign(one.id, from);
    }
    for (const Connected& one : connected) {
      const Reached& from = edge.at(one.id);
      if (hop == kMostHops) break;
      for (const Way& way : one.ways) {
        if (is_seed.contains(way.to)) continue;
        const Score strength = from.strength.Times(kHop).Times(way.strength);
        const auto known = reached.find(way.to);
        if (known != reached.end() && known->second.strength >= strength) continue;
        const auto here = next.find(way.to);
        if (here != next.end() && here->second.strength >= strength) continue;
        Reached to{way.to, std::nullopt, strength, from.path};
        to.path.push_back(way.kind);
        to.path.push_back(way.to);
        next.insert_or_assign(way.to, std::move(to));
      }
    }
    edge = std::move(next);
  }
  std::vector<Reached> result;
  for (auto& [id, to] : reached) {
    if (to.strength > Score()) result.push_back(std::move(to));
  }
  std::ranges::sort(result, [](const Reached& a, const Reached& b) {
    if (a.strength != b.strength) return a.strength > b.strength;
    if (a.created != b.created) return a.created > b.created;  // undated ones last
    return a.id < b.id;
  });
  if (result.size() > kMostReached) result.resize(kMostReached);
  return result;
}

}  // namespace satchel::memory
