#include "code/languages/loose/loose.h"

#include <array>
#include <cstdint>
#include <string_view>

#include "code/parse/loose_uses.h"

namespace satchel::code {
namespace {

using enum SymbolKind;
using enum LooseWord::Form;
using Word = LooseWord;

// Raised when other facts come out of the same bytes, of any of these languages.
constexpr std::uint32_t kVersion = 2;

// What imports and calls look like, where that differs from most.
constexpr LooseUses Uses(LooseImports imports, std::string_view keywords) {
  LooseUses uses;
  uses.imports = imports;
  uses.keywords = keywords;
  uses.style.triple = true;
  return uses;
}

constexpr auto kDartWords = std::to_array<Word>({{"class", kClass},
                                                 {"enum", kEnum},
                                                 {"extension", kClass},
                                                 {"mixin", kTrait},
                                                 {"typedef", kTypeAlias}});
constexpr LooseUses kDartUses = [] {
  LooseUses uses = Uses(LooseImports::kPaths,
                        " assert await catch do else for if in is new return super switch this "
                        "throw while yield ");
  uses.bases = " extends implements on with ";
  uses.types = true;
  uses.arguments = '<';
  return uses;
}();
constexpr LooseRules kDart = [] {
  LooseRules rules;
  rules.words = kDartWords;
  rules.modifiers =
      " abstract base const covariant external factory final interface late sealed static ";
  rules.passes = "@";
  rules.members = true;
  rules.triple_quotes = true;
  rules.uses = &kDartUses;
  return rules;
}();

constexpr auto kElixirWords =
    std::to_array<Word>({{"def"},
                         {"defdelegate"},
                         {"defguard"},
                         {"defguardp", kFunction, kNamed, Visibility::kPrivate},
                         {"defimpl", kNamespace},
                         {"defmacro"},
                         {"defmacrop", kFunction, kNamed, Visibility::kPrivate},
                         {"defmodule", kNamespace},
                         {"defp", kFunction, kNamed, Visibility::kPrivate},
                         {"defprotocol", kInterface},
                         {"describe", kNamespace, kQuoted},
                         {"test", kFunction, kQuoted},
                         {"@callback"},
                         {"@macrocallback"},
                         {"@opaque", kTypeAlias},
                         {"@type", kTypeAlias},
                         {"@typep", kTypeAlias, kNamed, Visibility::kPrivate}});
constexpr LooseUses kElixirUses = [] {
  LooseUses uses = Uses(LooseImports::kAliased,
                        " and case cond do else fn for if in not or quote receive rescue super try "
                        "unless unquote when with ");
  uses.style.line_comment = "#";
  uses.style.open = "";
  uses.style.word_marks = "_?!";
  return uses;
}();
constexpr LooseRules kElixir = [] {
  LooseRules rules;
  rules.words = kElixirWords;
  rules.passes = "@";
  rules.clauses = true;
  rules.marks = true;
  rules.triple_quotes = true;
  rules.doc_attributes = true;
  rules.uses = &kElixirUses;
  return rules;
}();

constexpr auto kGroovyWords = std::to_array<Word>({{"class", kClass},
                                                   {"def", kFunction, kOuter},
                                                   {"enum", kEnum},
                                                   {"interface", kInterface},
                                                   {"trait", kTrait}});
constexpr LooseUses kGroovyUses = [] {
  LooseUses uses = Uses(LooseImports::kDotted,
                        " assert catch do else for if in instanceof new return super switch this "
                        "throw while ");
  uses.bases = " extends implements ";
  uses.types = true;
  uses.arguments = '<';
  return uses;
}();
constexpr LooseRules kGroovy = [] {
  LooseRules rules;
  rules.words = kGroovyWords;
  rules.modifiers =
      " abstract default final private protected public static synchronized transient ";
  rules.passes = "@";
  rules.members = true;
  rules.triple_quotes = true;
  rules.uses = &kGroovyUses;
  return rules;
}();

constexpr auto kHaskellWords = std::to_array<Word>({{"class", kInterface},
                                                    {"data", kStruct},
                                                    {"instance", kClass, kTitled},
                                                    {"newtype", kStruct},
                                                    {"pattern", kFunction},
                                                    {"type", kTypeAlias}});
// A call has no form of its own.
constexpr LooseUses kHaskellUses = [] {
  LooseUses uses = Uses(LooseImports::kQualified, "");
  uses.style.line_comment = "--";
  uses.style.open = "{-";
  uses.style.close = "-}";
  uses.style.quotes = "\"";
  uses.style.word_marks = "_'";
  uses.style.triple = false;
  uses.calls = false;
  return uses;
}();
constexpr LooseRules kHaskell = [] {
  LooseRules rules;
  rules.words = kHaskellWords;
  rules.modifiers = " family ";
  rules.typed = true;
  rules.uses = &kHaskellUses;
  return rules;
}();

constexpr auto kJuliaWords = std::to_array<Word>({{"const", kConstant, kOuter},
                                                  {"function"},
                                                  {"macro"},
                                                  {"module", kNamespace},
                                                  {"struct", kStruct},
                                                  {"type", kInterface}});
constexpr LooseUses kJuliaUses = [] {
  LooseUses uses =
      Uses(LooseImports::kUsing,
           " begin catch do else elseif for if in isa let new return try where while ");
  uses.style.line_comment = "#";
  uses.style.open = "#=";
  uses.style.close = "=#";
  uses.style.quotes = "\"";
  uses.style.word_marks = "_!";
  uses.types = true;
  return uses;
}();
constexpr LooseRules kJulia = [] {
  LooseRules rules;
  rules.words = kJuliaWords;
  rules.modifiers = " abstract mutable primitive ";
  rules.passes = "@";
  rules.marks = true;
  rules.triple_quotes = true;
  rules.uses = &kJuliaUses;
  return rules;
}();

constexpr auto kLuaWords = std::to_array<Word>({{"function"}});
constexpr auto kLuaValues = std::to_array<Word>({{"function"}});
constexpr LooseUses kLuaUses = [] {
  LooseUses uses = Uses(LooseImports::kRequired,
                        " and do else elseif end for goto if in local not or repeat return then "
                        "until while ");
  uses.style.line_comment = "--";
  uses.style.open = "--[[";
  uses.style.close = "]]";
  uses.style.triple = false;
  uses.joins = ".:";
  return uses;
}();
constexpr LooseRules kLua = [] {
  LooseRules rules;
  rules.words = kLuaWords;
  rules.values = kLuaValues;
  rules.modifiers = " local ";
  rules.colons = true;
  rules.uses = &kLuaUses;
  return rules;
}();

constexpr auto kPerlWords = std::to_array<Word>({{"package", kNamespace}, {"sub"}});
// Documentation between the lines looks like code.
constexpr LooseUses kPerlUses = [] {
  LooseUses uses = Uses(LooseImports::kNamed, "");
  uses.style.line_comment = "#";
  uses.style.open = "";
  uses.style.heredocs = true;
  uses.style.triple = false;
  uses.calls = false;
  return uses;
}();
constexpr LooseRules kPerl = [] {
  LooseRules rules;
  rules.words = kPerlWords;
  rules.heredocs = true;
  rules.uses = &kPerlUses;
  return rules;
}();

constexpr auto kScalaWords = std::to_array<Word>({{"class", kClass},
                                                  {"def"},
                                                  {"enum", kEnum},
                                                  {"given", kClass, kOuter},
                                                  {"object", kClass},
                                                  {"test", kFunction, kQuoted},
                                                  {"trait", kTrait},
                                                  {"type", kTypeAlias},
                                                  {"val", kProperty, kOuter},
                                                  {"var", kProperty, kOuter}});
constexpr LooseUses kScalaUses = [] {
  LooseUses uses = Uses(LooseImports::kDotted,
                        " case catch do else end export finally for if match new return super then "
                        "this throw try until using while yield ");
  uses.bases = " extends with ";
  uses.types = true;
  uses.arguments = '[';
  return uses;
}();
constexpr LooseRules kScala = [] {
  LooseRules rules;
  rules.words = kScalaWords;
  rules.modifiers =
      " abstract case final implicit infix inline lazy opaque open override package private "
      "protected sealed transparent ";
  rules.passes = "@";
  rules.operators = true;
  rules.triple_quotes = true;
  rules.uses = &kScalaUses;
  return rules;
}();

constexpr auto kSwiftWords =
    std::to_array<Word>({{"actor", kClass},
                         {"associatedtype", kTypeAlias},
                         {"class", kClass},
                         {"deinit", kMethod, kItself},
                         {"enum", kEnum},
                         {"extension", kClass, kNamed, Visibility::kPublic, true},
                         {"func"},
                         {"init", kConstructor, kItself},
                         {"let", kProperty, kOuter},
                         {"macro"},
                         {"protocol", kInterface},
                         {"struct", kStruct},
                         {"subscript", kMethod, kItself},
                         {"typealias", kTypeAlias},
                         {"var", kProperty, kOuter}});
constexpr LooseUses kSwiftUses = [] {
  LooseUses uses = Uses(LooseImports::kModules,
                        " Any Self as await catch defer do else for guard if in is repeat return "
                        "self super switch throw throws try where while ");
  uses.style.quotes = "\"";
  uses.defines = " case ";
  uses.types = true;
  uses.colon_bases = true;
  uses.arguments = '<';
  return uses;
}();
constexpr LooseRules kSwift = [] {
  LooseRules rules;
  rules.words = kSwiftWords;
  rules.modifiers =
      " async convenience dynamic fileprivate final indirect infix internal isolated lazy mutating "
      "nonisolated nonmutating open optional override package postfix prefix private public "
      "required static unowned weak ";
  rules.passes = "@#";
  rules.operators = true;
  rules.triple_quotes = true;
  rules.uses = &kSwiftUses;
  return rules;
}();

constexpr auto kZigWords = std::to_array<Word>({{"const", kConstant, kOuter},
                                                {"fn"},
                                                {"test", kFunction, kQuoted},
                                                {"var", kVariable, kOuter}});
constexpr auto kZigValues = std::to_array<Word>({{"enum", kEnum},
                                                 {"error", kEnum},
                                                 {"opaque", kStruct},
                                                 {"struct", kStruct},
                                                 {"union", kUnion}});
constexpr LooseUses kZigUses = [] {
  LooseUses uses = Uses(LooseImports::kCalled,
                        " and break catch defer else errdefer for if or orelse return switch try "
                        "while ");
  uses.style.open = "";
  uses.style.triple = false;
  return uses;
}();
constexpr LooseRules kZig = [] {
  LooseRules rules;
  rules.words = kZigWords;
  rules.values = kZigValues;
  rules.modifiers = " comptime export extern inline noinline packed pub threadlocal ";
  rules.shown = "pub";
  rules.imports = "@import";
  rules.uses = &kZigUses;
  return rules;
}();

constexpr LanguageRules Make(std::string_view name, std::string_view separator,
                             const CommentStyle& style, const LooseRules& loose) {
  LanguageRules rules;
  rules.name = name;
  rules.version = kVersion;
  rules.level = Level::kLoose;
  rules.separator = separator;
  rules.comment_style = style;
  rules.loose = &loose;
  return rules;
}

constexpr std::array kLanguages = {
    Make("dart", ".", kSlashComments, kDart),
    Make("elixir", ".", kHashComments, kElixir),
    Make("groovy", ".", kSlashComments, kGroovy),
    Make("haskell", ".", {"--", "", "{-", "-}"}, kHaskell),
    Make("julia", ".", {"#", "", "#=", "=#"}, kJulia),
    Make("lua", ".", {"--", "", "--[[", "]]"}, kLua),
    Make("perl", "::", {"#", "", "=", "=cut"}, kPerl),
    Make("scala", ".", kSlashComments, kScala),
    Make("swift", ".", kSlashComments, kSwift),
    Make("zig", ".", kSlashComments, kZig),
};

}  // namespace

std::span<const LanguageRules> LooseLanguages() { return kLanguages; }

}  // namespace satchel::code
