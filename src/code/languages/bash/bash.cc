#include "code/languages/bash/bash.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "code/parse/extraction.h"

extern "C" const TSLanguage* tree_sitter_bash();  // NOLINT(readability-identifier-naming): not ours

// Every command is a call: whether a function of that name is there is seen when uses are resolved.
// A command with a slash in it is another script. What a path begins with is often put together,
// `"$(dirname "$0")/lib.sh"`; the part behind that still says which file is meant.
namespace satchel::code {
namespace {

enum Code : std::uint8_t {
  kFunction = 1,
  kCommand,
  kAssignment,
  // Asked for by code.
  kWord,
  kText,
  kCommandName,
};

constexpr auto kNodes = std::to_array<GrammarWord>({{"function_definition", kFunction},
                                                    {"command", kCommand},
                                                    {"variable_assignment", kAssignment},
                                                    {"word", kWord},
                                                    {"string", kText},
                                                    {"raw_string", kText},
                                                    {"concatenation", kText},
                                                    {"command_name", kCommandName}});

enum Field : std::uint8_t { kName = 1, kBody, kArgument };

constexpr auto kFields =
    std::to_array<GrammarWord>({{"name", kName}, {"body", kBody}, {"argument", kArgument}});

constexpr std::size_t kMostTest = 8192;  // bytes of one test of bats
constexpr std::size_t kMostTitle = 180;

bool IsName(char c) { return IsUpper(c) || IsLower(c) || IsDigit(c) || c == '_'; }

std::string_view Unquoted(std::string_view text) {
  const bool quoted = text.size() > 1 && text.front() == text.back() &&
                      (text.front() == '"' || text.front() == '\'');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// A path without what is put together at its beginning; empty when nothing certain is left.
std::string_view PathOf(const Node& node, const Extraction& out) {
  if (out.CodeOf(node) != kWord && out.CodeOf(node) != kText) return {};
  std::string_view path = Unquoted(out.Text(node));
  if (path.find_first_of("`\n") != std::string_view::npos) return {};
  const std::size_t last = path.rfind('$');
  if (last == std::string_view::npos) return path;
  path.remove_prefix(last + 1);
  if (path.starts_with('{')) {
    path.remove_prefix(std::min(path.find('}'), path.size()));
  } else {
    const auto* end = std::ranges::find_if_not(path, IsName);
    path.remove_prefix(static_cast<std::size_t>(end - path.begin()));
  }
  path.remove_prefix(std::min(path.find('/'), path.size()));
  path.remove_prefix(std::min<std::size_t>(1, path.size()));
  return path.find_first_of("\")}'*") == std::string_view::npos ? path : std::string_view();
}

bool IsScript(std::string_view path) { return path.ends_with(".sh") || path.ends_with(".bash"); }

// `@test "a name" { … }` of bats is a command to the grammar, and so is the brace that ends it.
void DefineTest(const Node& command, std::string_view title, Extraction& out) {
  const std::string_view after = out.After(command, kMostTest);
  const std::size_t end = after.find("\n}");
  const std::size_t behind = end == std::string_view::npos ? 0 : end + 2;
  const std::string name = "test " + std::string(title.substr(0, kMostTitle));
  out.Define({.kind = SymbolKind::kFunction,
              .name = name,
              .node = command,
              .body = {},
              .visibility = Visibility::kPublic,
              .declared_only = false,
              .container = {},
              .doc = {},
              .head = {},
              .encloses = false,
              .end = command.end() + static_cast<std::uint32_t>(behind)});
}

// The first argument that is no option.
Node FirstArgument(const Node& command, Extraction& out) {
  for (const Node& argument : out.Children(command, kArgument)) {
    if (!out.Text(argument).starts_with('-')) return argument;
  }
  return {};
}

void Command(const Node& node, Extraction& out) {
  // `A=1 make` sets nothing for others.
  for (const Node& child : out.NamedChildren(node)) {
    if (out.CodeOf(child) == kAssignment) out.Met(out.Text(out.Child(child, kName)));
  }
  const Node name = out.FirstNamedChild(out.Child(node, kName));
  const std::string_view path = PathOf(name, out);
  if (out.CodeOf(name) != kWord || path.contains('/')) {
    if (path.contains('/') || IsScript(path)) out.Import(ImportKind::kModule, node, path);
    return;
  }
  const Node first = FirstArgument(node, out);
  if (path == "source" || path == "." || path == "load") {
    const std::string_view module = PathOf(first, out);
    if (!module.empty()) out.Import(ImportKind::kInclude, node, module);
    return;
  }
  if (path == "@test" && first.ok()) {
    DefineTest(node, Unquoted(out.Text(first)), out);
    return;
  }
  if ((path == "bash" || path == "sh" || path == "exec") && IsScript(PathOf(first, out))) {
    out.Import(ImportKind::kModule, node, PathOf(first, out));
    return;
  }
  if (path == "run" || path == "trap") out.Use(UseKind::kCall, PathOf(first, out), {}, first);
  if (path != "}") out.Use(UseKind::kCall, path, {}, name);
}

void DefineVariable(const Node& node, Extraction& out) {
  const std::string_view name = out.Text(out.Child(node, kName));
  if (out.InFunction() || out.Met(name) || out.IsLocal(name)) return;
  out.Local(name);
  const bool constant = std::ranges::none_of(name, IsLower);
  out.Define({.kind = constant ? SymbolKind::kConstant : SymbolKind::kVariable,
              .name = name,
              .node = node});
}

void Visit(std::uint8_t code, const Node& node, Extraction& out) {
  switch (code) {
    case kFunction:
      out.Define({.kind = SymbolKind::kFunction,
                  .name = out.Text(out.Child(node, kName)),
                  .node = node,
                  .body = out.Child(node, kBody)});
      break;
    case kCommand:
      Command(node, out);
      break;
    case kAssignment:
      DefineVariable(node, out);
      break;
    default:
      break;
  }
}

constexpr std::array<std::uint8_t, 3> kAsked = {kWord, kText, kCommandName};
constexpr std::array<std::string_view, 1> kComments = {"comment"};

}  // namespace

constexpr LanguageRules kBashRules{.name = "bash",
                                   .version = 4,
                                   .grammar = tree_sitter_bash,
                                   .takes = nullptr,
                                   .separator = "::",
                                   .nodes = kNodes,
                                   .asked = kAsked,
                                   .fields = kFields,
                                   .comments = kComments,
                                   .visit = Visit,
                                   .comment_style = kHashComments};

}  // namespace satchel::code
