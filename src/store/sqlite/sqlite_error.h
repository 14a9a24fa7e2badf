#pragma once

#include <string_view>

#include "base/error.h"

namespace satchel::store::sqlite {

struct Failure {
  int code = 0;              // extended result code
  std::string_view message;  // SQLite's
  int system_errno = 0;      // or 0
};

// What SQLite reported about `file`, as an error of ours with a hint where there is one.
Error ToError(const Failure& failure, std::string_view file);

// After this the connection is not used again.
bool BreaksConnection(int code);

}  // namespace satchel::store::sqlite
