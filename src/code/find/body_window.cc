#include "code/find/body_window.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "code/facts/line_text.h"
#include "index/texts/line_choice.h"
#include "text/analyser.h"

// Two steps. The core is the asked line, or the range within the limit whose lines have the most
// telling words, without the lines at its ends that have none. Then the core grows by the lines
// next to it until the limit is reached: code before a line explains it less than code after it,
// so an asked line gets a third of its window before it, and words get as much on both sides.
namespace satchel::retrieval {
namespace {

struct Growing {
  std::size_t first = 0;  // of the body's lines, both included
  std::size_t last = 0;
  std::size_t bytes = 0;
};

std::vector<std::int64_t> WorthOf(std::span<const std::string_view> lines,
                                  std::span<const LineWord> words) {
  std::map<std::string_view, std::int64_t> worth;
  for (const LineWord& word : words) worth.emplace(word.word, word.worth.millionths());
  std::vector<std::int64_t> sums;
  sums.reserve(lines.size());
  text::Analyser analyser;
  for (const std::string_view line : lines) {
    std::set<std::string, std::less<>> met;
    std::int64_t sum = 0;
    analyser.ForEach(line, [&](std::string_view term, text::ByteRange, text::TermKind) {
      const auto found = worth.find(term);
      if (found != worth.end() && met.emplace(term).second) sum += found->second;
    });
    sums.push_back(sum);
  }
  return sums;
}

// The range of at most so many bytes with the largest sum; of equal ones the first.
Growing BestRange(std::span<const std::string_view> lines, std::span<const std::int64_t> worth,
                  std::size_t most_bytes) {
  const auto fits = [most_bytes](std::string_view line) { return line.size() < most_bytes; };
  const auto start = static_cast<std::size_t>(std::ranges::find_if(lines, fits) - lines.begin());
  const std::size_t at = start == lines.size() ? 0 : start;
  Growing best{.first = at, .last = at, .bytes = lines[at].size() + 1};
  std::int64_t most = worth[at];
  std::size_t first = 0;
  std::size_t bytes = 0;
  std::int64_t sum = 0;
  for (std::size_t last = 0; last < lines.size(); ++last) {
    bytes += lines[last].size() + 1;
    sum += worth[last];
    while (first < last && bytes > most_bytes) {
      bytes -= lines[first].size() + 1;
      sum -= worth[first++];
    }
    if (sum <= most || bytes > most_bytes) continue;
    most = sum;
    best = {.first = first, .last = last, .bytes = bytes};
  }
  while (best.first < best.last && worth[best.first] == 0) {
    best.bytes -= lines[best.first++].size() + 1;
  }
  while (best.last > best.first && worth[best.last] == 0) {
    best.bytes -= lines[best.last--].size() + 1;
  }
  return best;
}

// `after`: how many lines come after the core for each one before it.
void Grow(std::span<const std::string_view> lines, std::size_t most_bytes, std::size_t after,
          Growing& range) {
  const auto fits = [&](std::size_t line) {
    return line < lines.size() && range.bytes + lines[line].size() + 1 <= most_bytes;
  };
  for (std::size_t turn = 0;; ++turn) {
    const bool can_before = range.first > 0 && fits(range.first - 1);
    const bool can_after = fits(range.last + 1);
    if (!can_before && !can_after) return;
    const bool before = can_before && (!can_after || turn % (after + 1) == 0);
    const std::size_t next = before ? range.first - 1 : range.last + 1;
    range.bytes += lines[next].size() + 1;
    (before ? range.first : range.last) = next;
  }
}

}  // namespace

LineRange WindowOf(std::string_view content, const BodyWindowRequest& request) {
  const LineRange body = request.body;
  const std::vector<std::string_view> lines =
      LinesIn(code::LinesOf(content, body.first, body.last));
  if (lines.empty()) return {body.first, body.first};
  const auto asked = std::ranges::find_if(request.asked, [&](std::uint32_t line) {
    return line >= body.first && line - body.first < lines.size();
  });
  Growing range;
  if (asked != request.asked.end()) {
    const std::size_t at = *asked - body.first;
    range = {.first = at, .last = at, .bytes = lines[at].size() + 1};
    Grow(lines, request.most_bytes, 2, range);
  } else {
    range = BestRange(lines, WorthOf(lines, request.words), request.most_bytes);
    Grow(lines, request.most_bytes, 1, range);
  }
  return {body.first + static_cast<std::uint32_t>(range.first),
          body.first + static_cast<std::uint32_t>(range.last)};
}

}  // namespace satchel::retrieval
