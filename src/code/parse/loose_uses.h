#pragma once

#include <cstdint>
#include <string_view>

#include "code/facts/facts.h"
#include "code/parse/tokens.h"

namespace satchel::code {

struct LanguageRules;

// What imports of a language look like.
enum class LooseImports : std::uint8_t {
  kNone,
  kDotted,     // import a.b.C; import a.b.{C, D => E}; import a.b.*; package a.b
  kModules,    // import Name, all of it; import struct Name.Type
  kPaths,      // import 'x.dart' as y show A, B;
  kRequired,   // local x = require("a.b")
  kCalled,     // const x = @import("x.zig");
  kAliased,    // alias A.{B, C}; alias A.B, as: C; import A.B; use A.B
  kQualified,  // import qualified A.B as C
  kUsing,      // using A.B, C; import A: b; include("x.jl")
  kNamed,      // use A::B;
};

// What else than definitions a loose reading looks for. Lists have a space before and after every
// word.
struct LooseUses {
  LooseImports imports = LooseImports::kNone;
  TokenStyle style;
  std::string_view keywords;     // what stands before a bracket like these calls nothing
  std::string_view defines;      // words besides those of definitions behind which a name is new
  std::string_view bases;        // words behind which the bases of a class stand
  bool colon_bases = false;      // class A: B, C
  bool calls = true;             // name(…)
  bool types = false;            // a name with a capital is a type
  char arguments = '\0';         // the bracket of types between a name and what it is called with
  std::string_view joins = ".";  // between an object and its member: characters
};

// Adds imports, the package and uses of names to facts that have the symbols. In linear time, with
// a bounded number of each, whatever the bytes are.
// REQUIRES: `rules.loose->uses` is not null.
void AddLooseUses(std::string_view content, const LanguageRules& rules, FileFacts& facts);

}  // namespace satchel::code
