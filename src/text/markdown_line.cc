#include "text/markdown_line.h"

#include <algorithm>

namespace satchel::text {
namespace {

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kBlockMarks = " \t>*+-.)0123456789";

std::size_t ColumnAfter(std::size_t column, char c) {
  return column + (c == '\t' ? 4 - column % 4 : 1);
}

}  // namespace

std::string_view WithoutIndent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(kBlank), line.size()));
}

std::size_t ColumnsOf(std::string_view start) {
  std::size_t columns = 0;
  for (const char c : start) columns = ColumnAfter(columns, c);
  return columns;
}

std::size_t IndentOf(std::string_view line) {
  return ColumnsOf(line.substr(0, line.size() - WithoutIndent(line).size()));
}

std::string_view Dedent(std::string_view line, std::size_t columns) {
  std::size_t at = 0;
  for (std::size_t column = 0; at < line.size() && kBlank.contains(line[at]); ++at) {
    column = ColumnAfter(column, line[at]);
    if (column > columns) break;
  }
  return line.substr(at);
}

CodeFence FenceAt(std::string_view line) {
  if (line.empty() || (line[0] != '`' && line[0] != '~')) return {};
  const std::size_t length = std::min(line.find_first_not_of(line[0]), line.size());
  if (length < 3 || (line[0] == '`' && line.find('`', length) != line.npos)) return {};
  return {.mark = line[0], .length = length, .info = line.substr(length)};
}

bool Closes(std::string_view line, const CodeFence& fence) {
  line = WithoutIndent(line);
  const std::size_t length = std::min(line.find_first_not_of(fence.mark), line.size());
  return length >= fence.length && WithoutIndent(line.substr(length)).empty();
}

bool DefinitionFinder::BeginsAt(std::size_t line) {
  const std::size_t open = text_.find_first_not_of(kBlockMarks, line);
  if (open == text_.npos || text_[open] != '[') return false;
  if (open >= end_) {
    end_ = open + 1;
    while (end_ < text_.size() && text_[end_] != ']')
      end_ += text_[end_] == '\\' ? std::size_t{2} : std::size_t{1};
  }
  return end_ < text_.size() && text_.substr(end_ + 1).starts_with(':');
}

}  // namespace satchel::text
