#include "code/facts/family.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace satchel::code {
namespace {

// Sorted, each of them.
constexpr auto kRubyMembers = std::to_array<std::string_view>(
    {"all?",    "any?",  "call",   "concat", "count",   "delete",  "dup",     "each",
     "empty?",  "fetch", "find",   "first",  "flatten", "freeze",  "gsub",    "include?",
     "inspect", "is_a?", "join",   "key?",   "keys",    "last",    "length",  "map",
     "match",   "merge", "nil?",   "pop",    "push",    "reject",  "replace", "reverse",
     "select",  "send",  "size",   "slice",  "sort",    "sort_by", "split",   "start_with?",
     "strip",   "sub",   "sum",    "tap",    "to_a",    "to_h",    "to_i",    "to_s",
     "to_sym",  "uniq",  "update", "values", "zip"});
static_assert(std::ranges::is_sorted(kRubyMembers));

constexpr auto kPythonMembers = std::to_array<std::string_view>(
    {"add",        "append",     "clear",  "close",   "copy",    "count",      "decode", "discard",
     "encode",     "endswith",   "extend", "find",    "flush",   "format",     "get",    "index",
     "insert",     "items",      "join",   "keys",    "lower",   "open",       "pop",    "popitem",
     "read",       "readline",   "remove", "replace", "reverse", "setdefault", "sort",   "split",
     "splitlines", "startswith", "strip",  "title",   "update",  "upper",      "values", "write"});
constexpr auto kScriptMembers = std::to_array<std::string_view>(
    {"add",     "apply",   "bind",    "call",    "catch",    "clear",   "concat",   "delete",
     "entries", "every",   "exec",    "fill",    "filter",   "finally", "find",     "flat",
     "flatMap", "forEach", "get",     "has",     "includes", "indexOf", "join",     "keys",
     "length",  "map",     "match",   "message", "name",     "pop",     "push",     "reduce",
     "reject",  "replace", "resolve", "reverse", "set",      "shift",   "size",     "slice",
     "some",    "sort",    "splice",  "split",   "test",     "then",    "toString", "trim",
     "unshift", "values"});
constexpr auto kScriptObjects = std::to_array<std::string_view>(
    {"Array",  "Boolean", "Date",    "Error",   "Function", "JSON",       "Map",     "Math",
     "Number", "Object",  "Promise", "Proxy",   "Reflect",  "RegExp",     "Set",     "String",
     "Symbol", "WeakMap", "WeakSet", "console", "document", "globalThis", "process", "window"});
constexpr auto kCMembers = std::to_array<std::string_view>(
    {"append",   "at",      "back",         "begin",   "c_str",   "clear",  "count",
     "data",     "emplace", "emplace_back", "empty",   "end",     "erase",  "find",
     "first",    "front",   "get",          "insert",  "length",  "lock",   "pop",
     "pop_back", "push",    "push_back",    "release", "reserve", "reset",  "resize",
     "second",   "size",    "str",          "substr",  "swap",    "unlock", "value"});
// Of Groovy, Kotlin and Scala.
constexpr auto kJvmMembers = std::to_array<std::string_view>(
    {"add",     "also",     "apply",     "clear",        "close",    "collect",   "contains",
     "copy",    "count",    "drop",      "each",         "equals",   "exists",    "filter",
     "find",    "first",    "flatMap",   "fold",         "foldLeft", "foldRight", "forEach",
     "foreach", "get",      "getOrElse", "hashCode",     "head",     "indexOf",   "invoke",
     "isEmpty", "iterator", "join",      "joinToString", "last",     "length",    "let",
     "map",     "mkString", "next",      "plus",         "put",      "reduce",    "remove",
     "replace", "reverse",  "run",       "set",          "size",     "sortBy",    "split",
     "sum",     "tail",     "take",      "toInt",        "toList",   "toMap",     "toSeq",
     "toSet",   "toString", "trim",      "update",       "use",      "values",    "with",
     "zip"});
constexpr auto kSwiftMembers = std::to_array<std::string_view>({"append",
                                                                "compactMap",
                                                                "contains",
                                                                "count",
                                                                "dropFirst",
                                                                "dropLast",
                                                                "encode",
                                                                "filter",
                                                                "first",
                                                                "flatMap",
                                                                "forEach",
                                                                "hasPrefix",
                                                                "hasSuffix",
                                                                "hash",
                                                                "index",
                                                                "insert",
                                                                "joined",
                                                                "last",
                                                                "lock",
                                                                "lowercased",
                                                                "map",
                                                                "max",
                                                                "min",
                                                                "next",
                                                                "prefix",
                                                                "reduce",
                                                                "remove",
                                                                "removeAll",
                                                                "removeValue",
                                                                "replacingOccurrences",
                                                                "reserveCapacity",
                                                                "reversed",
                                                                "sorted",
                                                                "split",
                                                                "suffix",
                                                                "swapAt",
                                                                "trimmingCharacters",
                                                                "unlock",
                                                                "uppercased",
                                                                "write"});
static_assert(std::ranges::is_sorted(kJvmMembers) && std::ranges::is_sorted(kSwiftMembers));
// What std's own types and traits have. Sorted.
constexpr auto kRustMembers = std::to_array<std::string_view>(
    {"and_then",  "as_bytes", "as_mut",    "as_ref",  "as_str",   "borrow",      "chars",
     "clone",     "cloned",   "cmp",       "collect", "contains", "default",     "deref",
     "drop",      "entry",    "eq",        "expect",  "extend",   "filter",      "fmt",
     "from",      "from_str", "get",       "hash",    "insert",   "into",        "into_iter",
     "is_empty",  "iter",     "iter_mut",  "len",     "lock",     "map",         "map_err",
     "max",       "min",      "ne",        "next",    "parse",    "partial_cmp", "push",
     "remove",    "to_owned", "to_string", "to_vec",  "try_from", "try_into",    "unwrap",
     "unwrap_or", "write"});
constexpr auto kGoMembers =
    std::to_array<std::string_view>({"Close", "Error", "Read", "String", "Unwrap", "Write"});
static_assert(std::ranges::is_sorted(kPythonMembers) && std::ranges::is_sorted(kScriptMembers));
static_assert(std::ranges::is_sorted(kScriptObjects) && std::ranges::is_sorted(kGoMembers));
static_assert(std::ranges::is_sorted(kCMembers) && std::ranges::is_sorted(kRustMembers));

}  // namespace

std::string_view Family(std::string_view language) {
  if (language == "cpp") return "c";
  if (language == "typescript" || language == "tsx") return "javascript";
  if (language == "html") return "css";
  if (language == "json") return "yaml";
  return language;
}

bool Reaches(std::string_view family, std::string_view other) {
  if (family == other) return true;
  const auto on_jvm = [](std::string_view one) { return one == "java" || DecidesByImport(one); };
  return on_jvm(family) && on_jvm(other);
}

bool SpreadsNamespaces(std::string_view family) {
  return family == "php" || family == "csharp" || DecidesByImport(family);
}

bool InheritsCalls(std::string_view family) {
  return family == "ruby" || family == "php" || family == "csharp" || family == "swift" ||
         DecidesByImport(family);
}

bool InheritsThroughSelf(std::string_view family) {
  return InheritsCalls(family) || family == "python" || family == "javascript" || family == "java";
}

bool BindsImports(std::string_view family) {
  return family == "python" || family == "javascript" || family == "go" || family == "java" ||
         family == "rust";
}

bool HasLexicalScopes(std::string_view family) {
  return family == "python" || family == "javascript" || family == "go";
}

bool HandsOnImports(std::string_view family) {
  return family == "python" || family == "javascript" || family == "rust";
}

bool NamesFilesAfterTypes(std::string_view family) {
  return family == "ruby" || family == "php" || family == "csharp";
}

bool DecidesByImport(std::string_view family) {
  return family == "groovy" || family == "kotlin" || family == "scala";
}

bool HasNestedScopes(std::string_view family) {
  static constexpr auto kFamilies =
      std::to_array<std::string_view>({"dart", "elixir", "julia", "lua", "swift", "zig"});
  return DecidesByImport(family) || std::ranges::find(kFamilies, family) != kFamilies.end();
}

bool HasModuleDirectories(std::string_view family) { return family == "swift"; }

std::string_view ModuleDirectory(std::string_view path) {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0;) {
    const std::size_t before = path.rfind('/', slash - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    const std::string_view part = path.substr(begin, slash - begin);
    if (part == "Source") return path.substr(0, slash + 1);
    if (part == "Sources" || part == "Tests") {
      const std::size_t next = path.find('/', slash + 1);
      return path.substr(0, (next == std::string_view::npos ? slash : next) + 1);
    }
    slash = before;
  }
  return {};
}

std::string Underscored(std::string_view name) {
  std::string words;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool hump = IsUpper(name[i]) && i > 0 && name[i - 1] != '_';
    const bool after_small = hump && !IsUpper(name[i - 1]);
    const bool before_small = hump && i + 1 < name.size() && IsLower(name[i + 1]);
    if (after_small || before_small) words += '_';
    words += ToLower(name[i]);
  }
  return words;
}

bool IsBuiltinMember(std::string_view family, std::string_view name) {
  if (family == "ruby") return std::ranges::binary_search(kRubyMembers, name);
  if (family == "python") return std::ranges::binary_search(kPythonMembers, name);
  if (family == "javascript") return std::ranges::binary_search(kScriptMembers, name);
  if (family == "c") return std::ranges::binary_search(kCMembers, name);
  if (family == "rust") return std::ranges::binary_search(kRustMembers, name);
  if (family == "swift") return std::ranges::binary_search(kSwiftMembers, name);
  if (DecidesByImport(family)) return std::ranges::binary_search(kJvmMembers, name);
  return family == "go" && std::ranges::binary_search(kGoMembers, name);
}

bool IsBuiltinObject(std::string_view family, std::string_view name) {
  if (family == "c") return name == "std";
  return family == "javascript" && std::ranges::binary_search(kScriptObjects, name);
}

bool IsMember(std::string_view kind) {
  return kind == "method" || kind == "constructor" || kind == "field" || kind == "property";
}

bool IsType(std::string_view kind) {
  static constexpr std::array<std::string_view, 7> kTypes = {
      "class", "struct", "union", "interface", "trait", "enum", "type_alias"};
  return std::ranges::find(kTypes, kind) != kTypes.end();
}

bool Fits(UseKind use, std::string_view kind, std::string_view family) {
  static constexpr std::array<std::string_view, 4> kCallable = {"function", "method", "constructor",
                                                                "macro"};
  switch (use) {
    case UseKind::kType:
    case UseKind::kBase:
      // A module of Ruby is mixed into classes.
      return IsType(kind) || kind == "macro" || (kind == "namespace" && family == "ruby");
    case UseKind::kCall:
      // `Shape::Circle(1)` of Rust is written as a call, and what a field holds is not called so.
      if (kind == "enum_member" || kind == "field") return (kind == "field") != (family == "rust");
      return std::ranges::find(kCallable, kind) != kCallable.end() || IsType(kind) ||
             kind == "variable" || kind == "constant";
    case UseKind::kValue:
      return kind != "heading";
    case UseKind::kKey:
    case UseKind::kTable:
    case UseKind::kRoute:
    case UseKind::kServed:
    case UseKind::kBound:
      return false;  // they lead into files of other languages
  }
  return false;
}

bool IsBaseWord(std::string_view qualifier, std::string_view family) {
  if (family == "php") return qualifier == "parent";
  if (family == "csharp") return qualifier == "base";
  return qualifier == "super" || qualifier == "super()";
}

bool IsSelf(std::string_view qualifier, std::string_view family) {
  if (family == "php" && qualifier == "static") return true;
  return qualifier == "self" || qualifier == "this" || qualifier == "cls" || qualifier == "Self" ||
         IsBaseWord(qualifier, family);
}

std::string_view LastPart(std::string_view name) {
  const std::size_t at = name.find_last_of(".:/\\");
  return at == std::string_view::npos ? name : name.substr(at + 1);
}

}  // namespace satchel::code
