#include "code/languages/kotlin/kotlin.h"

#include <algorithm>
#include <array>
#include <string>

#include "code/parse/extraction.h"

extern "C" const TSLanguage*
tree_sitter_kotlin();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kPackage = 1,
  kImport,
  kClass,
  kObject,
  kCompanion,
  kFunction,
  kProperty,
  kTypeAlias,
  kConstructor,
  kClassParameter,
  kEnumEntry,
  kAnonymous,
  kBase,
  kCall,
  kReference,
  kInfix,
  kTypeName,
  // Asked for by code.
  kModifiers,
  kAnnotation,
  kVisibility,
  kClassModifier,
  kQualified,
  kIdentifier,
  kClassBody,
  kFunctionBody,
  kBlock,
  kAccessor,
  kNavigation,
  kInvocation,
  kDelegation,
  kVariable,
  kVariables,
  kNullable,
};

constexpr auto kNodes = std::to_array<GrammarWord>({{"package_header", kPackage},
                                                    {"import", kImport},
                                                    {"class_declaration", kClass},
                                                    {"object_declaration", kObject},
                                                    {"companion_object", kCompanion},
                                                    {"function_declaration", kFunction},
                                                    {"property_declaration", kProperty},
                                                    {"type_alias", kTypeAlias},
                                                    {"secondary_constructor", kConstructor},
                                                    {"class_parameter", kClassParameter},
                                                    {"enum_entry", kEnumEntry},
                                                    {"anonymous_initializer", kAnonymous},
                                                    {"anonymous_function", kAnonymous},
                                                    {"lambda_literal", kAnonymous},
                                                    {"object_literal", kAnonymous},
                                                    {"getter", kAccessor},
                                                    {"setter", kAccessor},
                                                    {"delegation_specifier", kBase},
                                                    {"call_expression", kCall},
                                                    {"callable_reference", kReference},
                                                    {"infix_expression", kInfix},
                                                    {"user_type", kTypeName},
                                                    {"modifiers", kModifiers},
                                                    {"annotation", kAnnotation},
                                                    {"visibility_modifier", kVisibility},
                                                    {"class_modifier", kClassModifier},
                                                    {"qualified_identifier", kQualified},
                                                    {"identifier", kIdentifier},
                                                    {"class_body", kClassBody},
                                                    {"enum_class_body", kClassBody},
                                                    {"function_body", kFunctionBody},
                                                    {"block", kBlock},
                                                    {"navigation_expression", kNavigation},
                                                    {"constructor_invocation", kInvocation},
                                                    {"explicit_delegation", kDelegation},
                                                    {"variable_declaration", kVariable},
                                                    {"multi_variable_declaration", kVariables},
                                                    {"nullable_type", kNullable}});

enum Field : std::uint8_t { kName = 1, kType };
constexpr auto kFieldWords = std::to_array<GrammarWord>({{"name", kName}, {"type", kType}});

// `name` of `` `name` ``.
std::string_view Plain(std::string_view name) {
  if (name.size() > 2 && name.starts_with('`') && name.ends_with('`')) {
    return name.substr(1, name.size() - 2);
  }
  return name;
}

struct Modifiers {
  Visibility visibility = Visibility::kPublic;
  bool is_enum = false;
  Node head;  // behind the annotations
};

Modifiers ModifiersOf(const Node& node, Extraction& out) {
  Modifiers modifiers;
  const Node list = out.ChildOfType(node, kModifiers);
  if (!list.ok()) return modifiers;
  modifiers.head = out.ChildNotOfType(list, kAnnotation);
  if (!modifiers.head.ok()) modifiers.head = out.ChildNotOfType(node, kModifiers);
  for (const Node& word : out.NamedChildren(list)) {
    const std::string_view text = out.Text(word);
    if (out.CodeOf(word) == kClassModifier) modifiers.is_enum = modifiers.is_enum || text == "enum";
    if (out.CodeOf(word) != kVisibility) continue;
    if (text == "protected") modifiers.visibility = Visibility::kProtected;
    if (text == "internal") modifiers.visibility = Visibility::kInternal;
    if (text == "private") modifiers.visibility = Visibility::kPrivate;
  }
  return modifiers;
}

void Define(SymbolKind kind, const Node& node, std::string_view name, const Node& body,
            Extraction& out, std::string_view container = {}) {
  const Modifiers modifiers = ModifiersOf(node, out);
  // Nothing outside of a function sees what it defines.
  const bool local = out.DirectlyInFunction();
  out.Define({.kind = kind,
              .name = Plain(name),
              .node = node,
              .body = body,
              .visibility = local ? Visibility::kPrivate : modifiers.visibility,
              .declared_only = false,
              .container = container,
              .doc = {},
              .head = modifiers.head});
}

void Class(const Node& node, Extraction& out) {
  SymbolKind kind = SymbolKind::kClass;
  for (const Node& word : out.AllChildren(node)) {
    if (!word.named() && out.Text(word) == "interface") kind = SymbolKind::kInterface;
    if (out.CodeOf(word) == kIdentifier) break;
  }
  if (ModifiersOf(node, out).is_enum) kind = SymbolKind::kEnum;
  Define(kind, node, out.Text(out.Child(node, kName)), out.ChildOfType(node, kClassBody), out);
}

// `Name` of `a.b.Name<T>?`; empty of anything else.
std::string_view TypeName(Node type, Extraction& out) {
  if (out.CodeOf(type) == kNullable) type = out.FirstNamedChild(type);
  if (out.CodeOf(type) != kTypeName) return {};
  std::string_view name;
  for (const Node& part : out.NamedChildren(type)) {
    if (out.CodeOf(part) == kIdentifier) name = out.Text(part);
  }
  return Plain(name);
}

// Of `fun List<T>.only()`: `List`.
std::string_view Receiver(const Node& node, std::uint8_t before, Extraction& out) {
  std::string_view receiver;
  for (const Node& child : out.NamedChildren(node)) {
    const std::uint8_t code = out.CodeOf(child);
    if (code == before) break;
    if (code == kTypeName || code == kNullable) receiver = TypeName(child, out);
  }
  return receiver;
}

bool IsMember(const Extraction& out) {
  const Symbol* around = out.Inside();
  return around != nullptr && HasMembers(around->kind) && !out.DirectlyInFunction();
}

void Function(const Node& node, Extraction& out) {
  Define(IsMember(out) ? SymbolKind::kMethod : SymbolKind::kFunction, node,
         out.Text(out.Child(node, kName)), out.ChildOfType(node, kFunctionBody), out,
         Receiver(node, kIdentifier, out));
}

void Property(const Node& node, Extraction& out) {
  if (out.DirectlyInFunction()) return;
  const std::string_view receiver = Receiver(node, kVariable, out);
  const Node body = out.ChildOfType(node, kAccessor);
  Node variable = out.ChildOfType(node, kVariable);
  if (variable.ok()) {
    Define(SymbolKind::kProperty, node, out.Text(out.ChildOfType(variable, kIdentifier)), body, out,
           receiver);
    return;
  }
  for (const Node& one : out.NamedChildren(out.ChildOfType(node, kVariables))) {
    if (out.CodeOf(one) != kVariable) continue;
    Define(SymbolKind::kProperty, one, out.Text(out.ChildOfType(one, kIdentifier)), {}, out);
  }
}

// `class A(val b: C)`: b is a property, and without `val` it is none.
void ClassParameter(const Node& node, Extraction& out) {
  for (const Node& word : out.AllChildren(node)) {
    const std::string_view text = out.Text(word);
    if (!word.named() && (text == "val" || text == "var")) {
      Define(SymbolKind::kProperty, node, out.Text(out.ChildOfType(node, kIdentifier)), {}, out);
      return;
    }
    if (out.CodeOf(word) == kIdentifier) return;
  }
}

void EnumEntry(const Node& node, Extraction& out) {
  const Node body = out.ChildOfType(node, kClassBody);
  out.Define({.kind = SymbolKind::kEnumMember,
              .name = Plain(out.Text(out.ChildOfType(node, kIdentifier))),
              .node = node,
              .body = body,
              .visibility = Visibility::kPublic,
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = {},
              .encloses = body.ok()});
}

void UseType(UseKind kind, const Node& type, Extraction& out) {
  Node name;
  Node first;
  for (const Node& part : out.NamedChildren(type)) {
    if (out.CodeOf(part) != kIdentifier) continue;
    if (!first.ok()) first = part;
    name = part;
  }
  if (!name.ok()) return;
  std::string_view qualifier;
  if (name.begin() > first.begin()) {
    const std::string_view whole = out.Text(type);
    qualifier = whole.substr(first.begin() - type.begin(), name.begin() - first.begin());
    while (!qualifier.empty() && !qualifier.ends_with('.')) qualifier.remove_suffix(1);
    if (!qualifier.empty()) qualifier.remove_suffix(1);
  }
  out.Use(kind, Plain(out.Text(name)), qualifier, name);
}

void Base(const Node& node, Extraction& out) {
  for (const Node& child : out.NamedChildren(node)) {
    const std::uint8_t code = out.CodeOf(child);
    if (code == kTypeName) UseType(UseKind::kBase, child, out);
    if (code != kInvocation && code != kDelegation) continue;
    const Node type = out.ChildOfType(child, kTypeName);
    if (type.ok()) UseType(UseKind::kBase, type, out);
  }
}

void Call(const Node& node, Extraction& out) {
  const Node called = out.FirstNamedChild(node);
  if (out.CodeOf(called) == kIdentifier) {
    out.Use(UseKind::kCall, Plain(out.Text(called)), {}, called);
    return;
  }
  if (out.CodeOf(called) != kNavigation) return;
  const auto parts = out.NamedChildren(called);
  if (parts.size() < 2 || out.CodeOf(parts.back()) != kIdentifier) return;
  out.Use(UseKind::kCall, Plain(out.Text(parts.back())), out.Text(parts.front()), parts.back());
}

// `a shouldBe b`.
void Infix(const Node& node, Extraction& out) {
  const auto parts = out.NamedChildren(node);
  if (parts.size() < 3 || out.CodeOf(parts[1]) != kIdentifier) return;
  out.Use(UseKind::kCall, Plain(out.Text(parts[1])), "?", parts[1]);
}

// `::draw`, `Shape::draw`.
void CallableReference(const Node& node, Extraction& out) {
  const auto parts = out.NamedChildren(node);
  if (parts.empty() || out.CodeOf(parts.back()) != kIdentifier) return;
  const std::string_view of = parts.size() > 1 ? out.Text(parts.front()) : std::string_view();
  out.Use(UseKind::kCall, Plain(out.Text(parts.back())), of, parts.back());
}

// Without the marks around words of the language.
std::string Unquoted(std::string_view path) {
  std::string plain;
  for (const char c : path) {
    if (c != '`' && c != ' ' && c != '\n') plain += c;
  }
  return plain;
}

void Import(const Node& node, Extraction& out) {
  const std::string path = Unquoted(out.Text(out.ChildOfType(node, kQualified)));
  const std::string_view alias = Plain(out.Text(out.ChildOfType(node, kIdentifier)));
  const std::size_t dot = path.rfind('.');
  for (const Node& mark : out.AllChildren(node)) {
    if (!mark.named() && out.Text(mark) == "*") {
      out.Import(ImportKind::kAll, node, path);
      return;
    }
  }
  if (dot == std::string::npos) {
    out.Import(ImportKind::kModule, node, path, {}, alias);
    return;
  }
  const std::string_view whole = path;
  out.Import(ImportKind::kName, node, whole.substr(0, dot), whole.substr(dot + 1), alias);
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kPackage:
      out.SetPackage(Unquoted(out.Text(out.ChildOfType(node, kQualified))));
      break;
    case kImport:
      Import(node, out);
      break;
    case kClass:
      Class(node, out);
      break;
    case kObject:
      Define(SymbolKind::kClass, node, out.Text(out.Child(node, kName)),
             out.ChildOfType(node, kClassBody), out);
      break;
    case kFunction:
      Function(node, out);
      break;
    case kProperty:
      Property(node, out);
      break;
    case kTypeAlias:
      Define(SymbolKind::kTypeAlias, node, out.Text(out.Child(node, kType)), {}, out);
      break;
    case kConstructor:
      Define(SymbolKind::kConstructor, node, "constructor", out.ChildOfType(node, kBlock), out);
      break;
    case kClassParameter:
      ClassParameter(node, out);
      break;
    case kEnumEntry:
      EnumEntry(node, out);
      break;
    case kAnonymous:
    case kAccessor:
      out.EnterFunction(node);
      break;
    case kBase:
      Base(node, out);
      break;
    case kCall:
      Call(node, out);
      break;
    case kReference:
      CallableReference(node, out);
      break;
    case kInfix:
      Infix(node, out);
      break;
    case kTypeName:
      UseType(UseKind::kType, node, out);
      break;
    default:
      break;
  }
}

// Whether a bracket closes one of the same line that is in a text: `"${name }"`.
bool ClosesTemplate(std::string_view content, std::size_t at) {
  constexpr std::size_t kLookedAt = 300;
  const std::size_t least = at > kLookedAt ? at - kLookedAt : 0;
  int depth = 1;
  while (at > least && content[at - 1] != '\n') {
    --at;
    if (content[at] == '}') ++depth;
    if (content[at] == '{' && --depth == 0) return at > 0 && content[at - 1] == '$';
  }
  return false;
}

// The last declaration of a class has no `;` in `class A { fun b() = 1 }`, which the grammar wants
// where no line ends: the blank before the bracket becomes one. Where statements end it makes no
// difference.
void EndDeclarations(std::string& content) {
  constexpr std::string_view kUnended = "{(<[,;:=.$+-*/%&|";
  for (std::size_t at = content.find('}'); at != std::string::npos;
       at = content.find('}', at + 1)) {
    if (at < 2 || content[at - 1] != ' ') continue;
    const std::size_t last = content.find_last_not_of(' ', at - 1);
    if (last == std::string::npos || content[last] == '\n') continue;
    if (content[last] == '>' && last > 0 && content[last - 1] == '-') continue;
    if (kUnended.contains(content[last]) || ClosesTemplate(content, at)) continue;
    content[at - 1] = ';';
  }
}

// The scanner looks for the end of an annotation without looking for the end of the file: in a last
// line that does not end, no annotation may begin.
void EndAnnotations(std::string& content) {
  const std::size_t line = content.rfind('\n') + 1;
  std::replace(content.begin() + static_cast<std::ptrdiff_t>(line), content.end(), '@', ' ');
}

std::string Prepared(std::string_view content) {
  std::string prepared(content);
  EndDeclarations(prepared);
  EndAnnotations(prepared);
  return prepared;
}

constexpr std::array<std::uint8_t, 15> kAsked = {
    kModifiers,  kAnnotation, kVisibility,   kClassModifier, kQualified,
    kIdentifier, kClassBody,  kFunctionBody, kBlock,         kNavigation,
    kInvocation, kDelegation, kVariable,     kVariables,     kNullable};

constexpr std::array<std::string_view, 2> kComments = {"line_comment", "block_comment"};

}  // namespace

constexpr LanguageRules kKotlinRules{.name = "kotlin",
                                     .version = 3,
                                     .grammar = tree_sitter_kotlin,
                                     .takes = nullptr,
                                     .prepare = Prepared,
                                     .separator = ".",
                                     .nodes = kNodes,
                                     .asked = kAsked,
                                     .fields = kFieldWords,
                                     .comments = kComments,
                                     .visit = Visit};

}  // namespace satchel::code
