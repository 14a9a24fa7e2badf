#include <cstddef>
#include <cstdint>
#include <string_view>

#include "code/walk/git_index.h"
#include "fuzz/require.h"

using satchel::code::GitIndex;
using satchel::fuzz::Require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto index = GitIndex::Parse({reinterpret_cast<const char*>(data), size});
  if (!index) return 0;
  // An entry takes at least 62 bytes.
  Require(index->size() <= size / 62);
  std::string_view last;
  for (std::size_t at = 0; at < index->size(); ++at) {
    const std::string_view path = index->path(at);
    Require(!path.empty() && last < path);
    Require(index->Has(path) && index->HasBelow(path));
    if (const std::size_t slash = path.rfind('/'); slash != path.npos) {
      Require(index->HasBelow(path.substr(0, slash)));
    }
    last = path;
  }
  return 0;
}
