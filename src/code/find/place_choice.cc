#include "code/find/place_choice.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "code/facts/facts.h"
#include "code/find/mute_lines.h"
#include "index/texts/line_choice.h"
#include "text/analyser.h"
#include "text/safe_line.h"

// Chunks hold every line of a file, so the best one by its words can be two lines of imports: these
// name what the file is about as densely as nothing else in it. It tells a reader nothing. So a
// chunk that is no definition counts only if a word of the query stands on a line of it that says
// something. That is looked at in the text of the few files that are shown.
namespace satchel::retrieval {
namespace {

constexpr std::size_t kShownSymbols = 20;

using Words = std::set<std::string, std::less<>>;

// Whether one of the words stands on a line of the chunk that is not mute.
bool Speaks(const code::Chunk& chunk, std::span<const std::string_view> lines,
            const std::vector<bool>& mute, const Words& words, text::Analyser& analyser) {
  const std::size_t last = std::min<std::size_t>(chunk.extent.last_line, lines.size());
  for (std::size_t i = std::max(chunk.extent.first_line, 1U) - 1; i < last; ++i) {
    if (mute[i]) continue;
    bool met = false;
    analyser.ForEach(lines[i], [&](std::string_view term, text::ByteRange, text::TermKind) {
      met = met || words.contains(term);
    });
    if (met) return true;
  }
  return false;
}

bool IsMuteThroughout(const code::Chunk& chunk, std::span<const std::string_view> lines,
                      const std::vector<bool>& mute) {
  const std::size_t last = std::min<std::size_t>(chunk.extent.last_line, lines.size());
  for (std::size_t i = std::max(chunk.extent.first_line, 1U) - 1; i < last; ++i) {
    if (!mute[i] && SaysSomething(lines[i])) return false;
  }
  return true;
}

bool IsDefinition(const code::Chunk& chunk) { return chunk.kind == code::ChunkKind::kSymbol; }

// In place of the chunks that have the words and say nothing: the first definition, or whatever
// is not mute.
std::vector<std::uint32_t> Instead(const std::vector<code::Chunk>& chunks,
                                   std::span<const std::string_view> lines,
                                   const std::vector<bool>& mute) {
  auto found = std::ranges::find_if(chunks, IsDefinition);
  if (found == chunks.end()) {
    found = std::ranges::find_if(
        chunks, [&](const code::Chunk& chunk) { return !IsMuteThroughout(chunk, lines, mute); });
  }
  if (found == chunks.end()) return {};
  return {static_cast<std::uint32_t>(found - chunks.begin())};
}

// Those of `best` that are worth showing.
std::vector<std::uint32_t> WithoutMute(std::span<const rank::ChunkScore> best, const HitFile& known,
                                       const ask::Query& query, const std::string& text) {
  const std::vector<code::Chunk>& chunks = known.facts.chunks;
  const std::vector<std::string_view> lines = LinesIn(text);
  const std::vector<bool> mute = MuteLines(lines, known.language);
  Words words;
  for (std::size_t i = 0; i < query.words; ++i) words.insert(query.terms[i].text);
  text::Analyser analyser;
  std::vector<std::uint32_t> shown;
  std::vector<std::uint32_t> all;
  for (const rank::ChunkScore& one : best) {
    if (one.ordinal >= chunks.size()) continue;
    const code::Chunk& chunk = chunks[one.ordinal];
    all.push_back(one.ordinal);
    if (IsDefinition(chunk) || chunk.kind == code::ChunkKind::kLines ||
        Speaks(chunk, lines, mute, words, analyser)) {
      shown.push_back(one.ordinal);
    }
  }
  if (!shown.empty()) return shown;
  // Of a name these lines say who has it.
  if (query.form == ask::QueryForm::kSymbol) return all;
  std::vector<std::uint32_t> instead = Instead(chunks, lines, mute);
  return instead.empty() ? all : instead;
}

// The narrowest symbol that has the line; null: none.
const code::Symbol* SymbolAt(const HitFile& file, std::uint32_t line) {
  const code::Symbol* best = nullptr;
  const auto size = [](const code::Symbol& one) { return one.extent.end - one.extent.begin; };
  for (const code::Symbol& symbol : file.facts.symbols) {
    if (symbol.stale || symbol.kind == code::SymbolKind::kNamespace) continue;
    if (symbol.extent.first_line > line || symbol.extent.last_line < line) continue;
    if (best == nullptr || size(symbol) < size(*best)) best = &symbol;
  }
  return best;
}

// Members are found outside of everything where what they are in has no name.
bool IsMember(code::SymbolKind kind) {
  return kind == code::SymbolKind::kField || kind == code::SymbolKind::kProperty ||
         kind == code::SymbolKind::kEnumMember;
}

bool IsSmall(code::SymbolKind kind) {
  return kind == code::SymbolKind::kVariable || kind == code::SymbolKind::kConstant ||
         kind == code::SymbolKind::kMacro || kind == code::SymbolKind::kTypeAlias;
}

}  // namespace

std::string PathAskedFor(std::string_view query, const ask::Query& read) {
  constexpr std::string_view kAround = " \t\r\n\"'`";
  query.remove_prefix(std::min(query.find_first_not_of(kAround), query.size()));
  query = query.substr(0, query.find_last_not_of(kAround) + 1);
  if (query.find_first_of(kAround) != query.npos) return "";
  std::string path(query);
  std::ranges::replace(path, '\\', '/');
  // Lines and columns.
  for (int i = 0; i < 2; ++i) {
    const std::size_t colon = path.rfind(':');
    if (colon == std::string::npos || colon + 1 == path.size() ||
        !std::ranges::all_of(path.substr(colon + 1), IsDigit)) {
      break;
    }
    path.resize(colon);
  }
  while (path.starts_with("./")) path.erase(0, 2);
  const bool is_path =
      std::ranges::find(read.paths, path) != read.paths.end() ||
      std::ranges::find(read.frames, path, &ask::TraceFrame::path) != read.frames.end();
  return is_path ? path : "";
}

std::vector<std::uint32_t> ChunksToShow(const rank::RankedFile& file, const HitFile& known,
                                        const ask::Query& query, bool asked_by_path,
                                        const std::string* text) {
  std::vector<std::uint32_t> order;
  const auto add = [&order](std::uint32_t ordinal) {
    if (std::ranges::find(order, ordinal) == order.end()) order.push_back(ordinal);
  };
  const std::vector<code::Chunk>& chunks = known.facts.chunks;
  for (const std::uint32_t line : file.asked_lines) {
    const auto holds = [line](const code::Chunk& chunk) {
      return chunk.extent.first_line <= line && line <= chunk.extent.last_line;
    };
    const auto found = std::ranges::find_if(chunks, holds);
    if (found != chunks.end()) add(static_cast<std::uint32_t>(found - chunks.begin()));
  }
  if (asked_by_path && order.empty()) add(0);
  if (text != nullptr) {
    for (const std::uint32_t ordinal : WithoutMute(file.chunks, known, query, *text)) add(ordinal);
  } else {
    for (const rank::ChunkScore& chunk : file.chunks) add(chunk.ordinal);
  }
  if (order.empty()) order.push_back(0);
  return order;
}

void SetPlace(const HitFile& file, std::uint32_t ordinal, SearchPlace& place) {
  const code::FileFacts& facts = file.facts;
  if (ordinal >= facts.chunks.size()) return;
  const code::Chunk& chunk = facts.chunks[ordinal];
  place.start_line = chunk.extent.first_line;
  place.end_line = chunk.extent.last_line;
  if (chunk.symbol == code::kNoSymbol || chunk.symbol >= facts.symbols.size()) return;
  place.symbol = Qualified(facts.symbols[chunk.symbol], file.language);
  place.kind = Name(facts.symbols[chunk.symbol].kind);
}

void SetSymbols(const HitFile& file, SearchPlace& place) {
  const std::vector<code::Symbol>& symbols = file.facts.symbols;
  const auto is_namespace = [&symbols](std::uint32_t symbol) {
    return symbols[symbol].kind == code::SymbolKind::kNamespace;
  };
  std::vector<const code::Symbol*> outer;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const std::uint32_t parent = symbols[i].parent;
    const bool is_outer = parent == code::kNoSymbol || is_namespace(parent);
    if (!is_outer || is_namespace(i) || symbols[i].stale || IsMember(symbols[i].kind)) continue;
    outer.push_back(&symbols[i]);
  }
  // A file with one class, or a document with one title, is what that one has.
  if (outer.size() == 1) {
    const auto only = static_cast<std::uint32_t>(outer.front() - symbols.data());
    for (const code::Symbol& symbol : symbols) {
      if (symbol.parent == only && !symbol.stale) outer.push_back(&symbol);
    }
  }
  const std::size_t all = outer.size();
  if (all > kShownSymbols) {
    std::vector<const code::Symbol*> large = outer;
    std::erase_if(large, [](const code::Symbol* symbol) { return IsSmall(symbol->kind); });
    if (!large.empty()) outer = std::move(large);
  }
  if (outer.size() > kShownSymbols) outer.resize(kShownSymbols);
  for (const code::Symbol* symbol : outer) {
    place.symbols.push_back({Qualified(*symbol, file.language), std::string(Name(symbol->kind)),
                             symbol->extent.first_line});
  }
  place.more_symbols = all - outer.size();
}

void SetLines(const HitTexts::Text& text, const HitFile* file, const AskedLines& asked,
              SearchPlace& place) {
  place.gone = text.gone;
  place.changed = !text.as_indexed && !text.gone;
  if (!text.readable) return;
  SearchPlace looked = place;
  if (place.changed) {
    // Of a file that is another now the lines may stand anywhere.
    looked.start_line = 1;
    looked.end_line = UINT32_MAX;
  }
  const std::string_view language = file == nullptr ? std::string_view() : file->language;
  const std::vector<std::string_view> lines = LinesIn(text.bytes);
  const LineChoice choice(lines, MuteLines(lines, language), looked);
  std::vector<RankedLine> chosen =
      asked.first ? choice.First()
                  : choice.Choose(place.changed ? std::vector<std::uint32_t>() : asked.lines);
  const bool is_vague = place.symbol.empty() || place.kind == Name(code::SymbolKind::kNamespace);
  if (!chosen.empty() && chosen.front().worth > 0 && is_vague && !place.changed &&
      file != nullptr) {
    // A comment belongs to what stands directly below it.
    for (const std::uint32_t line : choice.Paragraph(chosen.front().number)) {
      const code::Symbol* symbol = SymbolAt(*file, line);
      if (symbol == nullptr) continue;
      place.symbol = Qualified(*symbol, file->language);
      place.kind = Name(symbol->kind);
      break;
    }
  }
  place.lines = choice.Shown(std::move(chosen));
}

}  // namespace satchel::retrieval
