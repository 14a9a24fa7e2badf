#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace satchel::test {

// Encoding by the definition: a small backtracking matcher over the patterns as they are published,
// and merging by looking at every pair each time. Slow, and shares no code with src/text; only the
// classes of letters come from the same table.
class ReferenceBpe {
 public:
  // `ranks` is the content of a .tiktoken file.
  static ReferenceBpe O200k(std::string_view ranks);
  static ReferenceBpe Cl100k(std::string_view ranks);

  std::vector<std::string> Split(std::string_view text) const;
  std::vector<std::uint32_t> Encode(std::string_view text) const;
  const std::unordered_map<std::string, std::uint32_t>& ranks() const { return ranks_; }

 private:
  // One class of units, repeated; the last item of an alternative may be a condition instead.
  struct Item {
    enum class Kind : std::uint8_t { kUnits, kAtEnd, kNoneOfNext, kContraction };
    Kind kind = Kind::kUnits;
    unsigned set = 0;       // classes, as bits
    std::string_view also;  // and these ASCII characters
    std::size_t least = 1;
    std::size_t most = 1;
  };
  using Alternative = std::vector<Item>;
  struct Unit {
    unsigned bits;
    std::string_view bytes;
  };

  static constexpr std::size_t kNoMatch = static_cast<std::size_t>(-1);

  ReferenceBpe(std::string_view ranks, std::vector<Alternative> pattern);

  static std::vector<Unit> Units(std::string_view text);
  static bool Matches(const Item& item, const Unit& unit);
  // The end of the first match in the order of a backtracking engine, or kNoMatch.
  static std::size_t Match(const Alternative& items, std::size_t item,
                           const std::vector<Unit>& units, std::size_t at);
  static std::size_t MatchContraction(const std::vector<Unit>& units, std::size_t at);
  void Merge(std::string_view piece, std::vector<std::uint32_t>& tokens) const;

  std::unordered_map<std::string, std::uint32_t> ranks_;
  std::vector<Alternative> pattern_;
};

}  // namespace satchel::test
