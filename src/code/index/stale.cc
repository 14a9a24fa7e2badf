#include "code/index/stale.h"

#include <set>
#include <string_view>
#include <tuple>

namespace satchel::code {
namespace {

using Identity = std::tuple<std::string_view, std::string_view, SymbolKind>;

Identity IdentityOf(const Symbol& symbol) { return {symbol.name, symbol.container, symbol.kind}; }

}  // namespace

bool KeepStale(const FileFacts& before, FileFacts& now) {
  if (now.reading != Reading::kDamaged) return false;
  std::set<Identity> there;
  for (const Symbol& symbol : now.symbols) there.insert(IdentityOf(symbol));
  std::vector<Symbol> kept;
  for (const Symbol& symbol : before.symbols) {
    // A file that never parses whole, such as C with its macros, says nothing by its damage.
    if (before.reading != Reading::kParsed && !symbol.stale) continue;
    if (there.contains(IdentityOf(symbol))) continue;
    Symbol& stale = kept.emplace_back(symbol);
    stale.stale = true;
    stale.parent = kNoSymbol;
    // Its lines are where it was; its bytes are nowhere.
    stale.extent.begin = 0;
    stale.extent.end = 0;
    stale.body = 0;
  }
  now.symbols.insert(now.symbols.end(), kept.begin(), kept.end());
  return !kept.empty();
}

}  // namespace satchel::code
