#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace satchel::code {

// A pattern of git's (`*`, `?`, `[a-z[:digit:]]`, `\`, and between slashes `**`), with git's
// answers to every oddity. Time is at most the product of both lengths, whatever the pattern.
class Glob {
 public:
  // kPath: only `**` goes past a slash. kName: everything does, and `**` is `*`.
  enum class Kind : std::uint8_t { kPath, kName };

  static constexpr std::size_t kMostBytes = 4'096;

  // REQUIRES: at most kMostBytes.
  Glob(std::string_view pattern, Kind kind);

  // Adds to `steps` the work that it took.
  bool Matches(std::string_view text, std::uint64_t& steps) const;

 private:
  enum class Op : std::uint8_t {
    kByte,
    kAny,    // one byte
    kClass,  // one byte of a set
    kRun,    // any bytes but slashes
    kRunAll,
    kMaybeDirs,  // `**/` may be nothing: goes on behind the kDirs after it
    kDirs,       // any bytes, then a slash
  };
  struct Token {
    Op op = Op::kByte;
    unsigned char byte = 0;
    std::uint16_t set = 0;  // kClass: which
  };
  using Set = std::bitset<256>;

  std::size_t AddStars(std::string_view pattern, std::size_t at);
  std::size_t AddClass(std::string_view pattern, std::size_t at);
  void Enter(std::uint64_t* states, std::size_t at) const;
  void Step(std::uint64_t* next, std::size_t at, unsigned char byte) const;

  Kind kind_;
  bool never_ = false;  // git takes it for broken
  std::vector<Token> tokens_;
  std::vector<Set> sets_;
};

}  // namespace satchel::code
