#include "code/index/chunk_fields.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

#include "code/languages/languages.h"
#include "code/parse/comment_text.h"
#include "code/walk/language.h"

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

// The comments of a text that have lines of their own.
class LineComments {
 public:
  LineComments(std::string_view text, std::uint32_t line, const CommentStyle& style) {
    CommentLines comments(style);
    std::size_t run = 0;  // where the comment lines up to here begin
    bool open = false;
    for (std::size_t begin = 0; begin < text.size(); ++line) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const bool comment = comments.Next(text.substr(begin, end - begin));
      if (comment && !open) {
        runs_.push_back({line, line});
        run = begin;
      }
      if (comment) runs_.back().last = line;
      if (!comment && open) Add(text.substr(run, begin - run));
      open = comment;
      begin = end + 1;
    }
    if (open) Add(text.substr(run));
  }

  const std::string& words() const { return words_; }

  bool Has(std::uint32_t line) const {
    const auto after = std::ranges::upper_bound(runs_, line, {}, &Run::first);
    return after != runs_.begin() && line <= std::prev(after)->last;
  }
  // By its first line.
  bool Has(std::string_view doc) const { return words_.contains(doc.substr(0, doc.find('\n'))); }

 private:
  struct Run {
    std::uint32_t first;
    std::uint32_t last;
  };
  void Add(std::string_view comment) { AddLine(words_, CommentWords(comment, kMostBytes)); }

  static constexpr std::size_t kMostBytes = 6000;  // of one comment
  std::vector<Run> runs_;
  std::string words_;
};

// A key of a configuration is one of many, and its line says all of it: by its name it would count
// as much as a function does.
bool IsSetting(const FileFacts& facts, const Symbol& symbol) {
  return facts.reading == Reading::kStructure &&
         (symbol.kind == SymbolKind::kProperty || symbol.kind == SymbolKind::kNamespace ||
          symbol.kind == SymbolKind::kVariable);
}

std::size_t BeginOf(const Symbol& symbol) { return symbol.extent.begin; }
std::size_t LineOf(const Comment& comment) { return comment.line; }

// The places of a list in the order of a key.
template <class Fact, class Key>
std::vector<std::uint32_t> Sorted(const std::vector<Fact>& facts, Key key) {
  std::vector<std::uint32_t> places;
  for (std::uint32_t i = 0; i < facts.size(); ++i) places.push_back(i);
  std::ranges::sort(places, {}, [&](std::uint32_t i) { return std::pair(key(facts[i]), i); });
  return places;
}

// Those whose key is in [begin, end), in the order of the list.
template <class Fact, class Key>
std::vector<std::uint32_t> Within(const std::vector<std::uint32_t>& sorted,
                                  const std::vector<Fact>& facts, Key key, std::size_t begin,
                                  std::size_t end) {
  const auto key_of = [&](std::uint32_t i) { return key(facts[i]); };
  const auto from = std::ranges::lower_bound(sorted, begin, {}, key_of);
  const auto to = std::ranges::lower_bound(from, sorted.end(), end, {}, key_of);
  std::vector<std::uint32_t> places(from, to);
  std::ranges::sort(places);
  return places;
}

}  // namespace

const CommentStyle& CommentStyleOf(std::string_view path, std::string_view content) {
  constexpr std::size_t kFirstLine = 256;
  const LanguageRules* rules = FindLanguage(LanguageOf(path, content.substr(0, kFirstLine)));
  return rules == nullptr ? kUsualComments : rules->comment_style;
}

ChunkFieldsReader::ChunkFieldsReader(std::string_view path, std::string_view content,
                                     const FileFacts& facts, const CommentStyle& style)
    : path_(path),
      content_(content),
      facts_(facts),
      style_(style),
      symbols_(Sorted(facts.symbols, BeginOf)),
      comments_(Sorted(facts.comments, LineOf)) {}

ChunkFields ChunkFieldsReader::Read(const Chunk& chunk) const {
  ChunkFields fields;
  fields.path = path_;
  const std::size_t begin = std::min<std::size_t>(chunk.extent.begin, content_.size());
  const std::size_t end = std::clamp<std::size_t>(chunk.extent.end, begin, content_.size());
  fields.body = content_.substr(begin, end - begin);
  const LineComments lines(fields.body, chunk.extent.first_line, style_);
  for (const std::uint32_t index : Within(symbols_, facts_.symbols, BeginOf, begin, end)) {
    // A symbol is of the chunk in which it begins; a class that is shown by its members is of
    // the chunk of its head.
    const Symbol& symbol = facts_.symbols[index];
    if (symbol.stale || IsSetting(facts_, symbol)) continue;
    AddLine(fields.names, symbol.container);
    AddLine(fields.names, symbol.name);
    AddLine(fields.head, symbol.signature);
    if (!lines.Has(symbol.doc)) AddLine(fields.comments, symbol.doc);
  }
  // A part of a long function says what it is a part of.
  if (chunk.symbol != kNoSymbol && facts_.symbols[chunk.symbol].extent.begin < begin) {
    AddLine(fields.names, facts_.symbols[chunk.symbol].name);
    AddLine(fields.head, facts_.symbols[chunk.symbol].signature);
  }
  for (const std::uint32_t index :
       Within(comments_, facts_.comments, LineOf, chunk.extent.first_line,
              std::size_t{chunk.extent.last_line} + 1)) {
    const Comment& comment = facts_.comments[index];
    if (!lines.Has(comment.line)) AddLine(fields.comments, comment.text);
  }
  AddLine(fields.comments, lines.words());
  if (chunk.extent.first_line == 1) AddLine(fields.head, FirstLines(fields.body, kHeadLines));
  return fields;
}

}  // namespace satchel::code
