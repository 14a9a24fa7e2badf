#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "index/lexical/frequencies.h"
#include "index/lexical/rows.h"

// The postings of a term in a segment, as bytes. Where they are few, a list: steps from document
// to document, each with a code. Where they are many, runs cut at windows of 256 documents:
// places in the window, then codes, a byte each.
//
// A code stands for a combination of frequencies; 0 for one that has no code, which is written out.
namespace satchel::lexical {

struct DocumentPosting {
  std::uint32_t document = 0;
  Frequencies frequencies = 0;
  friend bool operator==(const DocumentPosting&, const DocumentPosting&) = default;
};

class CodeTable {
 public:
  explicit CodeTable(std::span<const Frequencies> codes);
  std::uint8_t CodeOf(Frequencies frequencies) const {
    if (frequencies < single_.size()) return single_[frequencies];
    const auto found = others_.find(frequencies);
    return found == others_.end() ? 0 : found->second;
  }

 private:
  std::array<std::uint8_t, 256> single_{};  // of one field alone
  std::unordered_map<Frequencies, std::uint8_t> others_;
};

void WriteList(ByteWriter& out, std::span<const DocumentPosting> postings, const CodeTable& codes);

// Calls visit(document, code, frequencies) for each of `count` postings; frequencies only where
// the code is 0. False when the bytes are no such list of documents below `documents`.
template <class Visit>
bool ForEachInList(std::string_view bytes, std::uint32_t count, std::uint32_t documents,
                   Visit&& visit) {
  const auto* at = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const auto* const end = at + bytes.size();
  std::uint64_t document = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    std::uint64_t step = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (at == end || shift > 28) return false;
      const std::uint8_t byte = *at++;
      step |= std::uint64_t{byte & 0x7FU} << shift;
      if ((byte & 0x80U) == 0) break;
    }
    document += step;
    if (document >= documents || (step == 0 && i > 0) || at == end) return false;
    const std::uint8_t code = *at++;
    Frequencies frequencies = 0;
    if (code == 0) {
      ByteReader rest(bytes.substr(bytes.size() - static_cast<std::size_t>(end - at)));
      frequencies = ReadFrequencies(rest);
      if (!rest.ok()) return false;
      at = end - rest.left();
    }
    visit(static_cast<std::uint32_t>(document), code, frequencies);
  }
  return at == end;
}

// The postings of 64 windows. REQUIRES: all documents in the row that begins with `first`.
std::string WriteWindows(std::span<const DocumentPosting> postings, std::uint32_t first,
                         const CodeTable& codes);

// Such a row, read: checked once, then used without a look at its ends.
class WindowRow {
 public:
  struct Escape {
    std::uint32_t posting = 0;  // of the row
    Frequencies frequencies = 0;
  };
  struct Run {
    const std::uint8_t* places = nullptr;
    const std::uint8_t* codes = nullptr;
    std::uint32_t size = 0;
    std::uint32_t first = 0;  // its number in the row
  };

  // `documents`: of them in this row of windows.
  static Result<WindowRow> Read(std::int64_t segment, std::string data, std::uint32_t documents);

  Run At(std::uint32_t window) const {
    const std::uint32_t begin = starts_[window];
    const std::uint32_t size = starts_[window + 1] - begin;
    const auto* places =
        reinterpret_cast<const std::uint8_t*>(data_.data()) + runs_ + (std::size_t{begin} * 2);
    return {places, places + size, size, begin};
  }
  std::span<const Escape> escapes() const { return escapes_; }
  std::uint8_t most_code() const { return most_code_; }
  std::size_t bytes() const;
  std::uint32_t size() const { return starts_[kWindowsInARow]; }
  Frequencies FrequenciesAt(std::uint32_t posting) const;  // of one whose code is 0

 private:
  std::string data_;
  std::size_t runs_ = 0;
  std::array<std::uint32_t, kWindowsInARow + 1> starts_{};
  std::vector<Escape> escapes_;
  std::uint8_t most_code_ = 0;
};

}  // namespace satchel::lexical
