#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace satchel::code {

inline constexpr std::uint32_t kNoKey = 0xFFFFFFFF;

// A key of a configuration, or an item of a list.
struct KeyNode {
  std::string_view key;    // without quotes; empty for an item
  std::string_view value;  // as written, without quotes; empty when it has keys of its own
  std::size_t begin = 0;
  std::size_t head = 0;  // where its first line or its own text ends
  std::size_t end = 0;
  std::uint32_t parent = kNoKey;
  std::uint32_t children = 0;
  std::uint32_t after = 0;     // the first node that is not below it
  std::uint32_t depth = 0;     // 0 at the top
  std::uint32_t document = 0;  // of several in one file
  bool item = false;
};

// What a file of keys says, in whatever notation: parents before their children, in the order of
// the text. The number of nodes is bounded; what is beyond it is left out.
class KeyTree {
 public:
  static constexpr std::size_t kMostNodes = 100'000;
  static constexpr std::size_t kMostDepth = 48;

  const std::vector<KeyNode>& nodes() const { return nodes_; }
  const KeyNode& at(std::uint32_t node) const { return nodes_[node]; }

  // The child of that key; kNoKey: it is not among the first thousand. `parent` kNoKey: at the top.
  std::uint32_t Child(std::uint32_t parent, std::string_view key) const;
  // The same among a node and those beside it.
  std::uint32_t Beside(std::uint32_t first, std::uint32_t last, std::string_view key) const;
  // Its value; empty when there is none.
  std::string_view ValueOf(std::uint32_t parent, std::string_view key) const;
  void EachChild(std::uint32_t parent, const std::function<void(std::uint32_t)>& visit) const;
  // The texts of a list, of a list in one line, `[a, b]`, or of a single value.
  void EachText(std::uint32_t node,
                const std::function<void(std::string_view text, std::size_t at)>& visit) const;

  // --- For readers ---
  // kNoKey when there are too many.
  std::uint32_t Add(KeyNode node);
  void SetEnd(std::uint32_t node, std::size_t end) { nodes_[node].end = end; }
  void SetValue(std::uint32_t node, std::string_view value) { nodes_[node].value = value; }
  // Ends and `after` of all, once they are all there.
  void Finish();

 private:
  std::vector<KeyNode> nodes_;
};

// Bytes of any kind are read, in linear time.
KeyTree ReadDotenv(std::string_view content);
KeyTree ReadYaml(std::string_view content);
KeyTree ReadJson(std::string_view content);
KeyTree ReadToml(std::string_view content);

// Without quotes around it.
std::string_view Unquoted(std::string_view text);

}  // namespace satchel::code
