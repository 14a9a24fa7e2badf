// Prose of others in a block quote. It keeps its blocks, since none of them can leave the quote.
// What must not work is what fetches, hides or points elsewhere: HTML, images, links, link
// definitions. Escapes stop them, except inside of code, where an escape would be shown. So code
// must be certain: taking text for code would leave markup alive, while taking code for text only
// shows an escape.
//
// A code span is certain if it ends on its line, because lone backticks get escapes and so never
// pair across lines. A fence is certain at an indentation of up to three columns: at more it could
// be the text of a paragraph. So fences are written anew, and no block of the text can hold one
// open.

#include <algorithm>
#include <string>

#include "text/fence.h"
#include "text/inline_text.h"
#include "text/markdown_line.h"

namespace satchel::text {
namespace {

constexpr std::size_t kMostFenceIndent = 3;

// The mark of a list item with the blanks around it; empty: there is none.
std::string_view ItemMark(std::string_view line) {
  const std::size_t begin = line.size() - WithoutIndent(line).size();
  const std::size_t digits = std::min(line.find_first_not_of("0123456789", begin), line.size());
  if (digits == line.size()) return {};
  const std::string_view marks = digits > begin ? ".)" : "-*+";
  if (!marks.contains(line[digits])) return {};
  const std::string_view inside = WithoutIndent(line.substr(digits + 1));
  const std::size_t end = line.size() - inside.size();
  return end > digits + 1 ? line.substr(0, end) : std::string_view();
}

class QuoteWriter {
 public:
  explicit QuoteWriter(std::string_view text) : text_(text), definitions_(text) {}

  std::string Write() {
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      Take(NextLine(), begin);
    }
    return std::move(out_);
  }

 private:
  std::string_view NextLine() {
    const std::string_view line = text_.substr(at_, text_.find('\n', at_) - at_);
    at_ += line.size() + 1;
    return line;
  }

  void Take(std::string_view line, std::size_t begin) {
    const std::string_view inside = WithoutIndent(line);
    if (const CodeFence fence = FenceAt(inside); fence.length > 0) {
      return TakeCode(fence, IndentOf(line));
    }
    const std::string_view mark = ItemMark(line);
    if (const CodeFence fence = FenceAt(line.substr(mark.size())); fence.length > 0) {
      Add("", mark.substr(0, mark.find_last_not_of(" \t") + 1));
      return TakeCode(fence, ColumnsOf(mark));
    }
    Add("", QuotedLine(line, definitions_.BeginsAt(begin)));
  }

  void TakeCode(const CodeFence& fence, std::size_t column) {
    std::string code;
    while (at_ < text_.size()) {
      const std::string_view line = NextLine();
      if (IndentOf(line) <= column + kMostFenceIndent && Closes(line, fence)) break;
      code += Dedent(line, column);
      code += '\n';
    }
    const std::string block = MarkdownBlock(fence.info, code);
    const std::string indent(std::min(column, kMostFenceIndent), ' ');
    std::string_view left = block;
    while (!left.empty()) {
      const std::string_view line = left.substr(0, left.find('\n'));
      left.remove_prefix(line.size() + 1);
      Add(line.empty() ? std::string_view() : indent, line);
    }
  }

  void Add(std::string_view indent, std::string_view line) {
    out_ += indent;
    out_ += line;
    out_ += '\n';
  }

  std::string_view text_;
  DefinitionFinder definitions_;
  std::size_t at_ = 0;
  std::string out_;
};

}  // namespace

bool IsPlainQuote(std::string_view text) { return text.find_first_of("<`~[]\r") == text.npos; }

std::string QuoteText(std::string_view text) {
  if (!text.contains('\r')) return QuoteWriter(text).Write();
  // Each of CR LF, CR and LF ends a line of Markdown.
  std::string lines;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool is_pair = text.substr(at, 2) == "\r\n";
    lines += text[at] == '\r' ? '\n' : text[at];
    if (is_pair) ++at;
  }
  return QuoteWriter(lines).Write();
}

}  // namespace satchel::text
