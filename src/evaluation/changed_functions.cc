#include "evaluation/changed_functions.h"

#include <cstdint>
#include <optional>
#include <set>

#include "code/index/hit_files.h"

namespace satchel::evaluation {
namespace {

bool IsFunction(const code::Symbol& symbol) {
  using enum code::SymbolKind;
  return !symbol.declared_only &&
         (symbol.kind == kFunction || symbol.kind == kMethod || symbol.kind == kConstructor);
}

// The innermost function that has all lines from one to another.
std::optional<std::uint32_t> FunctionAround(const code::FileFacts& facts, std::uint64_t first,
                                            std::uint64_t last) {
  std::optional<std::uint32_t> found;
  std::uint32_t lines = 0;
  for (std::uint32_t i = 0; i < facts.symbols.size(); ++i) {
    const code::Symbol& symbol = facts.symbols[i];
    if (!IsFunction(symbol) || symbol.extent.first_line > first || symbol.extent.last_line < last) {
      continue;
    }
    const std::uint32_t own = symbol.extent.last_line - symbol.extent.first_line;
    if (found && own > lines) continue;
    found = i;
    lines = own;
  }
  return found;
}

}  // namespace

std::vector<GoldFunction> ChangedFunctions(const std::string& path, std::string_view language,
                                           const code::FileFacts& facts,
                                           std::span<const code::OldLines> changed) {
  std::set<std::uint32_t> found;  // by their order
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    if (const auto function = FunctionAround(facts, first, last)) found.insert(*function);
  };
  for (const code::OldLines& lines : changed) {
    const std::uint64_t first = lines.first;
    if (lines.count == 0) add(first, first + 1);
    for (std::uint64_t line = first; line < first + lines.count; ++line) add(line, line);
  }
  std::vector<GoldFunction> functions;
  for (const std::uint32_t i : found) {
    const code::Symbol& symbol = facts.symbols[i];
    functions.push_back(
        {.name = retrieval::Qualified(symbol, language),
         .lines = {
             .path = path, .first = symbol.extent.first_line, .last = symbol.extent.last_line}});
  }
  return functions;
}

}  // namespace satchel::evaluation
