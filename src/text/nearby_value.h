#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace satchel::text {

// A word after a name that may be its value, though no assignment says so.
struct NearbyValue {
  // How the name leads to the value; the later ones say less.
  enum class Link : std::uint8_t {
    kSign,   // `name -> v`, `name is v`, `| name | v |`, `name: |` and v on the next line
    kSlot,   // `name: NAME`, `value: v`; `<key>NAME</key><string>v`; `default = v` of a block
    kWords,  // `name of something: v`, `name = f("v")`, `set name v`: a sign after other words, or
             // none
    kSeen,   // a quoted v follows the name, as in `login("name", "v")`
  };

  std::size_t begin = 0;
  std::size_t end = 0;
  Link link = Link::kSeen;
  bool quoted = false;  // or all of an element: `<value>v</value>`
  // Nothing but blanks stands between the sign, or the word that says so, and the value.
  bool direct = false;
  bool said = false;  // a word such as "is" stands directly before the value
  bool ends = false;  // nothing but a sign that ends a clause follows on the line
};

struct NearbyValues {
  static constexpr std::size_t kMost = 6;

  std::array<NearbyValue, kMost> values;
  std::size_t size = 0;
};

// Whether a word names a field that holds, or describes, what was named before it: "value".
bool NamesAField(std::string_view word);

// The words after the name text[begin, end) that may be its value, in order. Goes on to the next
// lines only while these hold nothing but the value, or fields such as `value:` and `default =`.
// Looks at a bounded number of bytes.
NearbyValues FindNearbyValues(std::string_view text, std::size_t begin, std::size_t end);

}  // namespace satchel::text
