#include "text/word_fold.h"

#include <algorithm>

#include "base/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"
#include "text/word_break.h"

namespace satchel::text {
namespace {

void LowerAscii(std::string_view word, std::string& out) {
  out.resize(word.size());
  std::ranges::transform(word, out.begin(), ToLower);
}

// Folds a word of characters with simple folds only; false if it has others.
bool FoldSimpleWord(std::string_view word, std::string& out) {
  out.clear();
  for (std::size_t offset = 0; offset < word.size();) {
    const CodePoint c = DecodeUtf8(word, offset);
    const char32_t folded = SimpleFold(c.value);
    if (folded == 0) return false;
    AppendUtf8(folded, out);
    offset += c.size;
  }
  return true;
}

}  // namespace

std::string_view FoldAsciiWord(std::string_view word, bool has_upper, std::string& buffer) {
  if (!has_upper) return word;
  LowerAscii(word, buffer);
  return buffer;
}

std::size_t TakeContraction(std::string_view text, std::size_t end, std::string& buffer,
                            std::string_view& folded) {
  if (end >= text.size() || (text[end] != '\'' && text[end] != '\xE2')) return end;
  const std::size_t after = SkipContraction(text, end);
  if (after == end || ToLower(text[after - 1]) != 't') return after;
  if (!folded.ends_with('n')) return end;
  if (folded.data() != buffer.data()) buffer = folded;
  buffer.push_back('t');
  folded = buffer;
  return after;
}

void FoldWord(std::string_view word, std::string& out) {
  if (FoldSimpleWord(word, out)) return;
  FoldInto(word, out);
  // Taking a character out can bring a mark next to a letter it composes with.
  std::string kept;
  for (int pass = 0; pass < 4; ++pass) {
    kept.clear();
    for (std::size_t offset = 0; offset < out.size();) {
      const CodePoint c = DecodeUtf8(out, offset);
      if (ClassOf(c.value) != CharClass::kSeparator) kept.append(out, offset, c.size);
      offset += c.size;
    }
    if (kept.size() == out.size()) return;
    FoldInto(kept, out);
  }
}

}  // namespace satchel::text
