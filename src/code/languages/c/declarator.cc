#include "code/languages/c/declarator.h"

#include "code/languages/c/words.h"

namespace satchel::code::c_family {
namespace {

// The part before `::`.
void Enter(const Node& scope, std::string& container, Extraction& out) {
  if (!scope.ok()) return;
  if (!container.empty()) container += "::";
  container += out.Text(out.CodeOf(scope) == kTemplateType ? out.Child(scope, kName) : scope);
}

}  // namespace

Declared DeclaredBy(Node declarator, Extraction& out) {
  Declared declared;
  // Deeper than this is no declaration that a person wrote.
  for (int depth = 0; depth < 32 && declarator.ok(); ++depth) {
    switch (out.CodeOf(declarator)) {
      case kIdentifier:
      case kFieldIdentifier:
      case kTypeName:
      case kDestructor:
      case kOperator:
        declared.name = out.Text(declarator);
        return declared;
      case kOperatorCast:
        declared.name = out.Text(declarator);
        declared.name = declared.name.substr(0, declared.name.find('('));
        declared.function = true;
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
      case kReference:
        declarator = out.FirstNamedChild(declarator);
        break;
      case kQualified:
        Enter(out.Child(declarator, kScope), declared.container, out);
        declarator = out.Child(declarator, kName);
        break;
      case kTemplateFunction:
      case kTemplateType:
        declarator = out.Child(declarator, kName);
        break;
      case kPointerDeclarator:
        declared.pointer = !declared.function;
        [[fallthrough]];
      default:
        declarator = out.Child(declarator, kDeclarator);
    }
  }
  return {};
}

Specifiers SpecifiersOf(const Node& node, Extraction& out) {
  Specifiers specifiers;
  for (const Node& child : out.NamedChildren(node)) {
    const std::uint8_t code = out.CodeOf(child);
    if (code == kStorage) {
      specifiers.is_static = specifiers.is_static || out.Text(child) == "static";
    } else if (code == kQualifier) {
      const std::string_view text = out.Text(child);
      specifiers.is_const = specifiers.is_const || text == "const";
      specifiers.is_constexpr = specifiers.is_constexpr || text == "constexpr";
    }
    if (child.begin() > node.begin() + 200) break;  // they stand at the beginning
  }
  return specifiers;
}

}  // namespace satchel::code::c_family
