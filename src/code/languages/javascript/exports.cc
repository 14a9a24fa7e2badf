#include "code/languages/javascript/exports.h"

#include "code/languages/javascript/script.h"

namespace satchel::code::script {
namespace {

std::string_view Quoted(const Node& string, Extraction& out) { return Unquoted(out.Text(string)); }

void Reexport(const Node& node, std::string_view source, Extraction& out) {
  if (const Node clause = out.ChildOfType(node, kExportClause); clause.ok()) {
    for (const Node& name : out.NamedChildren(clause)) {
      out.Import(ImportKind::kReexport, name, source, out.Text(out.Child(name, kName)),
                 out.Text(out.Child(name, kAlias)));
    }
    return;
  }
  const Node space = out.ChildOfType(node, kNamespaceExport);
  out.Import(ImportKind::kReexport, node, source, "*", out.Text(out.FirstNamedChild(space)));
}

// `{ a, b: c }`: both `a` and `c` are defined in this file.
void ExportObject(const Node& object, Extraction& out) {
  for (const Node& child : out.NamedChildren(object)) {
    if (out.CodeOf(child) == kShorthand) {
      out.ExportName(out.Text(child));
    } else if (out.CodeOf(child) == kPair) {
      const Node value = out.Child(child, kValue);
      if (out.CodeOf(value) == kIdentifier) out.ExportName(out.Text(value));
    }
  }
}

// `export default …` and `module.exports = …`.
void ExportWhole(const Node& node, const Node& value, Extraction& out) {
  out.Export(node);
  if (out.CodeOf(value) == kIdentifier) {
    out.ExportName(out.Text(value));
  } else if (out.CodeOf(value) == kObject) {
    ExportObject(value, out);
  } else {
    const std::string_view own = out.Text(out.Child(value, kName));
    DefineValue(own.empty() ? "default" : own, node, value, out);
  }
}

}  // namespace

void Import(const Node& node, Extraction& out) {
  const std::string_view source = Quoted(out.Child(node, kSource), out);
  if (source.empty()) return;
  const Node clause = out.ChildOfType(node, kImportClause);
  if (!clause.ok()) out.Import(ImportKind::kModule, node, source);
  for (const Node& child : out.NamedChildren(clause)) {
    switch (out.CodeOf(child)) {
      case kIdentifier:
        out.Import(ImportKind::kName, child, source, "default", out.Text(child));
        break;
      case kNamespaceImport:
        out.Import(ImportKind::kModule, child, source, {}, out.Text(out.FirstNamedChild(child)));
        break;
      case kNamedImports:
        for (const Node& name : out.NamedChildren(child)) {
          if (!out.Child(name, kName).ok()) continue;
          out.Import(ImportKind::kName, name, source, out.Text(out.Child(name, kName)),
                     out.Text(out.Child(name, kAlias)));
        }
        break;
      default:
        break;
    }
  }
}

void Export(const Node& node, Extraction& out) {
  if (const Node source = out.Child(node, kSource); source.ok()) {
    Reexport(node, Quoted(source, out), out);
  } else if (out.Child(node, kDeclarationField).ok()) {
    out.Export(node);
    out.Wrap(node, out.ChildNotOfType(node, kDecorator));
  } else if (const Node value = out.Child(node, kValue); value.ok()) {
    ExportWhole(node, Unwrapped(value, out), out);
  } else {
    for (const Node& name : out.NamedChildren(out.ChildOfType(node, kExportClause))) {
      out.ExportName(out.Text(out.Child(name, kName)));
    }
  }
}

void Assignment(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const Node left = out.Child(node, kLeft);
  if (out.CodeOf(left) != kMember) return;
  const Node value = Unwrapped(out.Child(node, kRight), out);
  std::string_view object = out.Text(out.Child(left, kObjectField));
  const std::string_view name = out.Text(out.Child(left, kProperty));
  if (object == "module" && name == "exports") {
    ExportWhole(node, value, out);
  } else if (object == "exports" || object == "module.exports") {
    out.Export(node);
    if (out.CodeOf(value) == kIdentifier) {
      out.ExportName(out.Text(value));
    } else if (!DefineValue(name, node, value, out)) {
      out.Define({.kind = SymbolKind::kVariable, .name = name, .node = node});
    }
  } else if (out.CodeOf(value) == kFunctionValue) {
    constexpr std::string_view kPrototype = ".prototype";
    if (object.ends_with(kPrototype)) object.remove_suffix(kPrototype.size());
    if (object.find_first_of("([\n") != std::string_view::npos) return;
    DefineValue(name, node, value, out, object);
  }
}

Node RequiredModule(const Node& call, Extraction& out) {
  const Node function = out.Child(call, kFunctionField);
  const bool required = out.CodeOf(function) == kIdentifier && out.Text(function) == "require";
  if (!required && out.CodeOf(function) != kImportWord) return {};
  const Node source = out.FirstNamedChild(out.Child(call, kArgumentsField));
  return out.CodeOf(source) == kString ? source : Node();
}

bool RequireInto(const Node& pattern, const Node& value, Extraction& out) {
  Node call = value;
  std::string_view member;
  if (out.CodeOf(call) == kMember) {
    member = out.Text(out.Child(call, kProperty));
    call = out.Child(call, kObjectField);
  }
  if (out.CodeOf(call) == kAwait) call = out.FirstNamedChild(call);
  if (out.CodeOf(call) != kCall) return false;
  const Node source = RequiredModule(call, out);
  if (!source.ok()) return false;
  const std::string_view module = Quoted(source, out);
  out.Met(module);  // the call is visited later
  if (out.CodeOf(pattern) == kIdentifier) {
    const ImportKind kind = member.empty() ? ImportKind::kModule : ImportKind::kName;
    out.Import(kind, pattern, module, member, out.Text(pattern));
  } else {
    for (const Node& child : out.NamedChildren(pattern)) {
      if (out.CodeOf(child) == kShorthandPattern) {
        out.Import(ImportKind::kName, child, module, out.Text(child));
      } else if (out.CodeOf(child) == kPairPattern) {
        out.Import(ImportKind::kName, child, module, out.Text(out.Child(child, kKey)),
                   out.Text(out.Child(child, kValue)));
      }
    }
  }
  return true;
}

}  // namespace satchel::code::script
