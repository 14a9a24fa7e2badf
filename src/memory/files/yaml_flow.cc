#include "memory/files/yaml_flow.h"

#include "base/ascii.h"
#include "memory/files/yaml_scalar.h"

namespace satchel::memory {
namespace {

constexpr bool IsQuote(char c) { return c == '"' || c == '\''; }
constexpr bool IsOpening(char c) { return c == '[' || c == '{'; }
constexpr bool IsClosing(char c) { return c == ']' || c == '}'; }

class FlowReader {
 public:
  FlowReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::size_t at() const { return at_; }
  bool bad_escape() const { return bad_escape_; }

  bool ReadList(FlowList& list) {
    ++at_;
    while (SkipBlanks()) {
      if (Accept(']')) return true;
      if (Next() == '{') {
        if (!ReadMap(list.items.emplace_back())) return false;
      } else {
        auto value = ReadValue("]");
        if (!value) return false;
        list.values.push_back(*std::move(value));
      }
      if (!SkipBlanks()) return false;
      if (!Accept(',') && Next() != ']') return false;
    }
    return false;
  }

  bool ReadMap(FlowPairs& pairs) {
    ++at_;
    while (SkipBlanks()) {
      if (Accept('}')) return true;
      auto key = ReadValue(":}");
      if (!key || !SkipBlanks()) return false;
      std::string value;
      if (Accept(':')) {
        if (!SkipBlanks()) return false;
        auto read = ReadValue("}");
        if (!read) return false;
        value = *std::move(read);
      }
      pairs.emplace_back(*std::move(key), std::move(value));
      if (!SkipBlanks()) return false;
      if (!Accept(',') && Next() != '}') return false;
    }
    return false;
  }

  // Behind the bracket that closes the one here, whatever is between them.
  bool SkipNested() {
    std::string open;
    bool value_begins = true;  // an apostrophe inside of a word is no quote
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n' && !MayGoOn()) return false;
      if (IsQuote(c) && value_begins) {
        const auto quoted = ReadQuoted(text_, at_);
        if (!quoted) return false;
        at_ = quoted->end;
        value_begins = false;
        continue;
      }
      ++at_;
      if (IsOpening(c)) open += c == '[' ? ']' : '}';
      if (IsClosing(c)) {
        if (open.back() != c) return false;
        open.pop_back();
        if (open.empty()) return true;
      }
      if (!IsBlank(c) && c != '\n' && c != '\r')
        value_begins = IsOpening(c) || c == ',' || c == ':';
    }
    return false;
  }

 private:
  char Next() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Accept(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // Whether the line behind this line's end belongs to the brackets. REQUIRES: a line ends here.
  bool MayGoOn() const {
    if (at_ + 1 >= text_.size()) return false;
    const char c = text_[at_ + 1];
    return IsBlank(c) || IsClosing(c) || c == '\n' || c == '\r';
  }

  // False: nothing follows that belongs to the brackets.
  bool SkipBlanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        if (!MayGoOn()) return false;
      } else if (c == '#' && IsBlank(text_[at_ - 1])) {
        while (at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
      } else if (!IsBlank(c) && c != '\r') {
        return true;
      }
      ++at_;
    }
    return false;
  }

  // In quotes, nested, or plain up to a comma or one of `ends`.
  std::optional<std::string> ReadValue(std::string_view ends) {
    const std::size_t begin = at_;
    if (IsQuote(Next())) {
      auto quoted = ReadQuoted(text_, at_);
      if (!quoted) return std::nullopt;
      at_ = quoted->end;
      bad_escape_ = bad_escape_ || quoted->bad_escape;
      return std::move(quoted->text);
    }
    if (IsOpening(Next())) {
      if (!SkipNested()) return std::nullopt;
      return std::string(text_.substr(begin, at_ - begin));
    }
    while (at_ < text_.size() && text_[at_] != ',' && text_[at_] != '\n' && text_[at_] != '\r' &&
           ends.find(text_[at_]) == ends.npos) {
      ++at_;
    }
    return PlainText(TrimBlanks(text_.substr(begin, at_ - begin)));
  }

  std::string_view text_;
  std::size_t at_;
  bool bad_escape_ = false;
};

}  // namespace

std::optional<FlowList> ReadFlowList(std::string_view text, std::size_t at) {
  FlowReader reader(text, at);
  FlowList list;
  if (!reader.ReadList(list)) return std::nullopt;
  list.end = reader.at();
  list.bad_escape = reader.bad_escape();
  return list;
}

std::optional<FlowMap> ReadFlowMap(std::string_view text, std::size_t at) {
  FlowReader reader(text, at);
  FlowMap map;
  if (!reader.ReadMap(map.pairs)) return std::nullopt;
  map.end = reader.at();
  map.bad_escape = reader.bad_escape();
  return map;
}

std::optional<std::size_t> SkipFlow(std::string_view text, std::size_t at) {
  FlowReader reader(text, at);
  if (!reader.SkipNested()) return std::nullopt;
  return reader.at();
}

}  // namespace satchel::memory
