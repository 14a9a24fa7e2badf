#include "code/walk/tree_object.h"

#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "base/hex.h"

namespace satchel::code {
namespace {

constexpr std::size_t kMostModeDigits = 7;

TreeEntry::Kind KindOf(unsigned mode) {
  constexpr unsigned kMask = 0170000;
  switch (mode & kMask) {
    case 0100000:
      return TreeEntry::Kind::kFile;
    case 0040000:
      return TreeEntry::Kind::kDirectory;
    case 0120000:
      return TreeEntry::Kind::kLink;
    case 0160000:
      return TreeEntry::Kind::kSubmodule;
    default:
      return TreeEntry::Kind::kUnknown;
  }
}

// False: it is no octal number.
bool ReadMode(std::string_view text, unsigned& mode) {
  if (text.empty() || text.size() > kMostModeDigits) return false;
  mode = 0;
  for (const char c : text) {
    if (c < '0' || c > '7') return false;
    mode = mode * 8 + static_cast<unsigned>(c - '0');
  }
  return true;
}

bool IsUsable(std::string_view name) {
  if (name.empty() || name == "." || name == ".." || name.contains('/')) return false;
  constexpr std::string_view kGit = ".git";
  return !SameButCase(name, kGit);
}

// A directory comes where its files do.
std::string PathKey(const TreeEntry& entry) {
  return entry.kind == TreeEntry::Kind::kDirectory ? entry.name + "/" : entry.name;
}

}  // namespace

TreeObject ParseTree(std::string_view bytes, std::size_t id_bytes) {
  TreeObject tree;
  std::set<std::string, std::less<>> seen;
  while (!bytes.empty()) {
    const std::size_t space = bytes.find(' ');
    const std::size_t zero = bytes.find('\0');
    unsigned mode = 0;
    if (space == bytes.npos || zero == bytes.npos || space > zero ||
        bytes.size() - zero - 1 < id_bytes || !ReadMode(bytes.substr(0, space), mode)) {
      ++tree.refused;
      break;
    }
    const std::string_view name = bytes.substr(space + 1, zero - space - 1);
    if (IsUsable(name) && seen.emplace(name).second) {
      tree.entries.push_back({.kind = KindOf(mode),
                              .name = std::string(name),
                              .id = HexOf(bytes.substr(zero + 1, id_bytes))});
    } else {
      ++tree.refused;
    }
    bytes.remove_prefix(zero + 1 + id_bytes);
  }
  std::ranges::sort(tree.entries, {}, PathKey);
  return tree;
}

}  // namespace satchel::code
