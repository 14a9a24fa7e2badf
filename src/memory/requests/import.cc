#include "memory/requests/import.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "memory/files/folder.h"
#include "memory/import/format.h"
#include "memory/rank/judgement.h"
#include "memory/requests/files.h"
#include "memory/requests/make.h"
#include "memory/requests/similar.h"
#include "text/redactor.h"
#include "text/utf8.h"

namespace satchel::engine {
namespace {

using memory::Draft;
using memory::ImportPlace;
using memory::Memory;
using memory::SkipReason;

constexpr std::size_t kMostNotes = 100;
constexpr std::size_t kMostMemories = 400'000;
constexpr std::size_t kMostOrigin = 180;

// What there is before an import, and what it adds.
class Known {
 public:
  // `compare`: also look for texts that are nearly the same.
  Known(const memory::Folder& folder, bool compare, Time now) : compare_(compare) {
    for (const auto& memory : folder.memories) {
      ids_.insert(memory->id);
      if (memory->artifact) continue;
      sources_.insert(memory->source);
      if (memory->state == memory::MemoryState::kActive) {
        texts_.insert(memory::ContentHash(memory->text));
      }
      if (compare && Stands(*memory, now)) similar_.Add(memory->text);
    }
  }
  bool HasId(const std::string& id) const { return ids_.contains(id); }
  bool HasSource(const std::string& source) const { return sources_.contains(source); }
  bool HasText(const std::string& hash) const { return texts_.contains(hash); }
  bool HasSimilar(std::string_view text) const { return compare_ && similar_.HasSimilar(text); }

  void Add(const Memory& memory, const std::string& hash) {
    ids_.insert(memory.id);
    texts_.insert(hash);
    sources_.insert(memory.source);
    if (compare_) similar_.Add(memory.text);
  }

 private:
  bool compare_;
  std::unordered_set<std::string> ids_;
  std::unordered_set<std::string> sources_;
  std::unordered_set<std::string> texts_;
  SimilarTexts similar_;
};

// Whether a redacted text says nothing but the name of the secret: "token: [redacted:…]".
bool IsOnlySecret(std::string_view text) {
  constexpr std::string_view kMark = "[redacted:";
  std::size_t words = 0;
  bool in_word = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.substr(at).starts_with(kMark)) {
      at = std::min(text.find(']', at), text.size());
      in_word = false;
      continue;
    }
    const bool letter = IsAlnum(text[at]) || text[at] == '_' || text[at] == '-' ||
                        static_cast<unsigned char>(text[at]) >= 0x80;
    if (letter && !in_word) ++words;
    in_word = letter;
  }
  return words <= 1;
}

std::string Redacted(std::string_view text) { return text::Redactor::Default().Redact(text).text; }

// Makes memories of drafts and counts what becomes of them. Without `files` nothing is written.
class Importer : public memory::ImportSink {
 public:
  Importer(const MemoryTarget& target, std::string_view format, Known known, MemoryFiles* files)
      : target_(target), format_(format), known_(std::move(known)), files_(files) {}

  Status Take(Draft draft) override {
    SATCHEL_TRY(target_.deadline.Check("import memories"));
    if (import_.added == kMostMemories) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("there are more than {} memories", kMostMemories),
                  "import a part of them");
    }
    const ImportPlace place = draft.place;
    const auto done = draft.complete ? Restore(std::move(draft)) : Place(std::move(draft));
    if (done) return {};
    // A full disk is not the entry's fault.
    if (done.error().code() == Errc::kSystem) return std::unexpected(done.error());
    Refuse(place, done.error().text());
    return {};
  }

  void Skip(const ImportPlace& place, SkipReason reason) override {
    ++import_.skipped;
    ++import_.reasons[static_cast<std::size_t>(reason)];
    AddNote(import_.left, place, Explanation(reason));
  }

  void Refuse(const ImportPlace& place, std::string_view why) override {
    ++import_.refused;
    AddNote(import_.bad, place, why);
  }

  MemoryImport& import() { return import_; }

 private:
  static void AddNote(std::vector<ImportNote>& notes, const ImportPlace& place,
                      std::string_view why) {
    if (notes.size() >= kMostNotes) return;
    notes.push_back({.line = place.line, .where = Redacted(Name(place)), .why = std::string(why)});
  }

  // A row of our own, as it was. One that is named is known by its id, others by their text.
  Status Restore(Draft draft) {
    const std::string id = draft.memory.id;
    if (!id.empty() && known_.HasId(id)) return Skipped(draft, SkipReason::kImported);
    const auto made = SATCHEL_TRY(MakeMemory(std::move(draft.memory), target_.now));
    const std::string hash = memory::ContentHash(made.memory.text);
    // An id that is a secret is not kept.
    const bool named = !id.empty() && made.memory.id == id;
    if (!named && known_.HasText(hash)) return Skipped(draft, SkipReason::kDuplicate);
    SATCHEL_TRY(Stage(made));
    known_.Add(made.memory, hash);
    return {};
  }

  Status Place(Draft draft) {
    const std::string_view text = draft.memory.text;
    if (text.find_first_not_of(" \t\r\n") == text.npos) return Skipped(draft, SkipReason::kEmpty);
    draft.memory.source = std::string(format_);
    if (!draft.origin.empty()) {
      draft.memory.source += ':';
      draft.memory.source += text::TruncateUtf8(draft.origin, kMostOrigin);
    }
    draft.memory.kind = draft.episode ? memory::Kind::kEpisode : memory::Kind::kNote;
    auto made = SATCHEL_TRY(MakeMemory(std::move(draft.memory), target_.now));
    Memory& memory = made.memory;
    if (!made.secrets.empty() && IsOnlySecret(memory.text)) {
      return Skipped(draft, SkipReason::kSecret);
    }
    const std::string hash = memory::ContentHash(memory.text);
    // An entry without a name is known by its text at import, even if it is edited later.
    constexpr std::size_t kDigits = 16;
    const bool cut = draft.origin.size() > kMostOrigin;
    if (!draft.is_id || cut) memory.source += "#" + hash.substr(0, kDigits);
    if (known_.HasSource(memory.source)) return Skipped(draft, SkipReason::kImported);
    if (known_.HasText(hash)) return Skipped(draft, SkipReason::kDuplicate);
    if (known_.HasSimilar(memory.text)) return Skipped(draft, SkipReason::kSimilar);
    SATCHEL_TRY(Stage(made));
    known_.Add(memory, hash);
    return {};
  }

  Status Skipped(const Draft& draft, SkipReason reason) {
    Skip(draft.place, reason);
    return {};
  }

  Status Stage(const MadeMemory& made) {
    if (files_ != nullptr) {
      if (files_->Exists(made.memory.path)) {
        return Fail(Errc::kConflict,
                    fmt::format("{} is there and is not this memory", made.memory.path));
      }
      SATCHEL_TRY(files_->Stage(made.memory.path, FileOf(made), MemoryFiles::As::kNew));
    }
    ++import_.added;
    if (!made.secrets.empty()) ++import_.redacted;
    if (import_.first.size() < kMostNotes) import_.first.push_back(made.memory);
    return {};
  }

  const MemoryTarget& target_;
  std::string_view format_;
  Known known_;
  MemoryFiles* files_;  // null: nothing is written
  MemoryImport import_;
};

Result<memory::ImportInput> InputOf(const MemoryTarget& target, const ImportRequest& request) {
  if (!request.folder.empty()) {
    return memory::ImportInput::OpenFolder(request.folder, target.deadline);
  }
  return memory::ImportInput::FromBytes(request.name, request.bytes);
}

Result<const memory::ImportFormat*> FormatOf(const memory::ImportInput& input,
                                             std::string_view name) {
  if (name.empty()) return memory::RecogniseImport(input);
  if (const auto* format = memory::FindImportFormat(name)) return format;
  return Fail(Errc::kInvalidInput, fmt::format("'{}' is no format of an import", name));
}

}  // namespace

Result<MemoryImport> ImportMemories(const MemoryTarget& target, const ImportRequest& request) {
  const auto [space, is_new, readable] = SATCHEL_TRY(SpaceToWrite(target));
  const auto input = SATCHEL_TRY(InputOf(target, request));
  const auto* format = SATCHEL_TRY(FormatOf(input, request.format));
  // Whoever may not read the namespace is not told what it nearly says. Rows of our own are
  // restored as they were.
  const bool compare = readable && format != &memory::kSatchelImport;
  const auto run = [&](MemoryFiles* files) -> Result<MemoryImport> {
    const auto folder =
        SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, nullptr, target.deadline));
    Importer importer(target, format->name, Known(folder, compare, target.now), files);
    SATCHEL_TRY(format->read(
        input, {.conversations = request.conversations, .deadline = target.deadline}, importer));
    MemoryImport import = std::move(importer.import());
    import.format = format->name;
    import.dry_run = request.dry_run;
    import.space = space.name;
    return import;
  };
  // An import of which nothing can be used makes no directory.
  std::error_code error;
  const bool missing = is_new || !std::filesystem::exists(space.directory, error);
  if (missing || request.dry_run) {
    auto dry = SATCHEL_TRY(run(nullptr));
    dry.new_space = is_new && dry.added > 0 && request.dry_run;
    if (request.dry_run || dry.added == 0) return dry;
  }
  auto files = SATCHEL_TRY(
      MemoryFiles::Open(space.directory, MemoryFiles::LinksOf(space.name), target.deadline));
  auto import = SATCHEL_TRY(run(&files));
  import.new_space = is_new;
  SATCHEL_TRY(files.Commit());
  return import;
}

}  // namespace satchel::engine
