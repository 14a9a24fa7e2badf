#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace satchel::text {

// The words around a value that has no name of its own, as in a note: "the Snyk token for CI
// is VALUE", a row of a table, or a line under a heading. Looks at a bounded number of bytes: up
// to four line ends before the value, and the rest of its line.
class ValueContext {
 public:
  static constexpr std::size_t kBefore = 160;  // bytes looked at on either side
  static constexpr std::size_t kAfter = 60;

  // REQUIRES: begin <= end <= text.size(), and `text` outlives this object.
  ValueContext(std::string_view text, std::size_t begin, std::size_t end);

  // False where the last word in front names something else: an id, a commit, a digest.
  bool MayHoldASecret() const;

  // Whether the vendor is named, and either a word such as "token" or "key" stands around the value
  // or nothing else stands between the vendor and it. `vendor`: lower case.
  bool Names(std::string_view vendor) const;

 private:
  std::string text_;   // what is around, with a line end in the place of the value
  std::string lower_;  // the same in lower case
  std::string last_;   // the last word in front of the value, lower case
  bool says_secret_ = false;
};

}  // namespace satchel::text
