#include "code/languages/php/php.h"

#include <array>
#include <string_view>

#include "code/languages/php/statements.h"
#include "code/languages/php/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_php();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code::php {
namespace {

Visibility VisibilityOf(const Node& node, Extraction& out) {
  const std::string_view word = out.Text(out.ChildOfType(node, kVisibility));
  if (word.starts_with("private")) return Visibility::kPrivate;
  if (word.starts_with("protected")) return Visibility::kProtected;
  return Visibility::kPublic;
}

void Define(SymbolKind kind, std::string_view name, const Node& node, Extraction& out) {
  out.Define({.kind = kind,
              .name = name,
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(node, out),
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = out.ChildNotOfType(node, kAttributes)});
}

void DefineMethod(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  Define(name == "__construct" ? SymbolKind::kConstructor : SymbolKind::kMethod, name, node, out);
}

// `a` of `$a`.
std::string_view VariableName(const Node& node, const Extraction& out) {
  std::string_view name = out.Text(node);
  if (name.starts_with('&')) name.remove_prefix(1);
  if (name.starts_with('$')) name.remove_prefix(1);
  return name;
}

void DefineProperties(const Node& node, Extraction& out) {
  if (out.DirectlyInFunction()) return;  // of a class without a name
  for (const Node& element : out.NamedChildren(node)) {
    if (out.CodeOf(element) != kPropertyElement) continue;
    Define(SymbolKind::kProperty, VariableName(out.Child(element, kName), out), node, out);
  }
}

// Of a class, though it stands among the parameters of its constructor.
void DefinePromoted(const Node& node, Extraction& out) {
  Define(SymbolKind::kProperty, VariableName(out.Child(node, kName), out), node, out);
}

void DefineConstants(const Node& node, Extraction& out) {
  if (out.DirectlyInFunction()) return;
  for (const Node& element : out.NamedChildren(node)) {
    if (out.CodeOf(element) != kConstElement) continue;
    Define(SymbolKind::kConstant, out.Text(out.FirstNamedChild(element)), node, out);
  }
}

bool IsOwn(std::string_view type) { return type == "self" || type == "static" || type == "parent"; }

// `A\B`: B of A.
void UseName(UseKind kind, const Node& node, Extraction& out) {
  if (out.CodeOf(node) == kNameNode) {
    if (!IsOwn(out.Text(node))) out.Use(kind, out.Text(node), {}, node);
    return;
  }
  if (out.CodeOf(node) != kQualified) return;
  Node name;
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) == kNameNode) name = child;
  }
  out.Use(kind, out.Text(name), out.Text(out.ChildOfType(node, kNamespaceName)), name);
}

// What stands before `::` or `->`: `this` of `$this`, `cart` of `$cart`.
std::string_view Qualifier(const Node& node, const Extraction& out) {
  std::string_view text = VariableName(node, out);
  if (text.starts_with('\\')) text.remove_prefix(1);
  return text;
}

void Call(const Node& node, Extraction& out) {
  const Node function = out.Child(node, kFunctionField);
  UseName(UseKind::kCall, function, out);
  if (out.Text(function) != "define" || out.InFunction()) return;
  const Node first = out.FirstNamedChild(out.Child(node, kArguments));
  const std::string_view name = Literal(out.FirstNamedChild(first), out);
  if (!name.empty()) out.Define({.kind = SymbolKind::kConstant, .name = name, .node = node});
}

void MemberCall(const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  if (out.CodeOf(name) != kNameNode) return;  // `$this->$name()`
  out.Use(UseKind::kCall, out.Text(name), Qualifier(out.Child(node, kObject), out), name);
}

void ScopedCall(const Node& node, Extraction& out) {
  const Node scope = out.Child(node, kScope);
  const Node name = out.Child(node, kName);
  if (out.CodeOf(name) == kNameNode) {
    out.Use(UseKind::kCall, out.Text(name), Qualifier(scope, out), name);
  }
  UseName(UseKind::kType, scope, out);
}

// `Cart::LIMIT` uses the constant and the class; `Cart::class` the class alone.
void ScopedConstant(const Node& node, Extraction& out) {
  const auto parts = out.NamedChildren(node);
  if (parts.empty()) return;
  if (parts.size() > 1 && out.CodeOf(parts[1]) == kNameNode && out.Text(parts[1]) != "class") {
    out.Use(UseKind::kValue, out.Text(parts[1]), Qualifier(parts[0], out), parts[1]);
  }
  UseName(UseKind::kType, parts[0], out);
}

void Bases(const Node& node, Extraction& out) {
  for (const Node& base : out.NamedChildren(node)) UseName(UseKind::kBase, base, out);
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kNamespace:
      if (!out.HasPackage()) out.SetPackage(out.Text(out.Child(node, kName)));
      break;
    case kUseDeclaration:
      VisitUse(node, out);
      break;
    case kInclude:
      VisitInclude(node, out);
      break;
    case kClass:
      Define(SymbolKind::kClass, out.Text(out.Child(node, kName)), node, out);
      break;
    case kInterface:
      Define(SymbolKind::kInterface, out.Text(out.Child(node, kName)), node, out);
      break;
    case kTrait:
      Define(SymbolKind::kTrait, out.Text(out.Child(node, kName)), node, out);
      break;
    case kEnum:
      Define(SymbolKind::kEnum, out.Text(out.Child(node, kName)), node, out);
      break;
    case kCase:
      Define(SymbolKind::kEnumMember, out.Text(out.Child(node, kName)), node, out);
      break;
    case kMethod:
      DefineMethod(node, out);
      break;
    case kFunction:
      Define(SymbolKind::kFunction, out.Text(out.Child(node, kName)), node, out);
      break;
    case kClosure:
    case kAnonymousClass:
      out.EnterFunction(node);
      break;
    case kProperties:
      DefineProperties(node, out);
      break;
    case kPromoted:
      DefinePromoted(node, out);
      break;
    case kConstants:
      DefineConstants(node, out);
      break;
    case kBases:
    case kTraits:
      Bases(node, out);
      break;
    case kCall:
      Call(node, out);
      break;
    case kMemberCall:
      MemberCall(node, out);
      break;
    case kScopedCall:
      ScopedCall(node, out);
      break;
    case kScopedConstant:
      ScopedConstant(node, out);
      break;
    case kScopedProperty:
      UseName(UseKind::kType, out.Child(node, kScope), out);
      break;
    case kNew:
      UseName(UseKind::kCall, out.FirstNamedChild(node), out);
      break;
    case kNamedType:
    case kAttribute:
      UseName(UseKind::kType, out.FirstNamedChild(node), out);
      break;
    case kBinary: {
      const Node right = out.Child(node, kRight);
      const bool type = right.ok() && out.Before(right, 16).ends_with("instanceof");
      if (type) UseName(UseKind::kType, right, out);
      break;
    }
    default:
      break;
  }
}

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace
}  // namespace satchel::code::php

namespace satchel::code {

constexpr LanguageRules kPhpRules{.name = "php",
                                  .version = 4,
                                  .grammar = tree_sitter_php,
                                  .takes = nullptr,
                                  .separator = "\\",
                                  .nodes = php::kNodes,
                                  .asked = php::kAsked,
                                  .fields = php::kFields,
                                  .comments = php::kComments,
                                  .visit = php::Visit,
                                  .comment_style = {"//", "#", "/*", "*/"}};

}  // namespace satchel::code
