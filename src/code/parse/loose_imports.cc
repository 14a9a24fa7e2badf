// An import is read from its tokens, which are few and the same in all languages: words, what
// stands between them, texts. What does not look like one after all is passed over, so that the
// worst that a strange text does is to hide a few uses behind it.
#include "code/parse/loose_imports.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "code/parse/comment_text.h"
#include "code/parse/loose_line.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostImports = 5'000;
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostModuleBytes = 400;
constexpr std::size_t kMostParts = 40;       // of one name
constexpr std::size_t kMostSelectors = 500;  // between two brackets

std::string_view LastName(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

std::string_view BeforeLast(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
}

}  // namespace

bool LooseImportReader::OnSameLine(const Tokens& tokens) const {
  const std::size_t begin = tokens.last_end();
  const std::size_t end = tokens.peek().begin;
  return begin <= end && !content_.substr(begin, end - begin).contains('\n');
}

bool LooseImportReader::TakeWord(std::string_view word, Tokens& tokens) const {
  const Token& next = tokens.peek();
  if (next.kind != Token::Kind::kWord || next.text != word || !OnSameLine(tokens)) return false;
  tokens.Next();
  return true;
}

// `a.b.c`, up to what is no word behind a mark.
std::string LooseImportReader::TakeName(std::string_view between, Tokens& tokens) const {
  std::string name;
  for (std::size_t parts = 0; parts < kMostParts; ++parts) {
    const Token& next = tokens.peek();
    if (next.kind != Token::Kind::kWord || !OnSameLine(tokens)) return name;
    name += tokens.Next().text;
    const Token& mark = tokens.peek();
    const std::size_t size = between.size();
    if (mark.begin != tokens.last_end() || content_.substr(mark.begin, size) != between)
      return name;
    const std::size_t after = mark.begin + size;
    const bool goes_on =
        after < content_.size() && (IsAlnum(content_[after]) || content_[after] == '_' ||
                                    static_cast<unsigned char>(content_[after]) >= 0x80);
    if (!goes_on) return name;
    for (std::size_t i = 0; i < size; ++i) tokens.Next();
    name += between;
  }
  return name;
}

void LooseImportReader::Add(ImportKind kind, const Place& place, std::string_view module,
                            std::string_view name, std::string_view alias) {
  if (module.empty() || module.size() > kMostModuleBytes || name.size() > kMostNameBytes) return;
  if (alias.size() > kMostNameBytes || facts_.imports.size() >= kMostImports) return;
  if (!text::IsValidUtf8(name) || !text::IsValidUtf8(alias)) return;
  facts_.imports.push_back({kind, place.line, OneLine(module, kMostModuleBytes), std::string(name),
                            alias == name ? std::string() : std::string(alias)});
}

bool LooseImportReader::Take(const Token& word, const Place& place, Tokens& tokens) {
  switch (form_) {
    case LooseImports::kNone:
      return false;
    case LooseImports::kDotted:
      return TakeDotted(word.text, place, tokens);
    case LooseImports::kModules:
      return TakeModule(word.text, place, tokens);
    case LooseImports::kPaths:
      return TakePath(word.text, place, tokens);
    case LooseImports::kRequired:
    case LooseImports::kCalled:
      return TakeCalled(word, place, tokens);
    case LooseImports::kAliased:
      return TakeAliased(word.text, place, tokens);
    case LooseImports::kQualified:
      return TakeQualified(word.text, place, tokens);
    case LooseImports::kUsing:
      return TakeUsing(word.text, place, tokens);
    case LooseImports::kNamed:
      return TakeNamed(word.text, place, tokens);
  }
  return false;
}

// import a.b.C, d.e._; import static a.B.c; package a.b
bool LooseImportReader::TakeDotted(std::string_view word, const Place& place, Tokens& tokens) {
  if (!place.begins || tokens.peek().kind != Token::Kind::kWord || !OnSameLine(tokens)) {
    return false;
  }
  if (word == "package") {
    if (!place.outermost || tokens.peek().text == "object") return false;
    TakePackage(tokens);
    return true;
  }
  if (word != "import") return false;
  TakeWord("static", tokens);
  do {
    TakeDottedPath(place, tokens);
  } while (OnSameLine(tokens) && tokens.Take(','));
  return true;
}

// Clauses below each other are one name.
void LooseImportReader::TakePackage(Tokens& tokens) {
  const std::string name = TakeName(".", tokens);
  if (name.empty() || !text::IsValidUtf8(name)) return;
  if (facts_.package.size() + name.size() >= kMostNameBytes) return;
  if (!facts_.package.empty()) facts_.package += '.';
  facts_.package += name;
}

void LooseImportReader::TakeDottedPath(const Place& place, Tokens& tokens) {
  std::string path = TakeName(".", tokens);
  if (path.empty()) return;
  if (tokens.peek().Is('.') && OnSameLine(tokens)) {
    tokens.Next();
    if (tokens.Take('{')) {
      TakeSelectors(path, place, tokens);
    } else if (tokens.Take('*')) {
      Add(ImportKind::kAll, place, path);
    }
    return;
  }
  if (LastName(path) == "_" && path.size() > 2) {
    Add(ImportKind::kAll, place, BeforeLast(path));
    return;
  }
  std::string alias;
  if (TakeWord("as", tokens)) alias = TakeName(".", tokens);
  const std::string_view module = BeforeLast(path);
  if (module.empty()) {
    Add(ImportKind::kModule, place, path, {}, alias);
  } else {
    Add(ImportKind::kName, place, module, LastName(path), alias);
  }
}

// {C, D => E, F as G, H => _, *}
void LooseImportReader::TakeSelectors(std::string_view path, const Place& place, Tokens& tokens) {
  for (std::size_t taken = 0; taken < kMostSelectors && tokens.peek().ok(); ++taken) {
    if (tokens.Take('}')) return;
    if (tokens.Take(',')) continue;
    if (tokens.Take('*')) {
      Add(ImportKind::kAll, place, path);
      continue;
    }
    const Token name = tokens.Next();
    if (name.kind != Token::Kind::kWord) continue;
    if (name.text == "_" || name.text == "given") {
      if (name.text == "_") Add(ImportKind::kAll, place, path);
      continue;
    }
    Token alias;
    bool renamed = TakeWord("as", tokens);
    if (tokens.peek().Is('=')) {
      tokens.Next();
      renamed = tokens.Take('>');
    }
    if (renamed) alias = tokens.Next();
    if (alias.text == "_") continue;  // it is left out
    Add(ImportKind::kName, place, path, name.text,
        alias.kind == Token::Kind::kWord ? alias.text : std::string_view());
  }
}

// import Foundation; import struct Foundation.Date
bool LooseImportReader::TakeModule(std::string_view word, const Place& place, Tokens& tokens) {
  if (word != "import" || !place.begins || !OnSameLine(tokens)) return false;
  bool one = false;
  if (tokens.peek().kind == Token::Kind::kWord &&
      ListsWord(" actor class enum func let protocol struct typealias var ", tokens.peek().text)) {
    tokens.Next();
    one = true;
  }
  const std::string path = TakeName(".", tokens);
  if (path.empty()) return false;
  if (one && !BeforeLast(path).empty()) {
    Add(ImportKind::kName, place, BeforeLast(path), LastName(path));
  } else {
    Add(ImportKind::kAll, place, path);
  }
  return true;
}

// import 'x.dart' as y show A, B; export 'x.dart'; part 'x.dart'; part of 'x.dart';
bool LooseImportReader::TakePath(std::string_view word, const Place& place, Tokens& tokens) {
  if (!place.begins || !ListsWord(" export import part ", word)) return false;
  if (word == "part") TakeWord("of", tokens);
  if (tokens.peek().kind != Token::Kind::kText) return false;
  const std::string module(tokens.Next().text);
  std::string alias;
  bool named = false;
  for (std::size_t taken = 0; taken < kMostSelectors && tokens.peek().ok(); ++taken) {
    const Token next = tokens.Next();
    if (next.Is(';')) break;
    if (next.kind != Token::Kind::kWord) continue;
    if (next.text == "as") alias = TakeName(".", tokens);
    if (next.text != "show") continue;
    do {
      const Token name = tokens.peek();
      if (name.kind != Token::Kind::kWord) break;
      tokens.Next();
      Add(ImportKind::kName, place, module, name.text);
      named = true;
    } while (tokens.Take(','));
  }
  if (!named) Add(alias.empty() ? ImportKind::kAll : ImportKind::kModule, place, module, {}, alias);
  return true;
}

// local x = require("a.b"), require "a.b"; const x = @import("x.zig")
bool LooseImportReader::TakeCalled(const Token& word, const Place& place, Tokens& tokens) {
  const bool called = form_ == LooseImports::kCalled;
  if (word.text != (called ? "import" : "require")) return false;
  const bool at = word.begin > 0 && content_[word.begin - 1] == '@';
  if (called != at || !OnSameLine(tokens)) return false;
  tokens.Take('(');
  if (tokens.peek().kind != Token::Kind::kText) return true;
  Add(ImportKind::kModule, place, tokens.Next().text, {}, place.bound);
  tokens.Take(')');
  return true;
}

// alias A.{B, C}; alias A.B, as: C; import A.B; use A.B; require A.B
bool LooseImportReader::TakeAliased(std::string_view word, const Place& place, Tokens& tokens) {
  if (!place.begins || !ListsWord(" alias import require use ", word)) return false;
  if (tokens.peek().kind != Token::Kind::kWord || !IsUpper(tokens.peek().text.front()) ||
      !OnSameLine(tokens)) {
    return false;
  }
  const std::string path = TakeName(".", tokens);
  const bool all = word == "import" || word == "use";
  if (tokens.peek().Is('.') && OnSameLine(tokens)) {
    tokens.Next();
    if (!tokens.Take('{')) return true;
    for (std::size_t taken = 0; taken < kMostSelectors && tokens.peek().ok(); ++taken) {
      if (tokens.Take('}')) return true;
      const std::string name = TakeName(".", tokens);
      if (name.empty()) {
        tokens.Next();
        continue;
      }
      Add(all ? ImportKind::kAll : ImportKind::kModule, place, path + "." + name);
    }
    return true;
  }
  std::string alias;
  if (tokens.peek().Is(',') && OnSameLine(tokens)) {
    tokens.Next();
    if (TakeWord("as", tokens) && tokens.Take(':')) alias = TakeName(".", tokens);
  }
  Add(all ? ImportKind::kAll : ImportKind::kModule, place, path, {}, alias);
  return true;
}

// import qualified A.B as C (d, e)
bool LooseImportReader::TakeQualified(std::string_view word, const Place& place, Tokens& tokens) {
  if (word != "import" || !place.begins) return false;
  TakeWord("safe", tokens);
  bool qualified = TakeWord("qualified", tokens);
  const std::string path = TakeName(".", tokens);
  if (path.empty() || !IsUpper(path.front())) return false;
  qualified = TakeWord("qualified", tokens) || qualified;
  std::string alias;
  if (TakeWord("as", tokens)) alias = TakeName(".", tokens);
  Add(qualified ? ImportKind::kModule : ImportKind::kAll, place, path, {}, alias);
  return true;
}

// using A.B, C; using A: b; import A: b as c; include("x.jl")
bool LooseImportReader::TakeUsing(std::string_view word, const Place& place, Tokens& tokens) {
  if (word == "include" && tokens.peek().Is('(')) {
    tokens.Next();
    if (tokens.peek().kind != Token::Kind::kText) return true;
    Add(ImportKind::kInclude, place, tokens.Next().text);
    return true;
  }
  if (!place.begins || (word != "using" && word != "import") || !OnSameLine(tokens)) return false;
  do {
    std::string path;
    while (path.size() < kMostParts && tokens.Take('.')) path += '.';
    path += TakeName(".", tokens);
    if (path.empty()) return true;
    if (!tokens.peek().Is(':') || !OnSameLine(tokens)) {
      std::string alias;
      if (TakeWord("as", tokens)) alias = TakeName(".", tokens);
      Add(word == "using" ? ImportKind::kAll : ImportKind::kModule, place, path, {}, alias);
      continue;
    }
    tokens.Next();
    do {
      const std::string name = TakeName(".", tokens);
      if (name.empty()) break;
      std::string alias;
      if (TakeWord("as", tokens)) alias = TakeName(".", tokens);
      Add(ImportKind::kName, place, path, name, alias);
    } while (OnSameLine(tokens) && tokens.Take(','));
    return true;
  } while (OnSameLine(tokens) && tokens.Take(','));
  return true;
}

// use A::B qw(c); require A::B;
bool LooseImportReader::TakeNamed(std::string_view word, const Place& place, Tokens& tokens) {
  if (!place.begins || (word != "use" && word != "require")) return false;
  if (tokens.peek().kind != Token::Kind::kWord || !IsUpper(tokens.peek().text.front()))
    return false;
  Add(ImportKind::kAll, place, TakeName("::", tokens));
  return true;
}

}  // namespace satchel::code
