#include "store/postgres/decode.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "text/utf8.h"

namespace satchel::store {
namespace {

// From the server's catalogue; fixed for ever. A type that the engines do not share needs a CAST in
// the statement.
struct ColumnType {
  Oid oid;
  ValueType value;
  int bytes;  // 0: any number
};
constexpr std::array kTypes = {ColumnType{20, ValueType::kInteger, 8},  // int8
                               ColumnType{23, ValueType::kInteger, 4},  // int4
                               ColumnType{21, ValueType::kInteger, 2},  // int2
                               ColumnType{16, ValueType::kInteger, 1},  // bool
                               ColumnType{25, ValueType::kText, 0},     // text
                               ColumnType{1043, ValueType::kText, 0},   // varchar
                               ColumnType{19, ValueType::kText, 0},     // name
                               ColumnType{17, ValueType::kBytes, 0}};   // bytea

const ColumnType* Find(Oid oid) {
  for (const ColumnType& type : kTypes) {
    if (type.oid == oid) return &type;
  }
  return nullptr;
}

std::string_view NameOf(ValueType type) {
  return type == ValueType::kInteger ? "integers" : type == ValueType::kText ? "texts" : "bytes";
}

std::unexpected<Error> Unfit(std::string why) {
  return Fail(Errc::kCorrupt, "PostgreSQL's answer does not fit the question: " + std::move(why),
              "check that the address is that of a PostgreSQL server with Satchel's store");
}

// Big-endian, with the sign of its first bit.
std::int64_t SignedFrom(std::string_view bytes) {
  std::uint64_t value = (static_cast<unsigned char>(bytes[0]) & 0x80U) != 0 ? ~std::uint64_t{0} : 0;
  for (const char c : bytes) value = (value << 8U) | static_cast<unsigned char>(c);
  return static_cast<std::int64_t>(value);
}

std::optional<Value> ValueOf(const ColumnType& type, std::string_view bytes) {
  if (type.bytes != 0 && std::cmp_not_equal(bytes.size(), type.bytes)) return std::nullopt;
  if (type.value == ValueType::kInteger) return SignedFrom(bytes);
  const bool sound =
      type.value == ValueType::kBytes || (!bytes.contains('\0') && text::IsValidUtf8(bytes));
  return sound ? std::optional<Value>(std::string(bytes)) : std::nullopt;
}

}  // namespace

Status CheckColumns(const Libpq& libpq, const PGresult* result, const ResultColumns& gives) {
  const int columns = libpq.nfields(result);
  if (std::cmp_not_equal(columns, gives.size())) {
    return Unfit(fmt::format("it has {} columns instead of {}", columns, gives.size()));
  }
  for (int column = 0; column < columns; ++column) {
    const ValueType wanted = gives.type(static_cast<std::size_t>(column));
    const Oid oid = libpq.ftype(result, column);
    const ColumnType* type = Find(oid);
    if (type == nullptr || type->value != wanted) {
      return Unfit(
          fmt::format("column {} has type {} instead of {}", column + 1, oid, NameOf(wanted)));
    }
    if (libpq.fformat(result, column) != 1) {
      return Unfit(fmt::format("column {} is not binary", column + 1));
    }
  }
  return {};
}

Status DecodeRows(const Libpq& libpq, const PGresult* result, const ResultColumns& gives,
                  Rows& into) {
  const int rows = libpq.ntuples(result);
  const int columns = libpq.nfields(result);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      if (libpq.getisnull(result, row, column) != 0) {
        if (!gives.nullable(static_cast<std::size_t>(column))) {
          return Unfit(fmt::format("column {} is null", column + 1));
        }
        into.Add(std::monostate());
        continue;
      }
      const std::string_view bytes(libpq.getvalue(result, row, column),
                                   static_cast<std::size_t>(libpq.getlength(result, row, column)));
      auto value = ValueOf(*Find(libpq.ftype(result, column)), bytes);
      if (!value) {
        return Unfit(fmt::format("column {} has a value of {} bytes that its type cannot have",
                                 column + 1, bytes.size()));
      }
      into.Add(*std::move(value));
    }
  }
  return {};
}

}  // namespace satchel::store
