#include "code/languages/ruby/ruby.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "code/languages/ruby/calls.h"
#include "code/languages/ruby/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_ruby();  // NOLINT(readability-identifier-naming): not ours

// A call without arguments is written like a variable: `total`. As in Ruby itself it is a variable
// behind its first assignment or parameter in the same method, and a call before. Names of modules
// and classes are constants, so that a use of one is a value, whatever it turns out to be.
namespace satchel::code::ruby {
namespace {

// Where a head without a body ends: at `end`.
Node BodyOf(const Node& node, Extraction& out) {
  const Node body = out.Child(node, kBody);
  if (body.ok()) return body;
  const auto children = out.AllChildren(node);
  return children.empty() ? Node() : children.back();
}

void DefineType(SymbolKind kind, const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  Extraction::Definition definition{
      .kind = kind, .name = out.Text(name), .node = node, .body = BodyOf(node, out)};
  if (out.CodeOf(name) == kScope) {
    definition.name = out.Text(out.Child(name, kName));
    definition.container = out.Text(out.Child(name, kScopeField));
    out.Met(definition.container);
  }
  out.Define(definition);
  const Node base = out.FirstNamedChild(out.Child(node, kSuperclass));
  if (base.ok()) UseConstant(UseKind::kBase, base, out);
}

void DefineMethod(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  const auto told = VisibilityFrom(out.Before(node, 24));
  SymbolKind kind = SymbolKind::kFunction;
  if (InType(out)) kind = name == "initialize" ? SymbolKind::kConstructor : SymbolKind::kMethod;
  out.Define({.kind = kind,
              .name = name,
              .node = node,
              .body = BodyOf(node, out),
              .visibility = told.value_or(out.members())});
}

// `def self.a`, and `def Shop.a` outside of it.
void DefineSingletonMethod(const Node& node, Extraction& out) {
  const Node object = out.Child(node, kObject);
  const bool elsewhere = out.CodeOf(object) == kConstant;
  const auto told = VisibilityFrom(out.Before(node, 24));
  const bool member = elsewhere || InType(out);
  out.Define({.kind = member ? SymbolKind::kMethod : SymbolKind::kFunction,
              .name = out.Text(out.Child(node, kName)),
              .node = node,
              .body = BodyOf(node, out),
              .visibility = told.value_or(Visibility::kPublic),
              .declared_only = false,
              .container = elsewhere ? out.Text(object) : std::string_view()});
  out.Met(out.Text(object));
}

void Assign(const Node& target, Extraction& out) {
  if (out.CodeOf(target) == kIdentifier) {
    out.Local(out.Text(target));
  } else if (out.CodeOf(target) == kTargets) {
    for (const Node& one : out.NamedChildren(target)) {
      if (out.CodeOf(one) == kIdentifier) out.Local(out.Text(one));
    }
  }
}

void Assignment(const Node& node, Extraction& out) {
  const Node left = out.Child(node, kLeft);
  Assign(left, out);
  if (out.CodeOf(left) != kConstant || out.InFunction()) return;
  const Node value = out.Child(node, kRight);
  const auto made = KindMadeBy(value, out);
  out.Define({.kind = made.value_or(SymbolKind::kConstant),
              .name = out.Text(left),
              .node = node,
              .body = made ? out.Child(value, kBlock) : Node()});
  if (made) MembersMadeBy(value, out);
}

void Parameters(const Node& node, Extraction& out) {
  for (const Node& parameter : out.NamedChildren(node)) {
    Assign(parameter, out);
    const Node name = out.Child(parameter, kName);
    if (name.ok()) out.Local(out.Text(name));
  }
}

// A name alone: a variable, a call, or a word about the members that follow.
void Identifier(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(node);
  if (out.IsLocal(name)) return;
  // Of `a.b` the call has told `b`; of `1..b` nothing has.
  const std::string_view before = out.Before(node, 24);
  if (before.ends_with("::") || (before.ends_with('.') && !before.ends_with(".."))) return;
  if (InType(out) && !out.DirectlyInFunction()) {
    if (const auto visibility = VisibilityFrom(name)) {
      if (!out.Met(name)) out.SetMembers(*visibility);  // not `private :a`
      return;
    }
  }
  out.Use(UseKind::kCall, name, {}, node);
}

void Alias(const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  if (InType(out) && out.CodeOf(name) == kIdentifier) {
    out.Define({.kind = SymbolKind::kMethod,
                .name = out.Text(name),
                .node = node,
                .visibility = out.members()});
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kModule:
      DefineType(SymbolKind::kNamespace, node, out);
      break;
    case kClass:
      DefineType(SymbolKind::kClass, node, out);
      break;
    case kSingletonClass:
      out.EnterContainer(node, {});
      break;
    case kMethod:
      DefineMethod(node, out);
      break;
    case kSingletonMethod:
      DefineSingletonMethod(node, out);
      break;
    case kAssignment:
      Assignment(node, out);
      break;
    case kCall:
      VisitCall(node, out);
      break;
    case kAlias:
      Alias(node, out);
      break;
    case kParameters:
      Parameters(node, out);
      break;
    case kExceptionVariable:
      Assign(out.FirstNamedChild(node), out);
      break;
    case kFor:
      Assign(out.Child(node, kPattern), out);
      break;
    case kIdentifier:
      Identifier(node, out);
      break;
    case kConstant:
    case kScope:
      UseConstant(UseKind::kValue, node, out);
      break;
    default:
      break;
  }
}

// The grammar keeps the words that end heredocs with one byte for their length, and reads beyond
// what it kept when one is longer. Nobody writes such a word, but a comment about `<<` looks like
// one whose quotation mark is far away. So `<<` before it becomes spaces; empty: there is none.
std::string WithoutLongWords(std::string_view content) {
  constexpr std::size_t kMostWord = 200;
  std::string without;
  for (std::size_t at = content.find("<<"); at != std::string_view::npos;
       at = content.find("<<", at + 1)) {
    std::string_view word = content.substr(at + 2, kMostWord + 2);
    if (word.starts_with('-') || word.starts_with('~')) word.remove_prefix(1);
    if (word.empty()) continue;
    const char quote = word.front();
    std::size_t size = 0;
    if (quote == '"' || quote == '\'' || quote == '`') {
      size = std::min(word.find(quote, 1), word.size());
    } else {
      const auto in_word = [](char c) {
        return IsUpper(c) || IsLower(c) || IsDigit(c) || c == '_' || (c & '\x80') != 0;
      };
      size = static_cast<std::size_t>(std::ranges::find_if_not(word, in_word) - word.begin());
    }
    if (size <= kMostWord) continue;
    if (without.empty()) without = content;
    without.replace(at, 2, "  ");
  }
  return without;
}

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace
}  // namespace satchel::code::ruby

namespace satchel::code {

constexpr LanguageRules kRubyRules{.name = "ruby",
                                   .version = 5,
                                   .grammar = tree_sitter_ruby,
                                   .prepare = ruby::WithoutLongWords,
                                   .separator = "::",
                                   .nodes = ruby::kNodes,
                                   .asked = ruby::kAsked,
                                   .fields = ruby::kFields,
                                   .comments = ruby::kComments,
                                   .visit = ruby::Visit,
                                   .comment_style = {"#", "", "=begin", "=end"}};

}  // namespace satchel::code
