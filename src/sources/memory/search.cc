#include "sources/memory/search.h"

#include <algorithm>
#include <functional>
#include <set>
#include <tuple>
#include <utility>

#include "base/sort_unique.h"
#include "text/analyser.h"
#include "text/stop_words.h"

namespace satchel::memory {
namespace {

bool ComesBefore(const Memory& a, const Memory& b) {
  if (a.created != b.created) return a.created > b.created;  // undated ones last
  return std::tie(a.id, a.space) < std::tie(b.id, b.space);
}

}  // namespace

std::vector<std::string> ExpandQuery(std::string_view question) {
  constexpr std::size_t kMostQueries = 4;
  constexpr std::size_t kShortest = 3;
  std::vector<std::string> words;
  for (const text::Term& word : text::Words(question)) {
    if (word.text.size() < kShortest || text::IsStopWord(word.text)) continue;
    if (std::ranges::find(words, word.text) == words.end()) words.push_back(word.text);
  }
  std::vector<std::string> queries = {std::string(question)};
  const auto add = [&queries](std::string query) {
    if (queries.size() < kMostQueries && !query.empty() &&
        std::ranges::find(queries, query) == queries.end()) {
      queries.push_back(std::move(query));
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
// An entity that more memories have says nothing about how two of them belong together.
constexpr std::size_t kMostOfEntity = 50;
constexpr Score kHop = Score::FromMillionths(700'000);
constexpr Score kEntityStrength = Score::FromMillionths(800'000);

struct Step {
  std::size_t to = 0;
  Score strength;
  std::string kind;  // "supports", "entity", "supersedes", …
};

// The ways from each memory, both directions of every connection.
std::vector<std::vector<Step>> StepsOf(std::span<const std::shared_ptr<const Memory>> memories) {
  std::map<std::string_view, std::size_t> by_id;
  std::map<std::string_view, std::vector<std::size_t>> by_entity;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    by_id.emplace(memories[i]->id, i);
    if (!memories[i]->entity.empty()) by_entity[memories[i]->entity].push_back(i);
  }
  std::vector<std::vector<Step>> steps(memories.size());
  const auto connect = [&](std::size_t from, std::string_view target, Score strength,
                           std::string_view kind) {
    const auto found = by_id.find(target);
    if (found == by_id.end() || found->second == from) return;
    strength = std::clamp(strength, Score(), Score::FromInt(1));
    steps[from].push_back({found->second, strength, std::string(kind)});
    steps[found->second].push_back({from, strength, std::string(kind)});
  };
  for (std::size_t i = 0; i < memories.size(); ++i) {
    for (const Link& link : memories[i]->links) {
      connect(i, link.target, link.strength, Name(link.type));
    }
    connect(i, memories[i]->supersedes, Score::FromInt(1), "supersedes");
    connect(i, memories[i]->source_memory, Score::FromInt(1), "artifact of");
  }
  for (const auto& [entity, members] : by_entity) {
    if (members.size() > kMostOfEntity) continue;
    for (const std::size_t from : members) {
      for (const std::size_t to : members) {
        if (from != to) steps[from].push_back({to, kEntityStrength, "entity"});
      }
    }
  }
  return steps;
}

}  // namespace

std::vector<Reached> Spread(std::span<const std::shared_ptr<const Memory>> memories,
                            std::span<const Seed> seeds) {
  const auto steps = StepsOf(memories);
  std::map<std::size_t, Reached> reached;
  std::set<std::size_t> is_seed;
  std::vector<Reached> edge;  // of the hop before
  for (const Seed& seed : seeds) {
    is_seed.insert(seed.memory);
    edge.push_back({seed.memory, seed.score, {memories[seed.memory]->id}});
  }
  for (std::size_t hop = 0; hop < kMostHops; ++hop) {
    std::map<std::size_t, Reached> next;
    for (const Reached& from : edge) {
      for (const Step& step : steps[from.memory]) {
        if (is_seed.contains(step.to)) continue;
        const Score strength = from.strength.Times(kHop).Times(step.strength);
        const auto known = reached.find(step.to);
        if (known != reached.end() && known->second.strength >= strength) continue;
        const auto here = next.find(step.to);
        if (here != next.end() && here->second.strength >= strength) continue;
        Reached to{step.to, strength, from.path};
        to.path.push_back(step.kind);
        to.path.push_back(memories[step.to]->id);
        next.insert_or_assign(step.to, std::move(to));
      }
    }
    edge.clear();
    for (auto& [memory, to] : next) {
      edge.push_back(to);
      reached.insert_or_assign(memory, std::move(to));
    }
  }
  std::vector<Reached> result;
  for (auto& [memory, to] : reached) {
    if (to.strength > Score()) result.push_back(std::move(to));
  }
  std::ranges::sort(result, [&memories](const Reached& a, const Reached& b) {
    if (a.strength != b.strength) return a.strength > b.strength;
    return ComesBefore(*memories[a.memory], *memories[b.memory]);
  });
  if (result.size() > kMostReached) result.resize(kMostReached);
  return result;
}

}  // namespace satchel::memory
