#include "code/references/c_names.h"

#include <algorithm>
#include <array>

namespace satchel::code {
namespace {

constexpr std::string_view kSeparator = "::";
constexpr std::array<std::string_view, 6> kSources = {".c", ".cc", ".cpp", ".cxx", ".c++", ".C"};

}  // namespace

std::string ScopesAround(const FileFacts& facts, std::uint32_t symbol) {
  if (symbol == kNoSymbol) return {};
  const Symbol& around = facts.symbols[symbol];
  std::string scopes = around.container;
  if (!scopes.empty()) scopes += kSeparator;
  return scopes += around.name;
}

std::optional<std::size_t> SeenFrom(std::string_view around, std::string_view container) {
  if (!around.starts_with(container)) return std::nullopt;
  const std::string_view rest = around.substr(container.size());
  if (!container.empty() && !rest.empty() && !rest.starts_with(kSeparator)) return std::nullopt;
  return container.size();
}

bool IsHeader(std::string_view path) {
  return std::ranges::none_of(kSources, [&](std::string_view end) { return path.ends_with(end); });
}

}  // namespace satchel::code
