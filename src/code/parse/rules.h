#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "code/facts/facts.h"
#include "code/parse/comment_lines.h"
#include "code/parse/loose_symbols.h"
#include "code/parse/node.h"

namespace satchel::code {

class Extraction;

// A word of a grammar and the language's own number for it, from 1. Several words may share one.
struct GrammarWord {
  std::string_view name;
  std::uint8_t code;
};

// The words of two languages of one family.
template <std::size_t kFirst, std::size_t kSecond>
constexpr std::array<GrammarWord, kFirst + kSecond> Joined(
    const std::array<GrammarWord, kFirst>& first, const std::array<GrammarWord, kSecond>& second) {
  std::array<GrammarWord, kFirst + kSecond> joined{};
  std::ranges::copy(second, std::ranges::copy(first, joined.begin()).out);
  return joined;
}

// How deeply a language is read. Names are stable: `satchel status` shows them.
enum class Level : std::uint8_t {
  kDeep,       // symbols, imports to files, references across files
  kSymbols,    // symbols and imports as they are written
  kStructure,  // headings, keys
  kLoose,      // definitions, found line by line without a grammar
};
constexpr std::string_view Name(Level level) {
  switch (level) {
    case Level::kDeep:
      return "deep";
    case Level::kSymbols:
      return "symbols";
    case Level::kStructure:
      return "structure";
    case Level::kLoose:
      return "loose";
  }
  return "";
}

// What a language's nodes mean: data, and one function. Lives in the language's folder.
struct LanguageRules {
  std::string_view name;  // stable: `python`
  // Raised when other facts come out of the same bytes: the parse cache goes by it.
  std::uint32_t version = 1;
  Level level = Level::kDeep;
  const TSLanguage* (*grammar)() = nullptr;  // null: it is read by `loose` or `read`
  // Whether the grammar can be given this text; null: any. Not all of them check their own state.
  bool (*takes)(std::string_view content) = nullptr;
  // Another text of the same length that the grammar is given instead, or an empty one; null: none.
  std::string (*prepare)(std::string_view content) = nullptr;
  std::string_view separator = ".";            // between the parts of a qualified name
  std::span<const GrammarWord> nodes;          // the types of nodes that `visit` wants to see
  std::span<const std::uint8_t> asked;         // codes that `visit` only asks for: not visited
  std::span<const GrammarWord> fields;         // the fields that it asks for
  std::span<const std::string_view> comments;  // types of nodes that are comments
  // Called for those nodes in the order of the text, parents before what is in them.
  void (*visit)(std::uint8_t code, const Node& node, Extraction& out) = nullptr;
  CommentStyle comment_style = kSlashComments;
  const LooseRules* loose = nullptr;
  // A reader of its own instead, for files that are no programs. Linear in the bytes, whatever they
  // are, with bounded depth.
  FileFacts (*read)(std::string_view content, const LanguageRules& rules) = nullptr;
};

}  // namespace satchel::code
