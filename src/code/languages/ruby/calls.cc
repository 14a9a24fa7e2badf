#include "code/languages/ruby/calls.h"

#include <algorithm>
#include <array>
#include <string>

#include "code/languages/ruby/words.h"

namespace satchel::code::ruby {
namespace {

constexpr std::size_t kMostTitle = 180;
constexpr int kDeepestPath = 6;

template <std::size_t kCount>
bool IsOne(std::string_view word, const std::array<std::string_view, kCount>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 3> kMixins = {"include", "extend", "prepend"};
constexpr std::array<std::string_view, 6> kAccessors = {
    "attr_reader", "attr_writer", "attr_accessor", "attr", "mattr_accessor", "cattr_accessor"};
constexpr std::array<std::string_view, 4> kGroups = {"describe", "context", "feature",
                                                     "shared_examples"};
constexpr std::array<std::string_view, 6> kExamples = {"it",       "specify", "example",
                                                       "scenario", "test",    "should"};
constexpr std::array<std::string_view, 3> kGiven = {"let", "let!", "subject"};

std::vector<Node> ArgumentsOf(const Node& call, Extraction& out) {
  return out.NamedChildren(out.Child(call, kArguments));
}

// `a` of `:a`, "a" and 'a'; nothing of what is put together.
std::string_view Literal(const Node& node, const Extraction& out) {
  std::string_view text = out.Text(node);
  if (out.CodeOf(node) == kSymbol && text.size() > 1) return text.substr(1);
  if (out.CodeOf(node) != kString || text.size() < 3 || text.front() != text.back() ||
      (text.front() != '"' && text.front() != '\'') || text.find("#{") != std::string_view::npos) {
    return {};
  }
  return text.substr(1, text.size() - 2);
}

void Define(SymbolKind kind, std::string_view name, const Node& node, Extraction& out,
            Visibility visibility = Visibility::kPublic, const Node& body = {}) {
  out.Define({.kind = kind, .name = name, .node = node, .body = body, .visibility = visibility});
}

// `it "is empty"` is called `it is empty`: no use of a name is ever taken for it.
void Titled(SymbolKind kind, const Node& call, std::string_view word, Extraction& out) {
  const auto arguments = ArgumentsOf(call, out);
  std::string name(word);
  if (!arguments.empty()) {
    std::string_view title = Literal(arguments.front(), out);
    if (title.empty()) title = out.Text(arguments.front());
    if (title.size() > kMostTitle) title = title.substr(0, kMostTitle);
    name += ' ';
    name += title;
  }
  Define(kind, name, call, out, Visibility::kPublic, out.Child(call, kBlock));
}

bool Require(std::string_view word, const Node& call, Extraction& out) {
  const bool relative = word == "require_relative";
  if (!relative && word != "require" && word != "load" && word != "autoload") return false;
  const auto arguments = ArgumentsOf(call, out);
  if (word == "autoload") {
    if (arguments.size() < 2) return false;
    out.Import(ImportKind::kName, call, Literal(arguments[1], out), Literal(arguments[0], out));
    return true;
  }
  if (arguments.empty()) return false;
  const std::string_view path = Literal(arguments.front(), out);
  if (!path.empty()) out.Import(relative ? ImportKind::kInclude : ImportKind::kAll, call, path);
  return true;
}

// Words that say something about the class or module around them.
bool AboutType(std::string_view word, const Node& call, Extraction& out) {
  if (!InType(out) || out.DirectlyInFunction()) return false;
  if (IsOne(word, kMixins)) {
    for (const Node& mixin : ArgumentsOf(call, out)) UseConstant(UseKind::kBase, mixin, out);
    return true;
  }
  const auto told = VisibilityFrom(out.Before(call, 24));
  if (IsOne(word, kAccessors)) {
    for (const Node& name : ArgumentsOf(call, out)) {
      Define(SymbolKind::kField, Literal(name, out), call, out, told.value_or(out.members()));
    }
    return true;
  }
  if (word == "alias_method" || word == "define_method") {
    const auto arguments = ArgumentsOf(call, out);
    if (!arguments.empty()) {
      Define(SymbolKind::kMethod, Literal(arguments.front(), out), call, out,
             told.value_or(out.members()), out.Child(call, kBlock));
    }
    return true;
  }
  const auto visibility = VisibilityFrom(word);
  if (!visibility) return false;
  for (const Node& name : ArgumentsOf(call, out)) {
    const std::string_view one = Literal(name, out);
    if (!one.empty()) out.SetVisibility(one, *visibility);
  }
  return true;
}

bool AboutTests(std::string_view word, const Node& call, Extraction& out) {
  if (!out.Child(call, kBlock).ok()) return false;
  const auto arguments = ArgumentsOf(call, out);
  const bool titled = !arguments.empty() && out.CodeOf(arguments.front()) == kString;
  if (IsOne(word, kGroups) && !arguments.empty()) {
    Titled(SymbolKind::kNamespace, call, word, out);
    return true;
  }
  if (IsOne(word, kExamples) && (titled || (word == "it" && arguments.empty()))) {
    Titled(SymbolKind::kFunction, call, word, out);
    return true;
  }
  if (!IsOne(word, kGiven)) return false;
  if (!arguments.empty()) Define(SymbolKind::kVariable, Literal(arguments.front(), out), call, out);
  return true;
}

}  // namespace

bool InType(const Extraction& out) {
  const Symbol* around = out.Inside();
  return around != nullptr && (HasMembers(around->kind) || around->kind == SymbolKind::kNamespace);
}

std::optional<Visibility> VisibilityFrom(std::string_view word) {
  const std::size_t blank = word.find_last_of(" \t\n;(");
  if (blank != std::string_view::npos) word.remove_prefix(blank + 1);
  if (word == "private" || word == "private_class_method" || word == "private_constant") {
    return Visibility::kPrivate;
  }
  if (word == "protected") return Visibility::kProtected;
  if (word == "public" || word == "public_class_method" || word == "module_function") {
    return Visibility::kPublic;
  }
  return std::nullopt;
}

void UseConstant(UseKind kind, const Node& node, Extraction& out) {
  if (out.CodeOf(node) == kConstant) {
    out.Use(kind, out.Text(node), {}, node);
    return;
  }
  if (out.CodeOf(node) != kScope) return;
  const Node name = out.Child(node, kName);
  Node scope = out.Child(node, kScopeField);
  out.Use(kind, out.Text(name), out.Text(scope), name);
  // What stands before it says where it is and is not used for itself.
  for (int depth = 0; depth < kDeepestPath && out.CodeOf(scope) == kScope; ++depth) {
    out.Met(out.Text(out.Child(scope, kName)));
    scope = out.Child(scope, kScopeField);
  }
  if (out.CodeOf(scope) == kConstant) out.Met(out.Text(scope));
}

std::optional<SymbolKind> KindMadeBy(const Node& value, Extraction& out) {
  if (out.CodeOf(value) != kCall) return std::nullopt;
  const std::string_view maker = out.Text(out.Child(value, kReceiver));
  const std::string_view method = out.Text(out.Child(value, kMethodField));
  if (maker == "Data" && method == "define") return SymbolKind::kClass;
  if (method != "new") return std::nullopt;
  if (maker == "Struct" || maker == "Class") return SymbolKind::kClass;
  if (maker == "Module") return SymbolKind::kNamespace;
  return std::nullopt;
}

void MembersMadeBy(const Node& value, Extraction& out) {
  for (const Node& argument : ArgumentsOf(value, out)) {
    if (out.CodeOf(argument) == kSymbol) {
      Define(SymbolKind::kField, Literal(argument, out), argument, out);
    } else {
      UseConstant(UseKind::kBase, argument, out);
    }
  }
}

void VisitCall(const Node& call, Extraction& out) {
  const Node method = out.Child(call, kMethodField);
  const Node receiver = out.Child(call, kReceiver);
  const std::string_view word = out.Text(method);
  if (!receiver.ok()) {
    if (Require(word, call, out) || AboutType(word, call, out) || AboutTests(word, call, out)) {
      out.Met(word);
      return;
    }
    out.Use(UseKind::kCall, word, {}, method);
    return;
  }
  if (word == "describe" && out.Text(receiver) == "RSpec") {
    Titled(SymbolKind::kNamespace, call, word, out);
    out.Met(out.Text(receiver));
    return;
  }
  const bool constant = out.CodeOf(receiver) == kConstant || out.CodeOf(receiver) == kScope;
  if (word == "new" && constant) {
    UseConstant(UseKind::kCall, receiver, out);
    return;
  }
  out.Use(UseKind::kCall, word, out.Text(receiver), method);
}

}  // namespace satchel::code::ruby
