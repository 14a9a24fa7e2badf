#include "notes/files/folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <expected>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/beside.h"
#include "base/directory.h"
#include "base/sha256.h"
#include "base/suggest.h"
#include "text/redactor.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kFolder = ".context";
constexpr std::size_t kMostNames = 100'000;  // of one directory
constexpr std::string_view kHardLink =
    "a hard link, which may be a file of elsewhere: put a copy in its place";
constexpr std::string_view kForeignLink =
    "a symbolic link to something else than Markdown inside the workspace, which is not followed";
// Whose digest is not worth a thread.
constexpr std::size_t kSmallFile = 256UL << 10U;

struct MainFile {
  std::string_view name;
  FileRole role = FileRole::kListed;
  std::string_view themes;  // its folder; empty: none
};

constexpr auto kReadOrder = std::to_array<MainFile>({
    {.name = "CONSTITUTION.md", .role = FileRole::kConstitution, .themes = ""},
    {.name = "TASKS.md", .role = FileRole::kTasks, .themes = ""},
    {.name = "CONVENTIONS.md", .role = FileRole::kConventions, .themes = "conventions"},
    {.name = "ARCHITECTURE.md", .role = FileRole::kListed, .themes = ""},
    {.name = "DECISIONS.md", .role = FileRole::kDecisions, .themes = "decisions"},
    {.name = "LEARNINGS.md", .role = FileRole::kLearnings, .themes = "learnings"},
    {.name = "GLOSSARY.md", .role = FileRole::kListed, .themes = ""},
    {.name = "AGENT_PLAYBOOK.md", .role = FileRole::kListed, .themes = ""},
});

constexpr auto kAgentFiles = std::to_array<std::string_view>(
    {"AGENTS.md", "CLAUDE.md", "GEMINI.md", ".github/copilot-instructions.md", kCursorRules});

bool HasEnding(std::string_view name, std::string_view ending) {
  return name.size() > ending.size() && !name.starts_with('.') &&
         SameButCase(name.substr(name.size() - ending.size()), ending);
}

bool IsMarkdown(std::string_view name) { return HasEnding(name, ".md"); }
bool IsAgentRule(std::string_view name) { return IsMarkdown(name) || HasEnding(name, ".mdc"); }

// The directory of a path, or nothing, and its last name.
std::pair<std::string_view, std::string_view> SplitPath(std::string_view path) {
  const auto slash = path.rfind('/');
  if (slash == path.npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

// What the link at `path` below `root` stands for, if that is Markdown below `root` too. Only the
// text of the link is read: the caller that opens the result follows no further link.
std::optional<std::string> LinkedMarkdown(const std::filesystem::path& root,
                                          const std::filesystem::path& path) {
  std::error_code error;
  const auto target = std::filesystem::read_symlink(root / path, error);
  if (error || target.empty() || target.is_absolute()) return std::nullopt;
  std::string inside = (path.parent_path() / target).lexically_normal().generic_string();
  const bool leaves = inside == ".." || inside.starts_with("../");
  if (leaves || !IsAgentRule(SplitPath(inside).second)) return std::nullopt;
  return inside;
}

// The exact name, else the first that differs in case alone.
std::optional<std::string> FindName(const std::vector<std::string>& names,
                                    std::string_view wanted) {
  std::optional<std::string> found;
  for (const std::string& name : names) {
    if (name == wanted) return name;
    if (!found && SameButCase(name, wanted)) found = name;
  }
  return found;
}

class Loader {
 public:
  explicit Loader(const FolderOptions& options) : options_(options) {}

  Result<Folder> Load(const std::filesystem::path& root) {
    const auto top = Directory::Open(root);
    if (!top) return Refused(root, top.error());
    const auto context = top->OpenDirectory(std::string(kFolder));
    if (context) {
      const auto names = context->List(kMostNames);
      if (!names) return Refused(root / kFolder, names.error());
      folder_.exists = true;
      for (const MainFile& file : kReadOrder) LoadMain(*context, *names, file);
      ReportUnknown(*names);
    } else if (context.error().kind != ReadFailure::Kind::kAbsent) {
      return Refused(root / kFolder, context.error());
    }
    if (folder_.files.empty() && folder_.exists) {
      Report(std::string(kFolder), Unused::kEmpty, "there are no notes in it yet");
    }
    if (options_.agent_files) LoadAgentFiles(root, *top);
    if (left_out_ > 0) {
      Report(first_left_out_, Unused::kTooMany, fmt::format("{} more files", left_out_));
    }
    TakeDigest();
    return std::move(folder_);
  }

 private:
  static std::unexpected<Error> Refused(const std::filesystem::path& path,
                                        const ReadFailure& failure) {
    constexpr std::string_view kHint = "replace it by a directory with the notes";
    switch (failure.kind) {
      case ReadFailure::Kind::kLink:
        return Fail(Errc::kInvalidInput,
                    fmt::format("{} is a symbolic link, which is not followed", path.string()),
                    kHint);
      case ReadFailure::Kind::kWrongKind:
        return Fail(Errc::kInvalidInput, fmt::format("{} is no directory", path.string()), kHint);
      case ReadFailure::Kind::kTooLarge:
        return Fail(Errc::kInvalidInput,
                    fmt::format("{} has more than {} entries", path.string(), kMostNames));
      case ReadFailure::Kind::kAbsent:
        return Fail(Errc::kNotFound, fmt::format("there is no directory {}", path.string()));
      case ReadFailure::Kind::kSystem:
        break;
    }
    return Fail(Errc::kUnavailable,
                fmt::format("cannot read {}: {}", path.string(), failure.SystemText()));
  }

  void LoadMain(const Directory& context, const std::vector<std::string>& names,
                const MainFile& file) {
    if (const auto name = FindName(names, file.name)) {
      LoadFile(context, *name, fmt::format("{}/{}", kFolder, *name), file.role);
    }
    if (file.themes.empty()) return;
    const auto themes = FindName(names, file.themes);
    if (!themes) return;
    const std::string path = fmt::format("{}/{}", kFolder, *themes);
    const auto directory = context.OpenDirectory(*themes);
    if (!directory) return ReportFailure(path, directory.error());
    const auto inner = directory->List(kMostNames);
    if (!inner) return ReportFailure(path, inner.error());
    for (const std::string& name : *inner) {
      if (IsMarkdown(name)) LoadFile(*directory, name, fmt::format("{}/{}", path, name), file.role);
    }
  }

  // A misspelt name would hide a whole file.
  void ReportUnknown(const std::vector<std::string>& names) {
    std::vector<std::string_view> known;
    for (const MainFile& file : kReadOrder) known.push_back(file.name);
    for (const std::string& name : names) {
      const auto is_it = [&name](std::string_view one) { return SameButCase(name, one); };
      if (!IsMarkdown(name) || std::ranges::any_of(known, is_it)) continue;
      std::string upper;
      for (const char c : name.substr(0, name.size() - 3)) upper += ToUpper(c);
      const auto meant = Suggest(upper + ".md", known);
      Report(fmt::format("{}/{}", kFolder, name), Unused::kUnknownFile,
             meant ? fmt::format("no name that is read; did you mean {}?", *meant)
                   : "no name that is read");
    }
  }

  void LoadAgentFiles(const std::filesystem::path& root, const Directory& top) {
    const std::size_t first = folder_.files.size();
    for (const std::string_view wanted : kAgentFiles) {
      const auto [parent, name] = SplitPath(wanted);
      const bool is_folder = wanted == kCursorRules;
      const std::string_view inside = is_folder ? wanted : parent;
      const auto directory = OpenBelow(top, inside);
      if (!directory) {
        ReportFailure(std::string(inside), directory.error());
        continue;
      }
      const Directory& place = directory->empty() ? top : directory->back();
      const auto names = place.List(kMostNames);
      if (!names) {
        ReportFailure(inside.empty() ? "." : std::string(inside), names.error());
        continue;
      }
      const std::string prefix = inside.empty() ? "" : fmt::format("{}/", inside);
      if (!is_folder) {
        if (const auto found = FindName(*names, name)) {
          LoadAgentFile(root, top, prefix + *found, first);
        }
        continue;
      }
      for (const std::string& rule : *names) {
        if (IsAgentRule(rule)) LoadAgentFile(root, top, prefix + rule, first);
      }
    }
  }

  // The directories on the way to a path below `top`; the last one is it.
  static std::expected<std::vector<Directory>, ReadFailure> OpenBelow(const Directory& top,
                                                                      std::string_view path) {
    std::vector<Directory> opened;
    while (!path.empty()) {
      const std::size_t end = std::min(path.find('/'), path.size());
      auto next =
          (opened.empty() ? top : opened.back()).OpenDirectory(std::string(path.substr(0, end)));
      if (!next) return std::unexpected(next.error());
      opened.push_back(*std::move(next));
      path.remove_prefix(std::min(end + 1, path.size()));
    }
    return opened;
  }

  // `first`: the index of the first agent file.
  void LoadAgentFile(const std::filesystem::path& root, const Directory& top,
                     const std::string& path, std::size_t first) {
    if (folder_.files.size() - first >= options_.max_agent_files) {
      if (left_out_++ == 0) first_left_out_ = path;
      return;
    }
    const std::size_t most =
        std::min(options_.max_agent_file_bytes, options_.max_agent_bytes - agent_bytes_);
    auto bytes = ReadBelow(top, path, most);
    if (!bytes && bytes.error().kind == ReadFailure::Kind::kLink) {
      const auto target = LinkedMarkdown(root, path);
      if (!target) return Report(path, Unused::kUnreadable, std::string(kForeignLink));
      bytes = ReadBelow(top, *target, most);
    }
    if (!bytes) return ReportFailure(path, bytes.error());
    std::string digest = Sha256Of(*bytes).Hex();
    // Several agents are often given the same file under the names that they look for.
    const auto same = std::ranges::find(folder_.files, digest, &File::digest);
    if (same != folder_.files.end()) return same->copies.push_back(path);
    agent_bytes_ += bytes->size();
    folder_.files.push_back({.path = path,
                             .role = FileRole::kAgentFile,
                             .text = *std::move(bytes),
                             .digest = std::move(digest)});
  }

  // People do give these files several names, so hard links are read as well.
  static std::expected<std::string, ReadFailure> ReadBelow(const Directory& top,
                                                           std::string_view path,
                                                           std::size_t most) {
    const auto [parent, name] = SplitPath(path);
    const auto opened = OpenBelow(top, parent);
    if (!opened) return std::unexpected(opened.error());
    return (opened->empty() ? top : opened->back()).ReadFile(std::string(name), most);
  }

  void LoadFile(const Directory& directory, const std::string& name, const std::string& path,
                FileRole role) {
    if (folder_.files.size() >= options_.max_files) {
      if (left_out_++ == 0) first_left_out_ = path;
      return;
    }
    const std::size_t room = options_.max_total_bytes - total_;
    auto bytes =
        directory.ReadFile(name, std::min(options_.max_file_bytes, room),
                           options_.hard_links ? Directory::Names::kAny : Directory::Names::kOne);
    if (!bytes) return ReportFailure(path, bytes.error());
    total_ += bytes->size();
    folder_.files.push_back({.path = path, .role = role, .text = *std::move(bytes)});
    const std::string& text = folder_.files.back().text;
    if (text.size() < kSmallFile) {
      folder_.files.back().digest = Sha256Of(text).Hex();
      return;
    }
    // Beside the reading of the next file. The bytes stay where they are when the file moves.
    TakeDigest();
    digest_file_ = folder_.files.size() - 1;
    digest_ = Beside(true, [bytes = std::string_view(text)] { return Sha256Of(bytes).Hex(); });
  }

  void TakeDigest() {
    if (digest_.valid()) folder_.files[digest_file_].digest = digest_.get();
  }

  void ReportFailure(const std::string& path, const ReadFailure& failure) {
    switch (failure.kind) {
      case ReadFailure::Kind::kAbsent:  // gone since it was listed
        return;
      case ReadFailure::Kind::kLink:
        return Report(path, Unused::kUnreadable, "a symbolic link, which is not followed");
      case ReadFailure::Kind::kWrongKind:
        return Report(path, Unused::kUnreadable, "neither a regular file nor a directory of notes");
      case ReadFailure::Kind::kTooLarge:
        return Report(path, Unused::kTooLarge, "beyond the limit of a file or of all together");
      case ReadFailure::Kind::kSystem:
        return Report(path, Unused::kUnreadable,
                      failure.error == EMLINK ? std::string(kHardLink) : failure.SystemText());
    }
  }

  void Report(const std::string& path, Unused reason, std::string text) {
    folder_.findings.push_back({.path = path, .reason = reason, .text = std::move(text)});
  }

  const FolderOptions& options_;
  Folder folder_;
  std::size_t digest_file_ = 0;
  std::future<std::string> digest_;  // of that file, a large one, until it is there
  std::size_t total_ = 0;
  std::size_t agent_bytes_ = 0;
  std::size_t left_out_ = 0;
  std::string first_left_out_;
};

}  // namespace

std::span<const std::string_view> AgentFilePlaces() { return kAgentFiles; }

Result<Folder> LoadFolder(const std::filesystem::path& root, const FolderOptions& options) {
  return Loader(options).Load(root);
}

std::optional<FileRole> RoleOfPath(std::string_view path) {
  const auto take = [&path](std::string_view name) {
    const bool has = path.size() > name.size() && path[name.size()] == '/' &&
                     SameButCase(path.substr(0, name.size()), name);
    if (has) path.remove_prefix(name.size() + 1);
    return has;
  };
  if (!take(kFolder)) return std::nullopt;
  for (const MainFile& file : kReadOrder) {
    if (SameButCase(path, file.name)) return file.role;
    if (!file.themes.empty() && take(file.themes)) {
      return IsMarkdown(path) && !path.contains('/') ? std::optional(file.role) : std::nullopt;
    }
  }
  return std::nullopt;
}

Result<Notes> LoadNotes(const std::filesystem::path& root, bool agent_files) {
  auto folder = SATCHEL_TRY(LoadFolder(root, {.agent_files = agent_files}), "read the notes");
  if (!folder.exists && folder.files.empty()) {
    return Fail(Errc::kNotFound,
                fmt::format("there are no notes: {} has no .context", root.string()),
                "`satchel init --notes` makes a set, `satchel note task add` the first task");
  }
  // Each file as a whole, before anything is cut: half a token is no longer seen to be one.
  for (File& file : folder.files) file.text = text::Redactor::Default().Redact(file.text).text;
  return ReadNotes(std::move(folder));
}

Notes ReadNotes(Folder folder) {
  Notes notes = ReadNotes(std::move(folder.files));
  notes.findings.insert(notes.findings.begin(), std::make_move_iterator(folder.findings.begin()),
                        std::make_move_iterator(folder.findings.end()));
  return notes;
}

}  // namespace satchel::notes
