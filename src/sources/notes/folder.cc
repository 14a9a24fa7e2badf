#include "sources/notes/folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <future>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/beside.h"
#include "base/directory.h"
#include "base/sha256.h"
#include "base/suggest.h"

namespace satchel::notes {
namespace {

constexpr std::string_view kFolder = ".context";
constexpr std::size_t kMostNames = 100'000;  // of one directory
constexpr std::string_view kHardLink =
    "a hard link, which may be a file of elsewhere: put a copy in its place";
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

constexpr auto kAgentFiles =
    std::to_array<std::string_view>({"AGENTS.md", "CLAUDE.md", "GEMINI.md"});

bool IsMarkdown(std::string_view name) {
  return name.size() > 3 && !name.starts_with('.') &&
         SameButCase(name.substr(name.size() - 3), ".md");
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
    if (options_.agent_files) LoadAgentFiles(*top);
    if (folder_.files.empty() && folder_.exists) {
      Report(std::string(kFolder), Unused::kEmpty, "there are no notes in it yet");
    }
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

  void LoadAgentFiles(const Directory& root) {
    const auto names = root.List(kMostNames);
    if (!names) return ReportFailure(".", names.error());
    for (const std::string_view wanted : kAgentFiles) {
      const auto name = FindName(*names, wanted);
      if (name) LoadFile(root, *name, *name, FileRole::kConventions);
    }
  }

  void LoadFile(const Directory& directory, const std::string& name, const std::string& path,
                FileRole role) {
    if (folder_.files.size() >= options_.max_files) {
      if (left_out_++ == 0) first_left_out_ = path;
      return;
    }
    const std::size_t room = options_.max_total_bytes - total_;
    // People do give the agents' files in the root several names.
    const bool any = options_.hard_links || !path.starts_with(kFolder);
    auto bytes = directory.ReadFile(name, std::min(options_.max_file_bytes, room),
                                    any ? Directory::Names::kAny : Directory::Names::kOne);
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
  std::size_t left_out_ = 0;
  std::string first_left_out_;
};

}  // namespace

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

namespace {

// The first of the files for agents that is there.
std::optional<std::string> FindAgentFile(const std::filesystem::path& root) {
  const auto top = Directory::Open(root);
  if (!top) return std::nullopt;
  for (const std::string_view name : kAgentFiles) {
    if (top->Look(std::string(name)) == Directory::Entry::kFile) return std::string(name);
  }
  return std::nullopt;
}

}  // namespace

Result<Notes> LoadNotes(const std::filesystem::path& root, bool agent_files) {
  auto folder = SATCHEL_TRY(LoadFolder(root, {.agent_files = agent_files}), "read the notes");
  if (!folder.exists && folder.files.empty()) {
    const auto agent_file = agent_files ? std::nullopt : FindAgentFile(root);
    return Fail(
        Errc::kNotFound, fmt::format("there are no notes: {} has no .context", root.string()),
        agent_file
            ? fmt::format("`satchel config set notes.agent_files true` reads {} as conventions; "
                          "`satchel init --notes` makes a set of notes",
                          *agent_file)
            : "`satchel init --notes` makes a set, `satchel note task add` the first task");
  }
  return ReadNotes(std::move(folder));
}

Notes ReadNotes(Folder folder) {
  Notes notes = ReadNotes(std::move(folder.files));
  notes.findings.insert(notes.findings.begin(), std::make_move_iterator(folder.findings.begin()),
                        std::make_move_iterator(folder.findings.end()));
  return notes;
}

}  // namespace satchel::notes
