// Style sheets, and those of Sass and Less: each selector of a rule is a symbol by its own words,
// so that `.card` of a page finds it. Variables and mixins are what they are in programs.
#include "code/languages/css/css.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "code/parse/outline.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.line_comment = "";
  style.word_marks = "_-$@";
  return style;
}();

constexpr std::size_t kMostSelectors = 20;
constexpr std::size_t kDeepest = 40;
constexpr std::size_t kSmallest = 300;  // of a chunk of its own

class CssReader {
 public:
  CssReader(std::string_view content, const LanguageRules& rules)
      : content_(content), tokens_(content, kStyle), out_(content, rules) {}

  FileFacts Read() {
    while (tokens_.peek().ok()) Step();
    return out_.Finish(kSmallest);
  }

 private:
  // A declaration or the words before a bracket.
  void Step() {
    const Token first = tokens_.peek();
    if (first.Is('}')) {
      tokens_.Next();
      if (open_.empty()) return;
      for (std::size_t i = 0; i < open_.back(); ++i) out_.Close(first.end);
      open_.pop_back();
      return;
    }
    std::size_t end = first.begin;
    Token second;
    while (tokens_.peek().ok()) {
      const Token& next = tokens_.peek();
      if (next.Is('}')) break;
      const Token token = tokens_.Next();
      if (token.Is(';') || token.Is('{')) {
        if (token.Is(';')) return Statement(first, second, token.end);
        return Block(first, second, content_.substr(first.begin, end - first.begin));
      }
      end = token.end;
      if (second.kind == Token::Kind::kEnd && token.begin != first.begin) second = token;
      Uses(token);
    }
    Statement(first, second, end);
  }

  // `#{$x}` and `@{x}` are no bracket of a rule, and are rare: what is in them is read as one.
  void Uses(const Token& token) {
    if (token.text == "var" && tokens_.peek().Is('(')) {
      tokens_.Next();
      if (tokens_.peek().text.starts_with("--")) Use(tokens_.peek());
    } else if (token.kind == Token::Kind::kWord && token.text.starts_with('$') &&
               !tokens_.peek().Is(':')) {
      Use(token);
    }
  }

  void Use(const Token& token) { out_.Use(UseKind::kValue, token.text, token.begin); }

  void Statement(const Token& first, const Token& second, std::size_t end) {
    if (first.kind != Token::Kind::kWord) return;
    const std::string_view word = first.text;
    if (word == "@import" || word == "@use" || word == "@forward") {
      const std::string_view text = content_.substr(first.end, end - first.end);
      const std::size_t begin = text.find_first_of("\"'(");
      if (begin == std::string_view::npos) return;
      std::string_view path = Trimmed(text.substr(begin + 1), " \t\"'");
      path = path.substr(0, path.find_first_of("\"')"));
      out_.Import(ImportKind::kInclude, path, first.begin);
      return;
    }
    if (word == "@include" && second.kind == Token::Kind::kWord) {
      out_.Use(UseKind::kCall, second.text, second.begin);
      return;
    }
    const bool variable = word.starts_with("--") || word.starts_with('$') ||
                          (word.starts_with('@') && second.Is(':'));
    if (variable && second.Is(':')) out_.Add(SymbolKind::kVariable, word, first.begin, end);
  }

  void Block(const Token& first, const Token& second, std::string_view words) {
    if (open_.size() >= kDeepest) {
      tokens_.PassBrackets();
      return;
    }
    std::size_t opened = 0;
    if (first.kind == Token::Kind::kWord && first.text.starts_with('@')) {
      const bool named = second.kind == Token::Kind::kWord;
      if ((first.text == "@mixin" || first.text == "@function") && named) {
        out_.Open(SymbolKind::kFunction, second.text, first.begin, first.begin + words.size());
        ++opened;
      } else if (first.text.ends_with("keyframes") && named) {
        out_.Open(SymbolKind::kConstant, second.text, first.begin, first.begin + words.size());
        ++opened;
        frames_ = open_.size() + 1;
      } else if (first.text == "@include" && named) {
        out_.Use(UseKind::kCall, second.text, second.begin);
      }
    } else if (frames_ == 0 || open_.size() < frames_) {
      frames_ = 0;
      opened = OpenSelectors(first.begin, words);
    }
    open_.push_back(opened);
  }

  // What is inside of the rule is in the first of them; the others are their own words.
  std::size_t OpenSelectors(std::size_t begin, std::string_view words) {
    std::vector<std::string_view> selectors;
    std::size_t depth = 0;
    std::size_t from = 0;
    for (std::size_t i = 0; i <= words.size() && selectors.size() < kMostSelectors; ++i) {
      const char c = i < words.size() ? words[i] : ',';
      if (c == '(' || c == '[') ++depth;
      if ((c == ')' || c == ']') && depth > 0) --depth;
      if (c != ',' || (depth > 0 && i < words.size())) continue;
      const std::string_view selector = Trimmed(words.substr(from, i - from));
      if (!selector.empty()) selectors.push_back(selector);
      from = i + 1;
    }
    if (selectors.empty()) return 0;
    out_.Open(SymbolKind::kClass, selectors[0], begin, begin + words.size());
    for (const std::string_view selector : std::span(selectors).subspan(1)) {
      const auto at = static_cast<std::size_t>(selector.data() - content_.data());
      out_.AddBeside(SymbolKind::kClass, selector, at, at + selector.size());
    }
    return 1;
  }

  std::string_view content_;
  Tokens tokens_;
  Outline out_;
  std::vector<std::size_t> open_;  // how many symbols each bracket opened: none or one
  std::size_t frames_ = 0;         // inside of @keyframes: from which depth
};

FileFacts ReadCss(std::string_view content, const LanguageRules& rules) {
  return CssReader(content, rules).Read();
}

}  // namespace

constexpr LanguageRules kCssRules = [] {
  LanguageRules rules;
  rules.name = "css";
  rules.level = Level::kStructure;
  rules.separator = " ";
  rules.comment_style = {"//", "", "/*", "*/"};
  rules.read = ReadCss;
  return rules;
}();

}  // namespace satchel::code
