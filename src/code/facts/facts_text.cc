#include "code/facts/facts_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace satchel::code {
namespace {

std::string Lines(const Extent& extent) {
  return fmt::format("{}-{}", extent.first_line, extent.last_line);
}

// On one line whatever is in it.
std::string Escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') {
      out += "\\n";
    } else {
      out += c;
    }
  }
  return out;
}

std::string In(const FileFacts& facts, std::uint32_t symbol) {
  if (symbol == kNoSymbol) return "-";
  return facts.symbols[symbol].name;
}

void AddSymbols(const FileFacts& facts, std::vector<std::string>& lines) {
  for (const Symbol& symbol : facts.symbols) {
    std::string line = fmt::format("symbol {} {} {} {}", Name(symbol.kind), symbol.name,
                                   Lines(symbol.extent), Name(symbol.visibility));
    if (!symbol.container.empty()) line += fmt::format(" in {}", symbol.container);
    if (symbol.declared_only) line += " declared";
    if (symbol.stale) line += " stale";
    lines.push_back(std::move(line));
    lines.push_back(fmt::format("signature {} {}", symbol.name, symbol.signature));
    if (!symbol.doc.empty()) {
      lines.push_back(fmt::format("doc {} {}", symbol.name, Escaped(symbol.doc)));
    }
  }
}

}  // namespace

std::vector<std::string> FactLines(const FileFacts& facts) {
  std::vector<std::string> lines = {fmt::format("reading {}", Name(facts.reading))};
  if (facts.reading == Reading::kLimit) lines.push_back(fmt::format("limit {}", facts.limit));
  if (!facts.package.empty()) lines.push_back(fmt::format("package {}", facts.package));
  AddSymbols(facts, lines);
  for (const Comment& comment : facts.comments) {
    lines.push_back(fmt::format("comment {} {} in {} {}", Name(comment.kind), comment.line,
                                In(facts, comment.symbol), comment.text));
  }
  for (const Import& import : facts.imports) {
    std::string line =
        fmt::format("import {} {} {}", Name(import.kind), import.line, import.module);
    if (!import.name.empty()) line += fmt::format(" name {}", import.name);
    if (!import.alias.empty()) line += fmt::format(" as {}", import.alias);
    lines.push_back(std::move(line));
  }
  for (const Use& use : facts.uses) {
    std::string line = fmt::format("use {} {} {} in {} times {}", Name(use.kind), use.line,
                                   use.name, In(facts, use.symbol), use.count);
    if (!use.qualifier.empty()) line += fmt::format(" of {}", use.qualifier);
    lines.push_back(std::move(line));
  }
  for (const Chunk& chunk : facts.chunks) {
    lines.push_back(fmt::format("chunk {} {} of {}", Name(chunk.kind), Lines(chunk.extent),
                                In(facts, chunk.symbol)));
  }
  return lines;
}

}  // namespace satchel::code
