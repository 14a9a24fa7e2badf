#pragma once

#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/result.h"
#include "base/score.h"
#include "memory/files/folder.h"
#include "memory/files/memory.h"
#include "memory/rank/search.h"

namespace satchel::retrieval {

struct RankedMemory {
  std::string id;
  Score score;                     // what all features give: docs/design/ranking.md
  Score share;                     // 0 to 1: how much of what the question says is there
  std::vector<std::string> words;  // of the question, that it has; rarest first
  // It has nothing of the question itself: it was said close to a turn that has.
  bool neighbour = false;
};

// When no memory has this share of what is asked, the question is about something else. How often
// that is right is in docs/numbers/log/quality.md, "Recall of memories".
inline constexpr Score kLeastShare = Score::FromMillionths(310'000);

using MemoryIds = std::set<std::string, std::less<>>;

// The memories of a namespace, as a recall asks for them. An id is of one memory. Shared by all
// threads.
class MemoryBook {
 public:
  virtual ~MemoryBook() = default;

  virtual std::size_t size() const = 0;
  virtual const MemoryIds& pinned() const = 0;
  virtual const MemoryIds& artifacts() const = 0;
  // Files that are left out since another one has their id.
  virtual std::vector<memory::Finding> twins() const = 0;

  // The best, best first: of everything that has something of the question or stands beside it.
  // Memories that are not in the index yet are not found.
  virtual Result<std::vector<RankedMemory>> Search(const ask::Question& question,
                                                   std::size_t most) const = 0;
  // One for each id; null: there is none.
  virtual Result<std::vector<std::shared_ptr<const memory::Memory>>> Get(
      std::span<const std::string> ids) const = 0;
  // The newest first, then by id; undated ones last.
  virtual Result<std::vector<std::string>> Newest(std::size_t most) const = 0;
  virtual Result<std::vector<memory::Connected>> Connected(
      std::span<const std::string> ids) const = 0;
};

}  // namespace satchel::retrieval
