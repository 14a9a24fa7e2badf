#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/question.h"
#include "base/score.h"
#include "memory/files/memory.h"

// What is found out about a text when it is remembered, without a model: docs/formats/memory.md has
// the constants, which are engram's.
namespace satchel::memory {

struct Importance {
  Score score;
  std::string level;                  // critical, high, normal, low, trivial
  std::vector<std::string> reasons;   // stable words, in the order they were applied
  std::vector<std::string> keywords;  // up to five
};
Importance JudgeImportance(std::string_view text, Category category,
                           const std::vector<std::string>& tags);

Intent IntentOf(const ask::Question& text);
// 0 to 1: half for the goal, 0.3 for the action, 0.2 for what they are about.
Score Compatibility(const Intent& a, const Intent& b);

// Whether a memory is kept verbatim as well.
bool QualifiesAsArtifact(Category category, Score confidence);

// Two texts that say the same thing have the same one: letters and digits, folded, blanks once.
std::string ContentHash(std::string_view text);
// The stems of a text, in order, each once.
std::vector<std::string> StemsOf(std::string_view text);
// Jaccard similarity of the texts' stems, 0 to 1; of the stems, where a text is compared with many.
Score Alike(std::string_view a, std::string_view b);
Score Alike(std::span<const std::string> a, std::span<const std::string> b);

}  // namespace satchel::memory
