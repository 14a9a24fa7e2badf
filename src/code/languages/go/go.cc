#include "code/languages/go/go.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_go();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kPackage = 1,
  kImport,
  kFunction,
  kMethod,
  kGroup,
  kTypeSpec,
  kAlias,
  kConst,
  kVar,
  kFieldDeclaration,
  kMethodElement,
  kFunctionLiteral,
  kCall,
  kConversion,
  kTypeName,
  kQualified,
  // Asked for by code.
  kStruct,
  kInterface,
  kTypeElement,
  kPointer,
  kGeneric,
  kParenthesized,
  kIdentifier,
  kSelector,
  kIndex,
  kDot,
};

constexpr auto kNodes = std::to_array<GrammarWord>({{"package_clause", kPackage},
                                                    {"import_spec", kImport},
                                                    {"function_declaration", kFunction},
                                                    {"method_declaration", kMethod},
                                                    {"type_declaration", kGroup},
                                                    {"const_declaration", kGroup},
                                                    {"var_declaration", kGroup},
                                                    {"type_spec", kTypeSpec},
                                                    {"type_alias", kAlias},
                                                    {"const_spec", kConst},
                                                    {"var_spec", kVar},
                                                    {"field_declaration", kFieldDeclaration},
                                                    {"method_elem", kMethodElement},
                                                    {"func_literal", kFunctionLiteral},
                                                    {"call_expression", kCall},
                                                    {"type_conversion_expression", kConversion},
                                                    {"type_identifier", kTypeName},
                                                    {"qualified_type", kQualified},
                                                    {"struct_type", kStruct},
                                                    {"interface_type", kInterface},
                                                    {"type_elem", kTypeElement},
                                                    {"pointer_type", kPointer},
                                                    {"generic_type", kGeneric},
                                                    {"parenthesized_type", kParenthesized},
                                                    {"parenthesized_expression", kParenthesized},
                                                    {"identifier", kIdentifier},
                                                    {"selector_expression", kSelector},
                                                    {"index_expression", kIndex},
                                                    {"dot", kDot}});

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kType,
  kValue,
  kReceiver,
  kPath,
  kPackageField,
  kFunctionField,
  kOperand,
  kFieldField,
};

constexpr auto kFields = std::to_array<GrammarWord>({{"name", kName},
                                                     {"body", kBody},
                                                     {"type", kType},
                                                     {"value", kValue},
                                                     {"receiver", kReceiver},
                                                     {"path", kPath},
                                                     {"package", kPackageField},
                                                     {"function", kFunctionField},
                                                     {"operand", kOperand},
                                                     {"field", kFieldField}});

Visibility VisibilityOf(std::string_view name) {
  const bool exported = !name.empty() && IsUpper(name.front());
  return exported ? Visibility::kPublic : Visibility::kInternal;
}

// The named type in `(*pkg.List[T])`.
Node NamedType(Node type, Extraction& out) {
  for (int depth = 0; depth < 16; ++depth) {
    switch (out.CodeOf(type)) {
      case kPointer:
      case kParenthesized:
        type = out.FirstNamedChild(type);
        break;
      case kGeneric:
        type = out.Child(type, kType);
        break;
      default:
        return type;
    }
  }
  return {};
}

// Types that no file defines, sorted.
constexpr std::array<std::string_view, 22> kBuiltIn = {
    "any",     "bool",   "byte",   "comparable", "complex128", "complex64", "error", "float32",
    "float64", "int",    "int16",  "int32",      "int64",      "int8",      "rune",  "string",
    "uint",    "uint16", "uint32", "uint64",     "uint8",      "uintptr"};

void UseType(UseKind kind, const Node& type, Extraction& out) {
  const Node named = NamedType(type, out);
  if (out.CodeOf(named) == kTypeName) {
    if (std::ranges::binary_search(kBuiltIn, out.Text(named))) return;
    out.Use(kind, out.Text(named), {}, named);
  } else if (out.CodeOf(named) == kQualified) {
    out.Use(kind, out.Text(out.Child(named, kName)), out.Text(out.Child(named, kPackageField)),
            named);
  }
}

void Function(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  const Node body = out.Child(node, kBody);
  out.Define({.kind = SymbolKind::kFunction,
              .name = name,
              .node = node,
              .body = body,
              .visibility = VisibilityOf(name),
              .declared_only = !body.ok()});
}

void Method(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  const Node receiver = out.FirstNamedChild(out.Child(node, kReceiver));
  out.Define({.kind = SymbolKind::kMethod,
              .name = name,
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(name),
              .container = out.Text(NamedType(out.Child(receiver, kType), out))});
}

// `type ( … )` is many definitions, `type X …` is one.
void Group(const Node& node, Extraction& out) {
  std::string_view text = out.Text(node);
  text.remove_prefix(std::min(text.find_first_of(" \t("), text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  if (!text.starts_with('(')) out.Wrap(node, node);
}

void Type(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  const Node type = out.Child(node, kType);
  SymbolKind kind = SymbolKind::kTypeAlias;
  Node body;
  if (out.CodeOf(type) == kStruct) {
    kind = SymbolKind::kStruct;
    body = out.FirstNamedChild(type);
  } else if (out.CodeOf(type) == kInterface) {
    kind = SymbolKind::kInterface;
  }
  out.Define(
      {.kind = kind, .name = name, .node = node, .body = body, .visibility = VisibilityOf(name)});
  if (kind != SymbolKind::kInterface) return;
  for (const Node& element : out.NamedChildren(type)) {
    if (out.CodeOf(element) != kTypeElement) continue;
    const auto types = out.NamedChildren(element);
    if (types.size() == 1) UseType(UseKind::kBase, types.front(), out);
  }
}

void Values(SymbolKind kind, const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const auto names = out.Children(node, kName);
  const Node value = out.FirstNamedChild(out.Child(node, kValue));
  Node body;
  if (names.size() == 1 && out.CodeOf(value) == kFunctionLiteral) {
    kind = SymbolKind::kFunction;
    body = out.Child(value, kBody);
  }
  for (const Node& name : names) {
    const std::string_view text = out.Text(name);
    if (out.CodeOf(name) != kIdentifier || text == "_") continue;  // commas have the field too
    out.Define(
        {.kind = kind, .name = text, .node = node, .body = body, .visibility = VisibilityOf(text)});
  }
}

bool Inside(SymbolKind kind, const Extraction& out) {
  return out.Inside() != nullptr && out.Inside()->kind == kind;
}

void Members(const Node& node, Extraction& out) {
  if (!Inside(SymbolKind::kStruct, out)) return;
  bool named = false;
  for (const Node& name : out.Children(node, kName)) {
    const std::string_view text = out.Text(name);
    if (!name.named()) continue;
    named = true;
    out.Define(
        {.kind = SymbolKind::kField, .name = text, .node = node, .visibility = VisibilityOf(text)});
  }
  if (!named) UseType(UseKind::kBase, out.Child(node, kType), out);
}

void InterfaceMethod(const Node& node, Extraction& out) {
  if (!Inside(SymbolKind::kInterface, out)) return;
  const std::string_view name = out.Text(out.Child(node, kName));
  out.Define(
      {.kind = SymbolKind::kMethod, .name = name, .node = node, .visibility = VisibilityOf(name)});
}

void Import(const Node& node, Extraction& out) {
  std::string_view path = out.Text(out.Child(node, kPath));
  if (path.size() < 2) return;
  path = path.substr(1, path.size() - 2);
  const Node name = out.Child(node, kName);
  if (out.CodeOf(name) == kDot) {
    out.Import(ImportKind::kAll, node, path);
  } else {
    out.Import(ImportKind::kModule, node, path, {}, out.Text(name));
  }
}

void Call(const Node& node, Extraction& out) {
  Node function = out.Child(node, kFunctionField);
  if (out.CodeOf(function) == kIndex) function = out.Child(function, kOperand);
  if (out.CodeOf(function) == kParenthesized) function = out.FirstNamedChild(function);
  if (out.CodeOf(function) == kIdentifier) {
    out.Use(UseKind::kCall, out.Text(function), {}, function);
  } else if (out.CodeOf(function) == kSelector) {
    const Node name = out.Child(function, kFieldField);
    out.Use(UseKind::kCall, out.Text(name), out.Text(out.Child(function, kOperand)), name);
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kPackage:
      out.SetPackage(out.Text(out.FirstNamedChild(node)));
      break;
    case kImport:
      Import(node, out);
      break;
    case kFunction:
      Function(node, out);
      break;
    case kMethod:
      Method(node, out);
      break;
    case kGroup:
      Group(node, out);
      break;
    case kTypeSpec:
    case kAlias:
      Type(node, out);
      break;
    case kConst:
      Values(SymbolKind::kConstant, node, out);
      break;
    case kVar:
      Values(SymbolKind::kVariable, node, out);
      break;
    case kFieldDeclaration:
      Members(node, out);
      break;
    case kMethodElement:
      InterfaceMethod(node, out);
      break;
    case kFunctionLiteral:
      out.EnterFunction(node);
      break;
    case kCall:
      Call(node, out);
      break;
    case kConversion:
      // `Map[int](x)` may call a function as well.
      if (out.CodeOf(out.Child(node, kType)) == kGeneric) {
        UseType(UseKind::kCall, out.Child(node, kType), out);
      }
      break;
    case kTypeName:
    case kQualified:
      UseType(UseKind::kType, node, out);
      break;
    default:
      break;
  }
}

constexpr std::array<std::uint8_t, 7> kAsked = {kIdentifier, kSelector,      kIndex,  kDot,
                                                kPointer,    kParenthesized, kGeneric};

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace

constexpr LanguageRules kGoRules{.name = "go",
                                 .version = 3,
                                 .grammar = tree_sitter_go,
                                 .takes = nullptr,
                                 .separator = ".",
                                 .nodes = kNodes,
                                 .asked = kAsked,
                                 .fields = kFields,
                                 .comments = kComments,
                                 .visit = Visit};

}  // namespace satchel::code
