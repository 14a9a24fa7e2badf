#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "text/line_index.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace satchel::text {
namespace {

using satchel::fuzz::Require;

void CheckRepair(std::string_view bytes) {
  const Repaired repaired = RepairUtf8(bytes);
  Require(IsValidUtf8(repaired.text));
  Require(IsValidUtf8(bytes) == (repaired.replaced == 0));
  Require(repaired.first_bad.has_value() == (repaired.replaced > 0));
  Require(repaired.replaced > 0 || repaired.text == bytes);
  Require(repaired.text.size() <= 3 * bytes.size());
  if (repaired.first_bad) {
    Require(!DecodeUtf8(bytes, *repaired.first_bad).valid);
    Require(IsValidUtf8(bytes.substr(0, *repaired.first_bad)));
  }
  const Repaired again = RepairUtf8(repaired.text);
  Require(again.replaced == 0 && again.text == repaired.text);
  Require(CountCodePoints(bytes) == CountCodePoints(repaired.text));
}

void CheckDecoding(std::string_view bytes) {
  std::string rebuilt;
  for (std::size_t offset = 0; offset < bytes.size();) {
    const CodePoint c = DecodeUtf8(bytes, offset);
    Require(c.size >= 1 && c.size <= 4 && offset + c.size <= bytes.size());
    Require(c.valid || (c.size <= 3 && c.value == kReplacement));
    AppendUtf8(c.value, rebuilt);
    offset += c.size;
  }
  Require(rebuilt == RepairUtf8(bytes).text);
}

void CheckCuts(std::string_view bytes, std::size_t limit) {
  const std::string_view cut = TruncateUtf8(bytes, limit);
  Require(cut.size() <= limit && bytes.starts_with(cut));
  Require(cut.size() == bytes.size() || cut.size() + 4 > limit);
  // Cutting between code points means that the two halves repair to the whole.
  Require(RepairUtf8(cut).text + RepairUtf8(bytes.substr(cut.size())).text ==
          RepairUtf8(bytes).text);
  const std::string short_text = Ellipsize(bytes, limit);
  Require(CountCodePoints(short_text) <= limit);
  Require((short_text == bytes) == (CountCodePoints(bytes) <= limit) || bytes.empty());
}

void CheckLines(std::string_view bytes) {
  const auto index = LineIndex::Build(bytes);
  Require(index.has_value());
  std::size_t end = 0;
  for (std::uint32_t line = 1; line <= index->line_count(); ++line) {
    const ByteRange whole = index->Lines({line, line});
    const ByteRange content = index->Line(line);
    Require(whole.begin == end && whole.Contains(content) && content.begin == whole.begin);
    Require(bytes.substr(content.begin, content.size()).find_first_of("\r\n") ==
            std::string_view::npos);
    Require(index->PositionOf(whole.begin) == Position{line, 1});
    end = whole.end;
  }
  Require(end == bytes.size());
}

void CheckFold(std::string_view bytes) {
  const std::string folded = Fold(bytes);
  Require(IsValidUtf8(folded) && Fold(folded) == folded);
}

}  // namespace

// The first byte chooses what is checked and the limit of the cuts, the rest is the text.
// One check per input keeps the fuzzer fast.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  switch (data[0] % 5U) {
    case 0:
      CheckRepair(bytes);
      break;
    case 1:
      CheckDecoding(bytes);
      break;
    case 2:
      CheckCuts(bytes, data[0] / 5U);
      break;
    case 3:
      CheckLines(bytes);
      break;
    default:
      CheckFold(bytes);
      break;
  }
  return 0;
}

}  // namespace satchel::text
