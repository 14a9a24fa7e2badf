#pragma once

#include <cstddef>
#include <string_view>

#include "text/assignment.h"
#include "text/nearby_value.h"
#include "text/private_key.h"
#include "text/secret_rules.h"

namespace satchel::text {

// What a name that says "password" or "token" makes of the value beside it. All are pure and look
// at a bounded number of bytes.

// Whether a secret-like word counts in the name it is a part of: "token" and "authToken", not
// "tokenizer"; and, as a whole word, "pass" in "db_pass", not in "bypass".
bool IsNameWord(std::string_view text, std::size_t begin, std::size_t end, bool whole);

// The whole name of which text[begin, end) is a part.
ByteSpan NameAround(std::string_view text, std::size_t begin, std::size_t end);

// Whether the name is chance: a piece of encoded bytes, or of a path.
bool IsInBase64(std::string_view text, ByteSpan name);

bool IsSecretAssigned(std::string_view text, const NameRule& rule, const Assignment& found);
// What stands below a name, in a column (`cell`) or alone on the next line.
bool IsSecretBelow(std::string_view value, const NameRule& rule, bool cell);
bool IsSecretNearby(std::string_view text, const NameRule& rule, const NearbyValue& found);

}  // namespace satchel::text
