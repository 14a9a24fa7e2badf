#include "code/languages/c/c.h"

#include <array>

#include "code/languages/c/declarator.h"
#include "code/languages/c/macros.h"
#include "code/languages/c/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_c();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace c_family {
namespace {

Visibility VisibilityOf(const Node& node, Extraction& out) {
  return SpecifiersOf(node, out).is_static ? Visibility::kInternal : Visibility::kPublic;
}

void Function(const Node& node, Extraction& out) {
  out.Define({.kind = SymbolKind::kFunction,
              .name = DeclaredBy(out.Child(node, kDeclarator), out).name,
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(node, out)});
}

void Declarations(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const Visibility visibility = VisibilityOf(node, out);
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    const Declared declared = DeclaredBy(declarator, out);
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
    out.Define({.kind = SymbolKind::kTypeAlias,
                .name = DeclaredBy(declarator, out).name,
                .node = node,
                .body = {},
                .visibility = out.members()});
  }
}

void Fields(const Node& node, Extraction& out) {
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    out.Define(
        {.kind = SymbolKind::kField, .name = DeclaredBy(declarator, out).name, .node = node});
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

}  // namespace

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
      Function(node, out);
      break;
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
                  .node = node,
                  .body = {},
                  .visibility = out.members()});
      break;
    case kTypedef:
      Typedef(node, out);
      break;
    case kFieldDeclaration:
      Fields(node, out);
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

}  // namespace c_family

namespace {
constexpr std::array<std::string_view, 1> kComments = {"comment"};
}  // namespace

constexpr LanguageRules kCRules{.name = "c",
                                .version = 5,
                                .grammar = tree_sitter_c,
                                .takes = nullptr,
                                .prepare = WithoutMacros,
                                .separator = "::",
                                .nodes = c_family::kNodes,
                                .asked = c_family::kAsked,
                                .fields = c_family::kFields,
                                .comments = kComments,
                                .visit = c_family::Visit};

}  // namespace satchel::code
