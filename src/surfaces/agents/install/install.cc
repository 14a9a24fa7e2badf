#include "surfaces/agents/install/install.h"

#include <algorithm>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "surfaces/agents/install/own_file.h"

namespace satchel::agents {
namespace fs = std::filesystem;
namespace {

// Some agents keep their state beside their settings.
constexpr std::size_t kMostBytes = 64UL << 20U;

using Form = ConfigEdit::Form;

bool IsLink(const fs::path& file) {
  std::error_code error;
  return fs::is_symlink(fs::symlink_status(file, error));
}

// A file's bytes, if we may replace them.
Result<std::optional<std::string>> ReadToChange(const fs::path& file) {
  auto read = ReadSmallFile(file, kMostBytes);
  if (!read) {
    const bool kind = read.error().code() == Errc::kInvalidInput;
    return Fail(kind ? Errc::kConflict : read.error().code(), read.error().text());
  }
  std::optional<std::string> bytes = *std::move(read);
  if (!bytes) {
    if (!IsLink(file)) return bytes;
    return Fail(Errc::kConflict, fmt::format("{} is a link to nothing", file.string()),
                "remove it, or make what it points to");
  }
  struct stat status{};
  const bool may = ::stat(file.c_str(), &status) == 0 && (status.st_mode & 0222U) != 0 &&
                   ::access(file.c_str(), W_OK) == 0;
  if (may) return bytes;
  return Fail(Errc::kSystem, fmt::format("{} is read-only", file.string()),
              "make it writable, or write the lines of --print where they belong");
}

Status CheckForm(const ConfigEdit& edit, std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (edit.form != Form::kJson) return {};
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  if (const auto parsed = ParseJson(text); !parsed) return std::unexpected(parsed.error());
  return {};
}

std::unexpected<Error> In(const ConfigEdit& edit, const Error& error) {
  const Errc code = error.code() == Errc::kInvalidInput ? Errc::kCorrupt : error.code();
  return Fail(code, fmt::format("{}: {}", edit.file.string(), error.text()),
              error.hint().empty() ? "nothing was changed; repair the file first" : error.hint());
}

std::string NewFile(const ConfigEdit& edit) {
  return edit.table ? NewText(*edit.table) : NewText(edit.head, edit.entries);
}

Result<std::string> Add(const ConfigEdit& edit, std::string_view text) {
  if (edit.table) return AddTable(text, *edit.table);
  std::string edited(text);
  for (const JsonEntry& entry : edit.entries) edited = SATCHEL_TRY(AddEntry(edited, entry));
  return edited;
}

Result<Removed> Remove(const ConfigEdit& edit, std::string_view text) {
  if (edit.table) return RemoveTable(text, *edit.table);
  Removed all{.text = std::string(text)};
  for (auto entry = edit.entries.rbegin(); entry != edit.entries.rend(); ++entry) {
    auto one = SATCHEL_TRY(RemoveEntry(all.text, *entry));
    if (!one.found) continue;
    all = std::move(one);
  }
  return all;
}

// Whether the file still calls Satchel where we would, in a way that install does not write.
bool HasForeignEntry(const ConfigEdit& edit, std::string_view text) {
  if (edit.table) return HasTable(text, *edit.table).value_or(false);
  return std::ranges::any_of(edit.entries, [text](const JsonEntry& entry) {
    return HasEntry(text, entry).value_or(false);
  });
}

Result<std::string> Edited(const ConfigEdit& edit, std::string_view text) {
  SATCHEL_TRY(CheckForm(edit, text));
  auto edited = SATCHEL_TRY(Add(edit, text));
  const auto was = SATCHEL_TRY(Remove(edit, text));
  const auto back = SATCHEL_TRY(Remove(edit, edited));
  SATCHEL_TRY(CheckForm(edit, edited));
  // Where part of it was there before, taking it back takes that too.
  if (was.found || (back.text == text && !back.nothing_left)) return edited;
  return Fail(Errc::kConflict, "an edit could not be taken back exactly",
              "write the lines of docs/agents.md into it by hand");
}

void AddChange(InstallPlan& plan, FileChange change) {
  if (change.before != change.after) plan.changes.push_back(std::move(change));
}

Status CheckAgent(const Installation& installation, std::string_view agent) {
  std::error_code error;
  if (fs::is_directory(installation.home, error)) return {};
  return Fail(Errc::kNotFound,
              fmt::format("no {} here: there is no {}", agent, installation.home.string()),
              "start it once, then repeat this");
}

// Whether what is in its place may be replaced or removed.
bool IsOurs(const OwnFile& own, const std::string& there) {
  return there == own.text || IsUnedited(there);
}

// Directories that are empty now and are not the agent's own.
void RemoveEmptied(fs::path directory, const fs::path& home) {
  std::error_code error;
  const fs::path below = directory.lexically_relative(home);
  if (below.empty() || *below.begin() == ".." || below == ".") return;
  while (directory != home && fs::is_empty(directory, error) && fs::remove(directory, error)) {
    directory = directory.parent_path();
  }
}

Status Write(const FileChange& change, const fs::path& home) {
  std::error_code error;
  if (change.after) {
    fs::create_directories(change.file.parent_path(), error);
    if (!error) return WriteFileAtomically(change.file, *change.after);
  } else if (fs::remove(change.file, error)) {
    RemoveEmptied(change.file.parent_path(), home);
  }
  if (!error) return {};
  return Fail(Errc::kSystem,
              fmt::format("cannot change {}: {}", change.file.string(), error.message()));
}

}  // namespace

Result<InstallPlan> PlanInstall(const Installation& installation, std::string_view agent) {
  SATCHEL_TRY(CheckAgent(installation, agent));
  InstallPlan plan;
  for (const ConfigEdit& edit : installation.edits) {
    auto before = SATCHEL_TRY(ReadToChange(edit.file));
    if (!before) {
      AddChange(plan, {.file = edit.file, .before = {}, .after = NewFile(edit)});
      continue;
    }
    auto after = Edited(edit, *before);
    if (!after) return In(edit, after.error());
    AddChange(plan, {.file = edit.file, .before = std::move(before), .after = *std::move(after)});
  }
  for (const OwnFile& own : installation.files) {
    auto before = SATCHEL_TRY(ReadToChange(own.file));
    if (before && !IsOurs(own, *before)) {
      return Fail(Errc::kConflict,
                  fmt::format("{} is there and not as satchel wrote it", own.file.string()),
                  "move it away, then repeat this");
    }
    AddChange(plan, {.file = own.file, .before = std::move(before), .after = own.text});
  }
  if (!installation.remark.empty()) plan.remarks.push_back(installation.remark);
  return plan;
}

Result<InstallPlan> PlanUndo(const Installation& installation, std::string_view agent) {
  SATCHEL_TRY(CheckAgent(installation, agent));
  InstallPlan plan;
  for (const ConfigEdit& edit : installation.edits) {
    auto before = SATCHEL_TRY(ReadToChange(edit.file));
    if (!before) continue;
    auto removed = Remove(edit, *before);
    if (!removed) return In(edit, removed.error());
    FileChange change{.file = edit.file, .before = before, .after = removed->text};
    const bool ours_alone = removed->nothing_left || *before == NewFile(edit);
    if (HasForeignEntry(edit, removed->text)) {
      plan.remarks.push_back(edit.file.string() +
                             " has an entry for satchel that `install` did not write; it stays");
    }
    // What a link points to is somebody's own arrangement: the file stays.
    if (ours_alone && !IsLink(edit.file)) change.after.reset();
    AddChange(plan, std::move(change));
  }
  for (const OwnFile& own : installation.files) {
    auto before = SATCHEL_TRY(ReadToChange(own.file));
    if (!before) continue;
    if (!IsOurs(own, *before)) {
      plan.remarks.push_back(own.file.string() + " was edited, and stays");
      continue;
    }
    AddChange(plan, {.file = own.file, .before = std::move(before), .after = {}});
  }
  return plan;
}

Status CarryOut(const InstallPlan& plan, const fs::path& home) {
  for (const FileChange& change : plan.changes) {
    const auto now = SATCHEL_TRY(ReadToChange(change.file));
    if (now != change.before) {
      return Fail(Errc::kConflict,
                  fmt::format("{} changed meanwhile, and was left alone", change.file.string()),
                  "repeat this");
    }
    SATCHEL_TRY(Write(change, home));
  }
  return {};
}

}  // namespace satchel::agents
