#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "code/facts/facts.h"
#include "code/index/hit_files.h"
#include "store/code.h"

namespace satchel::retrieval {

// A symbol of one of some files.
struct SymbolAt {
  std::size_t file = 0;
  std::uint32_t symbol = 0;
  friend auto operator<=>(const SymbolAt&, const SymbolAt&) = default;
};

enum class Link : std::uint8_t {
  kCalledBy,  // a primary symbol uses it
  kCalls,     // it uses a primary symbol
  kType,      // a primary symbol uses it as a type, or extends it
  kTests,     // it is in a test and uses a primary symbol
};

struct LinkedSymbol {
  Link link = Link::kCalledBy;
  SymbolAt other;  // the primary one
};

// What a file has for this.
struct LinkedFile {
  const store::FileRow* row = nullptr;
  const code::FileFacts* facts = nullptr;  // null: nothing is known of it
  std::span<const store::ImportRow> imports;
};

// Symbols of these files that use one of the primary ones, or are used by one: what is known for
// sure, by scope, imports, packages and qualifiers; the first link of each counts.
std::map<SymbolAt, LinkedSymbol> FindLinks(std::span<const LinkedFile> files,
                                           std::span<const SymbolAt> primary);

}  // namespace satchel::retrieval
