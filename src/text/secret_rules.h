#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace satchel::text {

// What the redactor looks for, as data. To add a format, add a row to one of the tables, say in
// secret_sources.cc where it is documented, and add a generator to tests/safety/secret_formats.cc;
// nothing else changes.

// A secret that is known by its own form.
struct TokenRule {
  enum class Check : std::uint8_t {
    kForm,       // the pattern is enough
    kGenerated,  // the prefix is also found in words, so the match must look random
    kMixed,      // the prefix is also found in names, so what follows it must be of both cases
    kNotAWord,   // the place is right, but plain words stand there too
    kAnyValue,   // what surrounds it says that it is a secret, so even a weak one is
  };

  std::string_view kind;      // stable: shown in the marker, logs and JSON
  std::string_view keywords;  // one per occurrence, separated by spaces, lower case
  std::string_view pattern;   // RE2 over bytes; a group, if any, is the secret part
  std::size_t before = 0;     // how far before the keyword a match may begin; 0: at it
  Check check = Check::kForm;
  std::size_t window = 512;  // how far after the keyword the pattern may look
};

std::span<const TokenRule> TokenRules();

// A secret without a usable keyword: a whole run of letters, digits, '_', '-'
// and '.' of a given length and beginning.
struct RunRule {
  std::string_view kind;
  std::string_view pattern;
  std::string_view first;  // the run begins with one of these characters
  std::size_t min_size = 0;
  std::size_t max_size = 0;
  std::string_view tail = {};  // pattern of what belongs to it after the run
};

std::span<const RunRule> RunRules();

// A key name beside which a value can be a secret.
struct NameRule {
  std::string_view kind;  // of a value no ProviderRule names more closely
  std::string_view words;
  bool whole_word = false;  // "pass" is part of too many words
};

std::span<const NameRule> NameRules();

// The form of a provider's secret that only the key name, or the words around it, give away.
struct ProviderRule {
  std::string_view kind;
  std::string_view name;  // part of the key name, lower case without separators
  std::string_view value;
  bool nearby = false;  // strict enough for prose: the vendor and a word such as "token" around it
};

std::span<const ProviderRule> ProviderRules();

// Last words of key names beside which no secret stands: token_url, password_file.
bool NamesNoSecret(std::string_view key);

}  // namespace satchel::text
