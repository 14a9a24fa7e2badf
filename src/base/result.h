#pragma once

#include <expected>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace satchel {

// Anything that can fail for a reason outside the program returns one of these.
// "Nothing there" is std::optional; "could not find out" is an error.
template <class T>
using Result = std::expected<T, Error>;

using Status = std::expected<void, Error>;

// What SATCHEL_TRY is made of: a failure on its way up, and the value when there is none.
template <class E>
std::unexpected<E> PassOn(E error) {
  return std::unexpected<E>(std::move(error));
}
inline std::unexpected<Error> PassOn(Error error, std::string_view doing) {
  return std::move(error).While(doing);
}
template <class T, class E>
T TakeValue(std::expected<T, E>& result) {
  if constexpr (!std::is_void_v<T>) return *std::move(result);
}

}  // namespace satchel

// The value of an expression that may fail, or a return from the function around it with the
// failure. What was being done may be added in front of the error's text:
//
//   const auto rows = SATCHEL_TRY(reader.Runs(scope, ids));
//   SATCHEL_TRY(log.Flush(scope), "log the run");  // "log the run: disk full"
//
// A function cannot return for its caller, which is why this is a macro. It stands where a
// statement begins or behind a `=`, never inside a larger expression.
#define SATCHEL_TRY(expression, ...) \
  SATCHEL_TRY_AS(__COUNTER__, expression __VA_OPT__(, ) __VA_ARGS__)
#define SATCHEL_TRY_AS(number, ...) SATCHEL_TRY_NAMED(SATCHEL_TRY_NAME(number), __VA_ARGS__)
#define SATCHEL_TRY_NAME(number) satchel_result_##number
#define SATCHEL_TRY_NAMED(name, expression, ...)                                             \
  __extension__({                                                                            \
    auto name = (expression);                                                                \
    if (!name) return ::satchel::PassOn(std::move(name).error() __VA_OPT__(, ) __VA_ARGS__); \
    ::satchel::TakeValue(name);                                                              \
  })
