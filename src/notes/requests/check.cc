#include "notes/requests/check.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/directory.h"
#include "base/git.h"
#include "notes/requests/edit.h"
#include "notes/requests/items.h"

namespace satchel::engine {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostAsked = 2'000;  // paths, of Git
constexpr std::chrono::seconds kMostTime{30};

enum class Place : unsigned char { kThere, kParentThere, kMissing };

// Without following a link: what is behind one counts as there.
Place PlaceOf(const Directory& root, std::string_view path) {
  const Directory* at = &root;
  std::optional<Directory> held;
  while (true) {
    const auto slash = path.find('/');
    const std::string name(path.substr(0, slash));
    const auto entry = at->Look(name);
    const bool last = slash == path.npos;
    if (entry == Directory::Entry::kNone) return last ? Place::kParentThere : Place::kMissing;
    if (last || entry == Directory::Entry::kOther) return Place::kThere;
    auto inner = at->OpenDirectory(name);
    if (!inner) return Place::kMissing;
    held = *std::move(inner);
    at = &*held;
    path.remove_prefix(slash + 1);
  }
}

// The path from the root that is meant when it is written in `directory`; nothing: outside.
std::optional<std::string> Below(std::string_view directory, std::string_view path) {
  std::string whole = (fs::path(directory) / path).lexically_normal().generic_string();
  if (whole.starts_with("..") || whole.starts_with('/') || whole == ".") return std::nullopt;
  return whole;
}

// Names in the root's .gitignore that have no pattern in them: what is there may be made later.
std::set<std::string, std::less<>> IgnoredNames(const Directory& root) {
  std::set<std::string, std::less<>> names;
  const auto bytes = root.ReadFile(".gitignore", 1U << 20U);
  if (!bytes) return names;
  std::string_view rest = *bytes;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    while (line.ends_with('\r') || line.ends_with(' ') || line.ends_with('*') ||
           line.ends_with('/')) {
      line.remove_suffix(1);
    }
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty() || line.find_first_of("*?[!#") != line.npos) continue;
    names.emplace(line);
  }
  return names;
}

bool IsIgnored(const std::set<std::string, std::less<>>& names, std::string_view path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (names.contains(path.substr(0, end))) return true;
    if (names.contains(path.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

// Everything that was deleted at or below the paths.
Result<std::set<std::string, std::less<>>> DeletedPaths(const settings::Workspace& workspace,
                                                        const settings::Environment& environment,
                                                        const std::set<std::string>& paths,
                                                        const Deadline& deadline) {
  const auto git = SATCHEL_TRY(Git::Find(environment.Find("PATH").value_or("")));
  Git::Call call{.command = Git::Command::kLog, .directory = workspace.root};
  call.args = {"--format=", "--name-only", "--diff-filter=D", "--no-renames", "-z"};
  call.below = true;
  for (const std::string& path : paths) {
    if (call.paths.size() == kMostAsked) break;
    call.paths.push_back(path);
  }
  const auto printed = SATCHEL_TRY(git.Run(call, deadline.Within(kMostTime)));
  std::set<std::string, std::less<>> deleted;
  std::string_view rest = printed;
  while (!rest.empty()) {
    std::string_view path = rest.substr(0, rest.find('\0'));
    rest.remove_prefix(std::min(rest.size(), path.size() + 1));
    while (path.starts_with('\n')) path.remove_prefix(1);
    // A directory was there when anything was in it.
    for (auto end = path.find('/'); end != path.npos; end = path.find('/', end + 1)) {
      deleted.emplace(path.substr(0, end));
    }
    if (!path.empty()) deleted.emplace(path);
  }
  return deleted;
}

struct Missing {
  notes::PathMention mention;
  std::vector<std::string> meant;  // from the root
  bool parent_there = false;
};

// The mentions of which nothing is there, whatever directory they start from.
std::vector<Missing> FindMissing(const Directory& root, const notes::Notes& notes,
                                 const std::vector<notes::PathMention>& mentions) {
  const auto ignored = IgnoredNames(root);
  std::map<std::string, Place, std::less<>> known;
  std::vector<Missing> missing;
  for (const notes::PathMention& mention : mentions) {
    const std::string own = fs::path(notes.files[mention.file].path).parent_path().generic_string();
    Missing found{.mention = mention};
    bool there = false;
    for (const std::string_view base :
         {std::string_view(), std::string_view(own), std::string_view(".context")}) {
      const auto path = Below(base, mention.path);
      if (!path || std::ranges::find(found.meant, *path) != found.meant.end()) continue;
      const auto [place, is_new] = known.try_emplace(*path);
      if (is_new) place->second = PlaceOf(root, *path);
      there = there || place->second == Place::kThere || IsIgnored(ignored, *path);
      if (base.empty()) found.parent_there = place->second == Place::kParentThere;
      found.meant.push_back(*path);
    }
    if (!there && !found.meant.empty()) missing.push_back(std::move(found));
  }
  return missing;
}

void AddDeadPaths(const settings::Workspace& workspace, const settings::Environment& environment,
                  const notes::Notes& notes, const Deadline& deadline, NotesCheck& check) {
  const auto root = Directory::Open(workspace.root);
  if (!root) return;
  const notes::PathMentions mentions = notes::FindPaths(notes);
  if (mentions.more > 0) {
    const notes::PathMention& last = mentions.paths.back();
    check.issues.push_back(
        {.kind = notes::IssueKind::kUnread,
         .path = notes.files[last.file].path,
         .line = last.line,
         .text = fmt::format("too_many: {} more paths are not looked for", mentions.more),
         .subject = "too_many"});
  }
  const auto missing = FindMissing(*root, notes, mentions.paths);
  if (missing.empty()) return;
  std::set<std::string> asked;
  for (const Missing& found : missing) asked.insert(found.meant.begin(), found.meant.end());
  const auto deleted = DeletedPaths(workspace, environment, asked, deadline);
  if (!deleted) check.history = deleted.error().text();
  for (const Missing& found : missing) {
    const bool was_there =
        deleted && std::ranges::any_of(found.meant, [&](const std::string& path) {
          return deleted->contains(path);
        });
    const bool guessed = !deleted && found.parent_there;
    if (!was_there && !guessed && !found.mention.is_link) continue;
    check.issues.push_back({.kind = notes::IssueKind::kDeadPath,
                            .path = notes.files[found.mention.file].path,
                            .line = found.mention.line,
                            .text = fmt::format("{} {}", found.mention.path,
                                                was_there ? "is no longer there" : "is not there"),
                            .subject = found.mention.path});
  }
}

Result<NotesCheck> CheckOnce(const settings::Workspace& workspace,
                             const settings::Environment& environment,
                             const NotesCheckRequest& request, const Deadline& deadline) {
  const auto notes = LoadNotes(workspace, request.agent_files);
  if (!notes) return std::unexpected(notes.error());
  NotesCheck check;
  check.items = ItemsOf(*notes).size();
  check.unread = static_cast<std::size_t>(
      std::ranges::count_if(notes->findings, [](const notes::Finding& finding) {
        return finding.reason == notes::Unused::kOutside || finding.reason == notes::Unused::kProse;
      }));
  check.issues =
      notes::CheckNotes(*notes, {.now = request.now, .stale_after = request.stale_after});
  AddDeadPaths(workspace, environment, *notes, deadline, check);
  // In the order in which the files are read.
  std::map<std::string, std::size_t> order;
  for (const auto& file : notes->files) order.emplace(file.path, order.size());
  const auto key = [&](const Issue& issue) {
    const auto at = order.find(issue.path);
    return std::tuple(at == order.end() ? order.size() : at->second, issue.path, issue.line,
                      issue.kind, issue.subject);
  };
  std::ranges::sort(check.issues, {}, key);
  return check;
}

}  // namespace

Result<NotesCheck> CheckNotes(const settings::Workspace& workspace,
                              const settings::Environment& environment,
                              const NotesCheckRequest& request, const Deadline& deadline) {
  auto check = CheckOnce(workspace, environment, request, deadline);
  std::vector<std::string> fixed;
  while (request.fix && check) {
    const auto fixable = std::ranges::find_if(check->issues, &Issue::fixable);
    if (fixable == check->issues.end()) break;
    SATCHEL_TRY(RemoveTask(workspace, fixable->id, deadline));
    fixed.push_back(fixable->id);
    check = CheckOnce(workspace, environment, request, deadline);
  }
  if (check) check->fixed = std::move(fixed);
  return check;
}

}  // namespace satchel::engine
