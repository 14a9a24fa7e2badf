#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "code/facts/facts.h"
#include "text/utf8.h"

namespace satchel::code {

// What holds for the facts of any bytes: places are inside of the file and in order, references
// go to what is there, texts are UTF-8. Returns what does not hold, or nothing.
class FactsCheck {
 public:
  FactsCheck(std::string_view content, const FileFacts& facts)
      : facts_(facts),
        size_(content.size()),
        lines_(1 + static_cast<std::size_t>(std::ranges::count(content, '\n'))) {}

  std::string Problem() {
    Symbols();
    for (const Comment& comment : facts_.comments) {
      Place("comment", comment.symbol, comment.line);
      Text("comment", comment.text);
    }
    for (const Import& import : facts_.imports) {
      Place("import", kNoSymbol, import.line);
      for (const auto* text : {&import.module, &import.name, &import.alias}) Text("import", *text);
    }
    for (const Use& use : facts_.uses) {
      Place("use", use.symbol, use.line);
      Text("use", use.name);
      Text("use", use.qualifier);
      Require(!use.name.empty() && use.count > 0, "a use of nothing");
    }
    Chunks();
    Text("package", facts_.package);
    return problem_;
  }

 private:
  void Symbols() {
    for (std::size_t i = 0; i < facts_.symbols.size(); ++i) {
      const Symbol& symbol = facts_.symbols[i];
      Inside("symbol", symbol.extent);
      Require(!symbol.name.empty(), "a symbol without a name");
      Require(symbol.body >= symbol.extent.begin && symbol.body <= symbol.extent.end,
              fmt::format("the body of {} is outside of it", symbol.name));
      for (const auto* text : {&symbol.name, &symbol.container, &symbol.signature, &symbol.doc}) {
        Text("symbol", *text);
      }
      if (symbol.parent == kNoSymbol) continue;
      if (!Require(symbol.parent < i, "a parent is not before its member")) continue;
      const Extent& around = facts_.symbols[symbol.parent].extent;
      Require(around.begin <= symbol.extent.begin && symbol.extent.end <= around.end,
              fmt::format("{} is outside of its parent", symbol.name));
    }
  }

  void Chunks() {
    std::size_t end = 0;
    for (const Chunk& chunk : facts_.chunks) {
      Inside("chunk", chunk.extent);
      Place("chunk", chunk.symbol, chunk.extent.first_line);
      Require(chunk.extent.begin >= end && chunk.extent.begin < chunk.extent.end,
              "chunks are not in order");
      end = chunk.extent.end;
    }
  }

  void Inside(std::string_view what, const Extent& extent) {
    Require(extent.begin <= extent.end && extent.end <= size_,
            fmt::format("a {} has bytes {}-{} of {}", what, extent.begin, extent.end, size_));
    Require(extent.first_line >= 1 && extent.first_line <= extent.last_line &&
                extent.last_line <= lines_,
            fmt::format("a {} has lines {}-{} of {}", what, extent.first_line, extent.last_line,
                        lines_));
  }

  void Place(std::string_view what, std::uint32_t symbol, std::uint32_t line) {
    Require(symbol == kNoSymbol || symbol < facts_.symbols.size(),
            fmt::format("a {} is in no symbol", what));
    Require(line >= 1 && line <= lines_, fmt::format("a {} is on line {}", what, line));
  }

  void Text(std::string_view what, std::string_view text) {
    Require(text::IsValidUtf8(text), fmt::format("a {} is not UTF-8", what));
  }

  bool Require(bool holds, std::string problem) {
    if (!holds && problem_.empty()) problem_ = std::move(problem);
    return holds;
  }

  const FileFacts& facts_;
  std::size_t size_;
  std::size_t lines_;
  std::string problem_;
};

inline std::string FactsProblem(std::string_view content, const FileFacts& facts) {
  return FactsCheck(content, facts).Problem();
}

}  // namespace satchel::code
