#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "text/private_key.h"

namespace satchel::text {

// A stretch of text with its line continuations taken out, and the way back.
class JoinedText {
 public:
  const std::string& text() const { return text_; }
  // The parts of the original that text()[begin, end) came from, in order.
  std::vector<ByteSpan> Original(std::size_t begin, std::size_t end) const;

 private:
  friend std::vector<JoinedText> JoinContinuations(std::string_view text);

  struct Part {
    std::size_t offset = 0;  // in text_
    ByteSpan original;
  };

  void Add(std::string_view text, ByteSpan original);

  std::string text_;
  std::vector<Part> parts_;  // by offset; together they are text_
};

// Every place where a word goes on in the next line: after a backslash, or in a
// string that is put together from several literals. Each comes with the rest
// of its first line in front of it, so that a name beside the word is seen too.
std::vector<JoinedText> JoinContinuations(std::string_view text);

}  // namespace satchel::text
