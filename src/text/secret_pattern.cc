#include "text/secret_pattern.h"

#include <array>
#include <cassert>
#include <mutex>

#include <re2/re2.h>

namespace satchel::text {
namespace {

re2::StringPiece Piece(std::string_view text) { return {text.data(), text.size()}; }

RE2::Options ByteOptions() {
  RE2::Options options;
  options.set_encoding(RE2::Options::EncodingLatin1);  // bytes: outside text need not be UTF-8
  options.set_log_errors(false);
  return options;
}

// An opening bracket that captures: neither escaped nor in a class, and not "(?".
bool HasGroup(std::string_view pattern) {
  bool in_class = false;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (in_class) {
      in_class = pattern[i] != ']';
    } else if (pattern[i] == '[') {
      in_class = true;
    } else if (pattern[i] == '(' && pattern.substr(i + 1, 1) != "?") {
      return true;
    }
  }
  return false;
}

}  // namespace

struct SecretPattern::State {
  std::string_view pattern;  // of a table that lives as long as the program
  bool has_group = false;
  std::once_flag once;
  std::unique_ptr<RE2> compiled;

  const RE2& Get() {
    std::call_once(once, [this] {
      compiled = std::make_unique<RE2>(Piece(pattern), ByteOptions());
      assert(compiled->ok() && compiled->NumberOfCapturingGroups() == (has_group ? 1 : 0));
    });
    return *compiled;
  }
};

SecretPattern::SecretPattern(std::string_view pattern) : state_(std::make_unique<State>()) {
  state_->pattern = pattern;
  state_->has_group = HasGroup(pattern);
}
SecretPattern::~SecretPattern() = default;
SecretPattern::SecretPattern(SecretPattern&&) noexcept = default;
SecretPattern& SecretPattern::operator=(SecretPattern&&) noexcept = default;

std::optional<SecretPattern::Match> SecretPattern::Find(std::string_view text, std::size_t from,
                                                        std::size_t to, bool anchored) const {
  const RE2& pattern = state_->Get();
  std::array<re2::StringPiece, 2> found;
  const int groups = pattern.NumberOfCapturingGroups();
  if (!pattern.Match(Piece(text), from, to, anchored ? RE2::ANCHOR_START : RE2::UNANCHORED,
                     found.data(), groups + 1)) {
    return std::nullopt;
  }
  const re2::StringPiece& secret = found[static_cast<std::size_t>(groups)];
  const auto begin = static_cast<std::size_t>(secret.data() - text.data());
  return Match{.begin = begin, .end = begin + secret.size()};
}

bool SecretPattern::has_group() const { return state_->has_group; }

bool SecretPattern::MatchesAll(std::string_view text) const {
  return RE2::FullMatch(Piece(text), state_->Get());
}

}  // namespace satchel::text
