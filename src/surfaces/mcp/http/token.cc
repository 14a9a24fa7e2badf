#include "surfaces/mcp/http/token.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/error.h"
#include "base/files.h"
#include "base/random_key.h"

namespace satchel::mcp {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kLeast = 32;
constexpr std::size_t kMost = 512;
constexpr std::string_view kScheme = "bearer ";

std::unexpected<Error> Refuse(const fs::path& file, std::string_view why, std::string_view hint) {
  return Fail(Errc::kInvalidInput, fmt::format("{} {}", file.string(), why), hint);
}

// Visible ASCII needs no quoting in a header.
bool IsToken(std::string_view text) {
  return text.size() >= kLeast && text.size() <= kMost &&
         std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
}

Result<std::string> MakeToken(const fs::path& file) {
  if (file.has_parent_path()) SATCHEL_TRY(MakePrivateDirectory(file.parent_path()));
  std::string token = RandomKey();
  FileDraft draft = SATCHEL_TRY(FileDraft::Open(file));
  SATCHEL_TRY(draft.Write(token + "\n"));
  SATCHEL_TRY(std::move(draft).Commit());
  return token;
}

}  // namespace

Result<std::string> ReadOrMakeToken(const fs::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!opened.ok() && errno == ENOENT) return MakeToken(file);
  struct stat facts{};
  if (!opened.ok() || ::fstat(opened.get(), &facts) != 0) {
    return Refuse(file, "cannot be read as a token", "name a file of yours with --token-file");
  }
  if (facts.st_uid != ::geteuid() || (facts.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
    return Refuse(file, "can be read or changed by other users", "chmod 600 it, or remove it");
  }
  auto bytes = ReadRegularFile(opened.get(), kMost + 1);
  if (!bytes) return Refuse(file, "cannot be read: " + bytes.error().SystemText(), "");
  if (bytes->ends_with('\n')) bytes->pop_back();
  if (!IsToken(*bytes)) {
    return Refuse(file, "is not one line of 32 to 512 visible ASCII characters",
                  "remove it, and Satchel makes a new one");
  }
  return *std::move(bytes);
}

bool IsBearer(std::string_view authorization, std::string_view token) {
  if (!SameButCase(authorization.substr(0, kScheme.size()), kScheme)) return false;
  const std::string_view given = authorization.substr(kScheme.size());
  if (given.size() != token.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    difference |= static_cast<unsigned>(given[i] ^ token[i]);
  }
  return difference == 0;
}

}  // namespace satchel::mcp
