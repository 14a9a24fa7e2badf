#pragma once

#include <expected>

#include "base/error.h"

namespace satchel {

// Anything that can fail for a reason outside the program returns one of these.
// "Nothing there" is std::optional; "could not find out" is an error.
template <class T>
using Result = std::expected<T, Error>;

using Status = std::expected<void, Error>;

}  // namespace satchel
