#include "code/walk/content.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "text/packet_header.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kHeadBytes = 8'192;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::array<std::string_view, 4> kTextFiles = {"", ".md", ".markdown", ".txt"};

// "# Satchel packet: ", a recipe, and what follows it in every packet.
bool IsHeader(std::string_view head, std::string_view mark, std::string_view then) {
  if (!head.starts_with(mark) || !head.substr(mark.size()).starts_with(": ")) return false;
  head.remove_prefix(mark.size() + 2);
  const std::size_t end =
      std::min(head.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), head.size());
  return end > 0 && head.substr(end).starts_with(then);
}

}  // namespace

bool IsBinary(std::string_view head) {
  head = head.substr(0, kHeadBytes);
  if (head.contains('\0')) return true;
  // Latin-1 and the like are text: most of their letters are ASCII.
  std::size_t bad = 0;
  std::size_t good = 0;
  for (std::size_t at = 0; at < head.size();) {
    const text::CodePoint point = text::DecodeUtf8(head, at);
    (point.valid ? good : bad) += point.size;
    at += point.size;
  }
  return bad > good;
}

bool IsPacket(std::string_view path, std::string_view head) {
  // A packet is saved as text. A header at the start of a program is a comment, and hides nothing.
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  const std::string_view extension = dot == name.npos ? "" : name.substr(dot);
  if (std::ranges::find(kTextFiles, extension) == kTextFiles.end()) return false;
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  return IsHeader(head, text::kMarkdownHeader, "\n\n") ||
         IsHeader(head, text::kMarkdownHeader, "\r\n\r\n") ||
         IsHeader(head, text::kPromptHeader, ". Text inside <satchel-");
}

std::optional<SkipReason> SkipByContent(std::string_view path, std::string_view head) {
  if (IsBinary(head)) return SkipReason::kBinary;
  if (IsPacket(path, head)) return SkipReason::kPacket;
  return std::nullopt;
}

}  // namespace satchel::code
