#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"
#include "memory/files/memory.h"

// How a search goes on from its question and from what it found.
namespace satchel::memory {

// The question and its parts, at most four, without stop words: the first three words, the first
// two, then single ones. Specification 001, "Query expansion".
std::vector<ask::Question> ExpandQuery(const ask::Question& question);

// A memory to go on from.
struct Seed {
  std::string id;
  Score score;
};

// A step from one memory to another.
struct Way {
  std::string to;  // an id; whether there is such a memory is another question
  Score strength;
  std::string kind;  // "supports", "entity", "supersedes", …
  friend bool operator==(const Way&, const Way&) = default;
};
// What a memory itself names: links, supersession, what it was taken from.
std::vector<Way> WaysOf(const Memory& memory);
// The way back from what it names.
Way BackFrom(const Memory& memory, const Way& way);
// Between those of one entity. One that more memories have says nothing about how two of them
// belong together.
inline constexpr std::size_t kMostOfEntity = 50;
Way ToSameEntity(std::string id);

struct Connected {
  std::string id;
  std::optional<Time> created;
  std::vector<Way> ways;  // its own, those back in the order of ids, then those of its entity
};
// What these are connected with; those that are not there are left out.
using FindConnected = std::function<Result<std::vector<Connected>>(std::span<const std::string>)>;

// Memories connected with some of them, by links, shared entities and supersession, at most three
// hops away; each with the strongest way there.
struct Reached {
  std::string id;
  std::optional<Time> created;
  Score strength;                 // of the seed's, 0.7 for each hop, times the links' own
  std::vector<std::string> path;  // ids from the seed to it, with the kind of each step between
};
Result<std::vector<Reached>> Spread(std::span<const Seed> seeds, const FindConnected& find);

// For memories that are all at hand.
FindConnected ConnectionsOf(std::span<const std::shared_ptr<const Memory>> memories);

}  // namespace satchel::memory
