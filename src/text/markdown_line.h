#pragma once

#include <cstddef>
#include <string_view>

// What begins a line of Markdown, by the rules of CommonMark.
namespace satchel::text {

// Spaces and tabs at the start are taken off, or counted in columns.
std::string_view WithoutIndent(std::string_view line);
std::size_t ColumnsOf(std::string_view start);
std::size_t IndentOf(std::string_view line);
// The line without so many columns of white space, as far as it has them.
std::string_view Dedent(std::string_view line, std::size_t columns);

struct CodeFence {
  char mark = '`';
  std::size_t length = 0;  // 0: none
  std::string_view info;
};

// The fence that a line without its indentation opens.
CodeFence FenceAt(std::string_view line);
bool Closes(std::string_view line, const CodeFence& fence);

// Which lines of a text begin the label of a link definition. A label may end on a later line, so
// one line does not tell. Brackets inside of a label count as escaped, because the writers escape
// some of them. Linear over all questions about a text, which the finder borrows.
class DefinitionFinder {
 public:
  explicit DefinitionFinder(std::string_view text) : text_(text) {}

  // REQUIRES: `line`, the offset of a line, is not smaller than in the call before.
  bool BeginsAt(std::size_t line);

 private:
  std::string_view text_;
  std::size_t end_ = 0;  // the bracket that closes every label begun since the last search
};

}  // namespace satchel::text
