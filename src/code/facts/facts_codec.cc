#include "code/facts/facts_codec.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/bytes.h"
#include "base/compress.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostBytes = 64U << 20U;

class Writer : public ByteWriter {
 public:
  template <class Kind>
  void Enum(Kind kind) {
    Number(static_cast<std::uint64_t>(kind));
  }
  // How far it is from the last one of its kind: a small number where things are in order.
  void Step(std::uint32_t value, std::uint32_t& last) {
    const std::int64_t step = std::int64_t{value} - last;
    Number(step < 0 ? (static_cast<std::uint64_t>(-step) << 1U) - 1
                    : static_cast<std::uint64_t>(step) << 1U);
    last = value;
  }
  // kNoSymbol is 0.
  void SymbolIndex(std::uint32_t symbol, std::uint32_t& last) {
    Step(symbol == kNoSymbol ? 0 : symbol + 1, last);
  }
  void Place(const Extent& extent, Extent& last) {
    Step(extent.begin, last.begin);
    Number(extent.end - extent.begin);
    Step(extent.first_line, last.first_line);
    Number(extent.last_line - extent.first_line);
  }
};

class Reader : public ByteReader {
 public:
  using ByteReader::ByteReader;

  std::uint32_t Small() {
    const std::uint64_t value = Number();
    if (value > 0xFFFFFFFEULL) Fail();
    return ok() ? static_cast<std::uint32_t>(value) : 0;
  }
  template <class Kind>
  Kind Enum(Kind last) {
    const std::uint64_t value = Number();
    if (value > static_cast<std::uint64_t>(last)) Fail();
    return ok() ? static_cast<Kind>(value) : Kind{};
  }
  std::string String() {
    const std::string_view text = ByteReader::String();
    if (!text::IsValidUtf8(text)) Fail();
    return std::string(text);
  }
  std::uint32_t Step(std::uint32_t& last) {
    const std::uint64_t number = Number();
    if (number > 0x1FFFFFFFFULL) Fail();
    if (!ok()) return 0;
    const auto size = static_cast<std::int64_t>((number >> 1U) + (number & 1U));
    const std::int64_t value = std::int64_t{last} + ((number & 1U) != 0 ? -size : size);
    if (value < 0 || value > 0xFFFFFFFELL) Fail();
    if (ok()) last = static_cast<std::uint32_t>(value);
    return ok() ? last : 0;
  }
  // Of `count` symbols.
  std::uint32_t SymbolIndex(std::size_t count, std::uint32_t& last) {
    const std::uint32_t value = Step(last);
    if (value > count) Fail();
    return value == 0 || !ok() ? kNoSymbol : value - 1;
  }
  Extent Place(Extent& last) {
    Extent extent;
    extent.begin = Step(last.begin);
    extent.end = Sum(extent.begin);
    extent.first_line = Step(last.first_line);
    extent.last_line = Sum(extent.first_line);
    return extent;
  }
  // A place of it, from its beginning.
  std::uint32_t Within(const Extent& extent) {
    const std::uint32_t place = Sum(extent.begin);
    if (place > extent.end) Fail();
    return place;
  }
  // How many follow, of at least `least` bytes each.
  std::size_t Count(std::size_t least) {
    const std::uint64_t count = Number();
    if (count > left() / least) Fail();
    return ok() ? count : 0;
  }

 private:
  std::uint32_t Sum(std::uint32_t base) {
    const std::uint64_t sum = std::uint64_t{base} + Small();
    if (sum > 0xFFFFFFFEULL) Fail();
    return ok() ? static_cast<std::uint32_t>(sum) : base;
  }
};

// Of the row before, in one list.
struct Last {
  Extent place;
  std::uint32_t symbol = 0;
  std::uint32_t line = 0;
};

void Write(const Symbol& symbol, Last& last, Writer& out) {
  out.String(symbol.name);
  out.String(symbol.container);
  out.Enum(symbol.kind);
  out.Enum(symbol.visibility);
  out.Number((symbol.declared_only ? 1U : 0U) | (symbol.stale ? 2U : 0U));
  out.SymbolIndex(symbol.parent, last.symbol);
  out.Place(symbol.extent, last.place);
  out.Number(symbol.body - symbol.extent.begin);
  out.String(symbol.signature);
  out.String(symbol.doc);
}

Symbol ReadSymbol(Reader& in, std::size_t index, Last& last) {
  Symbol symbol;
  symbol.name = in.String();
  symbol.container = in.String();
  symbol.kind = in.Enum(SymbolKind::kHeading);
  symbol.visibility = in.Enum(Visibility::kPrivate);
  const std::uint64_t flags = in.Number();
  symbol.declared_only = (flags & 1U) != 0;
  symbol.stale = (flags & 2U) != 0;
  symbol.parent = in.SymbolIndex(index, last.symbol);
  symbol.extent = in.Place(last.place);
  symbol.body = in.Within(symbol.extent);
  symbol.signature = in.String();
  symbol.doc = in.String();
  return symbol;
}

}  // namespace

std::string EncodeFacts(const FileFacts& facts) {
  Writer out;
  out.Number(kFactsVersion);
  out.Enum(facts.reading);
  out.String(facts.limit);
  out.Number(facts.has_secrets ? 1 : 0);
  out.String(facts.package);
  out.Number(facts.symbols.size());
  Last last;
  for (const Symbol& symbol : facts.symbols) Write(symbol, last, out);
  out.Number(facts.comments.size());
  last = {};
  for (const Comment& comment : facts.comments) {
    out.Enum(comment.kind);
    out.Step(comment.line, last.line);
    out.SymbolIndex(comment.symbol, last.symbol);
    out.String(comment.text);
  }
  out.Number(facts.imports.size());
  last = {};
  for (const Import& import : facts.imports) {
    out.Enum(import.kind);
    out.Step(import.line, last.line);
    out.String(import.module);
    out.String(import.name);
    out.String(import.alias);
  }
  out.Number(facts.uses.size());
  last = {};
  for (const Use& use : facts.uses) {
    out.Enum(use.kind);
    out.SymbolIndex(use.symbol, last.symbol);
    out.Step(use.line, last.line);
    out.Number(use.count);
    out.String(use.name);
    out.String(use.qualifier);
  }
  out.Number(facts.chunks.size());
  last = {};
  for (const Chunk& chunk : facts.chunks) {
    out.Enum(chunk.kind);
    out.SymbolIndex(chunk.symbol, last.symbol);
    out.Place(chunk.extent, last.place);
  }
  return Compress(out.bytes());
}

Result<FileFacts> DecodeFacts(std::string_view bytes) {
  const auto plain = SATCHEL_TRY(Decompress(bytes, kMostBytes));
  Reader in(plain);
  const auto corrupt = [] { return Fail(Errc::kCorrupt, "the facts of a file are damaged"); };
  if (in.Number() != kFactsVersion) return corrupt();
  FileFacts facts;
  facts.reading = in.Enum(Reading::kStructure);
  facts.limit = in.String();
  facts.has_secrets = in.Number() != 0;
  facts.package = in.String();
  const std::size_t symbols = in.Count(10);
  facts.symbols.reserve(symbols);
  Last last;
  for (std::size_t i = 0; i < symbols && in.ok(); ++i) {
    facts.symbols.push_back(ReadSymbol(in, i, last));
  }
  last = {};
  for (std::size_t i = in.Count(4); i > 0 && in.ok(); --i) {
    Comment& comment = facts.comments.emplace_back();
    comment.kind = in.Enum(CommentKind::kRationale);
    comment.line = in.Step(last.line);
    comment.symbol = in.SymbolIndex(symbols, last.symbol);
    comment.text = in.String();
  }
  last = {};
  for (std::size_t i = in.Count(5); i > 0 && in.ok(); --i) {
    Import& import = facts.imports.emplace_back();
    import.kind = in.Enum(ImportKind::kReexport);
    import.line = in.Step(last.line);
    import.module = in.String();
    import.name = in.String();
    import.alias = in.String();
  }
  last = {};
  for (std::size_t i = in.Count(6); i > 0 && in.ok(); --i) {
    Use& use = facts.uses.emplace_back();
    use.kind = in.Enum(UseKind::kBound);
    use.symbol = in.SymbolIndex(symbols, last.symbol);
    use.line = in.Step(last.line);
    use.count = in.Small();
    use.name = in.String();
    use.qualifier = in.String();
  }
  last = {};
  for (std::size_t i = in.Count(6); i > 0 && in.ok(); --i) {
    Chunk& chunk = facts.chunks.emplace_back();
    chunk.kind = in.Enum(ChunkKind::kLines);
    chunk.symbol = in.SymbolIndex(symbols, last.symbol);
    chunk.extent = in.Place(last.place);
  }
  if (!in.AtEnd()) return corrupt();
  return facts;
}

}  // namespace satchel::code
