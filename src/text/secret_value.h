#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"

namespace satchel::text {

// Questions about a value that may be a secret. All are pure, linear and judge
// by form alone.

// Text that stands for a secret instead of being one: "changeme", "<your-token>",
// "${TOKEN}", "xxxx", "example".
bool IsPlaceholder(std::string_view value);
// The same for a token whose form is already known: only what documentation
// writes into real formats, such as "EXAMPLE", "xxxx", or the digits in order.
bool IsPlaceholderToken(std::string_view token);

// At least 16 characters that nobody would type or read: letters and digits
// change places too often for words, names and versions. Or 32 hexadecimal digits and more.
bool LooksGenerated(std::string_view value);
// At least 24 letters and digits with nothing between them. A lower bar, for values whose exact
// form and issuer are known.
bool LooksUnbroken(std::string_view value);
// The same for what follows the last separator, as in "web_" and 30 letters and digits. No words.
bool EndsUnbroken(std::string_view value);
// A higher bar, for values without a name beside them: 24 to 200 characters of
// both cases and digits, and no prefix of a content hash.
bool LooksLikeNamelessSecret(std::string_view value);
// At least 8 characters of three classes (lower, upper, digit, sign), or generated. What joins
// words, as in "sha-256", is no sign.
bool LooksLikePassword(std::string_view value);

// Generated, and not a name of a program either, however short its words are: "X509CertPathV2".
bool LooksRandom(std::string_view value);
// A password as people get it from a generator: at least 8 characters that change between lower
// case, upper case and digits, or hold a sign, where no name of a program does. A higher bar, for a
// place that says less than an assignment.
bool LooksTyped(std::string_view value);
// What looks typed and is no name of short words either: "PK11SlotInfo".
bool IsNoIdentifier(std::string_view value);

bool IsUuid(std::string_view value);
// Words and numbers as CamelCase divides them: "getUser2" has three.
std::size_t CountWords(std::string_view value);
// How many characters belong to words of three and more letters that can be spoken. In names of
// programs most do, in random values few.
std::size_t LettersInWords(std::string_view value);
// The same with a stricter idea of speaking: no more than three consonants in a row.
std::size_t SpokenLetters(std::string_view value);
// Upper and lower case letters, as in a random value and in few names.
bool IsOfBothCases(std::string_view value);

// What a token can consist of without being quoted.
constexpr bool IsWord(char c) { return IsAlnum(c) || c == '_' || c == '-'; }
constexpr bool IsQuote(char c) { return c == '"' || c == '\'' || c == '`'; }

}  // namespace satchel::text
