#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace satchel {

// Numbers and strings as bytes; a small number takes few. Stored: never changes.
class ByteWriter {
 public:
  void Byte(std::uint8_t value) { bytes_ += static_cast<char>(value); }
  void Number(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_ += static_cast<char>((value & 0x7FU) | 0x80U);
      value >>= 7U;
    }
    bytes_ += static_cast<char>(value);
  }
  // As the machine has it; all machines we run on are little-endian.
  template <class T>
  void Fixed(T value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    std::memcpy(bytes_.data() + at, &value, sizeof(T));
  }
  void Raw(std::string_view bytes) { bytes_ += bytes; }
  void String(std::string_view text) {
    Number(text.size());
    bytes_ += text;
  }

  const std::string& bytes() const { return bytes_; }
  std::size_t size() const { return bytes_.size(); }
  void Clear() { bytes_.clear(); }
  std::string Take() { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

// Reads them back from bytes that may be anything. After the first failure everything read is
// zero or empty and ok() is false.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_; }
  bool AtEnd() const { return ok_ && bytes_.empty(); }
  std::size_t left() const { return bytes_.size(); }
  void Fail() { ok_ = false; }

  std::uint8_t Byte() {
    if (!ok_ || bytes_.empty()) return Failed<std::uint8_t>();
    const auto byte = static_cast<std::uint8_t>(bytes_.front());
    bytes_.remove_prefix(1);
    return byte;
  }
  std::uint64_t Number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; ok_ && shift < 64; shift += 7) {
      if (bytes_.empty()) break;
      const auto byte = static_cast<unsigned char>(bytes_.front());
      bytes_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    return Failed<std::uint64_t>();
  }
  // One that is at most `most`.
  std::uint64_t Number(std::uint64_t most) {
    const std::uint64_t value = Number();
    return value > most ? Failed<std::uint64_t>() : value;
  }
  std::uint32_t Small() { return static_cast<std::uint32_t>(Number(0xFFFFFFFFU)); }
  template <class T>
  T Fixed() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value{};
    const std::string_view bytes = Raw(sizeof(T));
    if (ok_) bytes.copy(reinterpret_cast<char*>(&value), sizeof(T));
    return value;
  }
  // A view of the bytes given.
  std::string_view Raw(std::uint64_t size) {
    if (!ok_ || size > bytes_.size()) return Failed<std::string_view>();
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::string_view String() { return Raw(Number()); }

 private:
  template <class T>
  T Failed() {
    ok_ = false;
    return T{};
  }

  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace satchel
