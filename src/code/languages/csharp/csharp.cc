#include "code/languages/csharp/csharp.h"

#include <array>
#include <string_view>

#include "base/ascii.h"
#include "code/languages/csharp/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage*
tree_sitter_c_sharp();  // NOLINT(readability-identifier-naming): not ours

// The grammar has no word of its own for the name of a type: it is an identifier like any other. So
// types are found by what they are in: declarations, casts, patterns, arguments of generics. A name
// before a dot is taken for a type when it begins with a capital, as names of types do.
namespace satchel::code::csharp {
namespace {

struct Modifiers {
  Visibility visibility = Visibility::kPublic;
  bool constant = false;
};

Visibility UsualVisibility(const Extraction& out) {
  const Symbol* around = out.Inside();
  if (around == nullptr) return Visibility::kInternal;
  const bool open = around->kind == SymbolKind::kInterface || around->kind == SymbolKind::kEnum;
  return open ? Visibility::kPublic : Visibility::kPrivate;
}

Modifiers ModifiersOf(const Node& node, Extraction& out) {
  Modifiers modifiers{.visibility = UsualVisibility(out)};
  bool is_static = false;
  bool is_readonly = false;
  bool is_protected = false;
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) != kModifier) continue;
    const std::string_view word = out.Text(child);
    if (word == "public") modifiers.visibility = Visibility::kPublic;
    if (word == "internal") modifiers.visibility = Visibility::kInternal;
    if (word == "private" || word == "file") modifiers.visibility = Visibility::kPrivate;
    is_protected = is_protected || word == "protected";
    is_static = is_static || word == "static";
    is_readonly = is_readonly || word == "readonly";
    modifiers.constant = modifiers.constant || word == "const";
  }
  // With a second word it is for fewer or more; a derived class is what it is about.
  if (is_protected) modifiers.visibility = Visibility::kProtected;
  modifiers.constant = modifiers.constant || (is_static && is_readonly);
  return modifiers;
}

Node BodyOf(const Node& node, Extraction& out) {
  for (const Field field : {kBody, kAccessors, kValue}) {
    const Node body = out.Child(node, field);
    if (body.ok()) return body;
  }
  return {};
}

void Define(SymbolKind kind, std::string_view name, const Node& node, Extraction& out) {
  const Modifiers modifiers = ModifiersOf(node, out);
  out.Define({.kind = kind,
              .name = name,
              .node = node,
              .body = BodyOf(node, out),
              .visibility = modifiers.visibility,
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = out.ChildNotOfType(node, kAttributes)});
}

void DefineNamed(SymbolKind kind, const Node& node, Extraction& out) {
  Define(kind, out.Text(out.Child(node, kName)), node, out);
}

// `record Point(int X)`, `class Cart(IClock clock)`: only those of a record can be seen from
// outside.
void DefineRecord(const Node& node, Extraction& out) {
  DefineNamed(SymbolKind::kClass, node, out);
  for (const Node& part : out.NamedChildren(out.ChildOfType(node, kParameterList))) {
    if (out.CodeOf(part) != kParameter) continue;
    out.Define(
        {.kind = SymbolKind::kProperty, .name = out.Text(out.Child(part, kName)), .node = part});
  }
}

void DefineFields(const Node& node, Extraction& out) {
  const Modifiers modifiers = ModifiersOf(node, out);
  const Node variables = out.ChildOfType(node, kVariables);
  for (const Node& declarator : out.NamedChildren(variables)) {
    if (out.CodeOf(declarator) != kDeclarator) continue;
    out.Define({.kind = modifiers.constant ? SymbolKind::kConstant : SymbolKind::kField,
                .name = out.Text(out.Child(declarator, kName)),
                .node = node,
                .body = {},
                .visibility = modifiers.visibility,
                .declared_only = false,
                .container = {},
                .doc = {},
                .head = out.ChildNotOfType(node, kAttributes)});
  }
}

// `A.B<C>`: B of A. What is between the angles is met by itself.
void UseName(UseKind kind, Node node, Extraction& out, std::string_view qualifier = {}) {
  if (out.CodeOf(node) == kPrimaryBase) node = out.Child(node, kType);
  if (out.CodeOf(node) == kQualified) {
    qualifier = out.Text(out.Child(node, kQualifier));
    node = out.Child(node, kName);
  }
  if (out.CodeOf(node) == kGeneric) node = out.FirstNamedChild(node);
  if (out.CodeOf(node) == kIdentifier) out.Use(kind, out.Text(node), qualifier, node);
}

bool IsCapital(std::string_view name) { return !name.empty() && IsUpper(name.front()); }

void Call(const Node& node, Extraction& out) {
  const Node function = out.Child(node, kFunctionField);
  switch (out.CodeOf(function)) {
    case kMemberAccess:
      UseName(UseKind::kCall, out.Child(function, kName), out,
              out.Text(out.Child(function, kExpression)));
      break;
    case kConditional:
      UseName(UseKind::kCall, out.Child(out.ChildOfType(function, kBinding), kName), out,
              out.Text(out.Child(function, kCondition)));
      break;
    default:
      if (out.Text(function) != "nameof") UseName(UseKind::kCall, function, out);
  }
}

// `Size.Small`: a value of a type.
void MemberAccess(const Node& node, Extraction& out) {
  const Node type = out.Child(node, kExpression);
  if (out.CodeOf(type) == kMemberAccess) {
    const std::string_view path = out.Text(type);
    const Node last = out.Child(type, kName);
    if (IsCapital(path) && IsCapital(out.Text(last))) {
      UseName(UseKind::kValue, out.Child(node, kName), out, path);
    }
    return;
  }
  if (out.CodeOf(type) != kIdentifier && out.CodeOf(type) != kGeneric) return;
  if (!IsCapital(out.Text(type))) return;
  UseName(UseKind::kValue, out.Child(node, kName), out, out.Text(type));
  UseName(UseKind::kType, type, out);
}

void Using(const Node& node, Extraction& out) {
  const Node alias = out.Child(node, kName);
  Node path;
  for (const Node& child : out.NamedChildren(node)) {
    if (!alias.ok() || child.begin() != alias.begin()) path = child;
  }
  if (alias.ok()) {
    out.Import(ImportKind::kModule, node, out.Text(path), {}, out.Text(alias));
  } else {
    out.Import(ImportKind::kAll, node, out.Text(path));
  }
}

void Typed(const Node& node, Extraction& out) {
  UseName(UseKind::kType, out.Child(node, kType), out);
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kUsing:
      Using(node, out);
      break;
    case kNamespace:
      if (!out.HasPackage()) out.SetPackage(out.Text(out.Child(node, kName)));
      break;
    case kClass:
      DefineNamed(SymbolKind::kClass, node, out);
      break;
    case kStruct:
      DefineNamed(SymbolKind::kStruct, node, out);
      break;
    case kInterface:
      DefineNamed(SymbolKind::kInterface, node, out);
      break;
    case kRecord:
      DefineRecord(node, out);
      break;
    case kEnum:
      DefineNamed(SymbolKind::kEnum, node, out);
      break;
    case kEnumMember:
      DefineNamed(SymbolKind::kEnumMember, node, out);
      break;
    case kDelegate:
      DefineNamed(SymbolKind::kTypeAlias, node, out);
      Typed(node, out);
      break;
    case kMethod:
      DefineNamed(SymbolKind::kMethod, node, out);
      UseName(UseKind::kType, out.Child(node, kReturns), out);
      break;
    case kConstructor:
      DefineNamed(SymbolKind::kConstructor, node, out);
      break;
    case kLocalFunction:
      DefineNamed(SymbolKind::kFunction, node, out);
      Typed(node, out);
      break;
    case kProperty:
    case kEvent:
      DefineNamed(SymbolKind::kProperty, node, out);
      Typed(node, out);
      break;
    case kFields:
      DefineFields(node, out);
      break;
    case kLambda:
      out.EnterFunction(node);
      break;
    case kBases:
      for (const Node& base : out.NamedChildren(node)) UseName(UseKind::kBase, base, out);
      break;
    case kCall:
      Call(node, out);
      break;
    case kNew:
      UseName(UseKind::kCall, out.Child(node, kType), out);
      break;
    case kMemberAccess:
      MemberAccess(node, out);
      break;
    case kAttribute:
      UseName(UseKind::kType, out.Child(node, kName), out);
      break;
    case kTyped:
    case kVariables:
    case kParameter:
      Typed(node, out);
      break;
    case kTypeArguments:
      for (const Node& type : out.NamedChildren(node)) UseName(UseKind::kType, type, out);
      break;
    case kRightType:
      UseName(UseKind::kType, out.Child(node, kRight), out);
      break;
    default:
      break;
  }
}

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace
}  // namespace satchel::code::csharp

namespace satchel::code {

constexpr LanguageRules kCSharpRules{.name = "csharp",
                                     .version = 4,
                                     .grammar = tree_sitter_c_sharp,
                                     .takes = nullptr,
                                     .separator = ".",
                                     .nodes = csharp::kNodes,
                                     .asked = csharp::kAsked,
                                     .fields = csharp::kFieldWords,
                                     .comments = csharp::kComments,
                                     .visit = csharp::Visit};

}  // namespace satchel::code
