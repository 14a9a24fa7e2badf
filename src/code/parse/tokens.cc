#include "code/parse/tokens.h"

#include <algorithm>

#include "base/ascii.h"
#include "code/parse/white_space.h"

namespace satchel::code {

bool Tokens::IsWordByte(char c) const {
  return IsAlnum(c) || static_cast<unsigned char>(c) >= 0x80 || style_.word_marks.contains(c);
}

// A block first: `#[[` of CMake begins as a line comment does.
bool Tokens::PassComment() {
  if (At(style_.open)) {
    const std::size_t end = content_.find(style_.close, at_ + style_.open.size());
    at_ = end == std::string_view::npos ? content_.size() : end + style_.close.size();
    return true;
  }
  if (!At(style_.line_comment) && !At(style_.other_comment)) return false;
  at_ = std::min(content_.find('\n', at_), content_.size());
  return true;
}

void Tokens::TakeText(char quote) {
  constexpr std::size_t kThree = 3;
  const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
  if (style_.triple && content_.substr(at_).starts_with(three)) {
    const std::size_t begin = at_ + kThree;
    const std::size_t end = std::min(content_.find(three, begin), content_.size());
    Set(Token::Kind::kText, content_.substr(begin, end - begin),
        std::min(end + kThree, content_.size()));
    return;
  }
  const char close = quote == '[' ? ']' : quote;
  const bool one_line = !style_.long_texts || quote == '[' || quote == '`';
  std::size_t at = at_ + 1;
  for (; at < content_.size(); ++at) {
    const char c = content_[at];
    if (c == '\n' && one_line) break;
    if (c == '\\' && !style_.doubled) {
      ++at;
    } else if (c == close) {
      if (!style_.doubled || at + 1 >= content_.size() || content_[at + 1] != close) break;
      ++at;
    }
  }
  at = std::min(at, content_.size());
  const bool closed = at < content_.size() && content_[at] == close;
  Set(Token::Kind::kText, content_.substr(at_ + 1, at - at_ - 1), closed ? at + 1 : at);
}

// Of a tag that is not met again, and so of all behind it, the whole rest is the text.
bool Tokens::TakeDollars() {
  std::size_t end = at_ + 1;
  while (end < content_.size() && (IsAlnum(content_[end]) || content_[end] == '_')) ++end;
  if (end >= content_.size() || content_[end] != '$') return false;
  const std::string_view tag = content_.substr(at_, end + 1 - at_);
  const std::size_t close = std::min(content_.find(tag, end + 1), content_.size());
  Set(Token::Kind::kText, content_.substr(end + 1, close - end - 1),
      std::min(close + tag.size(), content_.size()));
  return true;
}

bool Tokens::TakeHeredoc() {
  std::size_t begin = at_ + 2;
  if (begin < content_.size() && content_[begin] == '-') ++begin;
  std::size_t end = begin;
  while (end < content_.size() && IsWordByte(content_[end])) ++end;
  const std::string_view word = content_.substr(begin, end - begin);
  if (word.empty()) return false;
  std::size_t line = content_.find('\n', end);
  while (line != std::string_view::npos) {
    const std::size_t next = content_.find('\n', line + 1);
    const std::size_t stop = std::min(next, content_.size());
    std::string_view text = content_.substr(line + 1, stop - line - 1);
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    if (text.starts_with(word)) {
      Set(Token::Kind::kText, content_.substr(end, line - end), stop);
      return true;
    }
    line = next;
  }
  Set(Token::Kind::kText, content_.substr(end), content_.size());
  return true;
}

void Tokens::Step() {
  while (at_ < content_.size()) {
    const char c = content_[at_];
    if (IsSpace(c) || c == '\n' || c == '\0') {
      ++at_;
      continue;
    }
    if (PassComment()) continue;
    if (style_.quotes.contains(c) || (style_.brackets && (c == '[' || c == '`'))) {
      TakeText(c);
      return;
    }
    if (style_.dollars && c == '$' && TakeDollars()) return;
    if (style_.heredocs && c == '<' && At("<<") && TakeHeredoc()) return;
    std::size_t end = at_;
    while (end < content_.size() && IsWordByte(content_[end])) ++end;
    if (end > at_) {
      Set(Token::Kind::kWord, content_.substr(at_, end - at_), end);
    } else {
      Set(Token::Kind::kMark, content_.substr(at_, 1), at_ + 1);
    }
    return;
  }
  next_ = {Token::Kind::kEnd, {}, content_.size(), content_.size()};
}

std::size_t Tokens::PassBrackets() {
  for (std::size_t depth = 1; depth > 0 && next_.ok();) {
    const Token token = Next();
    if (token.Is('(') || token.Is('[') || token.Is('{')) ++depth;
    if (token.Is(')') || token.Is(']') || token.Is('}')) --depth;
  }
  return last_end_;
}

}  // namespace satchel::code
