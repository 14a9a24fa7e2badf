#include "index/lexical/postings.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace satchel::lexical {

CodeTable::CodeTable(std::span<const Frequencies> codes) {
  for (std::size_t i = 0; i < codes.size() && i < 255; ++i) {
    const auto code = static_cast<std::uint8_t>(i + 1);
    if (codes[i] < single_.size()) {
      single_[codes[i]] = code;
    } else {
      others_.emplace(codes[i], code);
    }
  }
}

void WriteList(ByteWriter& out, std::span<const DocumentPosting> postings, const CodeTable& codes) {
  std::uint32_t last = 0;
  for (const DocumentPosting& posting : postings) {
    out.Number(posting.document - last);
    last = posting.document;
    const std::uint8_t code = codes.CodeOf(posting.frequencies);
    out.Byte(code);
    if (code == 0) WriteFrequencies(out, posting.frequencies);
  }
}

std::string WriteWindows(std::span<const DocumentPosting> postings, std::uint32_t first,
                         const CodeTable& codes) {
  std::uint64_t present = 0;
  std::string counts;
  std::string runs;
  runs.reserve(postings.size() * 2);
  ByteWriter escapes;
  std::uint32_t escaped = 0;
  std::string run_codes;
  for (std::size_t i = 0; i < postings.size();) {
    const std::uint32_t window = (postings[i].document - first) / kWindow;
    run_codes.clear();
    for (; i < postings.size() && (postings[i].document - first) / kWindow == window; ++i) {
      runs += static_cast<char>((postings[i].document - first) % kWindow);
      const std::uint8_t code = codes.CodeOf(postings[i].frequencies);
      run_codes += static_cast<char>(code);
      if (code == 0) {
        ++escaped;
        escapes.Number(i);
        WriteFrequencies(escapes, postings[i].frequencies);
      }
    }
    present |= std::uint64_t{1} << window;
    counts += static_cast<char>(run_codes.size() - 1);
    runs += run_codes;
  }
  ByteWriter out;
  out.Fixed(present);
  out.Raw(counts);
  out.Number(escaped);
  out.Raw(escapes.bytes());
  out.Raw(runs);
  return out.Take();
}

Result<WindowRow> WindowRow::Read(std::int64_t segment, std::string data, std::uint32_t documents) {
  WindowRow row;
  row.data_ = std::move(data);
  ByteReader in(row.data_);
  const auto present = in.Fixed<std::uint64_t>();
  std::uint32_t total = 0;
  for (std::uint32_t window = 0; window < kWindowsInARow; ++window) {
    row.starts_[window] = total;
    if (((present >> window) & 1U) != 0) total += std::uint32_t{in.Byte()} + 1;
  }
  row.starts_[kWindowsInARow] = total;
  const std::uint64_t escapes = in.Number(std::min<std::uint64_t>(total, in.left()));
  row.escapes_.resize(escapes);
  std::uint64_t next = 0;
  for (Escape& escape : row.escapes_) {
    escape.posting = static_cast<std::uint32_t>(in.Number(total));
    escape.frequencies = ReadFrequencies(in);
    if (escape.posting < next) in.Fail();
    next = std::uint64_t{escape.posting} + 1;
  }
  if (!in.ok() || next > total || in.left() != std::size_t{total} * 2) {
    return Damaged(segment, "a row of postings");
  }
  row.runs_ = row.data_.size() - in.left();
  std::size_t escape = 0;
  for (std::uint32_t window = 0; window < kWindowsInARow; ++window) {
    const Run run = row.At(window);
    for (std::uint32_t i = 0; i < run.size; ++i) {
      const bool in_order = i == 0 || run.places[i] > run.places[i - 1];
      if (!in_order || (window * kWindow) + run.places[i] >= documents) {
        return Damaged(segment, "a row of postings");
      }
      row.most_code_ = std::max(row.most_code_, run.codes[i]);
      if (run.codes[i] != 0) continue;
      if (escape == row.escapes_.size() || row.escapes_[escape++].posting != run.first + i) {
        return Damaged(segment, "a row of postings");
      }
    }
  }
  if (escape != row.escapes_.size()) return Damaged(segment, "a row of postings");
  return row;
}

std::size_t WindowRow::bytes() const {
  return sizeof(WindowRow) + data_.capacity() + (escapes_.capacity() * sizeof(Escape));
}

Frequencies WindowRow::FrequenciesAt(std::uint32_t posting) const {
  const auto found = std::ranges::lower_bound(escapes_, posting, {}, &Escape::posting);
  return found == escapes_.end() || found->posting != posting ? 0 : found->frequencies;
}

}  // namespace satchel::lexical
