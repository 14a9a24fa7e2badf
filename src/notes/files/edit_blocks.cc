#include "notes/files/edit_blocks.h"

#include <fmt/format.h>

#include "notes/files/line_reader.h"
#include "notes/files/line_text.h"
#include "notes/files/note_date.h"

namespace satchel::notes {
namespace {

std::string_view RawOf(std::string_view file, const Line& line) {
  return TrimRight(file.substr(line.begin, line.end - line.begin));
}

ItemBlock BlockFrom(std::string_view file, const Line& line) {
  ItemBlock block{.begin = line.begin, .end = line.next, .last_line = line.number};
  const std::string_view raw = RawOf(file, line);
  if (line.has_box) {
    const auto box = raw.find(fmt::format("[{}]", line.mark));
    if (box != raw.npos) block.mark = line.begin + box + 1;
  }
  const std::string_view content = TrimRight(line.content);
  if (!content.empty() && raw.ends_with(content)) {
    block.text_end = line.begin + raw.size();
    block.text_begin = block.text_end - content.size();
  }
  return block;
}

bool BeginsEntry(const Line& line) {
  return (line.level == 2 || line.level == 3) && ParseDatedHeading(line.content);
}

}  // namespace

std::optional<ItemBlock> FindItem(std::string_view file, std::size_t line_number) {
  LineReader lines(file, LineReader::Index::kRead);
  Line line;
  std::optional<ItemBlock> block;
  std::size_t depth = 0;
  bool in_paragraph = true;
  while (lines.Next(line)) {
    if (!block) {
      if (line.number < line_number) continue;
      if (line.number > line_number || line.kind != LineKind::kItem) return std::nullopt;
      block = BlockFrom(file, line);
      depth = line.depth;
      continue;
    }
    if (line.kind == LineKind::kHidden) continue;
    if (line.kind == LineKind::kBlank) {
      in_paragraph = false;
      continue;
    }
    const bool inside = line.depth > depth || (line.depth == depth && line.kind != LineKind::kItem);
    if (!inside) break;
    block->end = line.next;
    block->last_line = line.number;
    in_paragraph = in_paragraph && line.kind == LineKind::kText && line.continues;
    if (in_paragraph && block->text_end > 0) {
      block->text_end = line.begin + RawOf(file, line).size();
    }
  }
  if (!block) return std::nullopt;
  const auto text = file.substr(block->text_begin, block->text_end - block->text_begin);
  if (text.contains("<!--")) block->text_begin = block->text_end = 0;
  return block;
}

std::optional<EntryBlock> FindEntry(std::string_view file, std::size_t line_number) {
  LineReader lines(file, LineReader::Index::kSkip);
  Line line;
  std::optional<EntryBlock> block;
  std::size_t level = 0;
  while (lines.Next(line)) {
    if (!block) {
      if (line.number < line_number) continue;
      const bool is_heading = line.number == line_number && line.kind == LineKind::kHeading;
      const auto dated = is_heading ? ParseDatedHeading(line.content) : std::nullopt;
      if (!dated) return std::nullopt;
      block = EntryBlock{.begin = line.begin, .end = line.next};
      block->body_begin = block->body_end = line.next;
      level = line.level;
      const auto at = file.substr(line.begin, line.end - line.begin).rfind(dated->title);
      if (dated->title.empty() || at == file.npos) continue;
      block->title_begin = line.begin + at;
      block->title_end = block->title_begin + dated->title.size();
      continue;
    }
    if (line.kind == LineKind::kHidden) continue;
    if (line.kind == LineKind::kHeading && (line.level <= level || BeginsEntry(line))) break;
    const bool separates =
        line.kind == LineKind::kBlank || (line.kind == LineKind::kBreak && !line.continues);
    // A comment that stands between entries is nobody's, and ends what goes with this one.
    if (separates && line.begin == block->end) block->end = line.next;
    if (separates) continue;
    if (block->body_begin == block->body_end) block->body_begin = line.begin;
    block->body_end = line.end;
    block->end = line.next;
  }
  return block;
}

}  // namespace satchel::notes
