// A list item of several lines. Where a line goes is decided here and not by how it was indented:
// below the item's own text, or below that of the nested item that it belongs to. So each nested
// item and each fence stands exactly where its container's text begins, which is what makes it one
// to every reader of Markdown; a fence that was indented a little further would be text, and what
// is in it would mean something. Lines of text may become one paragraph, so a code span ends on the
// line on which it began. A label in brackets may end on a later line and then define a link, so
// the first of its lines gets a backslash.

#include <algorithm>
#include <optional>
#include <vector>

#include "text/fence.h"
#include "text/inline_text.h"
#include "text/invisible.h"
#include "text/markdown_line.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMostDepth = 16;

// "- ", "* " or "+ " and its check box, if text follows; these may stand below any text.
std::string_view MarkOf(std::string_view line) {
  if (line.size() < 3 || !std::string_view("-*+").contains(line[0]) || line[1] != ' ') return {};
  if (WithoutIndent(line.substr(1)).empty()) return {};
  const std::string_view box = line.substr(2, 4);
  const bool has_box = box.size() == 4 && line.size() > 6 && box[0] == '[' && box[2] == ']' &&
                       box[3] == ' ' && std::string_view(" xX-").contains(box[1]);
  return line.substr(0, has_box ? 6 : 2);
}

class ItemWriter {
 public:
  ItemWriter(std::string_view text, std::size_t max_chars, Markup markup)
      : text_(text), rest_(text), definitions_(text), left_(max_chars), markup_(markup) {}

  std::string Write() {
    while (!done_ && !rest_.empty()) Take(NextLine());
    if (!rest_.empty()) Add("  ", "\u2026");
    return std::move(out_);
  }

 private:
  // Where the text of an item began and where it begins now.
  struct Container {
    std::size_t before = 0;
    std::size_t now = 0;
  };

  std::string_view NextLine() {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    return line;
  }

  void Take(std::string_view line) {
    const std::size_t indent = IndentOf(line);
    line = WithoutIndent(line);
    if (line.empty()) return;
    if (!any_) return TakeText(line, "", std::nullopt);
    while (containers_.size() > 1 && indent < containers_.back().before) containers_.pop_back();
    std::string prefix(containers_.back().now, ' ');
    if (const std::string_view mark = MarkOf(line); !mark.empty()) {
      line = WithoutIndent(line.substr(mark.size()));
      const std::size_t now = prefix.size() + 2;
      prefix += mark;
      if (containers_.size() < kMostDepth) containers_.push_back({indent + 2, now});
      return TakeText(line, prefix, std::nullopt);
    }
    TakeText(line, prefix, indent);
  }

  // `indent`: where the line began; nothing: behind a mark.
  void TakeText(std::string_view line, std::string_view prefix, std::optional<std::size_t> indent) {
    if (const CodeFence fence = FenceAt(line); fence.length > 0 && !prefix.ends_with("] ")) {
      return TakeCode(fence, prefix, indent);
    }
    std::string shown = InlineText(line, left_, markup_);
    const auto begin = static_cast<std::size_t>(line.data() - text_.data());
    if (shown.starts_with('[') && definitions_.BeginsAt(begin)) shown.insert(0, "\\");
    Add(prefix, shown);
  }

  void TakeCode(const CodeFence& fence, std::string_view prefix,
                std::optional<std::size_t> indent) {
    std::vector<std::string_view> lines;
    while (!rest_.empty()) {
      lines.push_back(NextLine());
      if (!Closes(lines.back(), fence)) continue;
      if (!indent) indent = IndentOf(lines.back());
      lines.pop_back();
      break;
    }
    std::string code;
    for (const std::string_view line : lines) {
      code += Dedent(line, indent.value_or(0));
      code += '\n';
    }
    if (CountCodePoints(code) > left_) code = Ellipsize(code, left_);
    const std::string block = MarkdownBlock(fence.info, code);
    const std::string inside(containers_.back().now, ' ');
    std::string_view shown = block;
    std::string_view before = prefix;
    while (!shown.empty()) {
      const std::string_view line = shown.substr(0, shown.find('\n'));
      shown.remove_prefix(line.size() + 1);
      Add(line.empty() ? std::string_view() : before, line);
      before = inside;
    }
  }

  void Add(std::string_view prefix, std::string_view line) {
    if (any_) out_ += '\n';
    any_ = true;
    out_ += prefix;
    out_ += line;
    const std::size_t characters = CountCodePoints(line) + 1;
    done_ = characters >= left_;
    left_ -= std::min(left_, characters);
  }

  std::string_view text_;
  std::string_view rest_;
  DefinitionFinder definitions_;
  std::size_t left_;
  Markup markup_;
  bool any_ = false;
  bool done_ = false;
  std::string out_;
  std::vector<Container> containers_ = {{.before = 0, .now = 2}};
};

}  // namespace

std::string ItemText(std::string_view text, std::size_t max_chars, Markup markup) {
  if (!text.contains('\n')) return InlineText(text, max_chars, markup);
  std::string visible = EscapeInvisible(std::string(text)).text;
  std::erase(visible, '\r');  // of CR LF, which a cut could divide
  return ItemWriter(visible, max_chars, markup).Write();
}

std::size_t ItemBytes(std::string_view text, std::size_t max_chars, Markup markup) {
  return text.contains('\n') ? ItemText(text, max_chars, markup).size()
                             : InlineBytes(text, max_chars, markup);
}

}  // namespace satchel::text
