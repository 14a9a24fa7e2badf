#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace satchel::text {

// Bytes [begin, end) of a text, counted from 0. A range never goes backwards.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  constexpr std::size_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  constexpr bool Contains(std::size_t offset) const { return begin <= offset && offset < end; }
  constexpr bool Contains(const ByteRange& other) const {
    return begin <= other.begin && other.end <= end;
  }
  friend constexpr auto operator<=>(const ByteRange&, const ByteRange&) = default;
};

// Lines first to last, both included, counted from 1 as editors, compilers and
// stack traces do.
struct LineRange {
  std::uint32_t first = 1;
  std::uint32_t last = 1;

  constexpr std::uint32_t count() const { return last - first + 1; }
  constexpr bool Contains(std::uint32_t line) const { return first <= line && line <= last; }
  friend constexpr auto operator<=>(const LineRange&, const LineRange&) = default;
};

// A place in a text: line and column from 1, the column in bytes.
struct Position {
  std::uint32_t line = 1;
  std::uint32_t column = 1;

  friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

}  // namespace satchel::text
