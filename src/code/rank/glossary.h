#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Other words for a word that code hardly has. Code is written in English, questions about it are
// not; and of two English words for one thing a code base mostly has one. For a word that the code
// does have, other words do harm: it is there because it is the one that was meant.
namespace satchel::rank {

// Answers that it was used for say so. Whatever changes an entry raises it.
inline constexpr std::uint32_t kGlossaryVersion = 1;

enum class Glossary : std::uint8_t {
  kForeign,   // a Russian word: for words that no document has
  kSynonyms,  // another English word: for words that at most kFewDocuments have
};
inline constexpr std::uint64_t kFewDocuments = 3;

// Terms of the analyser for a term of it, in the glossary's order; at most eight.
std::vector<std::string> OtherWords(std::string_view term, Glossary glossary);

}  // namespace satchel::rank
