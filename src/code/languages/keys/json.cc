// JSON by its tokens, with comments and with commas before a closing bracket. What is deeper than
// is kept is passed over by counting brackets; nothing here calls itself.
#include <cstddef>
#include <string_view>
#include <vector>

#include "code/languages/keys/key_tree.h"
#include "code/parse/tokens.h"

namespace satchel::code {
namespace {

constexpr TokenStyle kStyle = [] {
  TokenStyle style;
  style.quotes = "\"'";
  style.word_marks = "_+-.$";
  return style;
}();

class JsonReader {
 public:
  explicit JsonReader(std::string_view content) : tokens_(content, kStyle) {}

  KeyTree Read() {
    while (tokens_.peek().ok()) Step(tokens_.Next());
    tree_.Finish();
    return std::move(tree_);
  }

 private:
  struct Open {
    std::uint32_t node;  // what has the object or the list; kNoKey at the top
    bool list;
    std::uint32_t entry = kNoKey;  // the last node of it
    std::size_t key_at = 0;
    std::string_view key = {};
    bool has_key = false;
  };

  void Step(const Token& token) {
    if (token.Is('{') || token.Is('[')) {
      Begin(token);
    } else if (token.Is('}') || token.Is(']')) {
      if (open_.empty()) return;
      const std::uint32_t node = open_.back().node;
      open_.pop_back();
      if (node != kNoKey) tree_.SetEnd(node, token.end);
    } else if (token.kind == Token::Kind::kText || token.kind == Token::Kind::kWord) {
      TakeText(token);
    }
  }

  void Begin(const Token& token) {
    if (open_.size() >= KeyTree::kMostDepth) {
      tokens_.PassBrackets();
      return;
    }
    const bool list = token.Is('[');
    if (open_.empty()) {
      open_.push_back({kNoKey, list});
      return;
    }
    open_.push_back({AddNode({}, token), list});
  }

  void TakeText(const Token& token) {
    if (open_.empty()) return;
    Open& top = open_.back();
    if (!top.list && !top.has_key && tokens_.peek().Is(':')) {
      tokens_.Next();
      top.key = token.text;
      top.key_at = token.begin;
      top.has_key = true;
      return;
    }
    if (top.list || top.has_key) AddNode(token.text, token);
  }

  std::uint32_t AddNode(std::string_view value, const Token& token) {
    Open& top = open_.back();
    const bool item = top.list;
    const std::size_t begin = item ? token.begin : top.key_at;
    top.entry = tree_.Add({.key = item || !top.has_key ? std::string_view() : top.key,
                           .value = value,
                           .begin = top.has_key ? begin : token.begin,
                           .head = token.end,
                           .end = token.end,
                           .parent = top.node,
                           .item = item || !top.has_key});
    top.has_key = false;
    return top.entry;
  }

  Tokens tokens_;
  KeyTree tree_;
  std::vector<Open> open_;
};

}  // namespace

KeyTree ReadJson(std::string_view content) { return JsonReader(content).Read(); }

}  // namespace satchel::code
