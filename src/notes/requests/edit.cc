#include "notes/requests/edit.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/directory.h"
#include "base/files.h"
#include "base/writer_lock.h"
#include "engine/stores/stores.h"
#include "notes/files/check.h"
#include "notes/files/edit.h"
#include "notes/files/folder.h"
#include "notes/files/note_text.h"

// Every edit takes the same steps: it takes the lock, reads all notes, makes one splice, and
// replaces the file as a whole. Notes are read under the lock, because a task is found by its line,
// and another writer could move that line between reading and writing. An editor knows nothing of
// the lock; what it saves in the short time between our reading and our writing is lost.
//
// What can be refused is refused before anything is made, so that a wrong title leaves no folder
// and no file behind. What an edit reports is read from the new text and not put together from the
// request: the caller sees the item as all later readers see it.
namespace satchel::engine {
namespace {

using notes::FileRole;

constexpr std::string_view kFolder = ".context";
constexpr std::string_view kLock = "notes.lock";

FileRole RoleOf(NoteKind kind) {
  switch (kind) {
    case NoteKind::kTask:
      return FileRole::kTasks;
    case NoteKind::kDecision:
      return FileRole::kDecisions;
    case NoteKind::kLearning:
      return FileRole::kLearnings;
    case NoteKind::kConvention:
      return FileRole::kConventions;
    case NoteKind::kRule:
      break;
  }
  return FileRole::kConstitution;
}

std::unexpected<Error> CannotWrite(std::string_view path, const ReadFailure& failure) {
  if (failure.kind == ReadFailure::Kind::kLink) {
    return Fail(Errc::kInvalidInput,
                fmt::format("{} is a symbolic link, which is not followed", path),
                "replace it by what it points to");
  }
  if (failure.kind == ReadFailure::Kind::kWrongKind) {
    return Fail(Errc::kInvalidInput, fmt::format("{} is no directory", path), "move it away");
  }
  return Fail(Errc::kUnavailable, fmt::format("cannot write {}: {}", path, failure.SystemText()));
}

// Parts of a path from the root, of which only the last is a file.
Status WriteBelow(const std::filesystem::path& root, std::string_view path,
                  std::string_view bytes) {
  auto directory = Directory::Open(root);
  if (!directory) return CannotWrite(root.string(), directory.error());
  std::string_view rest = path;
  for (auto slash = rest.find('/'); slash != rest.npos; slash = rest.find('/')) {
    const std::string name(rest.substr(0, slash));
    rest.remove_prefix(slash + 1);
    auto inner = name == kFolder ? directory->MakeDirectory(name) : directory->OpenDirectory(name);
    if (!inner) return CannotWrite((root / name).string(), inner.error());
    directory = std::move(inner);
  }
  const std::string name(rest);
  directory->RemoveDrafts(name);
  SATCHEL_TRY(directory->ReplaceFile(name, bytes),
              fmt::format("cannot write {}", (root / path).string()));
  return {};
}

// The number of the line in which the byte stands.
std::size_t LineOf(std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  for (std::size_t i = 0; i < std::min(offset, text.size()); ++i) {
    const bool crlf = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
    if (text[i] == '\n' || (text[i] == '\r' && !crlf)) ++line;
  }
  return line;
}

// Holds the lock, and the notes as they were read under it.
class Writer {
 public:
  static Result<Writer> Open(const settings::Workspace& workspace, const Deadline& deadline,
                             bool make) {
    if (!make) {
      const auto there = SATCHEL_TRY(notes::LoadFolder(workspace.root));
      if (!there.exists) {
        return Fail(Errc::kNotFound,
                    fmt::format("there are no notes: {} has no .context", workspace.root.string()),
                    "`satchel init --notes` makes a set");
      }
    }
    std::error_code error;
    Status ready = CheckNoLink(workspace.place);
    if (ready && !std::filesystem::is_directory(workspace.place, error)) {
      ready = PreparePlace(workspace.place);
    }
    if (!ready) return std::unexpected(ready.error());
    auto lock = WriterLock::Acquire(workspace.place, deadline, kLock);
    if (!lock && lock.error().code() == Errc::kUnavailable) {
      return Fail(Errc::kDeadline, lock.error().text(), lock.error().hint());
    }
    if (!lock) return std::unexpected(lock.error());
    Writer writer(workspace.root, *std::move(lock));
    auto folder = SATCHEL_TRY(notes::LoadFolder(workspace.root));
    writer.folder_ = std::move(folder);
    return writer;
  }

  notes::Notes Read() const { return notes::ReadNotes(folder_); }

  // The main file of a role; null: it is not there.
  Result<const notes::File*> MainFile(FileRole role) const {
    const std::string path = fmt::format("{}/{}", kFolder, notes::MainFileOf(role));
    for (const notes::Finding& finding : folder_.findings) {
      if (!SameButCase(finding.path, path)) continue;
      return Fail(Errc::kInvalidInput,
                  fmt::format("{} cannot be changed: {}", finding.path, finding.text),
                  "replace it by a regular file");
    }
    for (const notes::File& file : folder_.files) {
      if (SameButCase(file.path, path)) return &file;
    }
    return nullptr;
  }

  const notes::File* FileAt(std::string_view path) const {
    const auto found = std::ranges::find(folder_.files, path, &notes::File::path);
    return found == folder_.files.end() ? nullptr : &*found;
  }

  Status Write(const std::string& path, FileRole role, const notes::Splice& splice) {
    const notes::File* old = FileAt(path);
    std::string text = notes::Apply(old == nullptr ? "" : old->text, splice);
    SATCHEL_TRY(WriteBelow(root_, path, text));
    if (old == nullptr) {
      folder_.files.push_back({.path = path, .role = role, .text = std::move(text)});
    } else {
      folder_.files[static_cast<std::size_t>(old - folder_.files.data())].text = std::move(text);
    }
    return {};
  }

  // What is read at the first line with bytes that the splice put there, or behind it.
  Result<NoteEdit> Written(const std::string& path, const notes::Splice& splice) const {
    const notes::File* file = FileAt(path);
    const std::size_t first =
        std::min(splice.inserted.find_first_not_of("\r\n"), splice.inserted.size());
    const std::size_t line = LineOf(file->text, splice.at + first);
    NoteEdit edit;
    for (NoteItem& item : ItemsOf(Read())) {
      if (item.path != path || item.line < line) continue;
      if (edit.item.line == 0 || item.line < edit.item.line) edit.item = std::move(item);
    }
    return edit;
  }

 private:
  Writer(std::filesystem::path root, WriterLock lock)
      : root_(std::move(root)), lock_(std::move(lock)) {}

  std::filesystem::path root_;
  WriterLock lock_;
  notes::Folder folder_;
};

Result<notes::EntryDraft> DraftOf(const NewNote& note) {
  notes::EntryDraft draft{.title = note.title};
  if (note.kind == NoteKind::kDecision) {
    draft.fields.push_back({.label = "Status", .text = "accepted"});
  }
  for (const NoteField& field : note.fields) {
    auto text = SATCHEL_TRY(notes::CheckField(field.flag, field.label, field.text));
    draft.fields.push_back({.label = field.label, .text = std::move(text)});
  }
  return draft;
}

Result<notes::Splice> SpliceFor(std::string_view file, const NewNote& note, Time now) {
  const FileRole role = RoleOf(note.kind);
  if (note.kind == NoteKind::kTask) return notes::AddTask(file, note.title, now);
  if (note.kind == NoteKind::kRule || note.kind == NoteKind::kConvention) {
    return notes::AddRule(file, role, note.title);
  }
  const auto draft = SATCHEL_TRY(DraftOf(note));
  return notes::AddEntry(file, role, draft, now);
}

Result<std::string> CheckTitle(const NewNote& note) {
  const bool entry = note.kind == NoteKind::kDecision || note.kind == NoteKind::kLearning;
  return notes::CheckLine(entry ? std::string("the title") : fmt::format("the {}", Name(note.kind)),
                          note.title);
}

std::vector<NoteItem> OpenTasks(const notes::Notes& notes) {
  return Filter(ItemsOf(notes), {.kind = NoteKind::kTask, .state = "open"});
}

Result<NoteItem> FindOpenTask(const notes::Notes& notes, std::string_view which) {
  auto found = FindListed(ItemsOf(notes), NoteKind::kTask, which);
  if (!found || found->state == "open") return found;
  const bool done = found->state == "done";
  return Fail(Errc::kNotFound,
              fmt::format("the task '{}' is {}", which, done ? "done already" : "given up"),
              done ? "" : "`satchel note task reopen` opens it again");
}

// The text of the item has changed since a person saw it.
Status CheckUnchanged(const NoteItem& item, const std::optional<NoteItem>& seen) {
  if (!seen || (seen->title == item.title && seen->text == item.text)) return {};
  return Fail(Errc::kConflict, fmt::format("{} was changed meanwhile", item.id),
              "look at it with `satchel note show`, and repeat the change");
}

Result<notes::Splice> TextSplice(std::string_view file, const NoteItem& item,
                                 const NoteRevision& change) {
  if (!change.title) return Fail(Errc::kInvalidInput, "there is no new text");
  auto text = SATCHEL_TRY(notes::CheckLine(fmt::format("the {}", Name(item.kind)), *change.title));
  if (item.kind == NoteKind::kTask && !change.seen) {
    text = notes::WithTagsOf(item.text.substr(0, item.text.find('\n')), std::move(text));
  }
  // What would not be read back as the last of a file is refused wherever it stands, as AddNote
  // does.
  const std::string_view file_of_one = item.kind == NoteKind::kTask ? "- [ ] a\n" : "- a\n";
  const auto alone = notes::ReplaceText(file_of_one, RoleOf(item.kind), 1, text);
  if (!alone) {
    return Fail(Errc::kInvalidInput, alone.error().text(), alone.error().hint());
  }
  return notes::ReplaceText(file, RoleOf(item.kind), item.line, text);
}

Result<notes::Splice> EntrySplice(std::string_view file, const NoteItem& item,
                                  const NoteRevision& change) {
  notes::EntryChange entry;
  if (change.title) {
    auto title = SATCHEL_TRY(notes::CheckLine("the title", *change.title));
    entry.title = std::move(title);
  }
  if (change.body) {
    auto body = SATCHEL_TRY(notes::CheckBody("the body", *change.body));
    entry.body = std::move(body);
  }
  for (const NoteField& field : change.fields) {
    auto text = SATCHEL_TRY(notes::CheckField(field.flag, field.label, field.text));
    entry.fields.push_back({.label = field.label, .text = std::move(text)});
  }
  return notes::ChangeEntry(file, RoleOf(item.kind), item.line, entry);
}

const notes::Entry* EntryOf(const notes::Notes& notes, std::string_view id) {
  const auto found = std::ranges::find(notes.decisions, id, &notes::Entry::id);
  return found == notes.decisions.end() ? nullptr : &*found;
}

struct Starter {
  FileRole role;
  std::string_view text;
};
constexpr std::array kStarters = {
    Starter{FileRole::kConstitution,
            "# Constitution\n\n"
            "<!-- Rules that no task overrules. Every agent is shown all of them, always. -->\n\n"
            "- Never commit secrets, keys or personal data\n"
            "- Never call something done that was not run\n"},
    Starter{FileRole::kTasks,
            "# Tasks\n\n"
            "<!-- `satchel note task add TEXT` and `satchel note task complete TEXT`; [-] is a "
            "task that was given up. -->\n"},
    Starter{FileRole::kConventions,
            "# Conventions\n\n"
            "<!-- How things are done here: `satchel note convention add TEXT`. -->\n"},
    Starter{FileRole::kDecisions,
            "# Decisions\n\n"
            "<!-- What was decided and why, newest first: `satchel note decision add`. -->\n"},
    Starter{FileRole::kLearnings,
            "# Learnings\n\n"
            "<!-- What cost time to find out, newest first: `satchel note learning add`. -->\n"},
};

// Which other note `note check` would call a duplicate of this one, or the other way round.
std::string TwinOf(std::string_view id, const notes::Notes& read, Time now) {
  for (const notes::Issue& issue : notes::CheckNotes(read, {.now = now})) {
    if (issue.kind != notes::IssueKind::kDuplicate) continue;
    if (issue.id == id) return issue.subject;
    if (issue.subject == id) return issue.id;
  }
  return "";
}

}  // namespace

Result<NoteEdit> AddNote(const settings::Workspace& workspace, const NewNote& note, Time now,
                         const Deadline& deadline) {
  NewNote checked = note;
  auto title = SATCHEL_TRY(CheckTitle(note));
  checked.title = std::move(title);
  // Before anything is made: a text that is refused leaves no folder behind.
  if (const auto alone = SpliceFor("", checked, now); !alone) {
    return Fail(Errc::kInvalidInput, alone.error().text(), alone.error().hint());
  }
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, true));
  const FileRole role = RoleOf(note.kind);
  const auto file = SATCHEL_TRY(writer.MainFile(role));
  const bool created = file == nullptr;
  const std::string path =
      created ? fmt::format("{}/{}", kFolder, notes::MainFileOf(role)) : file->path;
  const auto splice = SATCHEL_TRY(SpliceFor(created ? "" : file->text, checked, now));
  SATCHEL_TRY(writer.Write(path, role, splice));
  auto edit = writer.Written(path, splice);
  if (!edit) return edit;
  edit->created = created;
  edit->repeats = TwinOf(edit->item.id, writer.Read(), now);
  return edit;
}

Result<NoteEdit> CompleteTask(const settings::Workspace& workspace, std::string_view which,
                              const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  const notes::Notes before = writer.Read();
  const auto task = SATCHEL_TRY(FindOpenTask(before, which));
  const auto splice = SATCHEL_TRY(notes::CompleteTask(writer.FileAt(task.path)->text, task.line));
  SATCHEL_TRY(writer.Write(task.path, FileRole::kTasks, splice));
  auto edit = writer.Written(task.path, splice);
  if (edit) edit->parts = OpenTasks(writer.Read()).size() + 1 - OpenTasks(before).size();
  return edit;
}

Result<NoteEdit> ReopenTask(const settings::Workspace& workspace, std::string_view which,
                            const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  auto tasks = Filter(ItemsOf(writer.Read()), {.kind = NoteKind::kTask});
  const auto open = Filter(tasks, {.state = "open"});
  std::erase_if(tasks, [](const NoteItem& item) { return item.state == "open"; });
  const auto task = FindNote(tasks, which, "task that is done or given up");
  if (!task && task.error().code() == Errc::kNotFound && FindNote(open, which, "task")) {
    return Fail(Errc::kConflict, fmt::format("the task '{}' is open", which));
  }
  if (!task) return std::unexpected(task.error());
  const auto splice = SATCHEL_TRY(notes::ReopenTask(writer.FileAt(task->path)->text, task->line));
  SATCHEL_TRY(writer.Write(task->path, FileRole::kTasks, splice));
  return writer.Written(task->path, splice);
}

Result<NoteEdit> EditNote(const settings::Workspace& workspace, NoteKind kind,
                          std::string_view which, const NoteRevision& change,
                          const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  const auto item = SATCHEL_TRY(FindListed(ItemsOf(writer.Read()), kind, which));
  SATCHEL_TRY(CheckUnchanged(item, change.seen));
  const std::string& file = writer.FileAt(item.path)->text;
  const bool entry = kind == NoteKind::kDecision || kind == NoteKind::kLearning;
  const auto splice =
      SATCHEL_TRY(entry ? EntrySplice(file, item, change) : TextSplice(file, item, change));
  SATCHEL_TRY(writer.Write(item.path, RoleOf(kind), splice));
  NoteEdit edit{.item = item, .before = item.title};
  for (NoteItem& now : ItemsOf(writer.Read())) {
    if (now.path == item.path && now.line == item.line) edit.item = std::move(now);
  }
  return edit;
}

Result<NoteEdit> RemoveNote(const settings::Workspace& workspace, NoteKind kind,
                            std::string_view which, const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  const auto item = SATCHEL_TRY(FindListed(ItemsOf(writer.Read()), kind, which));
  const auto splice = SATCHEL_TRY(
      notes::RemoveItem(writer.FileAt(item.path)->text, RoleOf(kind), item.line), item.id);
  SATCHEL_TRY(writer.Write(item.path, RoleOf(kind), splice));
  return NoteEdit{.item = item};
}

Result<NoteEdit> SupersedeDecision(const settings::Workspace& workspace, std::string_view which,
                                   std::string_view by, const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  const notes::Notes notes = writer.Read();
  const auto decisions = Filter(ItemsOf(notes), {.kind = NoteKind::kDecision});
  const auto old = SATCHEL_TRY(FindNote(decisions, which, "decision"));
  const auto newer = SATCHEL_TRY(FindNote(decisions, by, "decision"));
  if (old.id == newer.id) {
    return Fail(Errc::kInvalidInput, fmt::format("{} cannot supersede itself", old.id));
  }
  if (!old.state.empty()) {
    return Fail(Errc::kConflict, fmt::format("{} is superseded already", old.id));
  }
  const notes::Entry* entry = EntryOf(notes, newer.id);
  const auto splice = SATCHEL_TRY(
      notes::SupersedeEntry(writer.FileAt(old.path)->text, FileRole::kDecisions, old.line, *entry));
  SATCHEL_TRY(writer.Write(old.path, FileRole::kDecisions, splice));
  NoteEdit edit{.item = old};
  for (NoteItem& item : ItemsOf(writer.Read())) {
    if (item.path == old.path && item.line == old.line) edit.item = std::move(item);
  }
  return edit;
}

Result<NoteEdit> RemoveTask(const settings::Workspace& workspace, std::string_view id,
                            const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, false));
  const auto task = SATCHEL_TRY(FindNote(OpenTasks(writer.Read()), id, "open task"));
  const auto splice = SATCHEL_TRY(notes::RemoveTask(writer.FileAt(task.path)->text, task.line));
  SATCHEL_TRY(writer.Write(task.path, FileRole::kTasks, splice));
  return NoteEdit{.item = task};
}

Result<std::vector<StarterFile>> MakeStarterNotes(const settings::Workspace& workspace,
                                                  const Deadline& deadline) {
  auto writer = SATCHEL_TRY(Writer::Open(workspace, deadline, true));
  std::vector<StarterFile> files;
  for (const Starter& starter : kStarters) {
    const auto there = SATCHEL_TRY(writer.MainFile(starter.role));
    StarterFile file{.path = fmt::format("{}/{}", kFolder, notes::MainFileOf(starter.role))};
    if (there == nullptr) {
      const notes::Splice splice{.inserted = std::string(starter.text)};
      SATCHEL_TRY(writer.Write(file.path, starter.role, splice));
      file.created = true;
    } else {
      file.path = there->path;
    }
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace satchel::engine
