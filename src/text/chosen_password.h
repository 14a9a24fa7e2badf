#pragma once

#include <string_view>

namespace satchel::text {

// Passwords that are neither random nor of many kinds of characters. Names of programs look like
// them, so ask only where something says that a password stands there. Pure and linear.

// Words with digits or signs, as people make them: "kitten-House-42", "kitten1942!", "k1tt3nHouse",
// "kittenhouse42". 10 to 48 characters. Not what names an algorithm or a version: "sha256_base64".
bool LooksChosen(std::string_view value);

// At least 12 letters, digits optional, whose case changes as it does in no name:
// "dWuDuNrvqvxemLmG".
bool LooksScrambled(std::string_view value);

// Either of them, or what LooksTyped() finds.
bool LooksLikeLogin(std::string_view value);
// The same, but one of words has lower case, upper case and digits, or a sign.
bool LooksLikeGoodLogin(std::string_view value);

}  // namespace satchel::text
