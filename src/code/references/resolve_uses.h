#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/score.h"
#include "code/facts/facts.h"
#include "store/code.h"

namespace satchel::code {

// What a use of a name leads to, how sure that is, and why. Rules are stable names:
//   scope      defined in the same file                                      1.00
//   import     imported from the file that defines it, or one that has it    0.95
//              from there
//   module     its qualifier is an imported file or package that defines it  0.90
//   package    defined in another file of the same package                   0.90
//   include    an included file, or one that everything is taken from        0.85
//   member     its qualifier is the class that has it                        0.85
//              in Go, where it may be a variable of that name                0.40
//   inherited  a base or mixin of the class that the use is in has it       0.85
//   file_name  a class or module in the only file that is named after it    0.85
//   key        a literal names the key of a configuration, or the variable   0.70, 0.35, 0.23
//   table      a query in a literal names the table                         0.70, 0.35
//   route      a literal asks for a path that a server defines               0.70, 0.35, 0.23
//              by the end of the path alone                                  0.50, 0.25, 0.16
//   protobuf   a name of generated code, for what a file of Protocol Buffers  0.70, 0.35, 0.23
//              defines
//   binding    a function of C or C++ that Python calls                      0.70, 0.35, 0.23
//   unique     the only definition of that name in the workspace             0.60
//   ambiguous  one of two or three                                           0.30, 0.20
inline constexpr std::int64_t kNowhere = -1;
struct Reference {
  std::int64_t from_file = 0;
  std::uint32_t from_symbol = kNoSymbol;  // the one that the use is in
  std::size_t use = 0;                    // index among the uses of its view
  std::int64_t to_file = 0;
  std::int64_t to_symbol = 0;  // ordinal in that file; kNowhere: of a route without a handler
  Score confidence;
  std::string_view rule;  // lives as long as the program
  std::string route;      // rule `route`: its name where it is defined, and the line there
  std::uint32_t to_line = 0;
  friend bool operator==(const Reference&, const Reference&) = default;
};

// One file and what it says.
struct FileView {
  const store::FileRow* row = nullptr;
  const FileFacts* facts = nullptr;
  std::span<const Use> uses;                  // its own, or some of them
  std::span<const store::ImportRow> imports;  // its own, resolved
};

// A route where it is defined.
struct ServedRoute {
  std::string name;
  std::int64_t file = 0;
  std::int64_t symbol = kNowhere;  // the function that answers, as far as the file says
  std::uint32_t line = 0;
  std::uint32_t around = kNoSymbol;  // what the literal is in
  bool described = false;            // in a file that is no program
};
// Those that a file defines.
void AddServed(std::int64_t file, const FileFacts& facts, std::vector<ServedRoute>& routes);

// The definitions of names across files, and the files they are in. Lives for one question.
struct Definitions {
  // What a file imports, by its path, of those that hand on what they import.
  std::map<std::string, std::vector<store::ImportRow>, std::less<>> imports;
  std::map<std::string, std::vector<store::SymbolRow>, std::less<>> by_name;
  std::map<std::int64_t, store::FileRow> files;
  std::vector<ServedRoute> routes;  // that may be asked for; in any order
  // The functions that files give a name to for another language, by that name.
  std::map<std::string, std::set<std::string>, std::less<>> bound;
};

// The names whose definitions are needed to resolve the uses of a file: those that are used, and
// those that stand behind an alias.
std::vector<std::string> NamesToLookUp(const FileView& file);

// Where the uses of one file lead. Depends on nothing but what is given; a use that nothing
// answers is left out. In the order of uses. Of uses those of bases are always needed: a class also
// has what they have.
std::vector<Reference> ResolveUses(const FileView& file, const Definitions& definitions);

// The same, and the paths of files whose imports would have to be among the definitions to say
// more: what is imported from them is not defined there.
std::vector<Reference> ResolveUses(const FileView& file, const Definitions& definitions,
                                   std::set<std::string>& unread);

// The names that such imports have where they are defined.
void AddNamesBehind(std::span<const store::ImportRow> imports, std::set<std::string>& names);

}  // namespace satchel::code
