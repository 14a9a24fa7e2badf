#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What one file says about itself, from its bytes alone: what is kept for it in the store and,
// by content, in the parse cache. Nothing here depends on another file; whatever does is worked
// out from the facts of both (resolve.h).
namespace satchel::code {

// Names are stable: rows, JSON and the canonical dump have them. New ones go to the end.
enum class SymbolKind : std::uint8_t {
  kFunction,
  kMethod,
  kConstructor,
  kClass,
  kStruct,
  kUnion,
  kInterface,
  kTrait,
  kEnum,
  kEnumMember,
  kTypeAlias,
  kNamespace,  // also a module inside a file
  kField,
  kProperty,
  kVariable,
  kConstant,
  kMacro,
  kHeading,  // of a document
};
std::string_view Name(SymbolKind kind);
// A type with members of its own.
bool HasMembers(SymbolKind kind);
// Whether what is found inside belongs to it: not the initial value of a variable.
bool HasInside(SymbolKind kind);

enum class Visibility : std::uint8_t { kPublic, kProtected, kInternal, kPrivate };
std::string_view Name(Visibility visibility);

// A place in the file: bytes [begin, end), lines from 1, both inclusive.
struct Extent {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t first_line = 0;
  std::uint32_t last_line = 0;
  friend bool operator==(const Extent&, const Extent&) = default;
};

inline constexpr std::uint32_t kNoSymbol = 0xFFFFFFFF;

struct Symbol {
  std::string name;
  std::string container;  // qualified name of what it is in, in the language's own form; or empty
  SymbolKind kind = SymbolKind::kFunction;
  Visibility visibility = Visibility::kPublic;
  bool declared_only = false;        // a prototype or forward declaration
  bool stale = false;                // of the previous content: this one does not parse
  std::uint32_t parent = kNoSymbol;  // index of the symbol it is in, always smaller than its own
  Extent extent;
  std::uint32_t body = 0;  // where its body begins; `extent.end` when it has none
  std::string signature;   // one line: its text up to the body
  std::string doc;         // its documentation without comment marks
  friend bool operator==(const Symbol&, const Symbol&) = default;
};

// A comment worth keeping.
enum class CommentKind : std::uint8_t { kTodo, kFixme, kHack, kNote, kRationale };
std::string_view Name(CommentKind kind);
struct Comment {
  CommentKind kind = CommentKind::kTodo;
  std::uint32_t line = 0;
  std::uint32_t symbol = kNoSymbol;  // the innermost one it is in
  std::string text;
  friend bool operator==(const Comment&, const Comment&) = default;
};

// One name that a file takes from somewhere else. `from a import b, c as d` is two.
enum class ImportKind : std::uint8_t {
  kModule,         // import a.b; import "x"; require("x"); use crate::a::b; import a.b.C
  kName,           // `name` of a module: from a import b; import { b } from "x"
  kAll,            // everything of it: from a import *; import a.b.*; use a::*
  kInclude,        // #include "x"
  kSystemInclude,  // #include <x>
  kSubmodule,      // mod x; in Rust: a file beside this one
  kReexport,       // export { b } from "x"; pub use a::b
};
std::string_view Name(ImportKind kind);
std::optional<ImportKind> ImportKindFrom(std::string_view name);
struct Import {
  ImportKind kind = ImportKind::kModule;
  std::uint32_t line = 0;
  std::string module;  // as written, without quotes: `a.b`, `..pkg`, `./x`, `crate::a::b`
  std::string name;    // kName and kReexport: what is taken from it; else empty
  std::string alias;   // the name it has in this file, when it is another one
  friend bool operator==(const Import&, const Import&) = default;
};

// A name that is used and may be defined elsewhere.
enum class UseKind : std::uint8_t {
  kCall,
  kType,
  kBase,   // a class or interface that is extended or implemented
  kValue,  // read or passed on, by a name that something else may define
  kKey,    // a key of a configuration, named by a literal in code
  kTable,  // a table of a database, named by a literal in code
  kRoute,  // a path of a server, named by a literal in code
  // Names that the file gives to what it has, for other languages:
  kServed,  // a method and a path that a literal defines
  kBound,   // a name by which another language calls the function in the qualifier
};
// Whether a literal in code says it, and nothing of the language's own.
bool IsLiteral(UseKind kind);
std::string_view Name(UseKind kind);
struct Use {
  UseKind kind = UseKind::kCall;
  std::uint32_t symbol = kNoSymbol;  // the innermost one it is in
  std::uint32_t line = 0;            // the first of them
  std::uint32_t count = 1;           // uses of this name, kind and qualifier inside this symbol
  std::string name;
  std::string qualifier;  // what stands before it: `os.path` of `os.path.join`; or empty
  friend bool operator==(const Use&, const Use&) = default;
};

// A part of the file that is searched for and shown as one: a document. Chunks are in the order
// of the file, do not overlap and together hold every line that is not blank.
enum class ChunkKind : std::uint8_t {
  kSymbol,  // a function, or a class that is small
  kHead,    // the beginning of the file, or of a large class, up to its first member
  kRest,    // what is between symbols
  kLines,   // of a file that was not parsed
};
std::string_view Name(ChunkKind kind);
struct Chunk {
  ChunkKind kind = ChunkKind::kRest;
  std::uint32_t symbol = kNoSymbol;  // the one it shows, or is part of
  Extent extent;
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

// How far a file was read. Names are stable. New ones go to the end.
enum class Reading : std::uint8_t {
  kParsed,
  kDamaged,    // parsed; parts of it are not in the language as the grammar has it
  kLines,      // no grammar for it
  kLimit,      // a limit was met: lines only, of its first megabyte
  kLoose,      // no grammar for it: definitions were found line by line
  kStructure,  // no program: its parts were found by a reader of its own
};
std::string_view Name(Reading reading);

struct FileFacts {
  Reading reading = Reading::kLines;
  std::string limit;  // kLimit: which
  // Whether the content holds secrets. They are masked here; a text that is shown from the file
  // must be redacted as a whole first.
  bool has_secrets = false;
  std::vector<Symbol> symbols;
  std::vector<Comment> comments;
  std::vector<Import> imports;
  std::vector<Use> uses;
  std::vector<Chunk> chunks;
  // What imports of other files go by: the `package` of Java and Go; else empty.
  std::string package;
  friend bool operator==(const FileFacts&, const FileFacts&) = default;

  // About how many bytes they take in memory, and no less than as stored bytes: those of a file
  // of a megabyte may take a hundred.
  std::size_t Weight() const;
};

}  // namespace satchel::code
