#include "code/languages/javascript/script.h"

#include "base/ascii.h"
#include "code/languages/javascript/exports.h"

namespace satchel::code::script {
namespace {

void Function(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  out.Define({.kind = SymbolKind::kFunction,
              .name = name.empty() ? "default" : name,
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(node, out)});
}

void Class(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  out.Define({.kind = SymbolKind::kClass,
              .name = name.empty() ? "default" : name,
              .node = node,
              .body = out.Child(node, kBody),
              .visibility = VisibilityOf(node, out),
              .head = out.ChildNotOfType(node, kDecorator)});
}

// A function or class where a value stands: what it is bound to may have given it a name.
void Value(std::uint8_t code, const Node& node, Extraction& out) {
  const Symbol* around = out.Inside();
  const bool bound = around != nullptr && around->body == out.Child(node, kBody).begin();
  if (!bound && out.Child(node, kName).ok()) {
    if (code == kClassValue) {
      Class(node, out);
    } else {
      Function(node, out);
    }
  } else if (!bound && code == kFunctionValue) {
    out.EnterFunction(node);
  }
}

// `const a = 1, b = 2` outside of functions.
void Declaration(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const SymbolKind kind =
      out.Text(node).starts_with("const") ? SymbolKind::kConstant : SymbolKind::kVariable;
  const Visibility visibility = VisibilityOf(node, out);
  const auto children = out.NamedChildren(node);
  for (const Node& child : children) {
    const Node name = out.Child(child, kName);
    const Node value = Unwrapped(out.Child(child, kValue), out);
    if (value.ok() && RequireInto(name, value, out)) continue;
    if (out.CodeOf(name) == kIdentifier) {
      const std::uint8_t code = out.CodeOf(value);
      if (code == kFunctionValue || code == kClassValue || code == kObject) {
        // Several are defined one by one, when they are visited.
        if (children.size() == 1) DefineValue(out.Text(name), node, value, out);
        continue;
      }
      out.Define({.kind = kind, .name = out.Text(name), .node = node, .visibility = visibility});
    } else if (out.CodeOf(name) == kObjectPattern) {
      for (const Node& part : out.NamedChildren(name)) {
        const Node taken = out.CodeOf(part) == kPairPattern ? out.Child(part, kValue) : part;
        if (out.CodeOf(taken) != kShorthandPattern && out.CodeOf(taken) != kIdentifier) continue;
        out.Define({.kind = kind, .name = out.Text(taken), .node = node, .visibility = visibility});
      }
    }
  }
}

void Declarator(const Node& node, Extraction& out) {
  const Node value = Unwrapped(out.Child(node, kValue), out);
  const Node name = out.Child(node, kName);
  const std::uint8_t code = out.CodeOf(value);
  const bool local = out.InFunction();
  if (code == kFunctionValue || code == kClassValue || (code == kObject && !local)) {
    if (out.CodeOf(name) == kIdentifier && !out.Met(out.Text(name))) {
      DefineValue(out.Text(name), node, value, out);
    }
  } else if (local && (code == kCall || code == kAwait || code == kMember)) {
    RequireInto(name, value, out);
  }
}

// A function as a part of an object, outside of functions.
void ObjectFunction(const Node& node, const Node& name, const Node& body, Extraction& out) {
  const Symbol* around = out.Inside();
  const bool member = around != nullptr && around->kind != SymbolKind::kNamespace;
  out.Define({.kind = member ? SymbolKind::kMethod : SymbolKind::kFunction,
              .name = Unquoted(out.Text(name)),
              .node = node,
              .body = body,
              .visibility = member ? around->visibility : VisibilityOf(node, out)});
}

void Pair(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const Node key = out.Child(node, kKey);
  const Node value = out.Child(node, kValue);
  if (out.CodeOf(value) != kFunctionValue) return;
  if (out.CodeOf(key) != kPropertyName && out.CodeOf(key) != kString) return;
  ObjectFunction(node, key, out.Child(value, kBody), out);
}

void Method(const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  const Node body = out.Child(node, kBody);
  if (!InClass(out)) {
    if (out.InFunction()) {
      out.EnterFunction(node);
    } else {
      ObjectFunction(node, name, body, out);
    }
    return;
  }
  const std::string_view text = Unquoted(out.Text(name));
  out.Define({.kind = text == "constructor" ? SymbolKind::kConstructor : SymbolKind::kMethod,
              .name = text,
              .node = node,
              .body = body,
              .visibility = MemberVisibility(node, text, out),
              .head = out.ChildNotOfType(node, kDecorator)});
}

void ClassField(const Node& node, Extraction& out) {
  if (!InClass(out)) return;
  Node name = out.Child(node, kProperty);
  if (!name.ok()) name = out.Child(node, kName);
  const Node value = Unwrapped(out.Child(node, kValue), out);
  const bool function = out.CodeOf(value) == kFunctionValue;
  const std::string_view text = Unquoted(out.Text(name));
  out.Define({.kind = function ? SymbolKind::kMethod : SymbolKind::kField,
              .name = text,
              .node = node,
              .body = function ? out.Child(value, kBody) : Node(),
              .visibility = MemberVisibility(node, text, out),
              .head = out.ChildNotOfType(node, kDecorator)});
}

void Call(const Node& node, Extraction& out) {
  const Node source = RequiredModule(node, out);
  if (!source.ok()) {
    UseOf(UseKind::kCall, out.Child(node, kFunctionField), out);
  } else if (!out.Met(Unquoted(out.Text(source)))) {
    out.Import(ImportKind::kModule, node, Unquoted(out.Text(source)));
  }
}

// `<Button>` calls a component; `<div>` does not.
void Element(const Node& node, Extraction& out) {
  const Node name = out.Child(node, kName);
  const std::string_view text = out.Text(name);
  const bool component = !text.empty() && IsUpper(text.front());
  if (component || out.CodeOf(name) == kMember) UseOf(UseKind::kCall, name, out);
}

}  // namespace

std::string_view Unquoted(std::string_view text) {
  if (text.size() < 2 || text.front() != text.back()) return text;
  const bool quoted = text.front() == '"' || text.front() == '\'' || text.front() == '`';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

Node Unwrapped(Node value, Extraction& out) {
  for (int depth = 0; depth < 8 && out.CodeOf(value) == kParenthesized; ++depth) {
    value = out.FirstNamedChild(value);
  }
  return value;
}

void UseOf(UseKind kind, const Node& node, Extraction& out) {
  if (out.CodeOf(node) == kIdentifier) {
    out.Use(kind, out.Text(node), {}, node);
  } else if (out.CodeOf(node) == kMember) {
    const Node name = out.Child(node, kProperty);
    out.Use(kind, out.Text(name), out.Text(out.Child(node, kObjectField)), name);
  }
}

Visibility VisibilityOf(const Node& node, const Extraction& out) {
  return out.Exported(node) ? Visibility::kPublic : Visibility::kInternal;
}

Visibility MemberVisibility(const Node& node, std::string_view name, Extraction& out) {
  if (name.starts_with('#')) return Visibility::kPrivate;
  const std::string_view modifier = out.Text(out.ChildOfType(node, kAccessibility));
  if (modifier == "private") return Visibility::kPrivate;
  return modifier == "protected" ? Visibility::kProtected : Visibility::kPublic;
}

bool InClass(const Extraction& out) {
  return out.Inside() != nullptr && out.Inside()->kind == SymbolKind::kClass &&
         !out.DirectlyInFunction();
}

bool DefineValue(std::string_view name, const Node& node, const Node& value, Extraction& out,
                 std::string_view container) {
  Extraction::Definition definition{.kind = SymbolKind::kConstant,
                                    .name = name,
                                    .node = node,
                                    .body = out.Child(value, kBody),
                                    .visibility = VisibilityOf(node, out),
                                    .declared_only = false,
                                    .container = container};
  switch (out.CodeOf(value)) {
    case kFunctionValue:
      definition.kind = container.empty() ? SymbolKind::kFunction : SymbolKind::kMethod;
      break;
    case kClassValue:
      definition.kind = SymbolKind::kClass;
      break;
    case kObject:
      if (!out.Text(node).starts_with("const")) definition.kind = SymbolKind::kVariable;
      definition.body = value;
      definition.encloses = true;
      break;
    default:
      return false;
  }
  out.Define(definition);
  return true;
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
      Function(node, out);
      break;
    case kFunctionValue:
    case kClassValue:
      Value(code, node, out);
      break;
    case kStaticBlock:
      out.EnterFunction(node);
      break;
    case kDeclaration:
      Declaration(node, out);
      break;
    case kDeclarator:
      Declarator(node, out);
      break;
    case kClass:
      Class(node, out);
      break;
    case kHeritage:
      UseOf(UseKind::kBase, out.FirstNamedChild(node), out);
      break;
    case kMethod:
      Method(node, out);
      break;
    case kFieldDefinition:
      ClassField(node, out);
      break;
    case kPair:
      Pair(node, out);
      break;
    case kAssignment:
      Assignment(node, out);
      break;
    case kCall:
      Call(node, out);
      break;
    case kNew:
      UseOf(UseKind::kCall, out.Child(node, kConstructor), out);
      break;
    case kJsx:
      Element(node, out);
      break;
    case kImport:
      Import(node, out);
      break;
    case kExport:
      Export(node, out);
      break;
    case kDecorator:
      out.PassOver(node);
      UseOf(UseKind::kCall, out.FirstNamedChild(node), out);
      break;
    default:
      break;
  }
}

}  // namespace satchel::code::script
