#include "sources/code/chunk_fields.h"

#include <algorithm>
#include <cstddef>

namespace satchel::code {
namespace {

constexpr std::size_t kHeadLines = 10;

void AddLine(std::string& text, std::string_view line) {
  if (line.empty()) return;
  if (!text.empty()) text += '\n';
  text += line;
}

std::string_view FirstLines(std::string_view text, std::size_t lines) {
  std::size_t end = 0;
  for (; lines > 0 && end < text.size(); --lines) {
    const std::size_t line = text.find('\n', end);
    end = line == std::string_view::npos ? text.size() : line + 1;
  }
  return text.substr(0, end);
}

}  // namespace

ChunkFields FieldsOf(std::string_view path, std::string_view content, const FileFacts& facts,
                     const Chunk& chunk) {
  ChunkFields fields;
  fields.path = path;
  const std::size_t begin = std::min<std::size_t>(chunk.extent.begin, content.size());
  const std::size_t end = std::clamp<std::size_t>(chunk.extent.end, begin, content.size());
  fields.body = content.substr(begin, end - begin);
  for (const Symbol& symbol : facts.symbols) {
    // A symbol is of the chunk in which it begins; a class that is shown by its members is of
    // the chunk of its head.
    if (symbol.stale || symbol.extent.begin < begin || symbol.extent.begin >= end) continue;
    AddLine(fields.names, symbol.container);
    AddLine(fields.names, symbol.name);
    AddLine(fields.head, symbol.signature);
    AddLine(fields.comments, symbol.doc);
  }
  // A part of a long function says what it is a part of.
  if (chunk.symbol != kNoSymbol && facts.symbols[chunk.symbol].extent.begin < begin) {
    AddLine(fields.names, facts.symbols[chunk.symbol].name);
    AddLine(fields.head, facts.symbols[chunk.symbol].signature);
  }
  for (const Comment& comment : facts.comments) {
    if (comment.line >= chunk.extent.first_line && comment.line <= chunk.extent.last_line) {
      AddLine(fields.comments, comment.text);
    }
  }
  if (chunk.extent.first_line == 1) AddLine(fields.head, FirstLines(fields.body, kHeadLines));
  return fields;
}

}  // namespace satchel::code
