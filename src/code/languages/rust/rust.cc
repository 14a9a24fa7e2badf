#include "code/languages/rust/rust.h"

#include <array>

#include "base/ascii.h"
#include "code/languages/rust/use_imports.h"
#include "code/languages/rust/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_rust();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace rust {
namespace {

Visibility VisibilityOf(const Node& node, Visibility otherwise, Extraction& out) {
  const Node modifier = out.ChildOfType(node, kVisibility);
  if (!modifier.ok()) return otherwise;
  return out.Text(modifier) == "pub" ? Visibility::kPublic : Visibility::kInternal;
}

void Define(SymbolKind kind, const Node& node, Extraction& out, bool encloses = false) {
  const bool member = out.InContainer() ||
                      (out.Inside() != nullptr && out.Inside()->kind == SymbolKind::kTrait) ||
                      kind == SymbolKind::kEnumMember;
  const Node body = out.Child(node, kBody);
  out.Define({.kind = kind,
              .name = out.Text(out.Child(node, kName)),
              .node = node,
              .body = out.Text(body).starts_with('{') ? body : Node(),  // not of `Pair(a, b)`
              .visibility = VisibilityOf(node, member ? out.members() : Visibility::kPrivate, out),
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = {},
              .encloses = encloses});
}

// Members of what was just defined are as visible as it is.
void LikeAround(Extraction& out) {
  if (out.Inside() != nullptr) out.SetMembers(out.Inside()->visibility);
}

Node NamedType(Node type, Extraction& out) {
  for (int depth = 0; depth < 16; ++depth) {
    if (out.CodeOf(type) != kGeneric && out.CodeOf(type) != kReference) break;
    type = out.Child(type, kType);
  }
  return type;
}

void UseType(UseKind kind, const Node& type, Extraction& out) {
  const Node named = NamedType(type, out);
  if (out.CodeOf(named) == kTypeName) {
    if (out.Text(named) != "Self") out.Use(kind, out.Text(named), {}, named);
  } else if (out.CodeOf(named) == kScopedType) {
    const Node name = out.Child(named, kName);
    out.Use(kind, out.Text(name), out.Text(out.Child(named, kPath)), name);
  }
}

// What a value of the type has is what this has: `T` of `&T`, `Box<T>` and `Arc<T>`.
std::string_view TypeName(Node type, Extraction& out) {
  for (int depth = 0; depth < 16; ++depth) {
    if (out.CodeOf(type) == kReference) {
      type = out.Child(type, kType);
      continue;
    }
    if (out.CodeOf(type) != kGeneric) break;
    const std::string_view name = out.Text(out.Child(type, kType));
    if (name != "Box" && name != "Rc" && name != "Arc") {
      type = out.Child(type, kType);
      break;
    }
    type = out.FirstNamedChild(out.ChildOfType(type, kTypeArguments));
  }
  const bool named = out.CodeOf(type) == kTypeName || out.CodeOf(type) == kScopedType;
  const std::string_view text = out.Text(type);
  return named && text != "Self" ? text : std::string_view();
}

// `<T: Shape>` and `where T: Shape`.
void HideParameters(const Node& node, Extraction& out) {
  const auto hide = [&](const Node& name, const Node& bounds) {
    if (out.CodeOf(name) != kTypeName) return;
    out.Hide(out.Text(name), node, TypeName(out.FirstNamedChild(bounds), out));
  };
  for (const Node& parameter : out.NamedChildren(out.ChildOfType(node, kTypeParameters))) {
    if (out.CodeOf(parameter) == kTypeParameter) {
      hide(out.Child(parameter, kName), out.Child(parameter, kBounds));
    }
  }
  for (const Node& predicate : out.NamedChildren(out.ChildOfType(node, kWhere))) {
    hide(out.Child(predicate, kLeft), out.Child(predicate, kBounds));
  }
}

// Of `Shape::new(…)`, `Shape::from_file(…)` and `Shape { … }` it is Shape.
std::string_view TypeOfValue(const Node& value, Extraction& out) {
  if (out.CodeOf(value) == kStructExpression) return TypeName(out.Child(value, kName), out);
  if (out.CodeOf(value) != kCall) return {};
  const Node function = out.Child(value, kFunctionField);
  if (out.CodeOf(function) != kScoped) return {};
  const std::string_view name = out.Text(out.Child(function, kName));
  const bool makes = name == "default" || name.starts_with("new") || name.starts_with("from") ||
                     name.starts_with("with");
  const Node owner = out.Child(function, kPath);
  const bool scoped = out.CodeOf(owner) == kScoped;
  if (!makes || (!scoped && out.CodeOf(owner) != kIdentifier)) return {};
  const std::string_view last = out.Text(scoped ? out.Child(owner, kName) : owner);
  if (last.empty() || !IsUpper(last.front()) || last == "Self") return {};
  return out.Text(owner);
}

void Declare(const Node& node, Extraction& out) {
  const Node pattern = out.Child(node, kPattern);
  if (out.CodeOf(pattern) != kIdentifier) return;
  const Node type = out.Child(node, kType);
  out.Declare(out.Text(pattern),
              type.ok() ? TypeName(type, out) : TypeOfValue(out.Child(node, kValue), out));
}

void Function(const Node& node, bool declared, Extraction& out) {
  const bool in_trait = out.Inside() != nullptr && out.Inside()->kind == SymbolKind::kTrait;
  const bool method = (out.InContainer() || in_trait) && !out.DirectlyInFunction();
  out.Define({.kind = method ? SymbolKind::kMethod : SymbolKind::kFunction,
              .name = out.Text(out.Child(node, kName)),
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(node, method ? out.members() : Visibility::kPrivate, out),
              .declared_only = declared && !method});
  HideParameters(node, out);
}

// What is in it is in the type, not in a symbol of its own.
void Impl(const Node& node, Extraction& out) {
  const Node type = NamedType(out.Child(node, kType), out);
  const Node trait = NamedType(out.Child(node, kTraitField), out);
  const std::string_view name = out.Text(type);
  if (out.CodeOf(trait) == kTypeName) {
    out.UseBy(name, UseKind::kBase, out.Text(trait), {}, trait);
  } else if (out.CodeOf(trait) == kScopedType) {
    out.UseBy(name, UseKind::kBase, out.Text(out.Child(trait, kName)),
              out.Text(out.Child(trait, kPath)), trait);
  }
  out.EnterContainer(node, name);
  HideParameters(node, out);
  // A trait's functions can be called wherever the trait is known.
  out.SetMembers(trait.ok() ? Visibility::kPublic : Visibility::kPrivate);
}

void Module(const Node& node, Extraction& out) {
  if (out.Child(node, kBody).ok()) {
    Define(SymbolKind::kNamespace, node, out);
  } else {
    out.Import(ImportKind::kSubmodule, node, out.Text(out.Child(node, kName)));
  }
}

// `Shape` of `Shape::new()` and of `shapes::Shape::new()`. Types have large letters.
void UseOwner(const Node& path, Extraction& out) {
  const bool scoped = out.CodeOf(path) == kScoped;
  const Node name = scoped ? out.Child(path, kName) : path;
  const std::string_view text = out.Text(name);
  if (!scoped && out.CodeOf(path) != kIdentifier) return;
  if (text.empty() || !IsUpper(text.front()) || text == "Self") return;
  const std::string_view qualifier = scoped ? out.Text(out.Child(path, kPath)) : "";
  if (!qualifier.starts_with("std::")) out.Use(UseKind::kType, text, qualifier, name);
}

void UsePath(const Node& path, Extraction& out) {
  if (out.CodeOf(path) == kIdentifier) {
    out.Use(UseKind::kCall, out.Text(path), {}, path);
  } else if (out.CodeOf(path) == kScoped) {
    const Node name = out.Child(path, kName);
    const Node owner = out.Child(path, kPath);
    UseOwner(owner, out);
    out.Use(UseKind::kCall, out.Text(name), out.Text(owner), name);
  } else if (out.CodeOf(path) == kFieldExpression) {
    const Node name = out.Child(path, kFieldField);
    out.CallOn(out.Text(out.Child(path, kValue)), out.Text(name), name);
  }
}

// The arguments of a macro are not parsed: what looks like a call is one.
void Tokens(const Node& node, Extraction& out) {
  Node name;
  std::string_view before;  // `a` of `a::name` and `a.name`
  std::string_view owner;   // the same, of the next name
  bool dot = false;         // between the two
  for (const Node& token : out.AllChildren(node)) {
    const std::string_view text = out.Text(token);
    const std::uint8_t code = out.CodeOf(token);
    if (code == kIdentifier || code == kSelf) {
      before = owner;
      name = token;
      owner = {};
    } else if (code == kTokenTree && text.starts_with('(') && name.ok()) {
      if (dot && !before.empty()) {
        out.CallOn(before, out.Text(name), name);
      } else {
        out.Use(UseKind::kCall, out.Text(name), before, name);
      }
      name = Node();
    } else if (text == "::" || text == ".") {
      dot = text == ".";
      owner = name.ok() ? out.Text(name) : dot ? "?" : "";
    } else if (text != "!") {
      name = Node();
      owner = {};
    }
  }
}

void VisitItem(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
    case kSignature:
      Function(node, code == kSignature, out);
      break;
    case kStruct:
    case kUnion:
      Define(code == kStruct ? SymbolKind::kStruct : SymbolKind::kUnion, node, out);
      HideParameters(node, out);
      break;
    case kEnum:
      Define(SymbolKind::kEnum, node, out);
      HideParameters(node, out);
      LikeAround(out);
      break;
    case kVariant:
      Define(SymbolKind::kEnumMember, node, out, out.Child(node, kBody).ok());
      break;
    case kField: {
      const Symbol* around = out.Inside();
      const bool variant = around != nullptr && around->kind == SymbolKind::kEnumMember;
      out.Define({.kind = SymbolKind::kField,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = {},
                  .visibility = VisibilityOf(
                      node, variant ? around->visibility : Visibility::kPrivate, out)});
      out.Declare(out.Text(out.Child(node, kName)), TypeName(out.Child(node, kType), out));
      break;
    }
    case kTrait:
      Define(SymbolKind::kTrait, node, out);
      HideParameters(node, out);
      LikeAround(out);
      for (const Node& bound : out.NamedChildren(out.Child(node, kBounds))) {
        UseType(UseKind::kBase, bound, out);
      }
      break;
    case kConst:
      if (!out.DirectlyInFunction()) Define(SymbolKind::kConstant, node, out);
      break;
    case kStatic:
      if (!out.DirectlyInFunction()) Define(SymbolKind::kVariable, node, out);
      break;
    case kTypeItem:
      Define(SymbolKind::kTypeAlias, node, out);
      break;
    case kModule:
      Module(node, out);
      break;
    default:
      break;
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kImpl:
      Impl(node, out);
      break;
    case kMacro:
      out.Define({.kind = SymbolKind::kMacro,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = out.ChildOfType(node, kMacroRule),
                  .visibility = Visibility::kInternal});
      break;
    case kClosure:
      out.EnterFunction(node);
      break;
    case kUse:
      Use(node, out.ChildOfType(node, kVisibility).ok(), out);
      break;
    case kExternCrate:
      out.Import(ImportKind::kModule, node, out.Text(out.Child(node, kName)), {},
                 out.Text(out.Child(node, kAlias)));
      break;
    case kAttribute:
      out.PassOver(node);
      break;
    case kCall: {
      const Node function = out.Child(node, kFunctionField);
      UsePath(
          out.CodeOf(function) == kGenericFunction ? out.Child(function, kFunctionField) : function,
          out);
      break;
    }
    case kMacroCall:
      UsePath(out.Child(node, kMacroField), out);
      break;
    case kTokenTree:
      Tokens(node, out);
      break;
    case kTypeName:
    case kScopedType:
      UseType(UseKind::kType, node, out);
      break;
    case kParameter:
    case kLet:
      Declare(node, out);
      break;
    default:
      VisitItem(code, node, out);
  }
}

constexpr std::array<std::uint8_t, 12> kAsked = {
    kVisibility, kIdentifier,       kScoped,        kFieldExpression, kGenericFunction, kReference,
    kSelf,       kStructExpression, kTypeArguments, kTypeParameters,  kTypeParameter,   kWhere};

constexpr std::array<std::string_view, 2> kComments = {"line_comment", "block_comment"};

}  // namespace
}  // namespace rust

constexpr LanguageRules kRustRules{.name = "rust",
                                   .version = 5,
                                   .grammar = tree_sitter_rust,
                                   .takes = nullptr,
                                   .separator = "::",
                                   .nodes = rust::kNodes,
                                   .asked = rust::kAsked,
                                   .fields = rust::kFields,
                                   .comments = rust::kComments,
                                   .visit = rust::Visit};

}  // namespace satchel::code
