#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace satchel::code {

// How a language without a grammar is cut into tokens. Lists are of characters.
struct TokenStyle {
  std::string_view line_comment = "//";
  std::string_view other_comment;  // of the rest of a line, too
  std::string_view open = "/*";    // empty: it has none
  std::string_view close = "*/";
  std::string_view quotes = "\"'";
  std::string_view word_marks = "_";  // besides letters, digits and bytes of other characters
  bool long_texts = false;            // a text goes on in the next line
  bool doubled = false;               // a quote in a text is written twice; else behind a backslash
  bool triple = false;                // """ … """, and the same of '
  bool dollars = false;               // $tag$ … $tag$
  bool heredocs = false;              // <<END … END
  bool brackets = false;              // [name] and `name` are texts
};

struct Token {
  enum class Kind : std::uint8_t { kEnd, kWord, kText, kMark };
  Kind kind = Kind::kEnd;
  std::string_view text;  // of a text, what is between its quotes
  std::size_t begin = 0;
  std::size_t end = 0;

  bool Is(char mark) const { return kind == Kind::kMark && text.front() == mark; }
  bool ok() const { return kind != Kind::kEnd; }
};

// The tokens of a text, comments left out. A text without an end goes on to the end of its line or
// file, so that no byte is looked at more than a few times.
class Tokens {
 public:
  // Both must outlive it.
  Tokens(std::string_view content, const TokenStyle& style) : content_(content), style_(style) {
    Step();
  }

  const Token& peek() const { return next_; }
  Token Next() {
    const Token token = next_;
    last_end_ = token.end;
    Step();
    return token;
  }
  // Takes it when it is this mark.
  bool Take(char mark) {
    if (!next_.Is(mark)) return false;
    Next();
    return true;
  }
  // Behind the bracket that closes the one just taken, of any kind; the last token of all when
  // there is none. Returns where that is.
  std::size_t PassBrackets();
  std::size_t last_end() const { return last_end_; }

 private:
  void Step();
  bool PassComment();
  void TakeText(char quote);
  bool TakeDollars();
  bool TakeHeredoc();
  bool At(std::string_view mark) const {
    return !mark.empty() && content_.substr(at_).starts_with(mark);
  }
  bool IsWordByte(char c) const;
  void Set(Token::Kind kind, std::string_view text, std::size_t end) {
    next_ = {kind, text, at_, end};
    at_ = end;
  }

  std::string_view content_;
  const TokenStyle& style_;
  std::size_t at_ = 0;
  std::size_t last_end_ = 0;
  Token next_;
};

}  // namespace satchel::code
