#include "code/parse/chunks.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "code/parse/white_space.h"

namespace satchel::code {
namespace {

constexpr std::size_t kPiece = 1500;       // of text without structure
constexpr std::size_t kWholeClass = 3000;  // a larger one is shown by its members
constexpr std::size_t kWholeFunction = 6000;

// Not before `from`.
std::size_t LineStart(std::string_view content, std::size_t from, std::size_t at) {
  if (at <= from) return from;
  const std::size_t before = content.substr(from, at - from).rfind('\n');
  return before == std::string_view::npos ? from : from + before + 1;
}

// Behind the line break of the line that ends at or holds `at`.
std::size_t LineEnd(std::string_view content, std::size_t at) {
  if (at > 0 && at <= content.size() && content[at - 1] == '\n') return at;
  const std::size_t end = content.find('\n', at);
  return end == std::string_view::npos ? content.size() : end + 1;
}

bool IsCommentLine(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return false;
  line.remove_prefix(begin);
  if (line.starts_with("//") || line.starts_with("/*") || line.starts_with("*")) return true;
  if (line.starts_with("@") || line.starts_with("#[") || line.starts_with("--")) return true;
  return line.starts_with("#") && (line.size() == 1 || line[1] == ' ' || line[1] == '#');
}

// Where symbols begin with their comments. Many may be on one line, which is looked at once.
class SymbolStarts {
 public:
  explicit SymbolStarts(std::string_view content) : content_(content) {}

  // With the comment and the decorators directly above, not before `from`.
  std::size_t Of(std::size_t at, std::size_t from) {
    if (at > at_) {
      const std::size_t start = LineStart(content_, at_, at);
      if (start > at_) line_ = start;
    } else if (at < line_) {
      line_ = LineStart(content_, 0, at);
    }
    at_ = at;
    if (line_ <= from) return from;
    if (line_ != last_line_ || from != last_from_) {
      last_line_ = line_;
      last_from_ = from;
      start_ = WithComment(from);
    }
    return start_;
  }

 private:
  std::size_t WithComment(std::size_t from) const {
    std::size_t begin = line_;
    while (begin > from) {
      const std::size_t above = LineStart(content_, from, begin - 1);
      if (!IsCommentLine(content_.substr(above, begin - above))) break;
      begin = above;
    }
    return begin;
  }

  std::string_view content_;
  std::size_t at_ = 0;
  std::size_t line_ = 0;  // where the line of `at_` begins
  std::size_t last_line_ = std::string_view::npos;
  std::size_t last_from_ = 0;
  std::size_t start_ = 0;  // of those two
};

bool IsContainer(SymbolKind kind) {
  return HasMembers(kind) || kind == SymbolKind::kNamespace || kind == SymbolKind::kHeading;
}

// Adds chunks in the order of the text and counts lines on the way.
class Cutter {
 public:
  explicit Cutter(std::string_view content) : content_(content) {}

  std::size_t covered() const { return covered_; }

  // Everything from what is covered up to `end`, in pieces.
  void Cut(std::size_t end, ChunkKind kind, std::uint32_t symbol, std::size_t largest) {
    while (covered_ < end) {
      std::size_t to = end;
      if (end - covered_ > largest) {
        to = LineStart(content_, covered_, covered_ + largest);
        if (to <= covered_) to = std::min(end, LineEnd(content_, covered_ + largest));
      }
      Add(to, kind, symbol);
      if (kind == ChunkKind::kHead) kind = ChunkKind::kRest;
    }
  }

  std::vector<Chunk> Take() { return std::move(chunks_); }

 private:
  void Add(std::size_t to, ChunkKind kind, std::uint32_t symbol) {
    const std::string_view text = content_.substr(covered_, to - covered_);
    const auto breaks = static_cast<std::uint32_t>(std::ranges::count(text, '\n'));
    if (!IsWhiteSpace(text)) {
      // Blank lines around it are no part of it.
      std::size_t begin = text.find_first_not_of(" \t\r\n\f\v");
      begin = begin == 0 ? 0 : text.rfind('\n', begin) + 1;
      const std::size_t last = text.find_last_not_of(" \t\r\n\f\v");
      const std::size_t end = std::min(text.size(), text.find('\n', last) == std::string_view::npos
                                                        ? text.size()
                                                        : text.find('\n', last) + 1);
      const auto first_line =
          line_ + static_cast<std::uint32_t>(std::ranges::count(text.substr(0, begin), '\n'));
      const auto inner = text.substr(begin, end - begin);
      const auto last_line = first_line +
                             static_cast<std::uint32_t>(std::ranges::count(inner, '\n')) -
                             (inner.ends_with('\n') ? 1 : 0);
      chunks_.push_back({kind,
                         symbol,
                         {static_cast<std::uint32_t>(covered_ + begin),
                          static_cast<std::uint32_t>(covered_ + end), first_line, last_line}});
    }
    line_ += breaks;
    covered_ = to;
  }

  std::string_view content_;
  std::vector<Chunk> chunks_;
  std::size_t covered_ = 0;
  std::uint32_t line_ = 1;  // of `covered_`
};

}  // namespace

std::vector<Chunk> ChunksOf(std::string_view content, std::span<const Symbol> symbols,
                            std::size_t smallest) {
  std::vector<bool> has_member(symbols.size(), false);
  for (const Symbol& symbol : symbols) {
    if (symbol.parent != kNoSymbol && HasInside(symbol.kind)) has_member[symbol.parent] = true;
  }
  Cutter cutter(content);
  SymbolStarts starts(content);
  std::uint32_t head_of = kNoSymbol;  // a container that is shown by its members
  bool head = true;                   // nothing was cut since its beginning
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const Symbol& symbol = symbols[i];
    const std::size_t size = symbol.extent.end - symbol.extent.begin;
    if (symbol.extent.begin < cutter.covered() || symbol.stale) continue;
    if (!HasInside(symbol.kind) && !has_member[i] && size < kPiece) continue;
    if (size < smallest) continue;
    const std::size_t begin = starts.Of(symbol.extent.begin, cutter.covered());
    if (IsContainer(symbol.kind) && has_member[i] && size > kWholeClass) {
      cutter.Cut(begin, head ? ChunkKind::kHead : ChunkKind::kRest, head_of, kPiece);
      head_of = i;
      head = true;
      continue;
    }
    cutter.Cut(begin, head ? ChunkKind::kHead : ChunkKind::kRest, head_of, kPiece);
    head = false;
    cutter.Cut(LineEnd(content, symbol.extent.end), ChunkKind::kSymbol, i, kWholeFunction);
  }
  cutter.Cut(content.size(), head ? ChunkKind::kHead : ChunkKind::kRest, head_of, kPiece);
  return cutter.Take();
}

std::vector<Chunk> LineChunks(std::string_view content) {
  Cutter cutter(content);
  cutter.Cut(content.size(), ChunkKind::kLines, kNoSymbol, kPiece);
  return cutter.Take();
}

}  // namespace satchel::code
