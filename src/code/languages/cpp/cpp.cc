#include "code/languages/cpp/cpp.h"

#include <algorithm>
#include <array>

#include "code/languages/c/c.h"
#include "code/languages/c/declarator.h"
#include "code/languages/c/macros.h"
#include "code/languages/c/words.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_cpp();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace c_family {
namespace {

constexpr auto kAllNodes =
    Joined(kNodes, std::to_array<GrammarWord>({{"class_specifier", kClass},
                                               {"field_declaration_list", kMemberList},
                                               {"access_specifier", kAccess},
                                               {"base_class_clause", kBases},
                                               {"namespace_definition", kNamespace},
                                               {"template_declaration", kTemplate},
                                               {"alias_declaration", kAlias},
                                               {"concept_definition", kConcept},
                                               {"using_declaration", kUsing},
                                               {"lambda_expression", kLambda},
                                               {"new_expression", kNew},
                                               {"qualified_identifier", kQualified},
                                               {"reference_declarator", kReference},
                                               {"destructor_name", kDestructor},
                                               {"operator_name", kOperator},
                                               {"operator_cast", kOperatorCast},
                                               {"template_function", kTemplateFunction},
                                               {"template_method", kTemplateFunction},
                                               {"template_type", kTemplateType},
                                               {"field_initializer_list", kInitializers},
                                               {"parameter_declaration", kParameter},
                                               {"optional_parameter_declaration", kParameter},
                                               {"for_range_loop", kRangeLoop}}));

constexpr auto kAllFields =
    Joined(kFields, std::to_array<GrammarWord>(
                        {{"scope", kScope}, {"type", kType}, {"default_value", kDefaultValue}}));

bool InClass(const Extraction& out) {
  const Symbol* around = out.Inside();
  if (around == nullptr || out.DirectlyInFunction()) return false;
  return around->kind == SymbolKind::kClass || around->kind == SymbolKind::kStruct ||
         around->kind == SymbolKind::kUnion;
}

SymbolKind FunctionKind(const Declared& declared, const Extraction& out) {
  if (!declared.container.empty()) {
    const std::string_view container = declared.container;
    const std::size_t last = container.rfind("::");
    const auto inner = last == std::string_view::npos ? container : container.substr(last + 2);
    return inner == declared.name ? SymbolKind::kConstructor : SymbolKind::kMethod;
  }
  if (!InClass(out)) return SymbolKind::kFunction;
  return out.Inside()->name == declared.name ? SymbolKind::kConstructor : SymbolKind::kMethod;
}

// Static members are as visible as the others.
Visibility VisibilityOf(const Specifiers& specifiers, const Extraction& out) {
  return specifiers.is_static && !InClass(out) ? Visibility::kInternal : out.members();
}

void Function(const Node& node, Extraction& out) {
  const Declared declared = DeclaredBy(out.Child(node, kDeclarator), out);
  const Node initializers = out.ChildOfType(node, kInitializers);
  out.Define({.kind = FunctionKind(declared, out),
              .name = declared.name,
              .node = node,
              .body = initializers.ok() ? initializers : out.Child(node, kBody),
              .visibility = VisibilityOf(SpecifiersOf(node, out), out),
              .declared_only = false,
              .container = declared.container});
}

// The name of a type, without its arguments; of a pointer that owns, what it points to. Empty: it
// has none that says whose members its values have.
std::string_view TypeName(Node type, Extraction& out) {
  std::string_view text = out.Text(type);
  for (const std::string_view owner :
       {std::string_view("unique_ptr<"), std::string_view("shared_ptr<")}) {
    const std::size_t at = text.find(owner);
    const bool whole = at == 0 || (at != text.npos && text.substr(0, at) == "std::");
    if (!whole || !text.ends_with('>')) continue;
    text = text.substr(at + owner.size(), text.size() - at - owner.size() - 1);
    if (text.starts_with("const ")) text.remove_prefix(std::string_view("const ").size());
    return text.find_first_of("<>,*&( ") == text.npos ? text : std::string_view();
  }
  switch (out.CodeOf(type)) {
    case kTypeName:
      return text;
    case kQualified:
    case kTemplateType:
      if (text.contains('<') && !text.ends_with('>')) return {};  // `List<int>::iterator`
      return text.substr(0, text.find('<'));
    case kClass:
    case kStruct:
      return out.Text(out.Child(type, kName));
    default:
      return {};
  }
}

// Variables, members and parameters: what is called on them is their type's.
void DeclareAll(const Node& node, Extraction& out) {
  const std::string_view type = TypeName(out.Child(node, kType), out);
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    const Declared declared = DeclaredBy(declarator, out);
    if (!declared.function && declared.container.empty()) out.Declare(declared.name, type);
  }
}

void Declarations(const Node& node, Extraction& out) {
  DeclareAll(node, out);
  if (out.DirectlyInFunction()) return;
  const Specifiers specifiers = SpecifiersOf(node, out);
  const bool in_class = InClass(out);
  const bool pure = out.Child(node, kDefaultValue).ok();  // `= 0`
  for (const Node& declarator : out.Children(node, kDeclarator)) {
    const Declared declared = DeclaredBy(declarator, out);
    SymbolKind kind = in_class ? SymbolKind::kField : SymbolKind::kVariable;
    if (declared.function) {
      kind = FunctionKind(declared, out);
    } else if (specifiers.is_constexpr || (specifiers.is_const && !declared.pointer && !in_class)) {
      kind = SymbolKind::kConstant;
    }
    out.Define({.kind = kind,
                .name = declared.name,
                .node = node,
                .body = {},
                .visibility = VisibilityOf(specifiers, out),
                .declared_only = declared.function && !pure,
                .container = declared.container});
  }
}

void Type(SymbolKind kind, const Node& node, Extraction& out) {
  const Node body = out.Child(node, kBody);
  if (!body.ok()) return;
  const Declared declared = DeclaredBy(out.Child(node, kName), out);
  out.Define({.kind = kind,
              .name = declared.name,
              .node = node,
              .body = body,
              .visibility = out.members(),
              .declared_only = false,
              .container = declared.container});
}

// What is in a template begins where it does, and does not take its parameters for types.
void Template(const Node& node, Extraction& out) {
  out.Wrap(node, node);
  for (const Node& parameter : out.NamedChildren(out.FirstNamedChild(node))) {
    const std::string_view text = out.Text(parameter);
    if (!text.starts_with("typename") && !text.starts_with("class")) continue;
    const Node name = out.FirstNamedChild(parameter);
    if (out.CodeOf(name) == kTypeName) out.Hide(out.Text(name), node);
  }
}

// From its first line on, members of a class are private.
void MemberList(const Node& node, Extraction& out) {
  const Symbol* around = out.Inside();
  if (around == nullptr || around->body != node.begin()) return;
  out.SetMembers(around->kind == SymbolKind::kClass ? Visibility::kPrivate : Visibility::kPublic);
}

void Access(const Node& node, Extraction& out) {
  const std::string_view text = out.Text(node);
  if (text.starts_with("public")) out.SetMembers(Visibility::kPublic);
  if (text.starts_with("protected")) out.SetMembers(Visibility::kProtected);
  if (text.starts_with("private")) out.SetMembers(Visibility::kPrivate);
}

void Namespace(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  const Visibility members = name.empty() ? Visibility::kInternal : out.members();
  if (name.empty()) {
    out.EnterContainer(node, {});
  } else {
    out.Define({.kind = SymbolKind::kNamespace,
                .name = name,
                .node = node,
                .body = out.Child(node, kBody),
                .visibility = members});
  }
  out.SetMembers(members);
}

// The last name of `a::b<int>::c<T>`, and what is before it.
struct Path {
  Node name;
  std::string_view qualifier;
};
Path PathOf(const Node& node, Extraction& out) {
  Path path;
  Node part = node;
  for (int depth = 0; depth < 32; ++depth) {
    const std::uint8_t code = out.CodeOf(part);
    if (code != kQualified && code != kTemplateFunction && code != kTemplateType) break;
    part = out.Child(part, kName);
  }
  if (!part.ok()) return path;
  path.name = part;
  if (part.begin() >= node.begin() + 2) {
    path.qualifier = out.Text(node).substr(0, part.begin() - node.begin());
    if (path.qualifier.ends_with("::")) path.qualifier.remove_suffix(2);
  }
  return path;
}

void UseType(UseKind kind, const Node& node, Extraction& out) {
  const Path path = PathOf(node, out);
  if (out.CodeOf(path.name) != kTypeName) return;
  out.Use(kind, out.Text(path.name), path.qualifier, path.name);
}

bool IsCast(std::string_view name) {
  return name == "static_cast" || name == "dynamic_cast" || name == "const_cast" ||
         name == "reinterpret_cast";
}

void Call(const Node& node, Extraction& out) {
  const Node function = out.Child(node, kFunctionField);
  switch (out.CodeOf(function)) {
    case kIdentifier:
      out.Use(UseKind::kCall, out.Text(function), {}, function);
      break;
    case kFieldExpression: {
      const Node name = PathOf(out.Child(function, kField), out).name;
      out.CallOn(out.Text(out.Child(function, kArgument)), out.Text(name), name);
      break;
    }
    case kQualified:
    case kTemplateFunction: {
      const Path path = PathOf(function, out);
      if (IsCast(out.Text(path.name))) break;
      out.Use(UseKind::kCall, out.Text(path.name), path.qualifier, path.name);
      break;
    }
    default:
      break;
  }
}

// `using std::vector;`, not `using namespace std;`.
void Using(const Node& node, Extraction& out) {
  constexpr std::string_view kSpace = "using namespace";
  if (out.Text(node).starts_with(kSpace)) return;
  const Path path = PathOf(out.FirstNamedChild(node), out);
  out.Use(UseKind::kType, out.Text(path.name), path.qualifier, path.name);
}

void VisitType(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kClass:
      Type(SymbolKind::kClass, node, out);
      break;
    case kStruct:
      Type(SymbolKind::kStruct, node, out);
      break;
    case kUnion:
      Type(SymbolKind::kUnion, node, out);
      break;
    case kEnum: {
      const Visibility members = out.members();
      Type(SymbolKind::kEnum, node, out);
      out.SetMembers(members);
      break;
    }
    case kAlias:
    case kConcept:
      out.Define({.kind = code == kAlias ? SymbolKind::kTypeAlias : SymbolKind::kTrait,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = {},
                  .visibility = out.members()});
      break;
    case kTypeName:
    case kQualified:
      UseType(UseKind::kType, node, out);
      break;
    default:
      Visit(code, node, out);
  }
}

void VisitCpp(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
      Function(node, out);
      break;
    case kDeclaration:
    case kFieldDeclaration:
      Declarations(node, out);
      break;
    case kParameter:
    case kRangeLoop:
      DeclareAll(node, out);
      break;
    case kMemberList:
      MemberList(node, out);
      break;
    case kAccess:
      Access(node, out);
      break;
    case kBases:
      for (const Node& base : out.NamedChildren(node)) UseType(UseKind::kBase, base, out);
      break;
    case kNamespace:
      Namespace(node, out);
      break;
    case kTemplate:
      Template(node, out);
      break;
    case kUsing:
      Using(node, out);
      break;
    case kLambda:
      out.EnterFunction(node);
      break;
    case kNew:
      UseType(UseKind::kCall, out.Child(node, kType), out);
      break;
    case kCall:
      Call(node, out);
      break;
    default:
      VisitType(code, node, out);
  }
}

constexpr std::array<std::string_view, 1> kCppComments = {"comment"};

}  // namespace
}  // namespace c_family

constexpr LanguageRules kCppRules{.name = "cpp",
                                  .version = 6,
                                  .grammar = tree_sitter_cpp,
                                  .takes = nullptr,
                                  .prepare = WithoutMacros,
                                  .separator = "::",
                                  .nodes = c_family::kAllNodes,
                                  .asked = c_family::kAsked,
                                  .fields = c_family::kAllFields,
                                  .comments = c_family::kCppComments,
                                  .visit = c_family::VisitCpp};

}  // namespace satchel::code
