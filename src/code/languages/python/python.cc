#include "code/languages/python/python.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "code/parse/comment_text.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage*
tree_sitter_python();  // NOLINT(readability-identifier-naming): not ours

namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kFunction = 1,
  kClass,
  kDecorated,
  kDecorator,
  kAssignment,
  kTypeStatement,
  kCall,
  kType,
  kImport,
  kFrom,
  kFuture,
  // Seen on the way, asked for by code.
  kIdentifier,
  kAttribute,
  kSubscript,
  kGeneric,
  kDotted,
  kAliased,
  kWildcard,
  kRelative,
  kKeyword,
  kExpressionStatement,
  kString,
};

constexpr std::array<GrammarWord, 22> kNodes = {{{"function_definition", kFunction},
                                                 {"class_definition", kClass},
                                                 {"decorated_definition", kDecorated},
                                                 {"decorator", kDecorator},
                                                 {"assignment", kAssignment},
                                                 {"type_alias_statement", kTypeStatement},
                                                 {"call", kCall},
                                                 {"type", kType},
                                                 {"import_statement", kImport},
                                                 {"import_from_statement", kFrom},
                                                 {"future_import_statement", kFuture},
                                                 {"identifier", kIdentifier},
                                                 {"attribute", kAttribute},
                                                 {"subscript", kSubscript},
                                                 {"generic_type", kGeneric},
                                                 {"dotted_name", kDotted},
                                                 {"aliased_import", kAliased},
                                                 {"wildcard_import", kWildcard},
                                                 {"relative_import", kRelative},
                                                 {"keyword_argument", kKeyword},
                                                 {"expression_statement", kExpressionStatement},
                                                 {"string", kString}}};

enum Field : std::uint8_t {
  kName = 1,
  kBody,
  kSuperclasses,
  kLeft,
  kFunctionField,
  kObject,
  kAttributeField,
  kValue,
  kModuleName,
  kAlias,
};

constexpr std::array<GrammarWord, 10> kFields = {{{"name", kName},
                                                  {"body", kBody},
                                                  {"superclasses", kSuperclasses},
                                                  {"left", kLeft},
                                                  {"function", kFunctionField},
                                                  {"object", kObject},
                                                  {"attribute", kAttributeField},
                                                  {"value", kValue},
                                                  {"module_name", kModuleName},
                                                  {"alias", kAlias}}};

Visibility VisibilityOf(std::string_view name) {
  if (name.starts_with("__") && !name.ends_with("__")) return Visibility::kPrivate;
  if (name.starts_with("_") && !name.starts_with("__")) return Visibility::kInternal;
  return Visibility::kPublic;
}

bool InClass(const Extraction& out) {
  return out.Inside() != nullptr && out.Inside()->kind == SymbolKind::kClass;
}

// The string that a body begins with, without its quotes.
std::string DocstringOf(const Node& body, Extraction& out) {
  const Node statement = out.FirstNamedChild(body);
  if (out.CodeOf(statement) != kExpressionStatement) return {};
  const Node string = out.FirstNamedChild(statement);
  if (out.CodeOf(string) != kString) return {};
  std::string_view text = out.Text(string);
  text.remove_prefix(std::min(text.find_first_of("\"'"), text.size()));
  for (const std::string_view quote : {"\"\"\"", "'''", "\"", "'"}) {
    if (!text.starts_with(quote) || !text.ends_with(quote) || text.size() < 2 * quote.size()) {
      continue;
    }
    return CommentWords(text.substr(quote.size(), text.size() - (2 * quote.size())), kMostDocBytes);
  }
  return {};
}

void DefineBlock(std::uint8_t code, const Node& node, Extraction& out) {
  const Node body = out.Child(node, kBody);
  const std::string_view name = out.Text(out.Child(node, kName));
  SymbolKind kind = SymbolKind::kClass;
  if (code == kFunction) {
    kind = SymbolKind::kFunction;
    if (InClass(out)) kind = name == "__init__" ? SymbolKind::kConstructor : SymbolKind::kMethod;
  }
  Extraction::Definition definition{
      .kind = kind, .name = name, .node = node, .body = body, .visibility = VisibilityOf(name)};
  if (std::string doc = DocstringOf(body, out); !doc.empty()) definition.doc = std::move(doc);
  out.Define(definition);
}

// A name or a path of names, used.
void UseOf(UseKind kind, Node node, Extraction& out) {
  if (out.CodeOf(node) == kSubscript) node = out.Child(node, kValue);
  if (out.CodeOf(node) == kGeneric) node = out.FirstNamedChild(node);
  if (out.CodeOf(node) == kIdentifier) {
    out.Use(kind, out.Text(node), {}, node);
  } else if (out.CodeOf(node) == kAttribute) {
    out.Use(kind, out.Text(out.Child(node, kAttributeField)), out.Text(out.Child(node, kObject)),
            node);
  }
}

void DefineVariable(const Node& node, Extraction& out) {
  if (out.InFunction()) return;
  const Node left = out.Child(node, kLeft);
  if (out.CodeOf(left) != kIdentifier) return;
  const std::string_view name = out.Text(left);
  const bool constant = std::ranges::none_of(name, IsLower) && std::ranges::any_of(name, IsUpper);
  SymbolKind kind = constant ? SymbolKind::kConstant : SymbolKind::kVariable;
  if (InClass(out) && !constant) kind = SymbolKind::kField;
  out.Define({.kind = kind, .name = name, .node = node, .visibility = VisibilityOf(name)});
}

void Imports(const Node& node, Extraction& out) {
  for (const Node& name : out.Children(node, kName)) {
    if (out.CodeOf(name) == kAliased) {
      out.Import(ImportKind::kModule, name, out.Text(out.Child(name, kName)), {},
                 out.Text(out.Child(name, kAlias)));
    } else {
      out.Import(ImportKind::kModule, name, out.Text(name));
    }
  }
}

void FromImports(const Node& node, Extraction& out) {
  const Node module = out.Child(node, kModuleName);
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) == kWildcard) out.Import(ImportKind::kAll, child, out.Text(module));
  }
  for (const Node& name : out.Children(node, kName)) {
    if (out.CodeOf(name) == kAliased) {
      out.Import(ImportKind::kName, name, out.Text(module), out.Text(out.Child(name, kName)),
                 out.Text(out.Child(name, kAlias)));
    } else {
      out.Import(ImportKind::kName, name, out.Text(module), out.Text(name));
    }
  }
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
    case kClass:
      DefineBlock(code, node, out);
      if (code == kClass) {
        for (const Node& base : out.NamedChildren(out.Child(node, kSuperclasses))) {
          UseOf(UseKind::kBase, base, out);
        }
      }
      break;
    case kDecorated:
      out.Wrap(node);
      break;
    case kDecorator:
      UseOf(UseKind::kCall, out.FirstNamedChild(node), out);
      break;
    case kAssignment:
      DefineVariable(node, out);
      break;
    case kTypeStatement:
      out.Define({.kind = SymbolKind::kTypeAlias,
                  .name = out.Text(out.FirstNamedChild(out.Child(node, kLeft))),
                  .node = node});
      break;
    case kCall:
      UseOf(UseKind::kCall, out.Child(node, kFunctionField), out);
      break;
    case kType:
      UseOf(UseKind::kType, out.FirstNamedChild(node), out);
      break;
    case kImport:
      Imports(node, out);
      break;
    case kFrom:
      FromImports(node, out);
      break;
    default:
      break;
  }
}

// The grammar writes the columns of its open blocks, each further in than the one before, into a
// kilobyte and may go one byte beyond. Columns go on behind a backslash at the end of a line; of
// many such lines in a row it looks at all from each.
bool Takes(std::string_view content) {
  constexpr std::size_t kFar = 300;     // columns
  constexpr std::size_t kMostFar = 60;  // lines that begin there
  constexpr std::size_t kMostEmpty = 1000;
  std::size_t far_lines = 0;
  std::size_t empty_lines = 0;  // with nothing but a backslash
  std::size_t columns = 0;
  bool blank = true;
  for (std::size_t i = 0; i < content.size(); ++i) {
    const char c = content[i];
    if (c == '\n' || c == '\r' || c == '\f') {
      columns = 0;
      blank = true;
    } else if (!blank) {
      continue;
    } else if (c == ' ' || c == '\t') {
      columns += c == ' ' ? 1 : 8;
    } else if (c == '\\' && content.substr(i + 1, 1) == "\n") {
      i += 1;
      if (++empty_lines > kMostEmpty) return false;
    } else if (c == '\\' && content.substr(i + 1, 2) == "\r\n") {
      i += 2;
      if (++empty_lines > kMostEmpty) return false;
    } else {
      blank = false;
      if (columns > kFar && ++far_lines > kMostFar) return false;
    }
  }
  return true;
}

constexpr std::array<std::uint8_t, 11> kAsked = {
    kIdentifier, kAttribute, kSubscript,           kGeneric, kDotted, kAliased, kWildcard,
    kRelative,   kKeyword,   kExpressionStatement, kString};

constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace

constexpr LanguageRules kPythonRules{.name = "python",
                                     .version = 3,
                                     .grammar = tree_sitter_python,
                                     .takes = Takes,
                                     .separator = ".",
                                     .nodes = kNodes,
                                     .asked = kAsked,
                                     .fields = kFields,
                                     .comments = kComments,
                                     .visit = Visit,
                                     .comment_style = kHashComments};

}  // namespace satchel::code
