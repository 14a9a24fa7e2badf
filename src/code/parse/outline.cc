// Readers of files that are no programs know bytes: where a definition begins, where it ends. All
// else is the same for each of them and is done here, once: lines from a table of where they begin,
// documentation from the comment lines directly above, remarks, and chunks. Ends are made to nest,
// so that no reader has to be right about them for the facts to hold together.
#include "code/parse/outline.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "code/parse/chunks.h"
#include "code/parse/comment_lines.h"
#include "code/parse/comment_text.h"
#include "code/parse/rules.h"
#include "code/parse/symbol_cursor.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostSymbols = 10'000;
constexpr std::size_t kMostOpen = 60;
constexpr std::size_t kMostUses = 50'000;
constexpr std::size_t kMostImports = 5'000;
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostModuleBytes = 400;
constexpr std::size_t kMostSignatureBytes = 400;
constexpr std::size_t kMostHeadBytes = 4 * kMostSignatureBytes;

}  // namespace

Outline::Outline(std::string_view content, const LanguageRules& rules)
    : content_(content), rules_(rules) {
  facts_.reading = Reading::kStructure;
  FindLines();
}

void Outline::FindLines() {
  CommentLines comments(rules_.comment_style);
  for (std::size_t begin = 0; begin <= content_.size();) {
    lines_.push_back(static_cast<std::uint32_t>(begin));
    if (begin == content_.size()) break;
    const std::size_t end = std::min(content_.find('\n', begin), content_.size());
    const auto line = static_cast<std::uint32_t>(lines_.size());
    if (comments.Next(content_.substr(begin, end - begin))) {
      if (blocks_.empty() || blocks_.back().last_line + 1 != line) {
        blocks_.push_back({line, line, begin, end});
      } else {
        blocks_.back().last_line = line;
        blocks_.back().end = end;
      }
    }
    begin = end + 1;
  }
}

std::uint32_t Outline::LineAt(std::size_t at) const {
  const auto after = std::ranges::upper_bound(lines_, at);
  return static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(1, after - lines_.begin()));
}

std::size_t Outline::LineEnd(std::size_t at) const {
  const std::size_t line = LineAt(at);
  return line < lines_.size() ? lines_[line] - 1 : content_.size();
}

std::string_view Outline::DocOf(std::uint32_t line) const {
  const auto found = std::ranges::lower_bound(blocks_, line - 1, {}, &Block::last_line);
  if (found == blocks_.end() || found->last_line + 1 != line) return {};
  return content_.substr(found->begin, found->end - found->begin);
}

std::uint32_t Outline::Inside() const {
  for (std::size_t i = open_.size(); i > 0; --i) {
    if (open_[i - 1].symbol != kNoSymbol) return open_[i - 1].symbol;
  }
  return kNoSymbol;
}

void Outline::Open(SymbolKind kind, std::string_view name, std::size_t begin, std::size_t head,
                   std::string_view own) {
  begin = std::min(begin, content_.size());
  head = std::clamp(head, begin, content_.size());
  Level level{kNoSymbol, static_cast<std::uint32_t>(head)};
  Symbol symbol;
  if (name.size() <= kMostNameBytes) symbol.name = OneLine(name, kMostNameBytes);
  if (!symbol.name.empty() && facts_.symbols.size() < kMostSymbols && open_.size() < kMostOpen) {
    symbol.kind = kind;
    symbol.parent = Inside();
    if (symbol.parent != kNoSymbol) {
      const Symbol& around = facts_.symbols[symbol.parent];
      symbol.container = around.container;
      if (!symbol.container.empty()) symbol.container += rules_.separator;
      symbol.container += around.name;
    }
    if (!own.empty()) {
      if (!symbol.container.empty()) symbol.container += rules_.separator;
      symbol.container += OneLine(own, kMostNameBytes);
    }
    symbol.container = text::TruncateUtf8(symbol.container, 2 * kMostNameBytes);
    const std::uint32_t line = LineAt(begin);
    symbol.extent = {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(head), line,
                     line};
    symbol.body = static_cast<std::uint32_t>(head);
    symbol.signature = OneLine(content_.substr(begin, std::min(head - begin, kMostHeadBytes)),
                               kMostSignatureBytes);
    symbol.doc = CommentWords(DocOf(line), kMostDocBytes);
    level.symbol = static_cast<std::uint32_t>(facts_.symbols.size());
    facts_.symbols.push_back(std::move(symbol));
  }
  open_.push_back(level);
}

void Outline::SetHead(std::size_t head) {
  if (open_.empty() || open_.back().symbol == kNoSymbol) return;
  Symbol& symbol = facts_.symbols[open_.back().symbol];
  head = std::clamp<std::size_t>(head, symbol.extent.begin, content_.size());
  const std::string_view text = content_.substr(symbol.extent.begin, head - symbol.extent.begin);
  symbol.signature = OneLine(text.substr(0, kMostHeadBytes), kMostSignatureBytes);
  symbol.body = static_cast<std::uint32_t>(head);
  open_.back().least_end = std::max(open_.back().least_end, symbol.body);
}

void Outline::SetKind(SymbolKind kind) {
  if (open_.empty() || open_.back().symbol == kNoSymbol) return;
  facts_.symbols[open_.back().symbol].kind = kind;
}

void Outline::SetDoc(std::string_view doc) {
  if (open_.empty() || open_.back().symbol == kNoSymbol) return;
  facts_.symbols[open_.back().symbol].doc = CommentWords(doc, kMostDocBytes);
}

void Outline::Close(std::size_t end) {
  const Level level = open_.back();
  open_.pop_back();
  const auto last = std::clamp(static_cast<std::uint32_t>(std::min(end, content_.size())),
                               level.least_end, static_cast<std::uint32_t>(content_.size()));
  if (level.symbol != kNoSymbol) {
    Symbol& symbol = facts_.symbols[level.symbol];
    symbol.extent.end = last;
    symbol.extent.last_line =
        std::max(symbol.extent.first_line, LineAt(last > symbol.extent.begin ? last - 1 : last));
  }
  if (!open_.empty()) open_.back().least_end = std::max(open_.back().least_end, last);
}

void Outline::Add(SymbolKind kind, std::string_view name, std::size_t begin, std::size_t end,
                  std::string_view own) {
  Open(kind, name, begin, end, own);
  Close(end);
}

void Outline::AddBeside(SymbolKind kind, std::string_view name, std::size_t begin,
                        std::size_t end) {
  const Level level = open_.back();
  open_.pop_back();
  Add(kind, name, begin, end);
  open_.push_back(level);
}

// A view that lives as long as this: of the content, or of a copy.
std::string_view Outline::Kept(std::string_view text) {
  const std::less<> before;
  if (!before(text.data(), content_.data()) &&
      !before(content_.data() + content_.size(), text.data() + text.size())) {
    return text;
  }
  return texts_.emplace_back(text);
}

void Outline::Use(UseKind kind, std::string_view name, std::size_t at, std::string_view qualifier) {
  if (name.empty() || name.size() > kMostNameBytes || qualifier.size() > kMostNameBytes) return;
  if (!text::IsValidUtf8(name) || !text::IsValidUtf8(qualifier)) return;
  if (name.find_first_of("\n\r") != std::string_view::npos || ++use_count_ > kMostUses) return;
  uses_.Add(kind, Inside(), LineAt(at), Kept(name), Kept(qualifier));
}

void Outline::Import(ImportKind kind, std::string_view module, std::size_t at,
                     std::string_view name) {
  if (module.empty() || module.size() > kMostModuleBytes || name.size() > kMostNameBytes) return;
  if (facts_.imports.size() >= kMostImports) return;
  facts_.imports.push_back(
      {kind, LineAt(at), OneLine(module, kMostModuleBytes), OneLine(name, kMostNameBytes), {}});
}

void Outline::SetPackage(std::string_view package) {
  facts_.package = OneLine(package.substr(0, kMostNameBytes), kMostNameBytes);
}

// Each is of the innermost symbol that it is in. Both are in the order of the text.
void Outline::AddRemarks() {
  SymbolCursor cursor(facts_.symbols);
  for (const Block& block : blocks_) {
    auto remark = RemarkIn(content_.substr(block.begin, block.end - block.begin), block.first_line,
                           cursor.At(block.begin));
    if (remark) facts_.comments.push_back(*std::move(remark));
  }
}

FileFacts Outline::Finish(std::size_t smallest) {
  while (!open_.empty()) Close(content_.size());
  AddRemarks();
  facts_.uses = uses_.Take();
  facts_.chunks =
      facts_.symbols.empty() ? LineChunks(content_) : ChunksOf(content_, facts_.symbols, smallest);
  return std::move(facts_);
}

}  // namespace satchel::code
