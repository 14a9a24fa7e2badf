#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "text/redactor.h"

namespace satchel::code {

struct LanguageRules;

// The facts of contents that were read before, by whichever work tree: a directory of packs that
// never change once they have their name. Whatever is damaged is as if it were not there, and all
// of it may be deleted at any time. Find() and Add() from any thread.
class ParseCache {
 public:
  using Key = std::array<char, 16>;
  // `digest`: SHA-256 of the content. Null `rules`: read by lines. `redaction`: of the redactor; a
  // test gives another one.
  static Key KeyOf(std::string_view digest, const LanguageRules* rules,
                   int redaction = text::kRedactionVersion);

  static constexpr std::uint64_t kMostBytes = 1ULL << 30U;

  // The directory is made if it is missing. When packs together have more than `most` bytes the
  // oldest go.
  static Result<ParseCache> Open(const std::filesystem::path& directory,
                                 std::uint64_t most = kMostBytes);
  ParseCache(ParseCache&&) noexcept;
  ParseCache& operator=(ParseCache&&) noexcept;
  ~ParseCache();

  std::optional<std::string> Find(const Key& key) const;
  void Add(const Key& key, std::string_view data);
  // Gives what was added to whoever opens the cache next; without it, it is lost. May be repeated.
  Status Flush();

  std::size_t entries() const;
  std::uint64_t bytes() const;

 private:
  struct State;
  explicit ParseCache(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace satchel::code
