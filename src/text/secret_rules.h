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
    kTyped,      // the place says little, so the value must look like a good password
    kLogin,      // the same, but words with digits or signs will do: LooksLikeLogin()
    kGoodLogin,  // the same, but such words must have three kinds of characters
    kPhrase,     // many words, which may be any: "test", "token" and "example" are words of phrases
  };

  std::string_view kind;      // stable: shown in the marker, logs and JSON
  std::string_view keywords;  // one per occurrence, separated by spaces, lower case
  std::string_view pattern;   // RE2 over bytes; a group, if any, is the secret part
  std::size_t before = 0;     // how far before the keyword a match may begin; 0: at it
  Check check = Check::kForm;
  std::size_t window = 512;      // how far after the keyword the pattern may look
  std::string_view phrase = {};  // one more keyword, which may hold spaces
};

// All of the tables below.
std::span<const TokenRule> TokenRules();
// Forms of more services: token_rules.cc has those of clouds, code hosting, chat, payments, models.
std::span<const TokenRule> ServiceRules();
// Places of documents, protocols and languages.
std::span<const TokenRule> PlaceRules();
// Arguments of programs that take a password.
std::span<const TokenRule> CommandRules();
// Calls of programming languages that take a password or a key.
std::span<const TokenRule> CallRules();
// Codes, keys and passwords as people write them into notes.
std::span<const TokenRule> NoteRules();

// A secret without a usable keyword: a whole run of letters, digits, '_', '-'
// and '.' of a given length and beginning.
struct RunRule {
  std::string_view kind;
  std::string_view pattern;
  std::string_view first;  // the run begins with one of these characters
  std::size_t min_size = 0;
  std::size_t max_size = 0;
  std::string_view tail = {};  // pattern of what belongs to it after the run
  bool needs_tail = false;     // the run alone is too common
  bool shapeless = false;      // letters and digits alone: parts of base64 look the same
};

std::span<const RunRule> RunRules();

// A key name beside which a value can be a secret.
struct NameRule {
  std::string_view kind;  // of a value no ProviderRule names more closely
  std::string_view words;
  bool whole_word = false;   // "pass" is part of too many words
  bool names_a_key = false;  // "key" names more than secrets
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

// Whether the words of a name that ends in "key" say that its value is no secret: cache_key,
// sortKey.
bool NamesNoKey(std::string_view name);
// Whether a word in front of the "key" of text[begin, end) says that it is one to keep: API_KEY, in
// prose "the access key".
bool IsQualifiedKey(std::string_view text, std::size_t begin, std::size_t end);

// Last words of key names beside which no secret stands: token_url, password_file.
bool NamesNoSecret(std::string_view key);

}  // namespace satchel::text
