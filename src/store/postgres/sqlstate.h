#pragma once

#include <string_view>

#include "base/error.h"

namespace satchel::store {

// What a server's error means for a caller. `message` is the server's own text;
// it never holds a password.
Error ErrorOfSqlstate(std::string_view sqlstate, std::string_view message);

// The same for a failed attempt to connect, where libpq has one text for all:
// "connection to server at … failed: FATAL:  28P01: password …".
Error ErrorOfConnect(std::string_view text);

}  // namespace satchel::store
