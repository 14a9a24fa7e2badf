#include "code/languages/php/statements.h"

#include <algorithm>
#include <string>

#include "code/languages/php/words.h"

namespace satchel::code::php {
namespace {

// `use function` and `use const` take a name out of a namespace, a plain `use` a class.
bool TakesNames(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_of(" \t\n") + 1, text.size()));
  text.remove_prefix(std::min(text.find_first_not_of(" \t\n"), text.size()));
  return text.starts_with("function ") || text.starts_with("const ");
}

std::string WithoutRoot(std::string_view name) {
  if (name.starts_with('\\')) name.remove_prefix(1);
  return std::string(name);
}

void UseClause(const Node& clause, std::string_view prefix, bool names, Extraction& out) {
  std::string path = WithoutRoot(out.Text(out.FirstNamedChild(clause)));
  if (!prefix.empty()) path = WithoutRoot(prefix) + "\\" + path;
  const std::string_view alias = out.Text(out.Child(clause, kAlias));
  const std::size_t last = path.rfind('\\');
  if (!names || last == std::string::npos) {
    out.Import(ImportKind::kModule, clause, path, {}, alias);
    return;
  }
  out.Import(ImportKind::kName, clause, std::string_view(path).substr(0, last),
             std::string_view(path).substr(last + 1), alias);
}

}  // namespace

std::string_view Literal(const Node& node, Extraction& out) {
  const std::string_view text = out.Text(node);
  if (out.CodeOf(node) != kString || text.size() < 3 ||
      text.find_first_of("$\\{") != std::string_view::npos) {
    return {};
  }
  return text.substr(1, text.size() - 2);
}

void VisitUse(const Node& declaration, Extraction& out) {
  const bool names = TakesNames(out.Text(declaration).substr(0, 60));
  const std::string_view prefix = out.Text(out.ChildOfType(declaration, kNamespaceName));
  for (const Node& child : out.NamedChildren(declaration)) {
    if (out.CodeOf(child) == kUseClause) UseClause(child, {}, names, out);
    if (out.CodeOf(child) != kUseGroup) continue;
    for (const Node& clause : out.NamedChildren(child)) {
      if (out.CodeOf(clause) == kUseClause) UseClause(clause, prefix, names, out);
    }
  }
}

// `'a.php'`, `__DIR__ . '/a.php'`, `dirname(__DIR__) . '/a.php'`. What a path begins with may also
// be a constant or a variable; the rest of it still says most.
void VisitInclude(const Node& expression, Extraction& out) {
  Node path = out.FirstNamedChild(expression);
  std::string before;
  if (out.CodeOf(path) == kBinary) {
    const std::string_view left = out.Text(out.Child(path, kLeft));
    path = out.Child(path, kRight);
    if (left == "__DIR__" || left == "dirname(__FILE__)") before = ".";
    if (left == "dirname(__DIR__)" || left == "dirname(__FILE__, 2)") before = "..";
  }
  const std::string_view text = Literal(path, out);
  if (!text.empty()) out.Import(ImportKind::kInclude, expression, before + std::string(text));
}

}  // namespace satchel::code::php
