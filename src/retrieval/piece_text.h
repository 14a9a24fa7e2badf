#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sources/code/facts.h"

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

// `40: def clean(self)`, indented by what it is in, each on a line; import lines first. With
// `docs` also what is said about each, and comments that give a reason.
std::string OutlineText(const code::FileFacts& facts, std::string_view language,
                        std::string_view content, std::span<const std::uint32_t> import_lines,
                        std::span<const OutlineSymbol> symbols, bool docs);

// A signature, and with `doc` the first sentence about it.
std::string SignatureText(const code::Symbol& symbol, std::string_view language, bool doc);

// The lines inside a symbol that assert something, at most `most`.
std::vector<std::uint32_t> AssertionLines(std::string_view content, const code::Symbol& symbol,
                                          std::size_t most);

}  // namespace satchel::retrieval
