#include "notes/files/line_reader.h"

#include <algorithm>

#include "notes/files/line_text.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kOpen = "<!--";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kIndexStart = "<!-- INDEX:START -->";
constexpr std::string_view kIndexEnd = "<!-- INDEX:END -->";

// Whether nothing but indentation and the marker of an item stands there.
bool IsOnlyMarker(std::string_view text) {
  const std::string_view trimmed = Trim(text);
  if (trimmed.empty()) return true;
  const auto item = ParseItem(trimmed);
  return item && item->text.empty();
}

}  // namespace

LineReader::LineReader(std::string_view text, Index index)
    : text_(text), comments_(text), index_(index) {
  if (text.starts_with(kByteOrderMark)) offset_ = kByteOrderMark.size();
  next_lf_ = std::min(text.find('\n', offset_), text.size());
}

std::optional<std::size_t> LineReader::unclosed_fence() const {
  if (!fence_) return std::nullopt;
  return fence_->line;
}

bool LineReader::Next(Line& line) {
  while (TakeRaw()) {
    line = Line{.number = number_};
    line.begin = begin_;
    line.end = end_;
    line.next = std::min(offset_, text_.size());
    if (fence_ && TakeFenced(*fence_, line)) return true;
    if (TakeConflict()) continue;
    if (!TakeVisible()) {
      if (TakeHidden(line)) return true;
      continue;
    }
    if (in_index_) {
      in_paragraph_ = false;
      if (IsIndexRow()) continue;
      in_index_ = false;
    }
    line.text = visible_;
    line.next = NextOpen();
    Classify(line);
    return true;
  }
  return false;
}

bool LineReader::TakeRaw() {
  if (offset_ >= text_.size()) return false;
  ++number_;
  begin_ = offset_;
  // Found once for all the lines before it, which end in CR.
  if (next_lf_ < begin_) next_lf_ = std::min(text_.find('\n', begin_), text_.size());
  const std::size_t cr = text_.substr(begin_, next_lf_ - begin_).find('\r');
  end_ = cr == text_.npos ? next_lf_ : begin_ + cr;
  offset_ = end_ + 1;
  if (end_ < next_lf_ && end_ + 1 == next_lf_ && next_lf_ < text_.size()) ++offset_;
  return true;
}

std::size_t LineReader::NextOpen() const {
  const std::size_t text_end = std::min(offset_, text_.size());
  if (hidden_until_ <= text_end) return text_end;
  const std::size_t end = text_.find_first_of("\r\n", hidden_until_);
  if (end == text_.npos) return text_.size();
  return text_.substr(end).starts_with("\r\n") ? end + 2 : end + 1;
}

bool LineReader::TakeFenced(const OpenFence& fence, Line& line) {
  const std::string_view raw = text_.substr(begin_, end_ - begin_);
  const Indent indent = MeasureIndent(raw);
  const std::string_view trimmed = raw.substr(indent.bytes);
  if (!trimmed.empty() && indent.columns < fence.container) {
    fence_.reset();  // its item has ended
    return false;
  }
  line.kind = LineKind::kFence;
  line.text = line.content = raw;
  line.depth = items_.size();
  if (indent.columns < fence.container + 4 && ClosesFence(trimmed, fence.start)) fence_.reset();
  return true;
}

// Seven of a kind at the beginning of a line, then a space or the end. Those between the sides
// could be a table or underline a heading, so they count only where a conflict has begun.
bool LineReader::TakeConflict() {
  constexpr std::size_t kMarks = 7;
  const std::string_view raw = text_.substr(begin_, end_ - begin_);
  if (raw.size() < kMarks || hidden_until_ > begin_) return false;
  const char mark = raw[0];
  if (!std::string_view("<|=>").contains(mark)) return false;
  if (raw.find_first_not_of(mark) < kMarks) return false;
  if (raw.size() > kMarks && raw[kMarks] != ' ') return false;
  const bool between = mark == '|' || mark == '=';
  if (between && !in_first_side_) return false;
  if (mark != '|') in_first_side_ = mark == '<';
  conflicts_.push_back(number_);
  return true;
}

// The line without its comments, into visible_. False: there is nothing left of it.
bool LineReader::TakeVisible() {
  if (hidden_until_ >= end_ && hidden_until_ > begin_) return false;
  std::size_t from = std::max(begin_, hidden_until_);
  visible_ = text_.substr(from, end_ - from);
  if (!visible_.contains(kOpen)) return from == begin_ || !IsBlankLine(visible_);
  const Indent indent = MeasureIndent(visible_);
  const std::size_t around = items_.empty() ? 0 : items_.back();
  if (indent.columns < around + 4 && ParseFence(visible_.substr(indent.bytes))) return true;
  const bool goes_on = in_paragraph_ && !StartsBlock(visible_.substr(indent.bytes));
  pieces_.clear();
  bool changed = from != begin_;
  while (from < end_) {
    const std::string_view rest = text_.substr(from, end_ - from);
    const std::size_t at = from + std::min(rest.find(kOpen), rest.size());
    pieces_.append(text_, from, at - from);
    if (at == end_) break;
    if (!TakeComment(at, goes_on, IsOnlyMarker(pieces_))) {
      pieces_.append(kOpen);
      from = at + kOpen.size();
      continue;
    }
    changed = true;
    from = std::min(hidden_until_, end_);
  }
  visible_ = pieces_;
  return !changed || !IsBlankLine(visible_);
}

bool LineReader::TakeHidden(Line& line) const {
  const std::string_view raw = text_.substr(begin_, end_ - begin_);
  const auto heading = ParseHeading(TrimLeft(raw));
  if (!heading || hidden_until_ < end_) return false;
  line.kind = LineKind::kHidden;
  line.text = raw;
  line.content = heading->text;
  line.level = heading->level;
  return true;
}

// At the start of a line a comment may go on behind the paragraph, and to the end of the file.
bool LineReader::TakeComment(std::size_t begin, bool goes_on, bool at_start) {
  if (!at_start || goes_on || comments_.HasExamined(begin)) {
    const auto found = comments_.LookAt(begin, goes_on ? paragraph_ : begin_, end_);
    if (found.meaning == Comments::Meaning::kComment) {
      Hide(begin, found.end);
      return true;
    }
    if (found.meaning == Comments::Meaning::kCode || !at_start) return false;
  }
  const auto end = comments_.EndOf(begin);
  if (!end) {
    unclosed_comment_ = number_;
    hidden_until_ = text_.size();
    return true;
  }
  Hide(begin, *end);
  return true;
}

void LineReader::Hide(std::size_t begin, std::size_t end) {
  hidden_until_ = end;
  const std::string_view comment = text_.substr(begin, end - begin);
  if (index_ == Index::kSkip && comment == kIndexStart) in_index_ = HasIndexEnd(end);
  if (comment == kIndexEnd) in_index_ = false;
}

bool LineReader::HasIndexEnd(std::size_t from) {
  if (index_end_ < from) index_end_ = text_.find(kIndexEnd, from);
  return index_end_ != text_.npos;
}

bool LineReader::IsIndexRow() const {
  const std::string_view trimmed = TrimLeft(visible_);
  return trimmed.empty() || trimmed.front() == '|' || ParseItem(trimmed);
}

void LineReader::Classify(Line& line) {
  const Indent indent = MeasureIndent(visible_);
  const std::string_view trimmed = TrimRight(visible_.substr(indent.bytes));
  line.content = trimmed;
  if (trimmed.empty()) {
    line.depth = items_.size();
    in_paragraph_ = false;
    return;
  }
  const auto behind = std::ranges::upper_bound(items_, indent.columns);
  const auto matched = static_cast<std::size_t>(behind - items_.begin());
  const bool shallow = indent.columns < (matched == 0 ? 0 : items_[matched - 1]) + 4;
  const bool was_in_paragraph = in_paragraph_;
  const auto begin_block = [&](LineKind kind) {
    line.kind = kind;
    items_.resize(matched);
    line.depth = matched;
    in_paragraph_ = false;
  };
  if (const auto heading = shallow ? ParseHeading(trimmed) : std::nullopt) {
    begin_block(matched == 0 ? LineKind::kHeading : LineKind::kText);
    line.level = heading->level;
    if (matched == 0) line.content = heading->text;
  } else if (const auto fence = shallow ? ParseFence(trimmed) : std::nullopt) {
    begin_block(LineKind::kFence);
    fence_ =
        OpenFence{.start = *fence, .container = matched == 0 ? 0 : items_.back(), .line = number_};
  } else if (shallow && IsThematicBreak(trimmed)) {
    line.continues = was_in_paragraph && matched == items_.size();
    begin_block(LineKind::kBreak);
  } else if (!TakeItem(trimmed, indent.columns, matched, line)) {
    line.kind = LineKind::kText;
    line.continues = was_in_paragraph;
    if (!was_in_paragraph) {
      items_.resize(matched);
      paragraph_ = begin_;
    }
    line.depth = items_.size();
    in_paragraph_ = true;
  }
}

bool LineReader::TakeItem(std::string_view trimmed, std::size_t columns, std::size_t matched,
                          Line& line) {
  const auto item = ParseItem(trimmed);
  if (!item || matched >= kMostDepth) return false;
  if (in_paragraph_ && matched == items_.size() && !item->may_interrupt) return false;
  line.kind = LineKind::kItem;
  items_.resize(matched);
  items_.push_back(columns + item->width);
  line.depth = items_.size();
  line.content = item->text;
  line.has_box = item->has_box;
  line.mark = item->mark;
  in_paragraph_ = !item->text.empty();
  paragraph_ = begin_;
  if (const auto fence = ParseFence(item->text)) {
    fence_ = OpenFence{.start = *fence, .container = items_.back(), .line = number_};
    in_paragraph_ = false;
  }
  return true;
}

}  // namespace satchel::notes
