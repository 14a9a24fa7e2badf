#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "sources/code/walk/ignore.h"

using satchel::code::IgnoreRules;
using satchel::fuzz::Require;

// Rules up to the first zero byte, then paths that each end with one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view source = text.substr(0, text.find('\0'));
  text.remove_prefix(source.size());
  const IgnoreRules rules = IgnoreRules::Parse(source);
  const IgnoreRules again = IgnoreRules::Parse(source);
  Require(!rules.cut());
  // With a pattern after them that takes everything back, no rules before it count.
  const IgnoreRules none = IgnoreRules::Parse(std::string(source) + "\n!*\n");
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view path = text.substr(0, text.find('\0'));
    text.remove_prefix(path.size());
    for (const bool is_directory : {false, true}) {
      const auto verdict = rules.Match(path, is_directory);
      Require(verdict == again.Match(path, is_directory));
      Require(none.Match(path, is_directory) == IgnoreRules::Verdict::kTakenBack);
    }
    // What asks for a directory says nothing about a file that nothing else names.
    if (rules.Match(path, true) == IgnoreRules::Verdict::kNone) {
      Require(rules.Match(path, false) == IgnoreRules::Verdict::kNone);
    }
  }
  return 0;
}
