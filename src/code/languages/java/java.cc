#include "code/languages/java/java.h"

#include <array>

#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_java();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kPackage = 1,
  kImport,
  kClass,
  kInterface,
  kEnum,
  kRecord,
  kAnnotationType,
  kMethod,
  kConstructor,
  kElement,
  kFields,
  kEnumConstant,
  kInitializer,
  kLambda,
  kBases,
  kCall,
  kNew,
  kMethodReference,
  kAnnotation,
  kTypeName,
  kScopedType,
  // Asked for by code.
  kModifiers,
  kAsterisk,
  kScoped,
  kIdentifier,
  kGeneric,
  kTypeList,
  kParameter,
  kClassBody,
};

constexpr auto kNodes =
    std::to_array<GrammarWord>({{"package_declaration", kPackage},
                                {"import_declaration", kImport},
                                {"class_declaration", kClass},
                                {"interface_declaration", kInterface},
                                {"enum_declaration", kEnum},
                                {"record_declaration", kRecord},
                                {"annotation_type_declaration", kAnnotationType},
                                {"method_declaration", kMethod},
                                {"constructor_declaration", kConstructor},
                                {"compact_constructor_declaration", kConstructor},
                                {"annotation_type_element_declaration", kElement},
                                {"field_declaration", kFields},
                                {"constant_declaration", kFields},
                                {"enum_constant", kEnumConstant},
                                {"static_initializer", kInitializer},
                                {"lambda_expression", kLambda},
                                {"superclass", kBases},
                                {"super_interfaces", kBases},
                                {"extends_interfaces", kBases},
                                {"method_invocation", kCall},
                                {"object_creation_expression", kNew},
                                {"method_reference", kMethodReference},
                                {"annotation", kAnnotation},
                                {"marker_annotation", kAnnotation},
                                {"type_identifier", kTypeName},
                                {"scoped_type_identifier", kScopedType},
                                {"modifiers", kModifiers},
                                {"asterisk", kAsterisk},
                                {"scoped_identifier", kScoped},
                                {"identifier", kIdentifier},
                                {"generic_type", kGeneric},
                                {"type_list", kTypeList},
                                {"formal_parameter", kParameter},
                                {"class_body", kClassBody}});

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kDeclarator,
  kType,
  kObject,
  kScope,
  kParameters,
};

constexpr auto kFieldWords = std::to_array<GrammarWord>({{"name", kName},
                                                         {"body", kBody},
                                                         {"declarator", kDeclarator},
                                                         {"type", kType},
                                                         {"object", kObject},
                                                         {"scope", kScope},
                                                         {"parameters", kParameters}});

struct Modifiers {
  Visibility visibility = Visibility::kInternal;  // inside the package
  bool constant = false;
  Node head;  // behind the annotations
};

Modifiers ModifiersOf(const Node& node, Extraction& out) {
  Modifiers modifiers;
  const Symbol* around = out.Inside();
  const bool in_interface = around != nullptr && around->kind == SymbolKind::kInterface;
  if (in_interface) modifiers.visibility = Visibility::kPublic;
  const Node list = out.ChildOfType(node, kModifiers);
  if (!list.ok()) return modifiers;
  modifiers.head = out.ChildNotOfType(list, kAnnotation);
  if (!modifiers.head.ok()) modifiers.head = out.ChildNotOfType(node, kModifiers);
  bool is_static = false;
  bool is_final = false;
  for (const Node& word : out.AllChildren(list)) {
    if (word.named()) continue;
    const std::string_view text = out.Text(word);
    if (text == "public") modifiers.visibility = Visibility::kPublic;
    if (text == "protected") modifiers.visibility = Visibility::kProtected;
    if (text == "private") modifiers.visibility = Visibility::kPrivate;
    is_static = is_static || text == "static";
    is_final = is_final || text == "final";
  }
  modifiers.constant = is_static && is_final;
  return modifiers;
}

void Define(SymbolKind kind, const Node& node, Extraction& out) {
  const Modifiers modifiers = ModifiersOf(node, out);
  out.Define({.kind = kind,
              .name = out.Text(out.Child(node, kName)),
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = modifiers.visibility,
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = modifiers.head});
}

void Record(const Node& node, Extraction& out) {
  Define(SymbolKind::kClass, node, out);
  for (const Node& part : out.NamedChildren(out.Child(node, kParameters))) {
    if (out.CodeOf(part) != kParameter) continue;
    out.Define(
        {.kind = SymbolKind::kField, .name = out.Text(out.Child(part, kName)), .node = part});
  }
}

void Fields(const Node& node, Extraction& out) {
  const Modifiers modifiers = ModifiersOf(node, out);
  const Symbol* around = out.Inside();
  const bool in_interface = around != nullptr && around->kind == SymbolKind::kInterface;
  if (out.DirectlyInFunction()) return;  // of a class without a name
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    out.Define(
        {.kind = modifiers.constant || in_interface ? SymbolKind::kConstant : SymbolKind::kField,
         .name = out.Text(out.Child(declarator, kName)),
         .node = node,
         .body = {},
         .visibility = modifiers.visibility,
         .declared_only = false,
         .container = {},
         .doc = {},
         .head = modifiers.head});
  }
}

// `a.b.C<D>`: C of a.b.
void UseType(UseKind kind, Node type, Extraction& out) {
  if (out.CodeOf(type) == kGeneric) type = out.FirstNamedChild(type);
  if (out.CodeOf(type) == kTypeName) {
    out.Use(kind, out.Text(type), {}, type);
    return;
  }
  if (out.CodeOf(type) != kScopedType) return;
  auto parts = out.NamedChildren(type);
  if (parts.size() < 2) return;
  out.Use(kind, out.Text(parts.back()), out.Text(parts.front()), parts.back());
  // The names before it are no types of their own.
  for (int depth = 0; depth < 6 && out.CodeOf(parts.front()) == kScopedType; ++depth) {
    parts = out.NamedChildren(parts.front());
    if (parts.size() < 2) return;
    out.Met(out.Text(parts.back()));
  }
  out.Met(out.Text(parts.front()));
}

void Bases(const Node& node, Extraction& out) {
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) == kTypeList) {
      for (const Node& type : out.NamedChildren(child)) UseType(UseKind::kBase, type, out);
    } else {
      UseType(UseKind::kBase, child, out);
    }
  }
}

void Import(const Node& node, Extraction& out) {
  const bool is_static = out.Text(node).substr(0, 40).find(" static ") != std::string_view::npos;
  const Node path = out.FirstNamedChild(node);
  if (out.ChildOfType(node, kAsterisk).ok()) {
    out.Import(ImportKind::kAll, node, out.Text(path));
  } else if (is_static && out.CodeOf(path) == kScoped) {
    out.Import(ImportKind::kName, node, out.Text(out.Child(path, kScope)),
               out.Text(out.Child(path, kName)));
  } else {
    out.Import(ImportKind::kModule, node, out.Text(path));
  }
}

void Annotation(const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  if (out.CodeOf(name) == kScoped) {
    out.Use(UseKind::kType, out.Text(out.Child(name, kName)), out.Text(out.Child(name, kScope)),
            name);
  } else {
    out.Use(UseKind::kType, out.Text(name), {}, name);
  }
}

// `Cache::drop`.
void MethodReference(const Node& node, Extraction& out) {
  const auto parts = out.NamedChildren(node);
  if (parts.size() < 2 || out.CodeOf(parts.back()) != kIdentifier) return;
  out.Use(UseKind::kCall, out.Text(parts.back()), out.Text(parts.front()), parts.back());
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kPackage:
      for (const Node& child : out.NamedChildren(node)) {
        if (out.CodeOf(child) == kScoped || out.CodeOf(child) == kIdentifier) {
          out.SetPackage(out.Text(child));
        }
      }
      break;
    case kImport:
      Import(node, out);
      break;
    case kClass:
      Define(SymbolKind::kClass, node, out);
      break;
    case kInterface:
    case kAnnotationType:
      Define(SymbolKind::kInterface, node, out);
      break;
    case kEnum:
      Define(SymbolKind::kEnum, node, out);
      break;
    case kRecord:
      Record(node, out);
      break;
    case kMethod:
    case kElement:
      Define(SymbolKind::kMethod, node, out);
      break;
    case kConstructor:
      Define(SymbolKind::kConstructor, node, out);
      break;
    case kFields:
      Fields(node, out);
      break;
    case kEnumConstant:
      out.Define({.kind = SymbolKind::kEnumMember,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = out.Child(node, kBody),
                  .visibility = Visibility::kPublic,
                  .declared_only = false,
                  .container = {},
                  .doc = {},
                  .head = {},
                  .encloses = out.Child(node, kBody).ok()});
      break;
    case kInitializer:
    case kLambda:
      out.EnterFunction(node);
      break;
    case kBases:
      Bases(node, out);
      break;
    case kCall: {
      const Node name = out.Child(node, kName);
      out.Use(UseKind::kCall, out.Text(name), out.Text(out.Child(node, kObject)), name);
      break;
    }
    case kNew:
      UseType(UseKind::kCall, out.Child(node, kType), out);
      if (out.ChildOfType(node, kClassBody).ok()) out.EnterFunction(node);
      break;
    case kMethodReference:
      MethodReference(node, out);
      break;
    case kAnnotation:
      Annotation(node, out);
      break;
    case kTypeName:
    case kScopedType:
      UseType(UseKind::kType, node, out);
      break;
    default:
      break;
  }
}

constexpr std::array<std::uint8_t, 7> kAsked = {kModifiers, kAsterisk, kScoped,   kIdentifier,
                                                kGeneric,   kTypeList, kParameter};

constexpr std::array<std::string_view, 2> kComments = {"line_comment", "block_comment"};

}  // namespace

constexpr LanguageRules kJavaRules{.name = "java",
                                   .version = 3,
                                   .grammar = tree_sitter_java,
                                   .takes = nullptr,
                                   .separator = ".",
                                   .nodes = kNodes,
                                   .asked = kAsked,
                                   .fields = kFieldWords,
                                   .comments = kComments,
                                   .visit = Visit};

}  // namespace satchel::code
