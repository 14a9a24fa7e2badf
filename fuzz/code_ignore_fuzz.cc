#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "code/walk/ignore.h"
#include "fuzz/require.h"

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
  std::uint64_t steps = 0;
  const auto match = [&steps](const IgnoreRules& with, std::string_view path, bool is_directory) {
    return with.Match(path, is_directory, steps, ~std::uint64_t{0});
  };
  while (!text.empty()) {
    text.remove_prefix(1);
    const std::string_view path = text.substr(0, text.find('\0'));
    text.remove_prefix(path.size());
    if (path.empty() || path.ends_with('/')) continue;  // no name, nothing to judge
    for (const bool is_directory : {false, true}) {
      const auto verdict = match(rules, path, is_directory);
      Require(verdict == match(again, path, is_directory));
      Require(match(none, path, is_directory) == IgnoreRules::Verdict::kTakenBack);
    }
    // What asks for a directory says nothing about a file that nothing else names.
    if (match(rules, path, true) == IgnoreRules::Verdict::kNone) {
      Require(match(rules, path, false) == IgnoreRules::Verdict::kNone);
    }
  }
  Require(steps <= 20 * (size + 4) * (size + 4));
  return 0;
}
