#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/walk/walker.h"
#include "store/database.h"

namespace satchel::code {

// What the store has of a language. Level: how deeply it is read; names are stable.
struct LanguageShare {
  std::string language;  // empty: read by lines
  std::string level;     // deep, symbols, structure, lines
  std::size_t files = 0;
  std::uint64_t bytes = 0;
};

struct CodeFreshness {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  std::string tree;                      // 16 hexadecimal digits of all paths and contents
  std::vector<LanguageShare> languages;  // most files first, then by name
  std::size_t damaged = 0;  // parsed, with a definition missing in what the grammar rejects
  std::size_t limited = 0;  // by lines only, because a limit was met
  // Against the work tree of now, see CodeChanges.
  std::size_t changed = 0;
  std::size_t added = 0;
  std::size_t gone = 0;
};

// Looks and changes nothing: a walk, the rows of files, and the content of those whose stat data
// are others. `file_bytes`: of which files are indexed.
Result<CodeFreshness> LookAtCode(const std::filesystem::path& root, store::Database& curated,
                                 const store::Scope& scope, const WalkOptions& walk,
                                 std::size_t file_bytes);

}  // namespace satchel::code
