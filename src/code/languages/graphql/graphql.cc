// GraphQL by its tokens: types and their fields, and in documents of queries what each asks for
// first. A text before a definition documents it.
#include "code/languages/graphql/graphql.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.line_comment = "#";
  style.open = "";
  style.close = "";
  style.quotes = "\"";
  style.triple = true;
  return style;
}();

constexpr auto kScalars =
    std::to_array<std::string_view>({"Boolean", "Float", "ID", "Int", "String"});
constexpr auto kRoots = std::to_array<std::string_view>({"Mutation", "Query", "Subscription"});

class GraphQlReader {
 public:
  GraphQlReader(std::string_view content, const LanguageRules& rules)
      : tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) {
      Token token = tokens_.Next();
      Token doc;
      if (token.kind == Token::Kind::kText) {
        doc = token;
        token = tokens_.Next();
      }
      if (token.kind == Token::Kind::kWord) {
        Definition(token, doc);
      } else if (token.Is('{')) {
        Selection(true);
      }
    }
    return out_.Finish();
  }

 private:
  bool HasName() const { return tokens_.peek().kind == Token::Kind::kWord; }

  void Definition(Token token, const Token& doc) {
    const std::size_t begin = token.begin;
    const bool extends = token.text == "extend";
    if (extends && HasName()) token = tokens_.Next();
    const std::string_view word = token.text;
    if (word == "type" || word == "input" || word == "interface") {
      Type(begin, word == "interface" ? SymbolKind::kInterface : SymbolKind::kStruct, doc);
    } else if (word == "enum") {
      Enum(begin, doc);
    } else if (word == "union" || word == "scalar") {
      Alias(begin, doc);
    } else if (word == "directive") {
      Directive(begin, doc);
    } else if (word == "schema") {
      Roots();
    } else if (word == "query" || word == "mutation" || word == "subscription" ||
               word == "fragment") {
      Operation(begin, word != "fragment");
    }
  }

  void Open(SymbolKind kind, const Token& name, std::size_t begin, const Token& doc) {
    out_.Open(kind, name.text, begin, name.end);
    if (doc.kind == Token::Kind::kText) out_.SetDoc(doc.text);
  }

  void UseType(const Token& token) {
    if (token.kind != Token::Kind::kWord) return;
    if (std::ranges::find(kScalars, token.text) != kScalars.end()) return;
    out_.Use(UseKind::kType, token.text, token.begin);
  }

  void PassDirectives() {
    while (tokens_.Take('@')) {
      if (HasName()) tokens_.Next();
      if (tokens_.Take('(')) tokens_.PassBrackets();
    }
  }

  void Type(std::size_t begin, SymbolKind kind, const Token& doc) {
    if (!HasName()) return;
    const Token name = tokens_.Next();
    const bool root = std::ranges::find(kRoots, name.text) != kRoots.end();
    Open(kind, name, begin, doc);
    std::size_t end = name.end;
    if (tokens_.peek().text == "implements") {
      end = tokens_.Next().end;
      while (HasName() || tokens_.peek().Is('&')) {
        const Token base = tokens_.Next();
        end = base.end;
        if (base.kind == Token::Kind::kWord) out_.Use(UseKind::kBase, base.text, base.begin);
      }
    }
    out_.SetHead(end);
    PassDirectives();
    end = tokens_.last_end();
    if (tokens_.Take('{')) {
      while (tokens_.peek().ok() && !tokens_.peek().Is('}')) Field(root);
      end = tokens_.peek().end;
      tokens_.Take('}');
    }
    out_.Close(end);
  }

  void Field(bool root) {
    Token token = tokens_.Next();
    Token doc;
    if (token.kind == Token::Kind::kText) {
      doc = token;
      if (!HasName()) return;
      token = tokens_.Next();
    }
    if (token.kind != Token::Kind::kWord) return;
    const bool called = tokens_.peek().Is('(');
    Open(root || called ? SymbolKind::kMethod : SymbolKind::kField, token, token.begin, doc);
    if (tokens_.Take('(')) {
      std::size_t depth = 1;
      bool type = false;
      while (depth > 0 && tokens_.peek().ok()) {
        const Token part = tokens_.Next();
        if (part.Is('(') || part.Is('{')) ++depth;
        if (part.Is(')') || part.Is('}')) --depth;
        if (part.Is(':')) type = true;
        if (part.Is('=')) type = false;
        if (type && part.kind == Token::Kind::kWord) {
          UseType(part);
          type = false;
        }
      }
    }
    std::size_t end = tokens_.last_end();
    if (tokens_.Take(':')) end = TakeType();
    out_.SetHead(end);
    if (tokens_.Take('=')) tokens_.Next();
    PassDirectives();
    out_.Close(std::max(end, tokens_.last_end()));
  }

  // `[User!]!`
  std::size_t TakeType() {
    while (tokens_.peek().Is('[')) tokens_.Next();
    if (HasName()) UseType(tokens_.Next());
    while (tokens_.peek().Is(']') || tokens_.peek().Is('!')) tokens_.Next();
    return tokens_.last_end();
  }

  void Enum(std::size_t begin, const Token& doc) {
    if (!HasName()) return;
    const Token name = tokens_.Next();
    Open(SymbolKind::kEnum, name, begin, doc);
    PassDirectives();
    std::size_t end = tokens_.last_end();
    if (tokens_.Take('{')) {
      while (tokens_.peek().ok() && !tokens_.peek().Is('}')) {
        const Token member = tokens_.Next();
        if (member.kind == Token::Kind::kWord) {
          out_.Add(SymbolKind::kEnumMember, member.text, member.begin, member.end);
        }
        PassDirectives();
      }
      end = tokens_.peek().end;
      tokens_.Take('}');
    }
    out_.Close(end);
  }

  void Alias(std::size_t begin, const Token& doc) {
    if (!HasName()) return;
    const Token name = tokens_.Next();
    Open(SymbolKind::kTypeAlias, name, begin, doc);
    PassDirectives();
    if (tokens_.Take('=')) {
      tokens_.Take('|');
      while (HasName()) {
        UseType(tokens_.Next());
        if (!tokens_.Take('|')) break;
      }
    }
    out_.SetHead(tokens_.last_end());
    out_.Close(tokens_.last_end());
  }

  void Directive(std::size_t begin, const Token& doc) {
    if (!tokens_.Take('@') || !HasName()) return;
    const Token name = tokens_.Next();
    Open(SymbolKind::kMacro, name, begin, doc);
    if (tokens_.Take('(')) tokens_.PassBrackets();
    out_.SetHead(tokens_.last_end());
    out_.Close(tokens_.last_end());
  }

  void Roots() {
    PassDirectives();
    if (!tokens_.Take('{')) return;
    while (tokens_.peek().ok() && !tokens_.Take('}')) {
      const Token part = tokens_.Next();
      if (part.Is(':') && HasName()) UseType(tokens_.Next());
    }
  }

  // query Users($first: Int) { users { name } }, fragment Short on User { name }
  void Operation(std::size_t begin, bool asks) {
    const Token name = HasName() ? tokens_.Next() : Token{};
    out_.Open(SymbolKind::kFunction, name.text, begin, std::max(name.end, begin));
    if (tokens_.peek().text == "on") {
      tokens_.Next();
      if (HasName()) UseType(tokens_.Next());
    }
    if (tokens_.Take('(')) {
      while (tokens_.peek().ok() && !tokens_.Take(')')) {
        if (tokens_.Next().Is(':')) TakeType();
      }
    }
    PassDirectives();
    out_.SetHead(tokens_.last_end());
    std::size_t end = tokens_.last_end();
    if (tokens_.peek().Is('{')) {
      tokens_.Next();
      end = Selection(asks);
    }
    out_.Close(end);
  }

  // Behind its bracket. What is asked for first, and fragments wherever they are.
  std::size_t Selection(bool asks) {
    std::size_t depth = 1;
    while (depth > 0 && tokens_.peek().ok()) {
      const Token token = tokens_.Next();
      if (token.Is('{')) ++depth;
      if (token.Is('}')) --depth;
      if (token.Is('(')) tokens_.PassBrackets();
      if (token.Is('.') && HasName() && tokens_.peek().text != "on") {
        const Token fragment = tokens_.Next();
        out_.Use(UseKind::kCall, fragment.text, fragment.begin);
      } else if (token.text == "on" && HasName()) {
        UseType(tokens_.Next());
      } else if (asks && depth == 1 && token.kind == Token::Kind::kWord &&
                 !tokens_.peek().Is(':')) {
        out_.Use(UseKind::kCall, token.text, token.begin);
      }
    }
    return tokens_.last_end();
  }

  Tokens tokens_;
  Outline out_;
};

FileFacts ReadGraphQl(std::string_view content, const LanguageRules& rules) {
  return GraphQlReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kGraphQlRules = [] {
  LanguageRules rules;
  rules.name = "graphql";
  rules.level = Level::kStructure;
  rules.comment_style = kHashComments;
  rules.read = ReadGraphQl;
  return rules;
}();

}  // namespace satchel::code
