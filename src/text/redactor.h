#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::text {

class SecretScanner;

// Raise it when a rule changes what is redacted. It is part of the keys of everything that is
// stored after redaction, so that Satchel reads it again.
inline constexpr int kRedactionVersion = 2;

// A place that holds, or may hold, a secret. Never the secret itself.
struct Finding {
  std::string_view kind;  // "github-token"; of a table that lives as long as the program
  std::size_t begin = 0;  // bytes of the original text
  std::size_t end = 0;
  std::size_t line = 1;   // of `begin`, from 1
  bool redacted = false;  // else only flagged: it stays in the text
  friend bool operator==(const Finding&, const Finding&) = default;
};

struct Redacted {
  std::string text;
  std::vector<Finding> findings;  // by place, not overlapping

  std::size_t redactions() const;
};

// Replaces secrets with a marker that says their kind:
// `api_key = "[redacted:github-token]"`. Known formats are replaced wherever they
// are; other values only if they look like a secret and stand beside a name that
// says so. What only looks random is flagged. Docs: docs/safety.md.
//
// The number of lines and every byte outside of the secrets stay; redacting the
// result again changes nothing; time is linear in the text, which may be any
// bytes. Fixed after construction and shared by all threads; patterns are
// compiled when first needed.
class Redactor {
 public:
  // Lives as long as the program; built on first use.
  static const Redactor& Default();

  Redactor();
  ~Redactor();
  Redactor(const Redactor&) = delete;
  Redactor& operator=(const Redactor&) = delete;

  Redacted Redact(std::string_view text) const;

 private:
  std::unique_ptr<const SecretScanner> scanner_;
};

}  // namespace satchel::text
