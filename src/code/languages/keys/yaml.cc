// YAML by lines and their indentation, as people write it: keys, lists of keys and of values, texts
// of several lines behind `|` and `>`. An anchor, an alias or a tag is passed over and never
// followed, so that a file cannot grow. A collection in one line, `{a: 1}`, stays the text of its
// value; JSON that calls itself YAML is read as JSON.
#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include "base/trimmed.h"
#include "code/languages/keys/key_tree.h"

namespace satchel::code {
namespace {

// Where the colon behind a key is; npos: the text is no key and its value.
std::size_t KeyEnd(std::string_view text) {
  constexpr std::size_t kLongestKey = 256;
  if (text.empty() || std::string_view("{}[]#&*!|>%@`,?").contains(text.front())) {
    return std::string_view::npos;
  }
  std::size_t at = 0;
  if (text.front() == '"' || text.front() == '\'') {
    at = text.substr(0, kLongestKey).find(text.front(), 1);
    if (at == std::string_view::npos) return at;
    ++at;
  }
  for (; at < text.size() && at < kLongestKey; ++at) {
    if (text[at] == ':' && (at + 1 == text.size() || text[at + 1] == ' ' || text[at + 1] == '\t')) {
      return at;
    }
    if (text[at] == '#' && at > 0 && text[at - 1] == ' ') break;
  }
  return std::string_view::npos;
}

// Without a comment at its end, an anchor or a tag before it, and its quotes.
std::string_view ValueIn(std::string_view text) {
  text = Trimmed(text);
  while (text.starts_with('&') || text.starts_with('!')) {
    text.remove_prefix(std::min(text.find_first_of(" \t"), text.size()));
    text = Trimmed(text);
  }
  if (text.empty() || text.front() == '#') return {};
  if (text.front() == '"' || text.front() == '\'') {
    const std::size_t end = text.find(text.front(), 1);
    return end == std::string_view::npos ? text : text.substr(1, end - 1);
  }
  return Trimmed(text.substr(0, text.find(" #")));
}

class YamlReader {
 public:
  explicit YamlReader(std::string_view content) : content_(content) {}

  KeyTree Read() {
    for (std::size_t begin = 0; begin < content_.size();) {
      const std::size_t end = std::min(content_.find('\n', begin), content_.size());
      ReadLine(begin, end);
      begin = end + 1;
    }
    tree_.Finish();
    return std::move(tree_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t indent;
    bool item;
  };
  static constexpr std::size_t kNoText = static_cast<std::size_t>(-1);

  void ReadLine(std::size_t begin, std::size_t end) {
    std::string_view line = content_.substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return;
    line = Trimmed(line.substr(first));
    if (text_indent_ != kNoText) {
      if (first > text_indent_) {
        Extend(begin + first + line.size());
        return;
      }
      text_indent_ = kNoText;
    }
    if (line.front() == '#') return;
    if (first == 0 && (line.starts_with("---") || line == "...")) {
      if (!tree_.nodes().empty()) ++document_;
      open_.clear();
      return;
    }
    ReadNodes(line, begin + first, first, begin + first + line.size());
  }

  // `- a: 1`, `- - b`: several nodes may begin on one line.
  void ReadNodes(std::string_view line, std::size_t at, std::size_t indent, std::size_t end) {
    while (line == "-" || line.starts_with("- ")) {
      CloseTo(indent, true);
      const std::string_view rest = line.substr(std::min<std::size_t>(2, line.size()));
      const std::size_t blanks = std::min(rest.find_first_not_of(" \t"), rest.size());
      line = rest.substr(blanks);
      const bool plain = KeyEnd(line) == std::string_view::npos && !line.starts_with("- ");
      Add({.key = {},
           .value = plain ? ValueIn(line) : std::string_view(),
           .begin = at,
           .head = end,
           .end = end,
           .item = true},
          indent);
      if (plain) {
        BeginText(line, indent);
        return;
      }
      at += 2 + blanks;
      indent += 2 + blanks;
    }
    const std::size_t colon = KeyEnd(line);
    CloseTo(indent, false);
    if (colon == std::string_view::npos) {
      Extend(end);
      return;
    }
    const std::string_view value = line.substr(colon + 1);
    Add({.key = Unquoted(Trimmed(line.substr(0, colon))),
         .value = ValueIn(value),
         .begin = at,
         .head = end,
         .end = end},
        indent);
    BeginText(Trimmed(value), indent);
  }

  // Lines that are deeper than a key with `|` or `>` are its text.
  void BeginText(std::string_view value, std::size_t indent) {
    const std::string_view mark = ValueIn(value);
    if (!mark.starts_with('|') && !mark.starts_with('>')) return;
    if (mark.find_first_not_of("|>+-0123456789") != std::string_view::npos) return;
    text_indent_ = indent;
  }

  // An item stands as deep as the key that has the list, or deeper.
  void CloseTo(std::size_t indent, bool item) {
    while (!open_.empty()) {
      const Open& top = open_.back();
      if (top.indent < indent) break;
      if (item && top.indent == indent && !top.item) break;
      open_.pop_back();
    }
  }

  void Add(KeyNode node, std::size_t indent) {
    if (open_.size() >= KeyTree::kMostDepth) return;
    node.parent = open_.empty() ? kNoKey : open_.back().node;
    node.document = document_;
    const bool item = node.item;
    const std::uint32_t added = tree_.Add(node);
    if (added != kNoKey) open_.push_back({added, indent, item});
  }

  void Extend(std::size_t end) {
    if (!open_.empty()) tree_.SetEnd(open_.back().node, end);
  }

  std::string_view content_;
  KeyTree tree_;
  std::vector<Open> open_;
  std::size_t text_indent_ = kNoText;
  std::uint32_t document_ = 0;
};

}  // namespace

KeyTree ReadYaml(std::string_view content) {
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && content[first] == '{') return ReadJson(content);
  return YamlReader(content).Read();
}

}  // namespace satchel::code
