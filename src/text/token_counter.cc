#include "text/token_counter.h"

#include <array>

#include <fmt/format.h>

namespace satchel::text {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"chars4", "o200k", "cl100k", "safe"};

class Chars4Counter final : public TokenCounter {
 public:
  Tokenizer tokenizer() const override { return Tokenizer::kChars4; }
  std::size_t Count(std::string_view text) const override { return (text.size() + 3) / 4; }
};

}  // namespace

std::string_view Name(Tokenizer tokenizer) { return kNames[static_cast<std::size_t>(tokenizer)]; }

Result<Tokenizer> ParseTokenizer(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Tokenizer>(i);
  }
  return Fail(Errc::kInvalidInput, fmt::format("unknown tokenizer '{}'", name.substr(0, 64)),
              "use chars4, o200k, cl100k or safe");
}

const TokenCounter& CounterFor(Tokenizer) {
  static const Chars4Counter chars4;
  return chars4;
}

}  // namespace satchel::text
