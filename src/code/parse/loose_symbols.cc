// Indentation says what is inside of what: a definition goes on as long as lines are deeper than
// its own, up to a line that closes it. Strings of several lines and comments are passed over.
// What is found wrongly by this nests all the same, so that chunks can be cut by it.
#include "code/parse/loose_symbols.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "code/parse/chunks.h"
#include "code/parse/comment_lines.h"
#include "code/parse/comment_text.h"
#include "code/parse/loose_line.h"
#include "code/parse/loose_uses.h"
#include "code/parse/rules.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostSymbols = 10'000;
constexpr std::size_t kMostOpen = 60;  // definitions in one another
constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostSignatureBytes = 400;
constexpr std::size_t kMostHeadBytes = 4 * kMostSignatureBytes;
constexpr std::size_t kMostIndent = 400;  // beyond it all is equally deep
constexpr std::size_t kTab = 4;
constexpr std::string_view kTripleQuote = "\"\"\"";

bool IsNameChar(char c) { return IsAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

bool BeginsWithWord(std::string_view line, std::string_view word) {
  return line.starts_with(word) && (line.size() == word.size() || !IsNameChar(line[word.size()]));
}

// A line as deep as a definition that is its last.
bool Closes(std::string_view line) { return line.starts_with('}') || BeginsWithWord(line, "end"); }

// A line as deep as a definition that is still of it.
bool GoesOn(std::string_view line) {
  if (std::string_view("{)]|=:.,-&>").contains(line.front())) return true;
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{"where", "do", "then", "begin", "rescue", "ensure",
                                              "else", "elsif", "catch", "after", "throws"},
      [&](std::string_view word) { return BeginsWithWord(line, word); });
}

// The first byte behind the head of a definition: where its line ends, or its parameters that go
// on in the next, or its body begins.
std::size_t HeadEnd(std::string_view content, std::size_t begin) {
  const std::size_t most = std::min(content.size(), begin + kMostHeadBytes);
  int depth = 0;
  for (std::size_t at = begin; at < most; ++at) {
    const char c = content[at];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (depth <= 0 && (c == '\n' || (c == '{' && at > begin))) return at;
  }
  return most;
}

// END of `<<END`, `<<~"END"`, `<<<'END'`; empty: the line begins no such text.
std::string_view HeredocEnd(std::string_view line) {
  for (std::size_t at = line.find("<<"); at != std::string_view::npos; at = line.find("<<", at)) {
    const bool after_name = at > 0 && IsNameChar(line[at - 1]);
    at += 2;
    if (at < line.size() && line[at] == '<') ++at;
    if (at < line.size() && (line[at] == '~' || line[at] == '-')) ++at;
    if (at < line.size() && (line[at] == '"' || line[at] == '\'')) ++at;
    std::size_t end = at;
    while (end < line.size() && IsNameChar(line[end])) ++end;
    const bool named = end > at && !IsDigit(line[at]);
    if (named && !after_name) return line.substr(at, end - at);
  }
  return {};
}

class LooseReader {
 public:
  LooseReader(std::string_view content, const LanguageRules& rules)
      : content_(content), rules_(rules), loose_(*rules.loose), comments_(rules.comment_style) {}

  FileFacts Read() {
    facts_.reading = Reading::kLoose;
    for (std::size_t begin = 0; begin < content_.size();) {
      const std::size_t end = std::min(content_.find('\n', begin), content_.size());
      ++line_;
      begin_ = begin;
      end_ = end;
      ReadLine(content_.substr(begin, end - begin));
      begin = end + 1;
    }
    CloseBlock();
    while (!open_.empty()) CloseTop(last_);
    if (loose_.uses != nullptr) AddLooseUses(content_, rules_, facts_);
    facts_.chunks =
        facts_.symbols.empty() ? LineChunks(content_) : ChunksOf(content_, facts_.symbols);
    return std::move(facts_);
  }

 private:
  struct Spot {
    std::size_t at = 0;  // a byte
    std::uint32_t line = 0;
  };
  struct Open {
    std::uint32_t symbol;
    std::size_t indent;
  };
  // Comment lines below each other.
  struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint32_t first_line = 0;
    std::uint32_t last_line = 0;  // 0: there is none
  };

  Spot Here() const { return {end_, line_}; }

  void ReadLine(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\f\v");
    const bool in_string = InString(text, first);
    if (in_string) {
      last_ = Here();
      return;
    }
    const bool in_comment = comments_.inside();
    const bool comment = comments_.Next(text);
    if (first == std::string_view::npos && !comment) {
      CloseBlock();
      attributes_ = {};
      return;
    }
    std::size_t indent = 0;
    for (const char c : text.substr(0, std::min(first, kMostIndent)))
      indent += c == '\t' ? kTab : 1;
    if (comment) {
      // Lines of a block comment are as deep as its first.
      if (in_comment) indent = comment_indent_;
      comment_indent_ = indent;
      AddComment();
      if (!open_.empty() && indent > open_.back().indent) last_ = Here();
      return;
    }
    ReadCode(text.substr(first), begin_ + first, std::min(indent, kMostIndent));
  }

  // Whether the line is of a text that an earlier one began.
  bool InString(std::string_view text, std::size_t first) {
    if (!heredoc_.empty()) {
      if (first != std::string_view::npos && BeginsWithWord(text.substr(first), heredoc_)) {
        heredoc_ = {};
      }
      return true;
    }
    if (!quoted_) return false;
    const std::size_t end = text.find(kTripleQuote);
    if (end == std::string_view::npos) return true;
    quoted_ = false;
    if (doc_begin_ != 0) {
      const std::string_view words = content_.substr(doc_begin_, begin_ + end - doc_begin_);
      TakeDoc(CommentWords(words, kMostDocBytes));
      doc_begin_ = 0;
    }
    return true;
  }

  void ReadCode(std::string_view text, std::size_t at, std::size_t indent) {
    // `#if` says nothing about what is inside of what, however deep it stands.
    if (text.front() == '#' && !text.starts_with("#[") && loose_.passes.contains('#')) return;
    if (loose_.doc_attributes && text.starts_with('@')) ReadDocAttribute(text, at);
    const LoosePlace place = PlaceAt(indent);
    const auto found =
        facts_.symbols.size() < kMostSymbols ? DefinitionIn(text, loose_, place) : std::nullopt;
    const bool closed = CloseBefore(text, indent, found);
    BeginString(text);
    CloseBlock();
    if (found && !closed) {
      Define(*found, at, indent);
    } else if (!closed && loose_.passes.contains(text.front())) {
      if (attributes_.line == 0) attributes_ = {at, line_};
      return;
    }
    attributes_ = {};
    block_ = {};
    last_ = Here();
  }

  void BeginString(std::string_view text) {
    if (loose_.triple_quotes) {
      std::size_t quotes = 0;
      for (std::size_t at = text.find(kTripleQuote); at != std::string_view::npos;
           at = text.find(kTripleQuote, at + 3)) {
        ++quotes;
      }
      quoted_ = quotes % 2 == 1;
    }
    if (!loose_.heredocs || no_heredocs_) return;
    const std::string_view word = HeredocEnd(text);
    if (word.empty()) return;
    // One without an end is none, nor is any behind it: the rest of the file is not searched twice.
    if (HasLine(word)) {
      heredoc_ = word;
    } else {
      no_heredocs_ = true;
    }
  }

  // Whether a line below begins with this word.
  bool HasLine(std::string_view word) const {
    for (std::size_t at = content_.find(word, end_); at != std::string_view::npos;
         at = content_.find(word, at + 1)) {
      std::size_t begin = at;
      while (begin > end_ && (content_[begin - 1] == ' ' || content_[begin - 1] == '\t')) --begin;
      const std::size_t after = at + word.size();
      if (content_[begin - 1] == '\n' &&
          (after == content_.size() || !IsNameChar(content_[after]))) {
        return true;
      }
    }
    return false;
  }

  // @doc """, @moduledoc "…": the first is of what follows, the second of what is around it.
  void ReadDocAttribute(std::string_view text, std::size_t at) {
    const bool around = BeginsWithWord(text, "@moduledoc");
    if (!around && !BeginsWithWord(text, "@doc") && !BeginsWithWord(text, "@typedoc")) return;
    doc_of_ = around && !open_.empty() ? open_.back().symbol : kNoSymbol;
    const std::size_t quotes = text.find(kTripleQuote);
    if (quotes != std::string_view::npos) {
      doc_begin_ = at + quotes + kTripleQuote.size();
      return;
    }
    const std::size_t begin = text.find('"');
    const std::size_t end = text.rfind('"');
    if (begin == std::string_view::npos || end == begin) return;
    TakeDoc(CommentWords(text.substr(begin + 1, end - begin - 1), kMostDocBytes));
  }

  void TakeDoc(std::string doc) {
    if (doc_of_ == kNoSymbol) {
      doc_ = std::move(doc);
    } else {
      facts_.symbols[doc_of_].doc = std::move(doc);
    }
  }

  // What a line so deep would be in.
  LoosePlace PlaceAt(std::size_t indent) const {
    LoosePlace place;
    place.indented = indent > 0;
    place.in_value = InValue(indent);
    const std::uint32_t parent = ParentAt(indent);
    if (parent == kNoSymbol) return place;
    const Symbol& around = facts_.symbols[parent];
    place.in_function = IsLooseFunction(around.kind);
    place.in_type = IsLooseType(around.kind);
    place.in_record = around.kind == SymbolKind::kStruct;
    if (place.in_type) place.type = around.name;
    return place;
  }

  bool InValue(std::size_t indent) const {
    for (std::size_t i = open_.size(); i > 0; --i) {
      const Open& open = open_[i - 1];
      if (open.indent < indent) return !HasInside(facts_.symbols[open.symbol].kind);
    }
    return false;
  }

  std::uint32_t ParentAt(std::size_t indent) const {
    for (std::size_t i = open_.size(); i > 0; --i) {
      const Open& open = open_[i - 1];
      if (open.indent < indent && HasInside(facts_.symbols[open.symbol].kind)) return open.symbol;
    }
    return kNoSymbol;
  }

  // Closes what this line is not inside of. Whether it is the last line of one of them, or of a
  // definition that it repeats.
  bool CloseBefore(std::string_view text, std::size_t indent,
                   const std::optional<LooseDefinition>& found) {
    while (!open_.empty() && indent <= open_.back().indent) {
      const bool level = indent == open_.back().indent;
      if (!found) {
        if (loose_.typed || (level && GoesOn(text))) return false;
        if (level && Closes(text)) {
          CloseTop(Here());
          return true;
        }
      } else if (level && Repeats(*found, open_.back())) {
        return true;
      }
      CloseTop(last_);
    }
    if (found && closed_.indent == indent && closed_.symbol < facts_.symbols.size() &&
        facts_.symbols[closed_.symbol].parent == ParentAt(indent) && Repeats(*found, closed_)) {
      open_.push_back(closed_);
      return true;
    }
    return false;
  }

  bool Repeats(const LooseDefinition& found, const Open& open) const {
    if (!loose_.clauses || doc_ || block_.last_line != 0) return false;
    const Symbol& symbol = facts_.symbols[open.symbol];
    return open.symbol + 1 == facts_.symbols.size() && symbol.kind == found.kind &&
           symbol.name == found.name;
  }

  void CloseTop(const Spot& end) {
    Symbol& symbol = facts_.symbols[open_.back().symbol];
    symbol.extent.end =
        std::max(symbol.body, static_cast<std::uint32_t>(std::min(end.at, content_.size())));
    symbol.extent.last_line = std::max(symbol.extent.last_line, end.line);
    closed_ = open_.back();
    open_.pop_back();
  }

  void Define(const LooseDefinition& found, std::size_t at, std::size_t indent) {
    if (found.name.size() > kMostNameBytes || open_.size() >= kMostOpen) return;
    Symbol symbol;
    symbol.name = OneLine(found.name, kMostNameBytes);
    if (symbol.name.empty()) return;
    symbol.kind = found.kind;
    symbol.visibility = found.visibility;
    symbol.declared_only = found.goes_on;
    symbol.parent = ParentAt(indent);
    symbol.container = ContainerOf(symbol.parent, found.container);
    const Spot begin = attributes_.line == 0 ? Spot{at, line_} : attributes_;
    symbol.extent = {static_cast<std::uint32_t>(begin.at), static_cast<std::uint32_t>(end_),
                     begin.line, line_};
    const std::size_t head = std::min(HeadEnd(content_, at), at + kMostHeadBytes);
    symbol.body = static_cast<std::uint32_t>(std::min(head, end_));
    symbol.signature = OneLine(content_.substr(at, head - at), kMostSignatureBytes);
    if (doc_) {
      symbol.doc = *std::move(doc_);
      doc_.reset();
    } else if (block_.last_line != 0 && block_.last_line + 1 == begin.line) {
      symbol.doc =
          CommentWords(content_.substr(block_.begin, block_.end - block_.begin), kMostDocBytes);
    }
    open_.push_back({static_cast<std::uint32_t>(facts_.symbols.size()), indent});
    facts_.symbols.push_back(std::move(symbol));
  }

  std::string ContainerOf(std::uint32_t parent, std::string_view own) const {
    std::string container;
    if (parent != kNoSymbol) {
      const Symbol& around = facts_.symbols[parent];
      container = around.container;
      if (!container.empty()) container += rules_.separator;
      container += around.name;
    }
    if (!own.empty()) {
      if (!container.empty()) container += rules_.separator;
      container += OneLine(own, kMostNameBytes);
    }
    return std::string(text::TruncateUtf8(container, 2 * kMostNameBytes));
  }

  void AddComment() {
    if (block_.last_line == 0 || block_.last_line + 1 != line_) {
      CloseBlock();
      block_ = {begin_, end_, line_, line_};
      return;
    }
    block_.end = end_;
    block_.last_line = line_;
  }

  // What a comment says is known when all of its lines are there.
  void CloseBlock() {
    if (block_.last_line == 0 || block_.last_line == noted_) return;
    noted_ = block_.last_line;
    const std::string_view text = content_.substr(block_.begin, block_.end - block_.begin);
    auto remark =
        RemarkIn(text, block_.first_line, open_.empty() ? kNoSymbol : open_.back().symbol);
    if (remark) facts_.comments.push_back(*std::move(remark));
  }

  std::string_view content_;
  const LanguageRules& rules_;
  const LooseRules& loose_;
  CommentLines comments_;
  FileFacts facts_;
  std::vector<Open> open_;
  Open closed_{kNoSymbol, 0};  // the last one that was
  Block block_;
  std::size_t comment_indent_ = 0;
  std::uint32_t noted_ = 0;  // the last line of the block that was looked at
  Spot attributes_;          // where those of the next definition begin; line 0: there are none
  Spot last_;                // the end of what can be inside a definition
  // The line that is read.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::uint32_t line_ = 0;
  // Texts of several lines.
  std::string_view heredoc_;
  bool no_heredocs_ = false;
  bool quoted_ = false;
  std::size_t doc_begin_ = 0;  // 0: the text is no documentation
  std::uint32_t doc_of_ = kNoSymbol;
  std::optional<std::string> doc_;  // of what is defined next
};

}  // namespace

FileFacts ReadLoosely(std::string_view content, const LanguageRules& rules) {
  return LooseReader(content, rules).Read();
}

}  // namespace satchel::code
