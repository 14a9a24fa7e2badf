// SQL by its statements. A statement ends with a semicolon outside of brackets; one that makes a
// function, a procedure or a trigger may have others inside of BEGIN … END. What a statement makes
// is a symbol, the tables that it names behind FROM, JOIN, INTO, UPDATE, REFERENCES are used. A
// body between `$$` is text, and is read for such names, too.
#include "code/languages/sql/sql.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/ascii.h"
#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.line_comment = "--";
  style.word_marks = "_";
  style.long_texts = true;
  style.doubled = true;
  style.dollars = true;
  style.brackets = true;
  return style;
}();

bool IsWord(const Token& token, std::string_view word) {
  return token.kind == Token::Kind::kWord && SameButCase(token.text, word);
}

template <std::size_t kSize>
bool IsOneOf(const Token& token, const std::array<std::string_view, kSize>& words) {
  return token.kind == Token::Kind::kWord && std::ranges::any_of(words, [&](std::string_view word) {
           return SameButCase(token.text, word);
         });
}

struct Made {
  std::string_view word;
  SymbolKind kind;
};
constexpr auto kMade = std::to_array<Made>({{"aggregate", SymbolKind::kFunction},
                                            {"domain", SymbolKind::kTypeAlias},
                                            {"function", SymbolKind::kFunction},
                                            {"index", SymbolKind::kProperty},
                                            {"policy", SymbolKind::kProperty},
                                            {"procedure", SymbolKind::kFunction},
                                            {"schema", SymbolKind::kNamespace},
                                            {"sequence", SymbolKind::kVariable},
                                            {"table", SymbolKind::kStruct},
                                            {"trigger", SymbolKind::kFunction},
                                            {"type", SymbolKind::kTypeAlias},
                                            {"view", SymbolKind::kStruct}});
constexpr auto kBetween = std::to_array<std::string_view>(
    {"concurrently", "constraint", "definer",   "exists",       "external",  "foreign",
     "global",       "if",         "local",     "materialized", "not",       "only",
     "or",           "recursive",  "replace",   "temp",         "temporary", "unique",
     "unlogged",     "virtual",    "clustered", "nonclustered", "fulltext",  "spatial"});
// What begins an entry of a table that is no column.
constexpr auto kNoColumns = std::to_array<std::string_view>(
    {"check", "constraint", "exclude", "foreign", "fulltext", "index", "key", "like", "period",
     "primary", "spatial", "unique"});
constexpr auto kBeforeTables =
    std::to_array<std::string_view>({"from", "into", "join", "references", "update", "table"});
constexpr auto kNoTables = std::to_array<std::string_view>(
    {"as",     "cascade", "dual", "each",      "excluded", "exists", "if",   "lateral",
     "new",    "no",      "not",  "of",        "old",      "only",   "or",   "row",
     "select", "set",     "skip", "statement", "unnest",   "values", "where"});
constexpr auto kNoEnds = std::to_array<std::string_view>({"for", "if", "loop", "repeat", "while"});

struct Name {
  std::string_view name;
  std::string_view in;  // `public` of `public.users`
  std::size_t begin = 0;
  std::size_t end = 0;
};

class SqlReader {
 public:
  SqlReader(std::string_view content, const LanguageRules& rules)
      : content_(content), tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) {
      const Token token = tokens_.Next();
      if (IsWord(token, "create")) {
        Create(token);
      } else if (IsWord(token, "alter")) {
        Alter(token);
      } else if (!token.Is(';')) {
        Uses(token);
      }
    }
    return out_.Finish();
  }

 private:
  static bool IsName(const Token& token) {
    return token.kind == Token::Kind::kWord || token.kind == Token::Kind::kText;
  }

  std::optional<Name> TakeName(Tokens& tokens) {
    if (!IsName(tokens.peek())) return std::nullopt;
    Token token = tokens.Next();
    Name name{token.text, {}, token.begin, token.end};
    while (tokens.peek().Is('.')) {
      tokens.Next();
      if (!IsName(tokens.peek())) break;
      name.in = name.name;
      token = tokens.Next();
      name.name = token.text;
      name.end = token.end;
    }
    return name;
  }

  void Create(const Token& create) {
    while (IsOneOf(tokens_.peek(), kBetween)) tokens_.Next();
    const auto* const made = std::ranges::find_if(
        kMade, [&](const Made& one) { return IsWord(tokens_.peek(), one.word); });
    if (made == kMade.end()) return;
    tokens_.Next();
    while (IsOneOf(tokens_.peek(), kBetween)) tokens_.Next();
    // CREATE INDEX ON users (name)
    if (IsWord(tokens_.peek(), "on")) return;
    const auto name = TakeName(tokens_);
    if (!name) return;
    out_.Open(made->kind, name->name, create.begin, name->end, name->in);
    if (made->word == "table") {
      ReadTable();
    } else if (made->word == "type" || made->word == "domain") {
      ReadType();
    }
    const bool body = made->kind == SymbolKind::kFunction;
    const bool whole = made->kind == SymbolKind::kProperty || made->kind == SymbolKind::kTypeAlias;
    const bool on = made->word == "trigger" || made->kind == SymbolKind::kProperty;
    Rest(body, whole, made->word == "table", on);
  }

  // The rest of a statement, up to its semicolon. `whole`: its signature is all of it. `on`: it is
  // of the table behind ON.
  void Rest(bool body, bool whole, bool headed, bool on = false) {
    std::size_t blocks = 0;
    std::size_t brackets = 0;
    std::size_t end = tokens_.last_end();
    while (tokens_.peek().ok()) {
      // Text that is no statement may lack the semicolon before the next one.
      if (blocks == 0 && brackets == 0 && !body && IsWord(tokens_.peek(), "create")) break;
      const Token token = tokens_.Next();
      end = token.end;
      if (token.Is('(')) ++brackets;
      if (token.Is(')') && brackets > 0) --brackets;
      if (token.Is(';') && blocks == 0) break;
      if (!headed && !whole && brackets == 0 && (IsWord(token, "as") || IsWord(token, "begin"))) {
        out_.SetHead(IsWord(token, "as") ? token.end : token.begin);
        headed = true;
      }
      if (body) CountBlock(token, blocks);
      if (on && IsWord(token, "on")) {
        on = false;
        if (const auto table = TakeTable(tokens_)) Use(*table);
        continue;
      }
      Uses(token);
    }
    if (!headed) out_.SetHead(end);
    out_.Close(end);
  }

  void CountBlock(const Token& token, std::size_t& blocks) {
    if (IsWord(token, "begin") || IsWord(token, "case")) ++blocks;
    if (!IsWord(token, "end") || IsOneOf(tokens_.peek(), kNoEnds)) return;
    if (IsWord(tokens_.peek(), "case")) tokens_.Next();
    if (blocks > 0) --blocks;
  }

  void ReadTable() {
    if (!tokens_.peek().Is('(')) return;
    out_.SetHead(tokens_.Next().begin);
    while (tokens_.peek().ok() && !tokens_.peek().Is(')')) ReadColumn();
    tokens_.Take(')');
  }

  // Up to the comma behind it.
  void ReadColumn() {
    const Token first = tokens_.peek();
    const bool column = IsName(first) && !IsOneOf(first, kNoColumns);
    if (column) {
      tokens_.Next();
      out_.Open(SymbolKind::kField, first.text, first.begin, first.end);
    }
    std::size_t depth = 0;
    std::size_t end = first.end;
    while (tokens_.peek().ok()) {
      if (depth == 0 && tokens_.peek().Is(')')) break;
      const Token token = tokens_.Next();
      if (token.Is('(')) ++depth;
      if (token.Is(')')) --depth;
      if (depth == 0 && token.Is(',')) break;
      end = token.end;
      Uses(token);
    }
    if (!column) return;
    out_.SetHead(end);
    out_.Close(end);
  }

  // AS ENUM ('a', 'b')
  void ReadType() {
    if (IsWord(tokens_.peek(), "as")) tokens_.Next();
    if (!IsWord(tokens_.peek(), "enum")) return;
    tokens_.Next();
    if (!tokens_.Take('(')) return;
    out_.SetKind(SymbolKind::kEnum);
    while (tokens_.peek().ok() && !tokens_.peek().Is(')')) {
      const Token token = tokens_.Next();
      if (token.kind == Token::Kind::kText) {
        out_.Add(SymbolKind::kEnumMember, token.text, token.begin, token.end);
      }
    }
    tokens_.Take(')');
  }

  // ALTER TABLE users ADD COLUMN age integer: a column of a table that is elsewhere.
  void Alter(const Token& alter) {
    if (!IsWord(tokens_.peek(), "table")) return;
    tokens_.Next();
    while (IsOneOf(tokens_.peek(), kBetween)) tokens_.Next();
    const auto table = TakeName(tokens_);
    if (!table) return;
    Use(*table);
    if (!IsWord(tokens_.peek(), "add")) return;
    tokens_.Next();
    const bool said = IsWord(tokens_.peek(), "column");
    if (said) tokens_.Next();
    while (IsWord(tokens_.peek(), "if") || IsWord(tokens_.peek(), "not") ||
           IsWord(tokens_.peek(), "exists")) {
      tokens_.Next();
    }
    if (!IsName(tokens_.peek()) || (!said && IsOneOf(tokens_.peek(), kNoColumns))) return;
    const Token column = tokens_.Next();
    out_.Open(SymbolKind::kField, column.text, alter.begin, column.end, table->name);
    Rest(false, true, false);
  }

  std::optional<Name> TakeTable(Tokens& tokens) {
    if (!IsName(tokens.peek()) || IsOneOf(tokens.peek(), kNoTables)) return std::nullopt;
    // A text in single quotes is none.
    if (tokens.peek().kind == Token::Kind::kText && tokens.peek().begin < content_.size() &&
        content_[tokens.peek().begin] == '\'') {
      return std::nullopt;
    }
    return TakeName(tokens);
  }

  void Use(const Name& name) { out_.Use(UseKind::kType, name.name, name.begin, {}); }

  // What the token makes of those behind it.
  void Uses(const Token& token) {
    if (IsOneOf(token, kBeforeTables)) {
      if (const auto table = TakeTable(tokens_)) Use(*table);
      return;
    }
    const bool body = token.kind == Token::Kind::kText && content_[token.begin] == '$';
    if (!body) return;
    Tokens inner(token.text, kStyle);
    const auto base = static_cast<std::size_t>(token.text.data() - content_.data());
    while (inner.peek().ok()) {
      if (!IsOneOf(inner.Next(), kBeforeTables)) continue;
      if (!IsName(inner.peek()) || IsOneOf(inner.peek(), kNoTables)) continue;
      const auto table = TakeName(inner);
      if (table) out_.Use(UseKind::kType, table->name, base + table->begin);
    }
  }

  std::string_view content_;
  Tokens tokens_;
  Outline out_;
};

FileFacts ReadSql(std::string_view content, const LanguageRules& rules) {
  return SqlReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kSqlRules = [] {
  LanguageRules rules;
  rules.name = "sql";
  rules.version = 2;
  rules.level = Level::kStructure;
  rules.comment_style = {"--", "#", "/*", "*/"};
  rules.read = ReadSql;
  return rules;
}();

}  // namespace satchel::code
