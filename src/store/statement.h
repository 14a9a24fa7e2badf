#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "store/value.h"

namespace satchel::store {

enum class ParameterType : std::uint8_t {
  kInteger,
  kText,
  kBytes,
  kIntegerSet,
  kTextSet,
  kBytesSet,
};

// Of a parameter that holds one value of a column.
constexpr ParameterType TypeOf(ValueType type) {
  switch (type) {
    case ValueType::kInteger:
      return ParameterType::kInteger;
    case ValueType::kText:
      return ParameterType::kText;
    case ValueType::kBytes:
      return ParameterType::kBytes;
  }
  return ParameterType::kBytes;
}

// The types of $2, $3, … ; $1 is the workspace, which the driver binds.
class ParameterTypes {
 public:
  constexpr ParameterTypes() = default;
  constexpr ParameterTypes(std::initializer_list<ParameterType> types) : size_(types.size()) {
    std::size_t at = 0;
    for (const ParameterType type : types) types_.at(at++) = type;
  }

  constexpr void Add(ParameterType type) { types_.at(size_++) = type; }
  constexpr std::size_t size() const { return size_; }
  constexpr ParameterType operator[](std::size_t at) const { return types_.at(at); }

 private:
  std::size_t size_ = 0;
  std::array<ParameterType, 12> types_{};
};

// What the rows of a statement hold, column by column. Drivers refuse any other row: a server or a
// file may be hostile.
class ResultColumns {
 public:
  static constexpr std::size_t kMost = 16;

  constexpr ResultColumns() = default;
  constexpr ResultColumns(std::initializer_list<ParameterType> types) {
    for (const ParameterType type : types) Add(ValueTypeOf(type));
  }
  // The same, where column `at`, counted from 0, may be null.
  constexpr ResultColumns OrNull(std::size_t at) const {
    ResultColumns copy = *this;
    copy.columns_.at(at).nullable = true;
    return copy;
  }

  constexpr void Add(ValueType type, bool nullable = false) {
    columns_.at(size_++) = {type, nullable};
  }
  constexpr std::size_t size() const { return size_; }
  constexpr ValueType type(std::size_t at) const { return columns_.at(at).type; }
  constexpr bool nullable(std::size_t at) const { return columns_.at(at).nullable; }
  // Whether column `at` may hold the value. REQUIRES: at < size().
  bool Fits(std::size_t at, const Value& value) const {
    if (std::holds_alternative<std::monostate>(value)) return nullable(at);
    return std::holds_alternative<std::int64_t>(value) == (type(at) == ValueType::kInteger);
  }

 private:
  struct Column {
    ValueType type = ValueType::kInteger;
    bool nullable = false;
  };
  static constexpr ValueType ValueTypeOf(ParameterType type) {
    return type == ParameterType::kInteger ? ValueType::kInteger
           : type == ParameterType::kText  ? ValueType::kText
                                           : ValueType::kBytes;
  }

  std::size_t size_ = 0;
  std::array<Column, kMost> columns_{};
};

// One statement in the SQL that both engines share, written once. Statements are
// objects of the program: their address is their identity, and nothing is ever
// put together from pieces.
struct Statement {
  std::string_view name;  // of the prepared statement, and in logs
  std::string_view sql;
  ParameterTypes types;
  ResultColumns gives;
  bool writes = false;
};

}  // namespace satchel::store
