#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "memory/files/memory.h"

// Memories that seem to contradict each other, by their words alone: texts about the same thing of
// which one negates, of which the newer one speaks of a change, or which give different numbers.
// A guess, made to be shown to a person.
namespace satchel::memory {

// Symmetric. Never true of a turn of a conversation, of a memory and its verbatim copy, or of two
// that one supersedes.
bool LikelyContradict(const Memory& a, const Memory& b);

// Pairs of indexes, the first the smaller one, in order. Words that more than 50 memories have lead
// to no pair, so that the work stays linear. At most `most` pairs.
std::vector<std::pair<std::size_t, std::size_t>> LikelyContradictions(
    std::span<const std::shared_ptr<const Memory>> memories, std::size_t most);

}  // namespace satchel::memory
