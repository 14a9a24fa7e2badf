#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace satchel::store {

// What a server says, as part of a text for people: on one line, invisible characters written out,
// and at most a few hundred characters.
std::string PrintedText(std::string_view text);

// What a server's error means for a caller. `message` is the server's own text;
// it never holds a password.
Error ErrorOfSqlstate(std::string_view sqlstate, std::string_view message);

// The same for a failed attempt to connect, where libpq has one text for all:
// "connection to server at … failed: FATAL:  28P01: password …".
Error ErrorOfConnect(std::string_view text);

}  // namespace satchel::store
