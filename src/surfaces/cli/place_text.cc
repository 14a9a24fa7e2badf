#include "surfaces/cli/place_text.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "text/analyser.h"
#include "text/columns.h"

namespace satchel::cli {
namespace {

using engine::PlaceLine;
using engine::PlaceSymbol;
using engine::PlaceWord;
using engine::SearchPlace;

constexpr std::size_t kNumberWidth = 9;    // of a line's number and the blanks behind it
constexpr std::size_t kLeastColumns = 20;  // narrower windows are not cut to

std::string Cut(std::string_view text, std::size_t columns, std::size_t used) {
  if (columns == 0) return std::string(text);
  return text::CutToColumn(text, used, std::max(columns, kLeastColumns + used));
}

// "cookie 2.1 (body 3, names 1)"
std::string Reason(const PlaceWord& word) {
  std::string text = fmt::format("{} {} (", word.word, word.worth.Text());
  std::string_view separator;
  for (const auto& [field, times] : word.fields) {
    text += fmt::format("{}{} {}", separator, field, times);
    separator = ", ";
  }
  return text + ")";
}

std::string Reasons(const SearchPlace& place) {
  std::string text = fmt::format("  score {}", place.score.Text());
  const char* sign = " = ";
  for (const ScoreTerm& term : place.terms) {
    text += fmt::format("{}{} {}", sign, term.name, term.value.Text());
    sign = " + ";
  }
  text += "\n";
  sign = "  words: ";
  for (const PlaceWord& word : place.words) {
    text += sign + Visible(Reason(word));
    sign = ", ";
  }
  if (!place.words.empty()) text += "\n";
  if (place.reranked) {
    const auto& [before, given] = *place.reranked;
    text += fmt::format("  reranked: place {} before, {}\n", before,
                        given ? "score " + given->Text() : "no score");
  }
  return text;
}

// What the file defines, a line each.
std::string Symbols(const SearchPlace& place, const PlaceStyle& how) {
  if (place.symbols.empty()) return "";
  std::string text = "         it defines:\n";
  for (const PlaceSymbol& symbol : place.symbols) {
    text += how.style.Dim(fmt::format("{:>7}  ", symbol.line));
    text += Cut(fmt::format("{} {}", symbol.kind, Visible(symbol.name)), how.columns, kNumberWidth);
    text += "\n";
  }
  if (place.more_symbols > 0) text += fmt::format("         and {} more\n", place.more_symbols);
  return text;
}

// The text with the words of the query in bold.
std::string Marked(const std::string& text, const std::set<std::string, std::less<>>& words,
                   const Style& style, text::Analyser& analyser) {
  std::vector<text::ByteRange> ranges;
  analyser.ForEach(text, [&](std::string_view term, text::ByteRange range, text::TermKind) {
    if (words.contains(term)) ranges.push_back(range);
  });
  std::ranges::sort(ranges, {}, &text::ByteRange::begin);
  std::string marked;
  std::size_t at = 0;
  for (const text::ByteRange& range : ranges) {
    if (range.begin < at) continue;  // a part of a word that is marked whole
    marked += std::string_view(text).substr(at, range.begin - at);
    marked += style.Bold(std::string_view(text).substr(range.begin, range.end - range.begin));
    at = range.end;
  }
  return marked + text.substr(at);
}

// A text that a file has in another form is asked for by its id.
std::string WhereText(const SearchPlace& place) {
  if (place.start_line > 0) {
    return fmt::format("{}:{}-{}", Visible(place.path), place.start_line, place.end_line);
  }
  return Visible(place.id.empty() ? place.path : place.id);
}

}  // namespace

std::string PlaceText(const SearchPlace& place, std::size_t number, const PlaceStyle& how) {
  const std::string count = fmt::format("{:>2}  ", number);
  const std::string where = WhereText(place);
  std::string what;
  if (!place.symbol.empty()) what = fmt::format("  {} {}", place.kind, Visible(place.symbol));
  const std::size_t used = text::ColumnAfter(where, count.size());
  // Where it is, is never cut: somebody may want to open it.
  if (how.columns > 0 && text::ColumnAfter(what, used) > how.columns) {
    what = used + kLeastColumns < how.columns ? text::CutToColumn(what, used, how.columns) : "";
  }
  std::string text = how.style.Dim(count) + how.style.Bold(where) + what + "\n";
  if (how.explain) text += Reasons(place);
  std::set<std::string, std::less<>> words;
  for (const PlaceWord& word : place.words) words.insert(word.word);
  text::Analyser analyser;
  std::uint32_t last = 0;
  for (const PlaceLine& line : place.lines) {
    if (last > 0 && line.number > last + 1) text += how.style.Dim("      \u2026") + "\n";
    last = line.number;
    text += how.style.Dim(line.number == 0 ? std::string(kNumberWidth, ' ')
                                           : fmt::format("{:>7}  ", line.number));
    text += Marked(Cut(line.text, how.columns, kNumberWidth), words, how.style, analyser) + "\n";
  }
  text += Symbols(place, how);
  if (place.changed) text += "         (changed since it was indexed; lines as they are now)\n";
  if (place.gone) text += "         (deleted since it was indexed)\n";
  return text;
}

}  // namespace satchel::cli
