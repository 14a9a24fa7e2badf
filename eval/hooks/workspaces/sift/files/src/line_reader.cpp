#include "line_reader.hpp"

#include <stdexcept>

#include "timestamp.hpp"

namespace sift {

LineReader::LineReader(const std::string& path) : in_(path, std::ios::binary) {
  if (!in_) throw std::runtime_error("cannot open " + path);
}

bool LineReader::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  char block[1 << 16];
  in_.read(block, sizeof block);
  buffer_.append(block, static_cast<std::size_t>(in_.gcount()));
  return in_.gcount() > 0;
}

std::optional<Line> LineReader::next() {
  std::size_t end;
  while ((end = buffer_.find('\n', at_)) == std::string::npos) {
    if (fill()) continue;
    if (at_ == buffer_.size()) return std::nullopt;
    end = buffer_.size();
    break;
  }
  std::string text = buffer_.substr(at_, std::min(end - at_, kMaxLine));
  at_ = std::min(end + 1, buffer_.size());
  if (!text.empty() && text.back() == '\r') text.pop_back();
  return Line{find_timestamp(text).value_or(0), std::move(text)};
}

}  // namespace sift
