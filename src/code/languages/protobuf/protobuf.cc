// Protocol Buffers by their tokens: messages, enums and services in one another, each field with
// the message that it has for its type.
#include "code/languages/protobuf/protobuf.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.word_marks = "_.";
  return style;
}();

constexpr auto kScalars = std::to_array<std::string_view>(
    {"bool", "bytes", "double", "fixed32", "fixed64", "float", "group", "int32", "int64", "map",
     "sfixed32", "sfixed64", "sint32", "sint64", "string", "uint32", "uint64"});
static_assert(std::ranges::is_sorted(kScalars));
constexpr auto kPasses = std::to_array<std::string_view>(
    {"extensions", "option", "reserved", "syntax", "edition", "default"});
constexpr auto kLabels =
    std::to_array<std::string_view>({"optional", "repeated", "required", "stream"});

class ProtobufReader {
 public:
  ProtobufReader(std::string_view content, const LanguageRules& rules)
      : tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) Step();
    return out_.Finish();
  }

 private:
  enum class Inside : std::uint8_t { kMessage, kEnum, kService, kOther };
  struct Block {
    Inside what;
    bool named;
  };

  void Step() {
    const Token token = tokens_.Next();
    if (token.Is('}')) {
      if (blocks_.empty()) return;
      if (blocks_.back().named) out_.Close(token.end);
      blocks_.pop_back();
      return;
    }
    if (token.Is('{')) {
      Begin(Inside::kOther, false);
      return;
    }
    if (token.kind != Token::Kind::kWord) return;
    const Inside around = blocks_.empty() ? Inside::kOther : blocks_.back().what;
    if (token.text == "message" && HasName())
      return Define(SymbolKind::kStruct, token, Inside::kMessage);
    if (token.text == "enum" && HasName()) return Define(SymbolKind::kEnum, token, Inside::kEnum);
    if (token.text == "service" && HasName()) {
      return Define(SymbolKind::kInterface, token, Inside::kService);
    }
    if (token.text == "package" && blocks_.empty()) return out_.SetPackage(tokens_.Next().text);
    if (token.text == "import" && blocks_.empty()) return TakeImport(token);
    if (std::ranges::find(kPasses, token.text) != kPasses.end()) {
      PassStatement();
      return;
    }
    if (token.text == "extend" && HasName()) {
      UseType(tokens_.Next());
      if (tokens_.Take('{')) Begin(Inside::kMessage, false);
      return;
    }
    if (token.text == "oneof" && around == Inside::kMessage && HasName()) {
      tokens_.Next();
      if (tokens_.Take('{')) Begin(Inside::kMessage, false);
      return;
    }
    if (token.text == "rpc" && around == Inside::kService) return TakeCall(token);
    if (around == Inside::kEnum) return TakeMember(token);
    if (around == Inside::kMessage) return TakeField(token);
  }

  bool HasName() const { return tokens_.peek().kind == Token::Kind::kWord; }

  void Begin(Inside what, bool named) {
    constexpr std::size_t kDeepest = 100;
    if (blocks_.size() >= kDeepest) {
      const std::size_t end = tokens_.PassBrackets();
      if (named) out_.Close(end);
      return;
    }
    blocks_.push_back({what, named});
  }

  void Define(SymbolKind kind, const Token& token, Inside what) {
    const Token name = tokens_.Next();
    if (!tokens_.peek().Is('{')) return;
    out_.Open(kind, name.text, token.begin, name.end);
    tokens_.Next();
    Begin(what, true);
  }

  void TakeImport(const Token& token) {
    if (HasName()) tokens_.Next();  // public, weak
    if (tokens_.peek().kind != Token::Kind::kText) return;
    out_.Import(ImportKind::kInclude, tokens_.Next().text, token.begin);
  }

  // Where the statement ends, which may have a value in brackets.
  std::size_t PassStatement() {
    while (tokens_.peek().ok() && !tokens_.peek().Is('}')) {
      const Token token = tokens_.Next();
      if (token.Is(';')) break;
      if (token.Is('{') || token.Is('[') || token.Is('(')) tokens_.PassBrackets();
    }
    return tokens_.last_end();
  }

  void UseType(const Token& token) {
    std::string_view name = token.text;
    while (name.starts_with('.')) name.remove_prefix(1);
    const std::size_t dot = name.rfind('.');
    std::string_view around = dot == std::string_view::npos ? "" : name.substr(0, dot);
    name = name.substr(dot == std::string_view::npos ? 0 : dot + 1);
    // Of `shop.v1.Order.Line` the message around it says something, the package does not.
    around = around.substr(around.rfind('.') + 1);
    if (!around.empty() && !IsUpper(around.front())) around = {};
    if (token.kind != Token::Kind::kWord || std::ranges::binary_search(kScalars, name)) return;
    out_.Use(UseKind::kType, name, token.begin, around);
  }

  void TakeCall(const Token& token) {
    const Token name = tokens_.Next();
    out_.Open(SymbolKind::kMethod, name.text, token.begin, name.end);
    std::size_t end = name.end;
    while (tokens_.peek().ok() && !tokens_.peek().Is('}')) {
      const Token part = tokens_.Next();
      if (part.Is(';')) {
        out_.SetHead(end);
        end = part.end;
        out_.Close(end);
        return;
      }
      if (part.Is('{')) {
        out_.SetHead(end);
        out_.Close(tokens_.PassBrackets());
        return;
      }
      end = part.end;
      const bool word = part.text == "returns" || part.text == "stream";
      if (part.kind == Token::Kind::kWord && !word) UseType(part);
    }
    out_.Close(end);
  }

  void TakeMember(const Token& token) {
    if (!tokens_.peek().Is('=')) return;
    out_.Open(SymbolKind::kEnumMember, token.text, token.begin, token.end);
    out_.Close(PassStatement());
  }

  void TakeField(Token token) {
    const std::size_t begin = token.begin;
    while (std::ranges::find(kLabels, token.text) != kLabels.end() && HasName()) {
      token = tokens_.Next();
    }
    Token type = token;
    if (token.text == "map" && tokens_.Take('<')) {
      tokens_.Next();
      tokens_.Take(',');
      type = tokens_.Next();
      tokens_.Take('>');
    }
    if (!HasName()) return;
    const Token name = tokens_.Next();
    if (!tokens_.peek().Is('=')) return;
    out_.Open(SymbolKind::kField, name.text, begin, name.end);
    UseType(type);
    out_.Close(PassStatement());
  }

  Tokens tokens_;
  Outline out_;
  std::vector<Block> blocks_;
};

FileFacts ReadProtobuf(std::string_view content, const LanguageRules& rules) {
  return ProtobufReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kProtobufRules = [] {
  LanguageRules rules;
  rules.name = "protobuf";
  rules.version = 2;
  rules.level = Level::kStructure;
  rules.read = ReadProtobuf;
  return rules;
}();

}  // namespace satchel::code
