#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::memory {

// A sentence that the user typed.
struct OwnSentence {
  std::string text;       // as typed, on one line
  bool question = false;  // ends with a question mark
  bool quotes = false;    // has a quotation of more than three words: somebody else's sentence
  // Lower-case words and punctuation, each between two blanks, for looking up phrases:
  // ` no , we don't use tabs ( … ) `. Quotations and code between backticks are `…`.
  std::string words;
};

// The sentences of a prompt that the user typed, in order. Without what they pasted: fenced and
// indented code, quoted lines, logs, tables, comments, tagged blocks, and lines that a lead such as
// "the log says:" announces. Reads at most 32 KB, and returns at most 200 sentences.
std::vector<OwnSentence> OwnSentences(std::string_view prompt);

// The same of one sentence; for phrases to look up.
std::string WordsForLookup(std::string_view sentence);

}  // namespace satchel::memory
