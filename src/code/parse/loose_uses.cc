// What is used is read from tokens, so that comments and texts name nothing. A name directly
// before a bracket is called, one with a capital is a type where the language has it so; what
// stands before it and a dot is its qualifier, as far as that is nothing but names. Which names are
// new instead is known from the symbols, which were found before. Local names are not told from
// others: what a use leads to is decided elsewhere, and mostly nothing.
#include "code/parse/loose_uses.h"

#include <algorithm>
#include <cstddef>
#include <string>

#include "base/ascii.h"
#include "code/parse/loose_imports.h"
#include "code/parse/loose_line.h"
#include "code/parse/rules.h"
#include "code/parse/symbol_cursor.h"
#include "code/parse/use_table.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostUses = 50'000;
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostArguments = 200;  // bytes of types between a name and its bracket
constexpr std::string_view kUnknown = "?";   // what a qualifier is that is more than names

bool IsQualifierByte(char c) {
  return IsAlnum(c) || c == '_' || c == '.' || c == ':' || c == '$' ||
         static_cast<unsigned char>(c) >= 0x80;
}

class UseReader {
 public:
  UseReader(std::string_view content, const LanguageRules& rules, FileFacts& facts)
      : content_(content),
        loose_(*rules.loose),
        rules_(*rules.loose->uses),
        facts_(facts),
        tokens_(content, rules_.style),
        cursor_(facts.symbols),
        imports_(content, rules_.imports, facts) {}

  void Read() {
    while (tokens_.peek().ok()) {
      const Token token = tokens_.Next();
      Move(token);
      switch (token.kind) {
        case Token::Kind::kWord:
          ReadWord(token);
          break;
        case Token::Kind::kMark:
          ReadMark(token);
          break;
        default:
          Set(Before::kValue);
          keeps_begin_ = false;
      }
      end_ = tokens_.last_end();
    }
    facts_.uses = table_.Take();
  }

 private:
  enum class Before : std::uint8_t {
    kNothing,
    kName,   // a word that a dot may follow
    kJoin,   // a dot behind such a word
    kValue,  // the end of an expression that is more than names
    kOf,     // a dot behind that
  };

  // To the beginning of a token.
  void Move(const Token& token) {
    const std::string_view passed = content_.substr(end_, token.begin - end_);
    const auto breaks = static_cast<std::uint32_t>(
        std::ranges::count(content_.substr(counted_, token.begin - counted_), '\n'));
    counted_ = token.begin;
    line_ += breaks;
    begins_ = end_ == 0 || passed.contains('\n') || keeps_begin_;
    if (passed.contains('\n')) {
      depth_ = 0;
      if (!expects_base_) in_bases_ = false;
    }
    symbol_ = cursor_.At(token.begin);
  }

  void Set(Before before) { before_ = before; }

  bool InHead(const Token& token) const {
    return symbol_ != kNoSymbol && token.begin < facts_.symbols[symbol_].body;
  }

  void ReadMark(const Token& token) {
    const char mark = token.text.front();
    keeps_begin_ = mark == ';' || (mark == '{' && rules_.imports == LooseImports::kDotted);
    ReadDepth(mark, token);
    if (mark == '@' && begins_ && loose_.passes.contains('@')) {
      PassAttribute();
      return;
    }
    if (mark == '#' && begins_ && loose_.passes.contains('#')) {  // #if canImport(Name)
      PassLine();
      return;
    }
    if (mark == '=' && before_ == Before::kName) {
      bound_ = last_name_;
    } else if (mark != '@') {
      bound_ = {};
    }
    if (IsJoin(token)) {
      TakeJoin(token);
      return;
    }
    const char next = token.end < content_.size() ? content_[token.end] : ' ';
    // a?.b(), a!.b(), a->b()
    const bool passes = (mark == '?' || mark == '!') && next == '.';
    if (passes || (mark == '-' && next == '>' && rules_.joins.contains('>'))) {
      if (before_ == Before::kName || before_ == Before::kValue) return;
    }
    Set(mark == ')' || mark == ']' || mark == '}' ? Before::kValue : Before::kNothing);
    new_name_ = false;
  }

  bool IsJoin(const Token& token) const {
    const char mark = token.text.front();
    if (!rules_.joins.contains(mark)) return false;
    if (mark == '>') return token.begin > 0 && content_[token.begin - 1] == '-';
    return true;
  }

  void TakeJoin(const Token& token) {
    if (token.Is('.') && token.begin > 0 && content_[token.begin - 1] == '.') {  // 0...n
      Set(Before::kNothing);
      return;
    }
    switch (before_) {
      case Before::kName:
        join_ = token.begin;
        Set(Before::kJoin);
        return;
      case Before::kJoin:
      case Before::kOf:
        return;
      case Before::kValue:
      case Before::kNothing:
        Set(Before::kOf);
    }
  }

  // @name(…), which may stand before an import.
  void PassAttribute() {
    keeps_begin_ = true;
    Set(Before::kNothing);
    if (tokens_.peek().kind != Token::Kind::kWord) return;
    if (rules_.imports == LooseImports::kAliased) {  // @spec name(type)
      PassLine();
      return;
    }
    tokens_.Next();
    const bool typed = rules_.types && rules_.imports != LooseImports::kUsing;
    if (typed && tokens_.peek().Is('(') && tokens_.peek().begin == tokens_.last_end()) {
      tokens_.Next();
      tokens_.PassBrackets();
    }
  }

  void PassLine() {
    const std::size_t end = std::min(content_.find('\n', tokens_.last_end()), content_.size());
    while (tokens_.peek().ok() && tokens_.peek().begin < end) tokens_.Next();
  }

  void ReadDepth(char mark, const Token& token) {
    if (mark == '(' || mark == '[' || mark == '<') ++depth_;
    const bool arrow = mark == '>' && token.begin > 0 &&
                       (content_[token.begin - 1] == '-' || content_[token.begin - 1] == '=');
    if ((mark == ')' || mark == ']' || mark == '>') && !arrow && depth_ > 0) --depth_;
    if (depth_ > 0) return;
    const bool begins = mark == ':' && rules_.colon_bases && InHead(token) &&
                        IsLooseType(facts_.symbols[symbol_].kind);
    if (begins || (mark == ',' && in_bases_)) {
      expects_base_ = true;
    } else if (mark == '{' || mark == '=' || mark == ';') {
      in_bases_ = false;
      expects_base_ = false;
    }
  }

  void ReadWord(const Token& token) {
    const bool outermost =
        facts_.symbols.empty() || token.begin < facts_.symbols.front().extent.begin;
    if (imports_.Take(token,
                      {.line = line_, .begins = begins_, .outermost = outermost, .bound = bound_},
                      tokens_)) {
      Set(Before::kValue);
      keeps_begin_ = false;
      bound_ = {};
      return;
    }
    bound_ = {};
    keeps_begin_ = begins_ && ListsWord(loose_.modifiers, token.text);
    if (IsDigit(token.text.front())) {
      Set(Before::kValue);
      return;
    }
    const bool joined = before_ == Before::kJoin || before_ == Before::kOf;
    if (!joined && TakesWord(token)) {
      Set(Before::kNothing);
      return;
    }
    const std::string_view qualifier = TakeQualifier(token);
    const bool defines = new_name_ || IsOwnName(token);
    new_name_ = false;
    Set(Before::kName);
    last_name_ = token.text;
    if (rules_.calls && !defines && !IsMarked(token)) AddUse(token, qualifier);
  }

  // Whether it is a word of the language.
  bool TakesWord(const Token& token) {
    const bool defines =
        std::ranges::find(loose_.words, token.text, &LooseWord::word) != loose_.words.end();
    if (defines || ListsWord(rules_.defines, token.text)) {
      new_name_ = true;
      expects_base_ = false;
      return true;
    }
    if (ListsWord(rules_.bases, token.text)) {
      expects_base_ = true;
      return true;
    }
    // `self.name` has a qualifier, `self(…)` and `super(…)` call nothing.
    const bool goes_on = token.end < content_.size() && content_[token.end] == '.';
    return !goes_on && ListsWord(rules_.keywords, token.text);
  }

  std::string_view TakeQualifier(const Token& token) {
    switch (before_) {
      case Before::kJoin: {
        if (!plain_) return kUnknown;
        std::string_view qualifier = content_.substr(chain_, join_ - chain_);
        while (qualifier.ends_with('?') || qualifier.ends_with('!') || qualifier.ends_with('-')) {
          qualifier.remove_suffix(1);
        }
        plain_ = std::ranges::all_of(qualifier, IsQualifierByte);
        return plain_ ? qualifier : kUnknown;
      }
      case Before::kOf:
        plain_ = false;
        return kUnknown;
      default:
        chain_ = token.begin;
        plain_ = true;
        return {};
    }
  }

  // The name of the definition whose head it is in.
  bool IsOwnName(const Token& token) const {
    return InHead(token) && facts_.symbols[symbol_].name == token.text &&
           !facts_.symbols[symbol_].declared_only;
  }

  // @name, #name, $name
  bool IsMarked(const Token& token) const {
    if (token.begin == 0) return false;
    const char before = content_[token.begin - 1];
    return before == '@' || before == '#' || before == '$' || before == '%' || before == '`';
  }

  bool IsCalled(const Token& token) const {
    if (token.end >= content_.size()) return false;
    if (content_[token.end] == '(') return true;
    if (rules_.arguments == '\0' || content_[token.end] != rules_.arguments) return false;
    int depth = 0;
    const std::size_t most = std::min(content_.size(), token.end + kMostArguments);
    for (std::size_t at = token.end; at + 1 < most; ++at) {
      const char c = content_[at];
      if (c == '<' || c == '[') ++depth;
      if (c == '>' || c == ']') --depth;
      if (depth == 0) return content_[at + 1] == '(';
      if (!IsQualifierByte(c) && !std::string_view("<>[], ?&").contains(c)) return false;
    }
    return false;
  }

  void AddUse(const Token& token, std::string_view qualifier) {
    const bool called = IsCalled(token);
    const bool capital = IsUpper(token.text.front()) && token.text.size() > 1;
    const bool type = rules_.types && capital;
    const bool goes_on = tokens_.peek().Is('.') && tokens_.peek().begin == token.end;
    UseKind kind = called ? UseKind::kCall : UseKind::kType;
    if (expects_base_ && depth_ == 0) {
      if (!capital) return;
      if (goes_on) return;
      kind = UseKind::kBase;
      expects_base_ = false;
      in_bases_ = true;
    } else if (!called && !type) {
      return;
    }
    if (token.text.size() > kMostNameBytes || qualifier.size() > kMostNameBytes) return;
    if (!text::IsValidUtf8(token.text) || !text::IsValidUtf8(qualifier)) return;
    if (++count_ > kMostUses) return;
    table_.Add(kind, symbol_, line_, token.text, qualifier);
  }

  std::string_view content_;
  const LooseRules& loose_;
  const LooseUses& rules_;
  FileFacts& facts_;
  Tokens tokens_;
  SymbolCursor cursor_;
  LooseImportReader imports_;
  UseTable table_;
  std::size_t count_ = 0;

  std::size_t end_ = 0;      // of the token before
  std::size_t counted_ = 0;  // up to where lines were counted
  std::uint32_t line_ = 1;
  std::uint32_t symbol_ = kNoSymbol;
  bool begins_ = false;       // the token is the first one of a statement
  bool keeps_begin_ = false;  // and the next one may still be
  Before before_ = Before::kNothing;
  std::size_t chain_ = 0;  // where the names before a dot begin
  std::size_t join_ = 0;   // where the last dot is
  bool plain_ = true;      // there is nothing but names
  bool new_name_ = false;  // the word before says that a name is new
  std::string_view last_name_;
  std::string_view bound_;  // the name before `=`
  int depth_ = 0;           // of brackets
  bool expects_base_ = false;
  bool in_bases_ = false;
};

}  // namespace

void AddLooseUses(std::string_view content, const LanguageRules& rules, FileFacts& facts) {
  UseReader(content, rules, facts).Read();
}

}  // namespace satchel::code
