#include "code/languages/typescript/typescript.h"

#include <array>

#include "code/languages/javascript/script.h"

extern "C" const TSLanguage*
tree_sitter_typescript();                        // NOLINT(readability-identifier-naming): not ours
extern "C" const TSLanguage* tree_sitter_tsx();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

using script::kBody;
using script::kName;
using script::kValue;

enum Code : std::uint8_t {
  kInterface = script::kFirstOfTypeScript,
  kTypeAlias,
  kEnum,
  kNamespace,
  kAmbient,
  kFunctionSignature,
  kMethodSignature,
  kPropertySignature,
  kExtends,
  kImplements,
  kExtendsType,
  kRequireClause,
  kTypeName,
  kNestedType,
  // Asked for by code.
  kGeneric,
  kObjectType,
  kEnumAssignment,
};

enum Field : std::uint8_t {
  kType = script::kFirstFieldOfTypeScript,
  kModule,
};

constexpr auto kOwnNodes =
    std::to_array<GrammarWord>({{"public_field_definition", script::kFieldDefinition},
                                {"abstract_class_declaration", script::kClass},
                                {"accessibility_modifier", script::kAccessibility},
                                {"interface_declaration", kInterface},
                                {"type_alias_declaration", kTypeAlias},
                                {"enum_declaration", kEnum},
                                {"internal_module", kNamespace},
                                {"module", kNamespace},
                                {"ambient_declaration", kAmbient},
                                {"function_signature", kFunctionSignature},
                                {"method_signature", kMethodSignature},
                                {"abstract_method_signature", kMethodSignature},
                                {"property_signature", kPropertySignature},
                                {"extends_clause", kExtends},
                                {"implements_clause", kImplements},
                                {"extends_type_clause", kExtendsType},
                                {"import_require_clause", kRequireClause},
                                {"type_identifier", kTypeName},
                                {"nested_type_identifier", kNestedType},
                                {"generic_type", kGeneric},
                                {"object_type", kObjectType},
                                {"as_expression", script::kParenthesized},
                                {"satisfies_expression", script::kParenthesized},
                                {"non_null_expression", script::kParenthesized},
                                {"enum_assignment", kEnumAssignment}});

constexpr auto kTypeScriptNodes = Joined(script::kNodes, kOwnNodes);
constexpr auto kTsxNodes = Joined(kTypeScriptNodes, script::kJsxNodes);
constexpr auto kFields =
    Joined(script::kFields, std::to_array<GrammarWord>({{"type", kType}, {"module", kModule}}));

void UseType(UseKind kind, const Node& node, Extraction& out) {
  const Node named = out.CodeOf(node) == kGeneric ? out.Child(node, kName) : node;
  if (out.CodeOf(named) == kTypeName) {
    out.Use(kind, out.Text(named), {}, named);
  } else if (out.CodeOf(named) == kNestedType) {
    const Node name = out.Child(named, kName);
    out.Use(kind, out.Text(name), out.Text(out.Child(named, kModule)), name);
  }
}

void Define(SymbolKind kind, const Node& node, Extraction& out) {
  out.Define({.kind = kind,
              .name = script::Unquoted(out.Text(out.Child(node, kName))),
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = script::VisibilityOf(node, out),
              .declared_only = kind == SymbolKind::kFunction});
}

// A type with members is one that its members are in.
void Alias(const Node& node, Extraction& out) {
  const Node value = out.Child(node, kValue);
  const bool object = out.CodeOf(value) == kObjectType;
  out.Define({.kind = SymbolKind::kTypeAlias,
              .name = out.Text(out.Child(node, kName)),
              .node = node,
              .body = object ? value : Node(),
              .visibility = script::VisibilityOf(node, out),
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = {},
              .encloses = object});
}

void Enum(const Node& node, Extraction& out) {
  Define(SymbolKind::kEnum, node, out);
  for (const Node& member : out.NamedChildren(out.Child(node, kBody))) {
    const std::uint8_t code = out.CodeOf(member);
    if (code != kEnumAssignment && code != script::kPropertyName && code != script::kString) {
      continue;
    }
    const Node name = code == kEnumAssignment ? out.Child(member, kName) : member;
    out.Define({.kind = SymbolKind::kEnumMember,
                .name = script::Unquoted(out.Text(name)),
                .node = member});
  }
}

// Of an interface, a type with members or a class.
void Member(SymbolKind kind, const Node& node, Extraction& out) {
  const Symbol* around = out.Inside();
  if (around == nullptr) return;
  const bool in_class = around->kind == SymbolKind::kClass;
  if (!in_class && around->kind != SymbolKind::kInterface &&
      around->kind != SymbolKind::kTypeAlias) {
    return;
  }
  const std::string_view name = script::Unquoted(out.Text(out.Child(node, kName)));
  out.Define({.kind = name == "constructor" ? SymbolKind::kConstructor : kind,
              .name = name,
              .node = node,
              .body = {},
              .visibility = script::MemberVisibility(node, name, out)});
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kInterface:
      Define(SymbolKind::kInterface, node, out);
      break;
    case kTypeAlias:
      Alias(node, out);
      break;
    case kEnum:
      Enum(node, out);
      break;
    case kNamespace:
      Define(SymbolKind::kNamespace, node, out);
      break;
    case kAmbient:
      out.Wrap(node, node);
      break;
    case kFunctionSignature:
      Define(SymbolKind::kFunction, node, out);
      break;
    case kMethodSignature:
      Member(SymbolKind::kMethod, node, out);
      break;
    case kPropertySignature:
      Member(SymbolKind::kProperty, node, out);
      break;
    case script::kHeritage:
      break;
    case kExtends:
      for (const Node& base : out.Children(node, kValue)) script::UseOf(UseKind::kBase, base, out);
      break;
    case kImplements:
    case kExtendsType:
      for (const Node& base : out.NamedChildren(node)) UseType(UseKind::kBase, base, out);
      break;
    case kRequireClause:
      out.Import(ImportKind::kModule, node,
                 script::Unquoted(out.Text(out.Child(node, script::kSource))), {},
                 out.Text(out.FirstNamedChild(node)));
      break;
    case kTypeName:
    case kNestedType:
      UseType(UseKind::kType, node, out);
      break;
    default:
      script::Visit(code, node, out);
  }
}

constexpr std::array<std::string_view, 2> kComments = {"comment", "html_comment"};

}  // namespace

constexpr LanguageRules kTypeScriptRules{.name = "typescript",
                                         .version = 3,
                                         .grammar = tree_sitter_typescript,
                                         .takes = nullptr,
                                         .separator = ".",
                                         .nodes = kTypeScriptNodes,
                                         .asked = script::kAsked,
                                         .fields = kFields,
                                         .comments = kComments,
                                         .visit = Visit};

constexpr LanguageRules kTsxRules{.name = "tsx",
                                  .version = 3,
                                  .grammar = tree_sitter_tsx,
                                  .takes = nullptr,
                                  .separator = ".",
                                  .nodes = kTsxNodes,
                                  .asked = script::kAsked,
                                  .fields = kFields,
                                  .comments = kComments,
                                  .visit = Visit};

}  // namespace satchel::code
