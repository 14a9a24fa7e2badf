#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/time.h"

namespace satchel::store {

// What a column or a parameter holds. Integers are 64 bits; texts are UTF-8
// without NUL, which PostgreSQL cannot hold; bytes are anything.
enum class ValueType : std::uint8_t { kInteger, kText, kBytes };

// A value that was read. Whether a string is text or bytes, the column says.
using Value = std::variant<std::monostate, std::int64_t, std::string>;

// A value to be written or asked for: a view that must stay valid during the
// call. Sets stand where a statement has `IN (SELECT value FROM unnest($2) AS value)`.
struct Null {};
struct Text {
  std::string_view value;
};
struct Bytes {
  std::string_view value;
};
struct IntegerSet {
  std::span<const std::int64_t> values;
};
struct TextSet {
  std::span<const std::string> values;
};
struct BytesSet {
  std::span<const std::string> values;
};
using Parameter = std::variant<Null, std::int64_t, Text, Bytes, IntegerSet, TextSet, BytesSet>;

inline Parameter OrNull(std::optional<std::int64_t> value) {
  return value ? Parameter(*value) : Parameter(Null{});
}
inline Parameter OrNull(std::optional<Time> time) {
  return time ? Parameter(time->micros) : Parameter(Null{});
}

// The rows that a statement gave, row by row.
class Rows {
 public:
  Rows() = default;
  explicit Rows(std::size_t columns) : columns_(columns) {}

  std::size_t size() const { return columns_ == 0 ? 0 : cells_.size() / columns_; }
  bool empty() const { return cells_.empty(); }
  std::size_t columns() const { return columns_; }

  // Drivers compare every row with what its statement declares (Statement::gives). A row, column or
  // type that is not there is therefore a mistake of the caller. It reads as null, 0 or "".
  const Value& at(std::size_t row, std::size_t column) const {
    static const Value kNothing;
    return row < size() && column < columns_ ? cells_[(row * columns_) + column] : kNothing;
  }
  std::int64_t Integer(std::size_t row, std::size_t column) const {
    return OptionalInteger(row, column).value_or(0);
  }
  const std::string& String(std::size_t row, std::size_t column) const {
    static const std::string kEmpty;
    const auto* value = std::get_if<std::string>(&at(row, column));
    return value == nullptr ? kEmpty : *value;
  }
  std::string TakeString(std::size_t row, std::size_t column) {
    if (row >= size() || column >= columns_) return {};
    auto* value = std::get_if<std::string>(&cells_[(row * columns_) + column]);
    return value == nullptr ? std::string() : std::move(*value);
  }
  std::optional<std::int64_t> OptionalInteger(std::size_t row, std::size_t column) const {
    const auto* value = std::get_if<std::int64_t>(&at(row, column));
    return value == nullptr ? std::nullopt : std::optional(*value);
  }

  // For drivers: cells arrive in order.
  void Add(Value value) { cells_.push_back(std::move(value)); }

 private:
  std::size_t columns_ = 0;
  std::vector<Value> cells_;
};

}  // namespace satchel::store
