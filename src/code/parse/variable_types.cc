#include "code/parse/variable_types.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace satchel::code {
namespace {

constexpr std::size_t kMostVariables = 20'000;  // of one file
constexpr std::array<std::string_view, 2> kThis = {"this->", "self."};

}  // namespace

void VariableTypes::Add(std::uint32_t symbol, std::string_view name, std::string_view type) {
  if (!name.empty() && variables_.size() < kMostVariables)
    variables_.push_back({symbol, name, type});
}

void VariableTypes::Close(std::span<const Symbol> symbols, std::string_view separator) {
  if (variables_.empty()) return;
  symbols_ = symbols;
  const auto key = [](const Variable& one) { return std::tie(one.symbol, one.name, one.type); };
  std::ranges::sort(variables_, {}, key);
  const auto [first, last] = std::ranges::unique(variables_, {}, key);
  variables_.erase(first, last);
  for (std::uint32_t i = 0; i < symbols.size(); ++i) {
    const Symbol& symbol = symbols[i];
    if (!HasMembers(symbol.kind)) continue;
    std::string name = symbol.container;
    if (!name.empty()) name += separator;
    classes_.emplace(name + symbol.name, i);
  }
}

std::string_view VariableTypes::QualifierOf(std::uint32_t symbol,
                                            std::string_view qualifier) const {
  std::string_view name = qualifier;
  for (const std::string_view object : kThis) {
    if (qualifier.starts_with(object)) name.remove_prefix(object.size());
  }
  const Variable* found = name == qualifier ? Find(symbol, name) : nullptr;
  if (found == nullptr && symbol != kNoSymbol) {
    // The class of a function that is defined outside of it.
    const auto around = classes_.find(symbols_[symbol].container);
    if (around != classes_.end()) found = Find(around->second, name);
    for (std::uint32_t at = symbols_[symbol].parent; found == nullptr; at = symbols_[at].parent) {
      found = Find(at, name);
      if (at == kNoSymbol) break;
    }
  }
  return found == nullptr || found->type.empty() ? qualifier : found->type;
}

const VariableTypes::Variable* VariableTypes::Find(std::uint32_t symbol,
                                                   std::string_view name) const {
  const auto key = [](const Variable& one) { return std::tie(one.symbol, one.name); };
  const auto [first, last] = std::ranges::equal_range(variables_, std::tie(symbol, name), {}, key);
  // Of two with different types in one function nobody knows which is meant.
  static constexpr Variable kUnknown;
  if (first == last) return nullptr;
  return last - first == 1 ? &*first : &kUnknown;
}

}  // namespace satchel::code
