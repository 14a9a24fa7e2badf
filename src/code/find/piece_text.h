#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "code/facts/facts.h"

// How parts of a file are written down: code as it stands, signatures with their line numbers.
namespace satchel::retrieval {

// A symbol in an outline.
struct OutlineSymbol {
  std::uint32_t symbol = 0;          // index into the facts
  std::vector<std::uint32_t> lines;  // of the file that are shown below it: assertions of a test
};

// What opens a comment in a language.
std::string_view CommentMark(std::string_view language);

// The first sentence of a documentation, bounded.
std::string FirstSentence(std::string_view doc);

// `40: def clean(self)`, indented by what it is in, each on a line. With `docs` also what is said
// about each, and comments that give a reason.
std::string OutlineText(const code::FileFacts& facts, std::string_view language,
                        std::string_view content, std::span<const OutlineSymbol> symbols,
                        bool docs);

// A signature, and with `doc` the first sentence about it.
std::string SignatureText(const code::Symbol& symbol, std::string_view language, bool doc);

// The lines inside a symbol that assert something, at most `most`.
std::vector<std::uint32_t> AssertionLines(std::string_view content, const code::Symbol& symbol,
                                          std::size_t most);

// Where the window of a body is and what it says about the rest.
struct WindowRequest {
  std::string_view language;
  std::string signature;         // shown if the window does not begin with the body; may be empty
  std::uint32_t first_line = 1;  // of the body in its file
  std::uint32_t line = 0;        // of the file, to be shown; 0: the words decide
  std::span<const std::string> words;
};

// About half of a body, 24 lines and 1,600 bytes at most: around `line`, else where most of the
// words are, else its head. Says which lines are not shown. Empty if the body is too short to gain
// by it.
std::string WindowText(std::string_view body, const WindowRequest& request);

}  // namespace satchel::retrieval
