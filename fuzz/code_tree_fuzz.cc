#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "code/walk/tree_object.h"
#include "fuzz/require.h"

using satchel::code::ParseTree;
using satchel::code::TreeEntry;
using satchel::fuzz::Require;

// The first byte chooses the size of ids.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t id_bytes = data[0] % 2U == 0 ? 20 : 32;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto tree = ParseTree(text, id_bytes);
  Require((tree.entries.size() + tree.refused) <= size / (id_bytes + 2) + 1);
  std::set<std::string> names;
  std::string last;
  for (const TreeEntry& entry : tree.entries) {
    Require(!entry.name.empty() && entry.name != "." && entry.name != ".." &&
            entry.name != ".git" && !entry.name.contains('/'));
    Require(entry.id.size() == 2 * id_bytes && names.insert(entry.name).second);
    const std::string key =
        entry.kind == TreeEntry::Kind::kDirectory ? entry.name + "/" : entry.name;
    Require(last < key);
    last = key;
  }
  return 0;
}
