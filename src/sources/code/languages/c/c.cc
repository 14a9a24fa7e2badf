#include "sources/code/languages/c/c.h"

#include <array>

#include "sources/code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_c();

namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kFunction = 1,
  kDeclaration,
  kStruct,
  kUnion,
  kEnum,
  kEnumerator,
  kTypedef,
  kFieldDeclaration,
  kDefine,
  kInclude,
  kCall,
  kTypeName,
  // Seen on the way, asked for by code.
  kIdentifier,
  kFieldIdentifier,
  kFieldExpression,
  kFunctionDeclarator,
  kParenthesized,
  kQuoted,
  kSystem,
  kStorage,
};

constexpr std::array<GrammarWord, 21> kNodes = {{{"function_definition", kFunction},
                                                 {"declaration", kDeclaration},
                                                 {"struct_specifier", kStruct},
                                                 {"union_specifier", kUnion},
                                                 {"enum_specifier", kEnum},
                                                 {"enumerator", kEnumerator},
                                                 {"type_definition", kTypedef},
                                                 {"field_declaration", kFieldDeclaration},
                                                 {"preproc_def", kDefine},
                                                 {"preproc_function_def", kDefine},
                                                 {"preproc_include", kInclude},
                                                 {"call_expression", kCall},
                                                 {"type_identifier", kTypeName},
                                                 {"identifier", kIdentifier},
                                                 {"field_identifier", kFieldIdentifier},
                                                 {"field_expression", kFieldExpression},
                                                 {"function_declarator", kFunctionDeclarator},
                                                 {"parenthesized_declarator", kParenthesized},
                                                 {"string_literal", kQuoted},
                                                 {"system_lib_string", kSystem},
                                                 {"storage_class_specifier", kStorage}}};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kDeclarator,
  kValue,
  kPath,
  kFunctionField,
  kField,
  kArgument,
};

constexpr std::array<GrammarWord, 8> kFields = {{{"name", kName},
                                                 {"body", kBody},
                                                 {"declarator", kDeclarator},
                                                 {"value", kValue},
                                                 {"path", kPath},
                                                 {"function", kFunctionField},
                                                 {"field", kField},
                                                 {"argument", kArgument}}};

struct Declared {
  std::string_view name;
  bool function = false;
};

// The name inside `*(*name[3])(int)`.
Declared NameOf(Node declarator, Extraction& out) {
  Declared declared;
  // Deeper than this is no declaration that a person wrote.
  for (int depth = 0; depth < 32 && declarator.ok(); ++depth) {
    switch (out.CodeOf(declarator)) {
      case kIdentifier:
      case kFieldIdentifier:
      case kTypeName:
        declared.name = out.Text(declarator);
        return declared;
      case kFunctionDeclarator:
        declared.function = true;
        declarator = out.Child(declarator, kDeclarator);
        break;
      case kParenthesized:
        // `(*name)(…)` declares a pointer, not a function.
        declared.function = false;
        declarator = out.FirstNamedChild(declarator);
        break;
      default:
        declarator = out.Child(declarator, kDeclarator);
    }
  }
  return {};
}

bool IsStatic(const Node& node, Extraction& out) {
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) == kStorage && out.Text(child) == "static") return true;
    if (out.CodeOf(child) != kStorage) break;
  }
  return false;
}

Visibility VisibilityOf(const Node& node, Extraction& out) {
  return IsStatic(node, out) ? Visibility::kInternal : Visibility::kPublic;
}

void Declarations(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const Visibility visibility = VisibilityOf(node, out);
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    const Declared declared = NameOf(declarator, out);
    out.Define({.kind = declared.function ? SymbolKind::kFunction : SymbolKind::kVariable,
                .name = declared.name,
                .node = node,
                .body = {},
                .visibility = visibility,
                .declared_only = declared.function});
  }
}

void DefineType(SymbolKind kind, const Node& node, Extraction& out) {
  const Node body = out.Child(node, kBody);
  if (!body.ok()) return;  // only named: the name itself is a use
  out.Define({.kind = kind, .name = out.Text(out.Child(node, kName)), .node = node, .body = body});
}

void Typedef(const Node& node, Extraction& out) {
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    out.Define(
        {.kind = SymbolKind::kTypeAlias, .name = NameOf(declarator, out).name, .node = node});
  }
}

void Include(const Node& node, Extraction& out) {
  const Node path = out.Child(node, kPath);
  std::string_view text = out.Text(path);
  const std::uint8_t code = out.CodeOf(path);
  if ((code != kQuoted && code != kSystem) || text.size() < 2) return;
  text = text.substr(1, text.size() - 2);
  out.Import(code == kQuoted ? ImportKind::kInclude : ImportKind::kSystemInclude, node, text);
}

void Call(const Node& node, Extraction& out) {
  const Node function = out.Child(node, kFunctionField);
  if (out.CodeOf(function) == kIdentifier) {
    out.Use(UseKind::kCall, out.Text(function), {}, function);
  } else if (out.CodeOf(function) == kFieldExpression) {
    out.Use(UseKind::kCall, out.Text(out.Child(function, kField)),
            out.Text(out.Child(function, kArgument)), function);
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction: {
      const Declared declared = NameOf(out.Child(node, kDeclarator), out);
      out.Define({.kind = SymbolKind::kFunction,
                  .name = declared.name,
                  .node = node,
                  .body = out.Child(node, kBody),
                  .visibility = VisibilityOf(node, out)});
      break;
    }
    case kDeclaration:
      Declarations(node, out);
      break;
    case kStruct:
      DefineType(SymbolKind::kStruct, node, out);
      break;
    case kUnion:
      DefineType(SymbolKind::kUnion, node, out);
      break;
    case kEnum:
      DefineType(SymbolKind::kEnum, node, out);
      break;
    case kEnumerator:
      out.Define({.kind = SymbolKind::kEnumMember,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node});
      break;
    case kTypedef:
      Typedef(node, out);
      break;
    case kFieldDeclaration:
      for (const Node& declarator : out.Children(node, kDeclarator)) {
        out.Define(
            {.kind = SymbolKind::kField, .name = NameOf(declarator, out).name, .node = node});
      }
      break;
    case kDefine:
      out.Define({.kind = SymbolKind::kMacro,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = out.Child(node, kValue)});
      break;
    case kInclude:
      Include(node, out);
      break;
    case kCall:
      Call(node, out);
      break;
    case kTypeName:
      out.Use(UseKind::kType, out.Text(node), {}, node);
      break;
    default:
      break;
  }
}

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace

constexpr LanguageRules kCRules{.name = "c",
                                .version = 1,
                                .grammar = tree_sitter_c,
                                .separator = "::",
                                .nodes = kNodes,
                                .fields = kFields,
                                .comments = kComments,
                                .visit = Visit};

}  // namespace satchel::code
