#include "memory/files/folder_rules.h"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/sha256.h"
#include "memory/files/front_matter.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::memory {

bool IsMarkdown(std::string_view name) {
  return name.size() > 3 && SameButCase(name.substr(name.size() - 3), ".md");
}

bool IsPassing(std::string_view name) {
  return name.starts_with('.') || name.starts_with('#') || name.starts_with('~') ||
         name.ends_with('~') || name.ends_with(".tmp");
}

bool IsUsableName(std::string_view name) {
  return text::IsValidUtf8(name) && std::ranges::none_of(name, [](char c) {
           return static_cast<unsigned char>(c) < 0x20 || c == 0x7F;
         });
}

bool IsReserved(std::string_view name) { return name == kStateDirectory || name == "namespaces"; }

std::string Why(const ReadFailure& failure) {
  switch (failure.kind) {
    case ReadFailure::Kind::kLink:
      return "a symbolic link, which is not followed";
    case ReadFailure::Kind::kWrongKind:
      return "neither a regular file nor a directory";
    case ReadFailure::Kind::kTooLarge:
      return "beyond the limit of a file or of all together";
    case ReadFailure::Kind::kAbsent:
      return "gone";
    case ReadFailure::Kind::kSystem:
      break;
  }
  if (failure.error == EMLINK) {
    return "a hard link, which may be a file of elsewhere: put a copy in its place";
  }
  return failure.SystemText();
}

std::string SameIdAs(std::string_view path) { return fmt::format("its id is that of {}", path); }

std::int64_t SettledBefore() {
  constexpr auto kSettled = std::chrono::milliseconds(50);
  const auto now = std::chrono::system_clock::now().time_since_epoch() - kSettled;
  return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

std::optional<std::string> ProfileText(std::string_view bytes) {
  if (!text::IsValidUtf8(bytes)) return std::nullopt;
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (const auto front = ReadFrontMatter(bytes)) {
    bytes.remove_prefix(front->body);
  } else if (bytes.starts_with(kByteOrderMark)) {
    bytes.remove_prefix(kByteOrderMark.size());
  }
  return text::Redactor::Default().Redact(BodyText(bytes)).text;
}

std::string FileDigest(std::string_view bytes) {
  constexpr std::size_t kBytes = 16;
  const Digest digest = Sha256Of(bytes);
  return {digest.bytes.begin(), digest.bytes.begin() + kBytes};
}

void DirectoryDigest::Add(std::string_view name, std::string_view digest) {
  lines_ += name;
  lines_ += '\0';
  lines_ += digest;
}

std::string DirectoryDigest::Finish() const {
  const Digest digest = Sha256Of(lines_);
  return {digest.bytes.begin(), digest.bytes.end()};
}

std::string FolderDigest(const std::map<std::string, std::string>& directories,
                         std::string_view profile, std::string_view negatives) {
  Sha256 sum;
  const auto add = [&sum](std::string_view path, std::string_view digest) {
    sum.Update(path).Update(std::string_view("\0", 1)).Update(digest);
  };
  for (const auto& [path, digest] : directories) add(path, digest);
  if (!profile.empty()) add(kProfileFile, profile);
  if (!negatives.empty()) add(kNegativesFile, negatives);
  return sum.Finish().Hex();
}

}  // namespace satchel::memory
