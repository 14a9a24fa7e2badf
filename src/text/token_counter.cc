#include "text/token_counter.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "text/bpe.h"

namespace satchel::text {
namespace {

constexpr std::array<std::string_view, 4> kNames = {"chars4", "o200k", "cl100k", "safe"};

class Chars4Counter final : public TokenCounter {
 public:
  Tokenizer tokenizer() const override { return Tokenizer::kChars4; }
  std::size_t Count(std::string_view text) const override { return (text.size() + 3) / 4; }
};

class O200kCounter final : public TokenCounter {
 public:
  Tokenizer tokenizer() const override { return Tokenizer::kO200k; }
  std::size_t Count(std::string_view text) const override {
    return BpeEncoding::O200k().Count(text);
  }
};

class Cl100kCounter final : public TokenCounter {
 public:
  Tokenizer tokenizer() const override { return Tokenizer::kCl100k; }
  std::size_t Count(std::string_view text) const override {
    return BpeEncoding::Cl100k().Count(text);
  }
};

// Of the whole text, not of its pieces: a text may be denser than bytes/4 in one part only.
class SafeCounter final : public TokenCounter {
 public:
  Tokenizer tokenizer() const override { return Tokenizer::kSafe; }
  std::size_t Count(std::string_view text) const override {
    return std::max(Chars4Counter().Count(text), BpeEncoding::O200k().Count(text));
  }
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

const TokenCounter& CounterFor(Tokenizer tokenizer) {
  static const Chars4Counter chars4;
  static const O200kCounter o200k;
  static const Cl100kCounter cl100k;
  static const SafeCounter safe;
  switch (tokenizer) {
    case Tokenizer::kChars4:
      return chars4;
    case Tokenizer::kO200k:
      return o200k;
    case Tokenizer::kCl100k:
      return cl100k;
    case Tokenizer::kSafe:
      return safe;
  }
  return safe;
}

}  // namespace satchel::text
