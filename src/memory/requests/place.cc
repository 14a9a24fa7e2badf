#include "memory/requests/place.h"

#include <algorithm>
#include <array>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/files.h"
#include "base/sha256.h"
#include "base/trimmed.h"

// Git is not asked: its files say all that is needed, and a recall has no time for a process. They
// are read as bytes of a repository that is not trusted: small, and nothing in them is run.
namespace satchel::engine {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostConfigBytes = 1U << 20U;
constexpr std::size_t kMostPathBytes = 8'192;
constexpr std::size_t kMostReadable = 40;
constexpr std::size_t kDigestDigits = 12;

std::optional<std::string> ReadText(const fs::path& path, std::size_t most) {
  auto bytes = ReadSmallFile(path, most);
  return bytes ? *std::move(bytes) : std::nullopt;
}

// The path that a file of Git holds, seen from the file's own directory.
std::optional<fs::path> PathIn(const fs::path& file, std::string_view label) {
  const auto bytes = ReadText(file, kMostPathBytes);
  if (!bytes) return std::nullopt;
  std::string_view text = Trimmed(*bytes);
  if (!text.starts_with(label)) return std::nullopt;
  text = Trimmed(text.substr(label.size()));
  if (text.empty() || text.find_first_of(std::string_view("\n\0", 2)) != text.npos) {
    return std::nullopt;
  }
  return (file.parent_path() / text).lexically_normal();
}

fs::path Canonical(const fs::path& path) {
  std::error_code error;
  fs::path real = fs::weakly_canonical(path, error);
  if (error) real = path.lexically_normal();
  return real.has_filename() ? real : real.parent_path();
}

// `.git` is a directory, or in a further work tree a file that names one, which in turn names the
// one that all share.
std::optional<fs::path> CommonDirectory(const fs::path& root) {
  const fs::path git = root / ".git";
  std::error_code error;
  const auto status = fs::status(git, error);
  fs::path directory = git;
  if (fs::is_regular_file(status)) {
    auto named = PathIn(git, "gitdir:");
    if (!named || !fs::is_directory(*named, error)) return std::nullopt;
    directory = *std::move(named);
  } else if (!fs::is_directory(status)) {
    return std::nullopt;
  }
  if (auto common = PathIn(directory / "commondir", ""); common) directory = *std::move(common);
  return Canonical(directory);
}

// The lines of a configuration of Git, continued ones joined.
class ConfigLines {
 public:
  explicit ConfigLines(std::string_view text) : rest_(text) {}

  std::optional<std::string> Next() {
    if (rest_.empty()) return std::nullopt;
    std::string line;
    bool more = true;
    while (more && !rest_.empty()) {
      const std::size_t end = std::min(rest_.find('\n'), rest_.size());
      std::string_view part = rest_.substr(0, end);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      if (part.ends_with('\r')) part.remove_suffix(1);
      const auto last = part.find_last_not_of('\\');
      const std::size_t slashes = part.size() - (last == part.npos ? 0 : last + 1);
      more = slashes % 2 == 1;
      line += more ? part.substr(0, part.size() - 1) : part;
    }
    return line;
  }

 private:
  std::string_view rest_;
};

// A value without quotes and escapes, up to a comment.
std::string ConfigValue(std::string_view text) {
  std::string value;
  std::size_t kept = 0;  // blanks behind that go
  bool quoted = false;
  text = Trimmed(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"') {
      quoted = !quoted;
      kept = value.size();
      continue;
    }
    if (!quoted && (c == '#' || c == ';')) break;
    const bool escaped = c == '\\' && i + 1 < text.size();
    if (escaped) c = text[++i];
    value += c;
    if (quoted || escaped || !IsBlank(c)) kept = value.size();
  }
  value.resize(kept);
  return value;
}

// The first `url` of `[remote "origin"]`.
std::string OriginOf(std::string_view config) {
  ConfigLines lines(config);
  bool inside = false;
  while (const auto line = lines.Next()) {
    std::string_view text = Trimmed(*line);
    if (text.starts_with('[')) {
      const auto end = text.find(']');
      std::string_view name = text.substr(1, std::min(end, text.size()) - 1);
      constexpr std::string_view kRemote = "remote";
      inside = end != text.npos && SameButCase(name.substr(0, kRemote.size()), kRemote) &&
               Trimmed(name.substr(std::min(kRemote.size(), name.size()))) == "\"origin\"";
      text = end == text.npos ? std::string_view() : Trimmed(text.substr(end + 1));
    }
    const auto equals = text.find('=');
    if (!inside || equals == text.npos || !SameButCase(Trimmed(text.substr(0, equals)), "url")) {
      continue;
    }
    std::string value = ConfigValue(text.substr(equals + 1));
    if (!value.empty()) return value;
  }
  return "";
}

// One slash where several stand, none around it, and no `.git` at the end.
std::string TidyPath(std::string_view path) {
  std::string tidy;
  for (const char c : path) {
    if (c != '/' || (!tidy.empty() && tidy.back() != '/')) tidy += c;
  }
  const auto trim = [&] {
    while (tidy.ends_with('/')) tidy.pop_back();
  };
  trim();
  constexpr std::string_view kEnd = ".git";
  if (tidy.size() > kEnd.size() && tidy.ends_with(kEnd) && tidy[tidy.size() - 5] != '/') {
    tidy.resize(tidy.size() - kEnd.size());
  }
  trim();
  return tidy;
}

std::string LocalPath(std::string_view path) {
  return "/" + TidyPath(fs::path(path).lexically_normal().string());
}

std::string HostPart(std::string_view scheme, std::string_view authority) {
  if (const auto at = authority.rfind('@'); at != authority.npos) authority.remove_prefix(at + 1);
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kPorts = {
      {{"https", ":443"}, {"http", ":80"}, {"ssh", ":22"}, {"git+ssh", ":22"}, {"git", ":9418"}}};
  for (const auto& [name, port] : kPorts) {
    if (name == scheme && authority.ends_with(port)) authority.remove_suffix(port.size());
  }
  return AsciiLower(authority);
}

bool IsInside(const fs::path& directory, const fs::path& root) {
  const fs::path relative = directory.lexically_relative(root);
  return !relative.empty() && *relative.begin() != "..";
}

}  // namespace

std::string NormalisedRemote(std::string_view url) {
  url = Trimmed(url);
  if (const auto scheme_end = url.find("://"); scheme_end != url.npos) {
    const std::string scheme = AsciiLower(url.substr(0, scheme_end));
    std::string_view rest = url.substr(scheme_end + 3);
    rest = rest.substr(0, rest.find_first_of("?#"));
    if (scheme == "file") return rest.starts_with('/') ? LocalPath(rest) : std::string();
    const auto slash = std::min(rest.find('/'), rest.size());
    const std::string host = HostPart(scheme, rest.substr(0, slash));
    const std::string path = TidyPath(rest.substr(slash));
    return host.empty() || path.empty() ? std::string() : fmt::format("{}/{}", host, path);
  }
  if (url.starts_with('/')) return LocalPath(url);
  // `user@host:path`: the colon comes before every slash.
  const auto colon = url.find(':');
  if (colon == url.npos || url.find('/') < colon) return "";
  const std::string host = HostPart("ssh", url.substr(0, colon));
  const std::string path = TidyPath(url.substr(colon + 1));
  return host.empty() || path.empty() ? std::string() : fmt::format("{}/{}", host, path);
}

std::string ProjectKey(const fs::path& root) {
  const auto common = CommonDirectory(root);
  if (!common) return Canonical(root).string();
  if (const auto config = ReadText(*common / "config", kMostConfigBytes)) {
    std::string remote = NormalisedRemote(OriginOf(*config));
    if (!remote.empty()) return remote;
  }
  return common->string();
}

std::string DirectoryOfProject(std::string_view key) {
  fs::path path(key);
  if (path.filename() == ".git") path = path.parent_path();
  std::string name = path.filename().string();
  if (name.ends_with(".git")) name.resize(name.size() - 4);
  for (char& c : name) {
    if (!IsAlnum(c) && c != '.' && c != '_' && c != '-') c = '-';
  }
  name.erase(0, std::min(name.find_first_not_of(".-"), name.size()));
  name.resize(std::min(name.size(), kMostReadable));
  if (name.empty()) name = "project";
  return fmt::format("{}-{}", name, Sha256Of(key).Hex().substr(0, kDigestDigits));
}

Result<MemoryPlace> PlaceOfMemories(const settings::Workspace& workspace,
                                    const settings::Settings& settings,
                                    const settings::Directories& directories,
                                    const settings::Environment& environment) {
  const auto below = [&](const fs::path& top) {
    return MemoryPlace{.project = top / DirectoryOfProject(ProjectKey(workspace.root)),
                       .shared = top / "shared"};
  };
  const std::string& chosen = settings.Text(settings::Key::kMemoryDir);
  if (chosen.empty()) {
    const auto data = SATCHEL_TRY(settings::Require(directories.data, "XDG_DATA_HOME"));
    return below(data / "memory");
  }
  fs::path directory = settings::ExpandHome(environment, chosen);
  if (directory.is_relative()) directory = workspace.root / directory;
  directory = directory.lexically_normal();
  if (!directory.has_filename()) directory = directory.parent_path();
  if (!IsInside(Canonical(directory), Canonical(workspace.root))) return below(directory);
  MemoryPlace place{.project = std::move(directory), .shared = {}};
  if (directories.data) place.shared = *directories.data / "memory/shared";
  return place;
}

}  // namespace satchel::engine
