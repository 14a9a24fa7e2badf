#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

// The one gate between what Satchel reads and what leaves it: a terminal, a model, a file, a store.
namespace satchel::text {

// Outside text that may be shown: no known secret, and no character that hides or reorders others.
// A function that takes one cannot be given a text that has not been through the gate.
class SafeText {
 public:
  SafeText() = default;
  // Redacts and escapes. Implicit: handing a string to a function that takes a SafeText is the
  // gate.
  SafeText(std::string_view raw);    // NOLINT(google-explicit-constructor)
  SafeText(const std::string& raw);  // NOLINT(google-explicit-constructor)
  SafeText(const char* raw);         // NOLINT(google-explicit-constructor)

  // The text of a rendered packet. Its items went through the gate before their tokens were
  // counted; a second pass over the whole could find a secret that two items form together, and
  // its marker could exceed the budget.
  static SafeText OfPacket(std::string packet);

  // A JSON value as text for people, every string of it safe.
  static SafeText OfJson(Json value);

  const std::string& text() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_;
};

// Sends every string of a JSON value through the gate, keys included. Of keys that become equal,
// all but the first get a number in the order of the original keys: "key [redacted:token] (2)".
void MakeSafe(Json& value);

struct MaskedText {
  std::string text;
  bool has_secrets = false;
};

// Replaces every byte of a secret with `x`, except line ends. Offsets and lines stay, so that what
// is parsed or indexed from the result still fits the file.
MaskedText MaskSecrets(std::string_view text);

// Whether a path or a name holds a token of a known format. Quick for names that hold none.
bool HoldsSecret(std::string_view name);

}  // namespace satchel::text
