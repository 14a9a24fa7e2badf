#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/query.h"
#include "code/rank/feature.h"
#include "text/analyser.h"

namespace satchel::rank {

// The words of a path, as terms.
struct PathWords {
  std::vector<std::string> stem;         // of the file name without its extension; sorted
  std::size_t parts = 0;                 // words of that name which say something
  std::vector<std::string> directories;  // sorted
  std::string plain;  // the file name: lower-case, nothing but letters and digits
};
PathWords WordsOf(std::string_view path, text::Analyser& analyser);

// Lower-case, nothing but letters and digits, no `s` at the end: two ways to write one name.
std::string PlainName(std::string_view name);

// Whether the path is `end`, or ends with it after a slash.
bool EndsWithPart(std::string_view path, std::string_view end);

// Whether the path is the one that is written, or ends with it, or is its end.
bool IsPath(std::string_view path, std::string_view written);
// Whether `a/b/c` as a module, or what is left of it without its last names, is this file. How many
// names that took; 0: it is not.
std::size_t IsModule(std::string_view path, std::string_view module);

// What the path alone tells.
Penalties PenaltiesOf(std::string_view path, std::string_view role);
// Kinds of files that a query asks for have no penalty.
void TakeBackWanted(std::span<const ask::FileKind> wanted, Penalties& penalties);

// The path without the number of a version: `pydantic/v1/fields.py` as `pydantic/fields.py`, with
// the number; 0: there is none.
struct Versioned {
  std::string path;
  std::uint32_t version = 0;
};
Versioned WithoutVersion(std::string_view path);

}  // namespace satchel::rank
