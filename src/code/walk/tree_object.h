#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// One line of a tree object of git.
struct TreeEntry {
  enum class Kind : std::uint8_t { kFile, kDirectory, kLink, kSubmodule, kUnknown };
  Kind kind = Kind::kUnknown;
  std::string name;
  std::string id;  // in hex
  friend bool operator==(const TreeEntry&, const TreeEntry&) = default;
};

struct TreeObject {
  std::vector<TreeEntry> entries;  // in the order of their paths, as a walk has them
  // Names that no work tree can have or that would lead out of it: "", ".", "..", ".git", with a
  // slash; a name that was there before; and, as one more, what follows bytes that make no sense.
  std::size_t refused = 0;
};

// Anything may come in. `id_bytes`: 20 or 32.
TreeObject ParseTree(std::string_view bytes, std::size_t id_bytes);

}  // namespace satchel::code
