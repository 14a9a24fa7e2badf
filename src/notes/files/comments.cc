#include "notes/files/comments.h"

#include <algorithm>
#include <unordered_map>

#include "notes/files/block_start.h"
#include "notes/files/line_text.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kOpen = "<!--";
constexpr std::string_view kClose = "-->";

// The places of backtick runs by their length, taken in rising order.
struct Runs {
  std::vector<std::size_t> begins;
  std::size_t next = 0;
};

std::unordered_map<std::size_t, Runs> BacktickRuns(std::string_view text, std::size_t begin,
                                                   std::size_t end) {
  std::unordered_map<std::size_t, Runs> runs;
  for (std::size_t at = text.find('`', begin); at < end; at = text.find('`', at)) {
    const std::size_t run = at;
    while (at < end && text[at] == '`') ++at;
    runs[at - run].begins.push_back(run);
  }
  return runs;
}

// Where a paragraph that goes on behind `line_end` ends: before a blank line or one that
// begins another block.
std::size_t ParagraphEnd(std::string_view text, std::size_t line_end) {
  while (line_end < text.size()) {
    std::size_t begin = line_end + 1;
    if (text[line_end] == '\r' && begin < text.size() && text[begin] == '\n') ++begin;
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    if (begin >= text.size()) return line_end;
    const std::string_view line = TrimLeft(text.substr(begin, end - begin));
    if (line.empty() || StartsBlock(line)) return line_end;
    line_end = end;
  }
  return line_end;
}

}  // namespace

std::optional<std::size_t> Comments::EndOf(std::size_t begin) {
  const std::size_t inside = begin + kOpen.size();
  if (text_.substr(inside).starts_with(">")) return inside + 1;
  if (text_.substr(inside).starts_with("->")) return inside + 2;
  if (next_end_ != text_.npos && next_end_ < inside + kClose.size()) {
    const std::size_t close = text_.find(kClose, inside);
    next_end_ = close == text_.npos ? close : close + kClose.size();
  }
  if (next_end_ == text_.npos) return std::nullopt;
  return next_end_;
}

Comments::Inline Comments::LookAt(std::size_t begin, std::size_t paragraph, std::size_t line_end) {
  if (begin >= examined_.end) Examine(std::max(paragraph, examined_.end), line_end);
  while (next_inline_ < inline_.size() && inline_[next_inline_].range.end <= begin) ++next_inline_;
  if (next_inline_ == inline_.size()) return {};
  const Range& next = inline_[next_inline_];
  if (next.range.begin > begin) return {};
  return {.meaning = next.meaning, .end = next.range.end};
}

// From left to right, the first of code span and comment wins.
void Comments::Examine(std::size_t begin, std::size_t line_end) {
  const std::size_t end = ParagraphEnd(text_, line_end);
  examined_ = {.begin = begin, .end = end};
  inline_.clear();
  next_inline_ = 0;
  auto runs = BacktickRuns(text_, begin, end);
  for (std::size_t at = begin; at < end;) {
    if (text_[at] == '\\') {
      at += 2;
    } else if (text_[at] == '`') {
      std::size_t behind = at;
      while (behind < end && text_[behind] == '`') ++behind;
      const std::size_t length = behind - at;
      at = behind;
      const auto found = runs.find(length);
      if (found == runs.end()) continue;
      Runs& same = found->second;
      while (same.next < same.begins.size() && same.begins[same.next] < behind) ++same.next;
      if (same.next == same.begins.size()) continue;
      const std::size_t span_end = same.begins[same.next] + length;
      inline_.push_back({.range = {.begin = at, .end = span_end}, .meaning = Meaning::kCode});
      at = span_end;
    } else if (text_.substr(at).starts_with(kOpen)) {
      const auto close = EndOf(at);
      if (close && *close <= end) {
        inline_.push_back({.range = {.begin = at, .end = *close}, .meaning = Meaning::kComment});
        at = *close;
      } else {
        at += kOpen.size();
      }
    } else {
      ++at;
    }
  }
}

}  // namespace satchel::notes
