#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

namespace satchel::text {

// A regular expression over bytes, compiled when it is first used, so that a
// rule nobody needs costs nothing. Linear in the text whatever the pattern and
// the text are. Shared by all threads.
class SecretPattern {
 public:
  // REQUIRES: `pattern` outlives this object and has at most one group.
  explicit SecretPattern(std::string_view pattern);
  ~SecretPattern();
  SecretPattern(SecretPattern&&) noexcept;
  SecretPattern& operator=(SecretPattern&&) noexcept;

  struct Match {
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  // The group's place, or the whole match's where there is no group. Only
  // text[from, to) is looked at; `anchored` means that it must begin at `from`.
  std::optional<Match> Find(std::string_view text, std::size_t from, std::size_t to,
                            bool anchored) const;
  bool MatchesAll(std::string_view text) const;

  // Whether a part of the match is the secret. Known without compiling.
  bool has_group() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace satchel::text
