#include "sources/code/walk/content.h"

#include "text/packet_header.h"
#include "text/utf8.h"

namespace satchel::code {
namespace {

constexpr std::size_t kHeadBytes = 8'192;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

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

bool IsPacket(std::string_view head) {
  if (head.starts_with(kByteOrderMark)) head.remove_prefix(kByteOrderMark.size());
  // A sentence may begin with the same words; a header goes on with the recipe.
  for (const std::string_view mark : {text::kMarkdownHeader, text::kPromptHeader}) {
    if (head.starts_with(mark) && head.substr(mark.size()).starts_with(": ")) return true;
  }
  return false;
}

std::optional<SkipReason> SkipByContent(std::string_view head) {
  if (IsBinary(head)) return SkipReason::kBinary;
  if (IsPacket(head)) return SkipReason::kPacket;
  return std::nullopt;
}

}  // namespace satchel::code
