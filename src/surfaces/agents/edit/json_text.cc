#include "surfaces/agents/edit/json_text.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"

namespace satchel::agents {
namespace {

constexpr int kMostDepth = 128;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool IsBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A number, a word, or a name without quotes.
bool IsBare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
         c == '-' || c == '.' || c == '_' || c == '$';
}

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  Result<JsonNode> Document() {
    if (text_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
    auto root = SATCHEL_TRY(Value(0));
    SATCHEL_TRY(SkipBlanks());
    if (at_ != text_.size()) return Broken("something follows the value");
    return root;
  }

 private:
  std::unexpected<Error> Broken(std::string_view why) const {
    const auto before = text_.substr(0, std::min(at_, text_.size()));
    return Fail(Errc::kInvalidInput,
                fmt::format("line {}: {}", std::ranges::count(before, '\n') + 1, why));
  }

  char Here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool Begins(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  Status SkipBlanks() {
    while (at_ < text_.size()) {
      if (IsBlank(text_[at_])) {
        ++at_;
      } else if (Begins("//")) {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (Begins("/*")) {
        const auto end = text_.find("*/", at_ + 2);
        if (end == std::string_view::npos) return Broken("a comment does not end");
        at_ = end + 2;
      } else {
        break;
      }
    }
    return {};
  }

  // A string of either quote; its raw text with them.
  Result<std::string_view> Quoted() {
    const std::size_t begin = at_;
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote) {
      if (text_[at_] == '\n') return Broken("a string does not end on its line");
      at_ += text_[at_] == '\\' ? 2U : 1U;
    }
    if (at_ >= text_.size()) {
      at_ = begin;
      return Broken("a string does not end");
    }
    ++at_;
    return text_.substr(begin, at_ - begin);
  }

  Result<std::string_view> Bare() {
    const std::size_t begin = at_;
    while (IsBare(Here())) ++at_;
    if (at_ == begin) return Broken("a value or a name is missing");
    return text_.substr(begin, at_ - begin);
  }

  Result<std::string> Key() {
    if (Here() == '"') {
      const auto raw = SATCHEL_TRY(Quoted());
      const auto read = ParseJson(raw);
      if (!read || !read->is_string()) return Broken("a name is no valid string");
      return read->get<std::string>();
    }
    if (Here() == '\'') {
      const auto raw = SATCHEL_TRY(Quoted());
      return std::string(raw.substr(1, raw.size() - 2));
    }
    const auto bare = SATCHEL_TRY(Bare());
    return std::string(bare);
  }

  Result<JsonNode> Value(int depth) {
    SATCHEL_TRY(SkipBlanks());
    if (depth > kMostDepth) return Broken("it is nested too deep");
    if (Here() == '{' || Here() == '[') return Container(depth);
    JsonNode node;
    node.begin = node.first = at_;
    if (Here() == '"' || Here() == '\'') {
      SATCHEL_TRY(Quoted());
    } else {
      SATCHEL_TRY(Bare());
    }
    node.end = at_;
    return node;
  }

  Result<JsonNode> Member(int depth) {
    const std::size_t first = at_;
    auto key = SATCHEL_TRY(Key());
    SATCHEL_TRY(SkipBlanks());
    if (Here() != ':') return Broken("there is no colon after a name");
    ++at_;
    auto node = SATCHEL_TRY(Value(depth));
    node.key = std::move(key);
    node.first = first;
    return node;
  }

  Result<JsonNode> Container(int depth) {
    JsonNode node;
    node.begin = node.first = at_;
    node.kind = Here() == '{' ? JsonNode::Kind::kObject : JsonNode::Kind::kArray;
    const char close = node.kind == JsonNode::Kind::kObject ? '}' : ']';
    ++at_;
    for (;;) {
      SATCHEL_TRY(SkipBlanks());
      if (Here() == close) break;
      if (at_ >= text_.size()) return Broken("a bracket is not closed");
      if (!node.children.empty() && !node.children.back().comma) {
        return Broken("a comma is missing");
      }
      auto child = SATCHEL_TRY(close == '}' ? Member(depth + 1) : Value(depth + 1));
      SATCHEL_TRY(SkipBlanks());
      if (Here() == ',') child.comma = at_++;
      node.children.push_back(std::move(child));
    }
    node.end = ++at_;
    return node;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Result<JsonNode> ScanJson(std::string_view text) { return Scanner(text).Document(); }

}  // namespace satchel::agents
