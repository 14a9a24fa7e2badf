#include "memory/import/markdown.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "memory/import/draft.h"

namespace satchel::memory {
namespace {

// The column at which the text of a line begins; a tab goes to the next multiple of four.
struct Indent {
  std::size_t column = 0;
  std::size_t bytes = 0;
};
Indent IndentOf(std::string_view line) {
  constexpr std::size_t kTab = 4;
  Indent indent;
  while (indent.bytes < line.size() && IsBlank(line[indent.bytes])) {
    indent.column += line[indent.bytes] == '\t' ? kTab - indent.column % kTab : 1;
    ++indent.bytes;
  }
  return indent;
}

bool IsBreak(std::string_view text) {
  if (text.empty() || !std::string_view("-*_").contains(text.front())) return false;
  const auto marks = std::ranges::count(text, text.front());
  return marks >= 3 &&
         std::ranges::all_of(text, [&](char c) { return c == text.front() || IsBlank(c); });
}

class PageReader {
 public:
  explicit PageReader(std::size_t first_line) : number_(first_line) {}

  Page Read(std::string_view body) && {
    for (; !body.empty(); ++number_) {
      const std::size_t end = std::min(body.find('\n'), body.size());
      std::string_view line = body.substr(0, end);
      body.remove_prefix(std::min(end + 1, body.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      Take(line);
    }
    Close();
    return std::move(page_);
  }

 private:
  void Take(std::string_view line) {
    const Indent indent = IndentOf(line);
    const std::string_view text = Trimmed(line);
    if (!fence_.empty()) return TakeFenced(line, text);
    if (!comment_.empty() || StartsComment(text)) return TakeComment(text);
    if (text.empty()) {
      blank_ = true;
      if (!item_) Close();
      return;
    }
    if (StartsFence(text)) {
      if (item_ && blank_ && indent.column <= item_column_) Close();
      fence_ = text.substr(0, std::min(text.find_first_not_of(text.front()), text.size()));
      return Append(line);
    }
    const bool inside = item_ && indent.column > item_column_;
    if (!inside && HeadingLevel(text) > 0) return TakeHeading(text);
    if (!inside && IsBreak(text)) return Close();
    const std::size_t marker = ListMarker(text);
    if (marker > 0 && !inside) return StartItem(indent.column, text.substr(marker));
    // A line after a blank one belongs to an item only if it is indented below it.
    if (item_ && blank_ && !inside) Close();
    Append(line);
  }

  static bool StartsFence(std::string_view text) {
    return text.starts_with("```") || text.starts_with("~~~");
  }

  void TakeFenced(std::string_view line, std::string_view text) {
    Append(line);
    const bool closes = text.size() >= fence_.size() && text.starts_with(fence_) &&
                        text.find_first_not_of(fence_.front()) == text.npos;
    if (closes) fence_.clear();
  }

  static bool StartsComment(std::string_view text) {
    return text.starts_with("<!--") || text.starts_with("%%");
  }
  void TakeComment(std::string_view text) {
    if (comment_.empty()) {
      comment_ = text.starts_with("%%") ? "%%" : "-->";
      text.remove_prefix(2);
    }
    if (text.contains(comment_)) comment_ = {};
  }

  void TakeHeading(std::string_view text) {
    Close();
    const int level = HeadingLevel(text);
    Heading heading{.text = TitleFrom(HeadingText(text)), .level = level, .parent = heading_};
    while (heading.parent && page_.headings[*heading.parent].level >= level) {
      heading.parent = page_.headings[*heading.parent].parent;
    }
    heading_ = page_.headings.size();
    page_.headings.push_back(std::move(heading));
  }

  void StartItem(std::size_t column, std::string_view text) {
    Close();
    item_ = true;
    item_column_ = column;
    block_ = Block{.kind = Block::Kind::kItem, .heading = heading_, .line = number_};
    block_->text = text;
  }

  void Append(std::string_view line) {
    if (!block_) {
      block_ = Block{.heading = heading_, .line = number_};
      block_->text = line;
    } else {
      if (blank_ && !block_->text.empty()) block_->text += '\n';
      block_->text += '\n';
      block_->text += item_ ? Dedented(line) : line;
    }
    blank_ = false;
  }

  // A nested line without the indent of the item around it.
  std::string_view Dedented(std::string_view line) const {
    constexpr std::size_t kMarker = 2;
    const std::size_t most = item_column_ + kMarker;
    std::size_t bytes = 0;
    while (bytes < line.size() && bytes < most && line[bytes] == ' ') ++bytes;
    if (bytes < line.size() && bytes < most && line[bytes] == '\t') ++bytes;
    return line.substr(bytes);
  }

  void Close() {
    if (block_) {
      block_->text = Trimmed(block_->text);
      if (!block_->text.empty()) page_.blocks.push_back(*std::move(block_));
    }
    block_.reset();
    item_ = false;
    blank_ = false;
  }

  Page page_;
  std::size_t number_;
  std::optional<std::size_t> heading_;
  std::optional<Block> block_;
  bool item_ = false;  // the open block is an item
  std::size_t item_column_ = 0;
  bool blank_ = false;        // the line before was blank
  std::string fence_;         // of open code
  std::string_view comment_;  // what ends an open comment
};

bool IsTagByte(char c) {
  return IsAlnum(c) || c == '_' || c == '-' || c == '/' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::size_t ListMarker(std::string_view text) {
  constexpr std::string_view kBullet = "\xE2\x80\xA2";  // •, in pasted lists
  constexpr std::size_t kMostDigits = 9;
  std::size_t size = 0;
  if (text.starts_with(kBullet)) {
    size = kBullet.size();
  } else if (!text.empty() && std::string_view("-*+").contains(text.front())) {
    size = 1;
  } else {
    while (size < text.size() && size < kMostDigits && IsDigit(text[size])) ++size;
    if (size == 0 || size == text.size() || (text[size] != '.' && text[size] != ')')) return 0;
    ++size;
  }
  if (size == text.size()) return size;
  if (!IsBlank(text[size])) return 0;
  return std::min(text.find_first_not_of(" \t", size), text.size());
}

int HeadingLevel(std::string_view text) {
  constexpr std::size_t kMostLevel = 6;
  const std::size_t level = std::min(text.find_first_not_of('#'), text.size());
  if (level == 0 || level > kMostLevel) return 0;
  return level == text.size() || IsBlank(text[level]) ? static_cast<int>(level) : 0;
}

std::string_view HeadingText(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of('#'), text.size()));
  text = Trimmed(text);
  const auto last = text.find_last_not_of('#');
  if (last == text.npos) return {};
  // A closing run of '#' stands after a blank.
  if (last + 1 < text.size() && IsBlank(text[last])) text = text.substr(0, last);
  return Trimmed(text);
}

Page ReadPage(std::string_view body, std::size_t first_line) {
  return PageReader(first_line).Read(body);
}

Note ReadNote(std::string_view file) {
  Note note{.front = std::nullopt, .body = file};
  if (auto front = ReadFrontMatter(file)) {
    note.body.remove_prefix(front->body);
    note.body_line =
        1 + static_cast<std::size_t>(std::ranges::count(file.substr(0, front->body), '\n'));
    note.front = *std::move(front);
  }
  return note;
}

std::string_view ValueOf(const Note& note, std::string_view field) {
  const Field* found = note.front ? note.front->Find(field) : nullptr;
  return found == nullptr || found->values.empty() ? std::string_view() : found->values.front();
}

std::vector<std::string> TagsOf(const Note& note) {
  std::vector<std::string> tags;
  for (const char* name : {"tags", "tag"}) {
    const Field* found = note.front ? note.front->Find(name) : nullptr;
    if (found == nullptr) continue;
    for (std::string_view value : found->values) {
      while (!found->is_list && value.contains(',')) {
        tags.emplace_back(Trimmed(value.substr(0, value.find(','))));
        value.remove_prefix(value.find(',') + 1);
      }
      tags.emplace_back(Trimmed(value));
    }
  }
  return tags;
}

std::vector<std::string> ContextOf(const Page& page, const Block& block, std::string_view name) {
  std::vector<std::string> context;
  std::string title;
  for (auto at = block.heading; at; at = page.headings[*at].parent) {
    const Heading& heading = page.headings[*at];
    if (heading.level > 1) {
      context.push_back(heading.text);
    } else {
      title = heading.text;
    }
  }
  std::ranges::reverse(context);
  if (context.empty() && !title.empty() && !SameButCase(title, name)) context.push_back(title);
  return context;
}

std::string WithoutWikiLinks(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  std::size_t searched = 0;  // no link ends before here
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of("[!`", at), text.size());
    plain += text.substr(at, next - at);
    at = next;
    const std::string_view rest = text.substr(at);
    if (rest.starts_with('`')) {
      const std::size_t run = std::min(rest.find_first_not_of('`'), rest.size());
      const std::size_t close = rest.find(rest.substr(0, run), run);
      // Without an end the rest counts as code: looking for the end of each run would take long.
      const std::size_t size = close == rest.npos ? rest.size() : close + run;
      plain += rest.substr(0, size);
      at += size;
      continue;
    }
    const bool embedded = rest.starts_with("![[");
    const std::size_t begin = at + (embedded ? 3 : 2);
    const bool link = (embedded || rest.starts_with("[[")) && begin >= searched;
    const std::size_t close = link ? text.find_first_of("]\n", begin) : text.npos;
    if (close != text.npos && text.substr(close).starts_with("]]")) {
      std::string_view target = text.substr(begin, close - begin);
      if (const auto bar = target.rfind('|'); bar != target.npos) target.remove_prefix(bar + 1);
      if (!embedded) plain += target;
      at = close + 2;
      continue;
    }
    if (link) searched = close == text.npos ? text.size() : close;
    if (at < text.size()) plain += text[at++];
  }
  return plain;
}

std::vector<std::string> InlineTags(std::string_view text) {
  std::vector<std::string> tags;
  for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at + 1)) {
    if (at > 0 && text[at - 1] != ' ' && text[at - 1] != '\t' && text[at - 1] != '\n') continue;
    std::size_t end = at + 1;
    while (end < text.size() && IsTagByte(text[end])) ++end;
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    // `#12` is the number of an issue.
    if (!tag.empty() && !std::ranges::all_of(tag, IsDigit)) tags.emplace_back(tag);
  }
  return tags;
}

}  // namespace satchel::memory
