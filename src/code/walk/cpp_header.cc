// Goes through a header token by token, without its comments and literals, until something is
// met that C does not have.

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/ascii.h"
#include "code/walk/language.h"

namespace satchel::code {
namespace {

bool IsWordByte(char c) { return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool FindsCpp() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      const std::string_view rest = text_.substr(at_);
      if (rest.starts_with("//")) {
        at_ = EndOfLine();
      } else if (rest.starts_with("/*")) {
        at_ = Behind("*/", at_ + 2);
      } else if (c == '"' || c == '\'') {
        SkipLiteral(c);
      } else if (c == '#') {
        if (Directive()) return true;
      } else if (IsWordByte(c)) {
        if (Word()) return true;
      } else {
        ++at_;
      }
    }
    return false;
  }

 private:
  std::size_t Behind(std::string_view mark, std::size_t from) const {
    const std::size_t found = text_.find(mark, from);
    return found == text_.npos ? text_.size() : found + mark.size();
  }
  std::size_t EndOfLine() const { return std::min(text_.find('\n', at_), text_.size()); }

  void SkipLiteral(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '\\') {
        ++at_;
      } else if (text_[at_] == quote) {
        ++at_;
        return;
      }
    }
  }

  // `#include <vector>` is C++; what only a C++ compiler sees of a header for both says nothing.
  bool Directive() {
    const std::string_view line = TakeDirective();
    if (line.starts_with("if")) {
      // A header that asks for a version of C++ is not for C.
      const bool asks = line.contains("__cplusplus") && line.contains("def");
      const bool negated = line.starts_with("ifndef") || line.contains('!');
      else_is_cpp_.push_back(asks && negated);
      if (asks && !negated) SkipBranch();
    } else if (line.starts_with("el")) {
      if (!else_is_cpp_.empty() && else_is_cpp_.back()) SkipBranch();
    } else if (line.starts_with("endif")) {
      if (!else_is_cpp_.empty()) else_is_cpp_.pop_back();
    }
    if (!line.starts_with("include")) return false;
    const std::size_t open = line.find('<');
    const std::size_t close = line.find('>');
    return open != line.npos && close != line.npos && open < close &&
           line.substr(open, close - open).find_first_of("./") == line.npos;
  }

  // The words of a line behind its `#`. Goes on behind the line, and the lines that continue it,
  // or at a comment that may be longer.
  std::string_view TakeDirective() {
    const std::size_t begin = at_ + 1;
    at_ = EndOfLine();
    const auto continues = [this] {
      const std::string_view before = text_.substr(0, at_);
      return before.ends_with('\\') || before.ends_with("\\\r");
    };
    while (at_ < text_.size() && continues()) {
      ++at_;
      at_ = EndOfLine();
    }
    std::string_view line = text_.substr(begin, at_ - begin);
    if (const std::size_t comment = line.find("/*"); comment != line.npos) {
      line = line.substr(0, comment);
      at_ = begin + comment;
    }
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    return line;
  }

  // To the `#else` or `#endif` of the branch it is in.
  void SkipBranch() {
    int depth = 1;
    while (at_ < text_.size() && depth > 0) {
      at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
      if (at_ == text_.size() || text_[at_] != '#') {
        at_ = EndOfLine();
        continue;
      }
      const std::string_view line = TakeDirective();
      if (line.starts_with("if")) ++depth;
      if (line.starts_with("endif") || (depth == 1 && line.starts_with("el"))) --depth;
      if (depth == 0 && line.starts_with("endif")) else_is_cpp_.pop_back();
    }
  }

  bool Word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && IsWordByte(text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    const std::size_t next = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size());
    const std::string_view after = text_.substr(next);
    const bool named = !after.empty() && (IsWordByte(after[0]) || after.starts_with("[["));
    const bool is_cpp =
        (word == "namespace" && (named || after.starts_with('{'))) ||
        (word == "template" && after.starts_with('<')) ||
        (word == "class" && named && previous_ != "struct" && previous_ != "enum") ||
        (word == "enum" && after.starts_with("class ")) ||
        (word == "using" && named && at_ < next) || (word == "std" && after.starts_with("::")) ||
        ((word == "public" || word == "private" || word == "protected") &&
         after.starts_with(':')) ||
        ((word == "virtual" || word == "typename" || word == "explicit" || word == "friend") &&
         named) ||
        word == "static_cast" || word == "constexpr" || word == "noexcept";
    previous_ = word;
    return is_cpp;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view previous_;
  std::vector<bool> else_is_cpp_;  // of the conditions it is in
};

}  // namespace

bool LooksLikeCpp(std::string_view head) { return Scanner(head).FindsCpp(); }

}  // namespace satchel::code
