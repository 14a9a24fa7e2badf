#include "store/postgres/arguments.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace satchel::store {
namespace {

// From the server's catalogue; fixed for ever.
constexpr Oid kBytea = 17;
constexpr Oid kInt8 = 20;
constexpr Oid kText = 25;
constexpr Oid kByteaArray = 1001;
constexpr Oid kTextArray = 1009;
constexpr Oid kInt8Array = 1016;

constexpr std::size_t kMostBytes = 1'000'000'000;  // a field of PostgreSQL has at most 1 GB

void AppendBigEndian(std::string& out, std::uint64_t value, int bytes) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>((value >> static_cast<unsigned>(shift)) & 0xffU));
  }
}

Oid ElementOf(Oid array) {
  switch (array) {
    case kInt8Array:
      return kInt8;
    case kTextArray:
      return kText;
    default:
      return kBytea;
  }
}

// An array of one dimension: dimensions, whether it has nulls, element type,
// length, lower bound; then the elements, each with its length in front.
class ArrayBytes {
 public:
  ArrayBytes(Oid array, std::size_t count) {
    AppendBigEndian(bytes_, count == 0 ? 0 : 1, 4);
    AppendBigEndian(bytes_, 0, 4);
    AppendBigEndian(bytes_, ElementOf(array), 4);
    if (count == 0) return;
    AppendBigEndian(bytes_, count, 4);
    AppendBigEndian(bytes_, 1, 4);
  }
  void Add(std::int64_t value) {
    AppendBigEndian(bytes_, 8, 4);
    AppendBigEndian(bytes_, static_cast<std::uint64_t>(value), 8);
  }
  void Add(std::string_view value) {
    AppendBigEndian(bytes_, value.size(), 4);
    bytes_ += value;
  }
  void AddNull() {
    bytes_[7] = 1;
    AppendBigEndian(bytes_, 0xffffffffU, 4);
  }
  std::string Take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

template <class Set>
std::string SetBytes(Oid array, const Set& set) {
  ArrayBytes bytes(array, set.values.size());
  for (const auto& value : set.values) bytes.Add(value);
  return bytes.Take();
}

std::unexpected<Error> WrongType() {
  return Fail(Errc::kInternal, "a parameter is not of the type that its statement declares");
}

Oid OidOf(ParameterType type) {
  switch (type) {
    case ParameterType::kInteger:
      return kInt8;
    case ParameterType::kText:
      return kText;
    case ParameterType::kBytes:
      return kBytea;
    case ParameterType::kIntegerSet:
      return kInt8Array;
    case ParameterType::kTextSet:
      return kTextArray;
    case ParameterType::kBytesSet:
      return kByteaArray;
  }
  return 0;
}

}  // namespace

void Arguments::PushNull(Oid type) {
  types_.push_back(type);
  values_.push_back(nullptr);
  lengths_.push_back(0);
  formats_.push_back(1);
}

Status Arguments::Push(Oid type, std::string_view bytes) {
  if (bytes.size() > kMostBytes) {
    return Fail(Errc::kInvalidInput, "a value is too large for PostgreSQL");
  }
  types_.push_back(type);
  values_.push_back(bytes.data() == nullptr ? "" : bytes.data());  // null would mean NULL
  lengths_.push_back(static_cast<int>(bytes.size()));
  formats_.push_back(1);
  return {};
}

Status Arguments::Keep(Oid type, std::string bytes) {
  kept_.push_back(std::move(bytes));
  return Push(type, kept_.back());
}

void Arguments::AddInteger(std::int64_t value) {
  std::string bytes;
  AppendBigEndian(bytes, static_cast<std::uint64_t>(value), 8);
  static_cast<void>(Keep(kInt8, std::move(bytes)));  // eight bytes are never too large
}

Status Arguments::Add(ParameterType type, const Parameter& value) {
  const Oid oid = OidOf(type);
  if (std::holds_alternative<Null>(value)) {
    PushNull(oid);
    return {};
  }
  switch (type) {
    case ParameterType::kInteger:
      if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        AddInteger(*integer);
        return {};
      }
      break;
    case ParameterType::kText:
      if (const auto* text = std::get_if<Text>(&value)) return Push(oid, text->value);
      break;
    case ParameterType::kBytes:
      if (const auto* bytes = std::get_if<Bytes>(&value)) return Push(oid, bytes->value);
      break;
    case ParameterType::kIntegerSet:
      if (const auto* set = std::get_if<IntegerSet>(&value)) return Keep(oid, SetBytes(oid, *set));
      break;
    case ParameterType::kTextSet:
      if (const auto* set = std::get_if<TextSet>(&value)) return Keep(oid, SetBytes(oid, *set));
      break;
    case ParameterType::kBytesSet:
      if (const auto* set = std::get_if<BytesSet>(&value)) return Keep(oid, SetBytes(oid, *set));
      break;
  }
  return WrongType();
}

Status Arguments::AddColumn(ValueType type, std::span<const Parameter> cells, std::size_t first,
                            std::size_t step) {
  const Oid array = type == ValueType::kInteger ? kInt8Array
                    : type == ValueType::kText  ? kTextArray
                                                : kByteaArray;
  ArrayBytes bytes(array, cells.size() / step);
  for (std::size_t at = first; at < cells.size(); at += step) {
    const Parameter& cell = cells[at];
    const auto* integer = std::get_if<std::int64_t>(&cell);
    const auto* text = std::get_if<Text>(&cell);
    const auto* blob = std::get_if<Bytes>(&cell);
    if (std::holds_alternative<Null>(cell)) {
      bytes.AddNull();
    } else if (integer != nullptr && type == ValueType::kInteger) {
      bytes.Add(*integer);
    } else if (text != nullptr && type == ValueType::kText) {
      bytes.Add(text->value);
    } else if (blob != nullptr && type == ValueType::kBytes) {
      bytes.Add(blob->value);
    } else {
      return WrongType();
    }
  }
  return Keep(array, bytes.Take());
}

}  // namespace satchel::store
