#include "memory/requests/edit.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/sort_unique.h"
#include "memory/files/folder.h"
#include "memory/files/front_matter.h"
#include "memory/files/spaces.h"
#include "memory/rank/contradiction.h"
#include "memory/rank/judgement.h"
#include "memory/requests/files.h"
#include "memory/requests/similar.h"
#include "notes/files/note_text.h"
#include "text/redactor.h"
#include "text/unicode.h"

// What is new is written before what it replaces is marked. A crash between the two leaves both
// current, which the doctor finds; the other order would leave neither.
//
// Before the lock is taken all memories are read once, and under it again with what was read as a
// cache: most files are then only looked at, and others do not wait for long.
namespace satchel::engine {
namespace {

using memory::FieldEdit;
using memory::Memory;
using memory::MemoryState;

constexpr std::size_t kMostFileBytes = 1U << 20U;
constexpr std::size_t kMostStateBytes = 16U << 20U;
constexpr std::size_t kMostQueries = 10;
constexpr std::size_t kMostReasonBytes = 1'024;
constexpr std::int64_t kMostVotes = 1'000'000'000;
constexpr Score kNearlySame = Score::FromMillionths(900'000);
constexpr std::string_view kNegatives = "state/negative_examples.json";

Status CheckMayWrite(const memory::Spaces& spaces, std::string_view space,
                     std::string_view principal) {
  if (spaces.rules.MayWrite(space, principal)) return {};
  return Fail(Errc::kInvalidInput,
              principal.empty()
                  ? fmt::format("the namespace '{}' is not open to everyone", space)
                  : fmt::format("'{}' may not write to the namespace '{}'", principal, space),
              "name another one, or have the principal added to \"write\" in namespaces.json");
}

Time BeginOf(const Memory& memory) {
  if (memory.valid_from) return *memory.valid_from;
  return memory.created.value_or(Time{});
}

// Whether two say different things of the same attribute.
bool Contradict(const Memory& a, const Memory& b) {
  if (a.entity.empty() || text::FoldCase(a.entity) != text::FoldCase(b.entity)) return false;
  for (const auto& [name, value] : a.attributes) {
    for (const auto& [other_name, other_value] : b.attributes) {
      if (text::FoldCase(name) == text::FoldCase(other_name) &&
          text::FoldCase(value) != text::FoldCase(other_value)) {
        return true;
      }
    }
  }
  return false;
}

struct Likeness {
  const Memory* memory = nullptr;
  Score score;
};

// Tells quickly that most texts have little in common with one: by how words of ASCII begin, which
// stems hardly ever change. Others are never told apart here.
class Sieve {
 public:
  explicit Sieve(std::string_view text) : ascii_(IsAscii(text)) {
    ForEachWord(text, [&](std::uint32_t begin) { begins_.push_back(begin); });
    SortUnique(begins_);
  }

  bool MayBeAlike(std::string_view other) const {
    if (!ascii_ || !IsAscii(other)) return true;
    std::vector<bool> seen(begins_.size());
    std::size_t common = 0;
    ForEachWord(other, [&](std::uint32_t begin) {
      const auto found = std::ranges::lower_bound(begins_, begin);
      if (found == begins_.end() || *found != begin) return;
      const auto at = static_cast<std::size_t>(found - begins_.begin());
      if (!seen[at]) ++common;
      seen[at] = true;
    });
    return common * 2 >= begins_.size();
  }

 private:
  static bool IsAscii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  }
  template <class Visit>
  static void ForEachWord(std::string_view text, Visit visit) {
    std::uint32_t begin = 0;
    std::size_t length = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
      if (i < text.size() && IsAlnum(text[i])) {
        constexpr std::size_t kLetters = 4;
        if (length++ < kLetters) {
          begin = (begin << 8U) | static_cast<unsigned char>(ToLower(text[i]));
        }
        continue;
      }
      if (length > 0) visit(begin);
      begin = 0;
      length = 0;
    }
  }

  bool ascii_;
  std::vector<std::uint32_t> begins_;
};

// The one that says the same, or nearly the same. Texts of which one is half as long again as the
// other are taken as different without comparing their words, which is what takes time.
Likeness FindAlike(const memory::Folder& folder, const Memory& made, Time now,
                   const std::set<std::string>& replaced) {
  const std::string hash = memory::ContentHash(made.text);
  const Sieve sieve(made.text);
  const std::vector<std::string> stems = memory::StemsOf(made.text);
  Likeness best;
  for (const auto& there : folder.memories) {
    if (!Stands(*there, now) || replaced.contains(there->id)) continue;
    if (!sieve.MayBeAlike(there->text)) continue;
    if (memory::ContentHash(there->text) == hash) {
      return {.memory = there.get(), .score = Score::FromInt(1)};
    }
    const auto [less, more] = std::minmax({there->text.size(), made.text.size()});
    if (less * 3 < more * 2) continue;
    const Score score = memory::Alike(memory::StemsOf(there->text), stems);
    if (score >= kNearlySame && (best.memory == nullptr || score > best.score)) {
      best = {.memory = there.get(), .score = score};
    }
  }
  return best;
}

// The newest memory that the words of a new one seem to contradict; empty: there is none.
std::string Contradicted(const memory::Folder& folder, const Memory& made, Time now,
                         const std::set<std::string>& replaced) {
  const Memory* newest = nullptr;
  for (const auto& there : folder.memories) {
    if (!Stands(*there, now) || replaced.contains(there->id)) continue;
    if (newest != nullptr && there->created <= newest->created) continue;
    if (memory::LikelyContradict(*there, made)) newest = there.get();
  }
  return newest == nullptr ? "" : newest->id;
}

// What a new memory does to those that are there.
struct Replaced {
  std::vector<const Memory*> over;   // superseded from now on
  std::vector<const Memory*> later;  // valid until the new one is, which is not yet
  std::set<std::string> ids;         // of both
};

Result<Replaced> FindReplaced(const memory::Folder& folder, Memory& made, Time now) {
  Replaced replaced;
  const Time begin = made.valid_from.value_or(now);
  const auto add = [&](const Memory& there) {
    if (!replaced.ids.insert(there.id).second) return;
    (begin > now ? replaced.later : replaced.over).push_back(&there);
  };
  if (!made.supersedes.empty()) {
    const auto named = SATCHEL_TRY(FindMemory(folder.memories, made.supersedes), "--supersedes");
    if (named->state != MemoryState::kActive && named->state != MemoryState::kPendingReview) {
      return Fail(Errc::kConflict, fmt::format("{} is {} already", named->id, Name(named->state)));
    }
    made.supersedes = named->id;
    add(*named);
  }
  for (const auto& there : folder.memories) {
    if (!Stands(*there, now) || !Contradict(*there, made)) continue;
    // What is said of another time is no contradiction.
    if (there->valid_to && *there->valid_to <= begin) continue;
    const Time other = BeginOf(*there);
    if (made.valid_to && *made.valid_to <= other) continue;
    if (other <= begin) {
      add(*there);
    } else if (!made.valid_to) {
      made.valid_to = other;  // it was so until the other one became true
    } else {
      made.valid_to = std::min(*made.valid_to, other);
    }
  }
  if (made.supersedes.empty() && !replaced.over.empty()) {
    made.supersedes = replaced.over.front()->id;
  }
  return replaced;
}

// A memory that was not written, as somebody said it.
Memory Unnamed(Memory memory) {
  memory.id.clear();
  memory.path.clear();
  memory.supersedes.clear();
  memory.valid_to.reset();
  return memory;
}

Status StageSuperseded(MemoryFiles& files, const Replaced& replaced, const Memory& made, Time now) {
  const Time begin = made.valid_from.value_or(now);
  const auto stage = [&](const Memory& there, std::vector<FieldEdit> edits) -> Status {
    const Time end = there.valid_to ? std::min(*there.valid_to, begin) : begin;
    edits.push_back({.name = "invalid_at", .values = {FormatTime(end)}});
    edits.push_back({.name = "updated", .values = {FormatTime(now)}});
    const auto file = SATCHEL_TRY(files.Read(there.path, kMostFileBytes));
    const auto changed = SATCHEL_TRY(memory::WithFields(file, edits), there.id);
    return files.Stage(there.path, changed, MemoryFiles::As::kReplacement);
  };
  for (const Memory* there : replaced.over) {
    SATCHEL_TRY(stage(*there, {{.name = "status", .values = {"superseded"}},
                               {.name = "supersededBy", .values = {made.id}},
                               {.name = "supersededAt", .values = {FormatTime(now)}}}));
  }
  for (const Memory* there : replaced.later) SATCHEL_TRY(stage(*there, {}));
  return {};
}

// A memory that is there, held for changing.
class Held {
 public:
  static Result<Held> Open(const MemoryTarget& target, std::string_view which) {
    const auto loaded = SATCHEL_TRY(LoadMemories(target.place, target.scope, target.deadline));
    const auto found = SATCHEL_TRY(FindMemory(loaded.memories, which));
    SATCHEL_TRY(CheckMayWrite(loaded.spaces, found->space, target.scope.principal));
    const auto space = std::ranges::find(loaded.spaces.all, found->space, &memory::Space::name);
    if (space == loaded.spaces.all.end()) return Fail(Errc::kInternal, "its namespace is gone");
    auto files = SATCHEL_TRY(
        MemoryFiles::Open(space->directory, MemoryFiles::LinksOf(space->name), target.deadline));
    Held held(target.now, std::move(files));
    for (const MemoryPointer& memory : loaded.memories) {
      if (memory->space == found->space && memory->artifact && memory->source_memory == found->id) {
        held.copies_.push_back(memory);
      }
    }
    SATCHEL_TRY(held.Read(*found));
    return held;
  }

  const Memory& memory() const { return memory_; }
  const std::string& file() const { return file_; }
  MemoryFiles& files() { return files_; }
  const std::vector<MemoryPointer>& copies() const { return copies_; }

  // Writes the fields, and that it was changed now.
  Result<MemoryEdit> Set(std::vector<FieldEdit> edits, const std::string& file) {
    edits.push_back({.name = "updated", .values = {FormatTime(now_)}});
    const auto changed = SATCHEL_TRY(memory::WithFields(file, edits), memory_.id);
    SATCHEL_TRY(files_.Stage(memory_.path, changed, MemoryFiles::As::kReplacement));
    SATCHEL_TRY(files_.Commit());
    auto read = SATCHEL_TRY(memory::MemoryFromFile(changed, memory_.path));
    read.memory.space = memory_.space;
    MemoryEdit edit;
    edit.memory = std::move(read.memory);
    return edit;
  }
  Result<MemoryEdit> Set(std::vector<FieldEdit> edits) { return Set(std::move(edits), file_); }

  MemoryEdit Unchanged() const {
    MemoryEdit edit;
    edit.memory = memory_;
    edit.changed = false;
    return edit;
  }

 private:
  Held(Time now, MemoryFiles files) : now_(now), files_(std::move(files)) {}

  // As it is now, under the lock.
  Status Read(const Memory& found) {
    auto file = files_.Read(found.path, kMostFileBytes);
    auto read = file ? memory::MemoryFromFile(*file, found.path)
                     : Result<memory::ReadMemory>(std::unexpected(file.error()));
    if (!read || read->memory.id != found.id) {
      return Fail(Errc::kConflict, fmt::format("{} was changed meanwhile", found.id),
                  "look at it with `satchel memory show`, and repeat the change");
    }
    file_ = *std::move(file);
    memory_ = std::move(read->memory);
    memory_.space = found.space;
    return {};
  }

  Time now_;
  MemoryFiles files_;
  Memory memory_;
  std::string file_;
  std::vector<MemoryPointer> copies_;
};

// One line of a person, without secrets; empty stays empty.
Result<std::string> CleanLine(std::string_view what, std::string_view text,
                              std::vector<std::string>& secrets) {
  if (text.empty()) return std::string();
  const auto line = SATCHEL_TRY(notes::CheckLine(what, text));
  if (line.size() > kMostReasonBytes) {
    return Fail(Errc::kInvalidInput, fmt::format("{} has {} bytes; at most {} are taken", what,
                                                 line.size(), kMostReasonBytes));
  }
  auto redacted = text::Redactor::Default().Redact(line);
  for (const text::Finding& finding : redacted.findings) {
    if (finding.redacted) secrets.emplace_back(finding.kind);
  }
  return std::move(redacted.text);
}

// The counts of votes against memories, as JSON that other programs may have written. Whatever is
// not ours in it stays.
class NegativeExamples {
 public:
  static Result<NegativeExamples> Read(const MemoryFiles& files) {
    NegativeExamples examples;
    const auto bytes = files.Read(kNegatives, kMostStateBytes);
    if (!bytes && bytes.error().code() != Errc::kNotFound) return std::unexpected(bytes.error());
    if (!bytes) return examples;
    constexpr std::size_t kMostDepth = 8;
    auto json = ParseJson(*bytes, {.max_bytes = kMostStateBytes, .max_depth = kMostDepth});
    if (!json || !json->is_object()) {
      return Fail(Errc::kInvalidInput, fmt::format("{} is no JSON object", kNegatives),
                  "repair it by hand, or move it away");
    }
    examples.root_ = *std::move(json);
    return examples;
  }

  void Count(const std::string& id, const std::string& query, Time now) {
    const auto read = memory::NegativesFromJson(CanonicalJson(root_));
    std::int64_t hits = 0;
    if (read) {
      const auto found = read->hits.find(id);
      if (found != read->hits.end()) hits = found->second;
    }
    Json& entry = Entries()[id];
    if (!entry.is_object()) entry = Json::object();
    entry["notUseful"] = std::min(hits + 1, kMostVotes);
    entry["lastNotUsefulAt"] = FormatTime(now);
    Json queries =
        entry.contains("queries") && entry["queries"].is_array() ? entry["queries"] : Json::array();
    Json kept = Json::array();
    for (Json& earlier : queries) {
      if (earlier != query) kept.push_back(std::move(earlier));
    }
    kept.push_back(query);
    while (kept.size() > kMostQueries) kept.erase(kept.begin());
    entry["queries"] = std::move(kept);
  }

  // Whether it was there.
  bool Remove(const std::string& id) { return Entries().erase(id) > 0; }

  Status Stage(MemoryFiles& files) const {
    return files.Stage(kNegatives, PrettyJson(root_), MemoryFiles::As::kReplacement);
  }

 private:
  Json& Entries() {
    const auto inner = root_.find("examples");
    return inner != root_.end() && inner->is_object() && !inner->contains("notUseful") ? *inner
                                                                                       : root_;
  }

  Json root_ = Json::object();
};

// The fields that follow from a text; the intent only of a memory that has one.
std::vector<FieldEdit> Judged(const Memory& memory, const std::string& text) {
  const auto importance = memory::JudgeImportance(text, memory.category, memory.tags);
  const auto intent =
      memory.intent.empty() ? memory::Intent() : memory::IntentOf(ask::Question(std::string(text)));
  const auto scalar = [](std::string_view name, std::string_view value) {
    FieldEdit edit{.name = std::string(name)};
    if (!value.empty()) edit.values.emplace_back(value);
    return edit;
  };
  const auto list = [](std::string_view name, const std::vector<std::string>& values) {
    return FieldEdit{.name = std::string(name), .values = values, .is_list = !values.empty()};
  };
  return {scalar("importanceScore", importance.score.Text()),
          scalar("importanceLevel", importance.level),
          list("importanceReasons", importance.reasons),
          list("importanceKeywords", importance.keywords),
          scalar("intentGoal", intent.goal),
          scalar("intentActionType", intent.action),
          list("intentEntityTypes", intent.entities),
          scalar("contentHash", memory::ContentHash(text))};
}

Status Purge(Held& held, MemoryEdit& edit) {
  auto examples = SATCHEL_TRY(NegativeExamples::Read(held.files()));
  bool counted = examples.Remove(held.memory().id);
  for (const MemoryPointer& copy : held.copies()) {
    counted = examples.Remove(copy->id) || counted;
    SATCHEL_TRY(held.files().Remove(copy->path));
    edit.copies.push_back(copy->id);
  }
  if (counted) {
    SATCHEL_TRY(examples.Stage(held.files()));
    SATCHEL_TRY(held.files().Commit());
  }
  return held.files().Remove(held.memory().path);
}

}  // namespace

std::string_view Name(RememberOutcome outcome) {
  switch (outcome) {
    case RememberOutcome::kAdded:
      return "added";
    case RememberOutcome::kKnown:
      return "known";
    case RememberOutcome::kAlike:
      return "alike";
  }
  return "";
}

Result<WrittenSpace> SpaceToWrite(const MemoryTarget& target) {
  const std::string name =
      target.scope.space.empty() ? std::string(memory::kDefaultSpace) : target.scope.space;
  if (!memory::IsSpaceName(name)) {
    return Fail(Errc::kInvalidInput, fmt::format("'{}' is no name of a namespace", name),
                "1 to 64 letters, digits, '.', '_' and '-', no '.' in front, and no name of a "
                "Windows device such as con or nul");
  }
  const auto spaces = SATCHEL_TRY(memory::FindSpaces(target.place.project, target.place.shared));
  SATCHEL_TRY(CheckMayWrite(spaces, name, target.scope.principal));
  const bool readable = spaces.rules.MayRead(name, target.scope.principal);
  const auto found = std::ranges::find(spaces.all, name, &memory::Space::name);
  if (found != spaces.all.end()) return WrittenSpace{.space = *found, .readable = readable};
  if (name != memory::kSharedSpace) {
    return WrittenSpace{
        .space = {.name = name, .directory = target.place.project / "namespaces" / name},
        .is_new = true,
        .readable = readable};
  }
  if (target.place.shared.empty()) {
    return Fail(Errc::kInvalidInput, "there is no place for memories of all projects",
                "set HOME or XDG_DATA_HOME to an absolute path");
  }
  return WrittenSpace{.space = {.name = name, .directory = target.place.shared},
                      .is_new = true,
                      .readable = readable};
}

Result<Remembered> Remember(const MemoryTarget& target, const NewMemory& asked,
                            const RememberOptions& options) {
  // An id, or how one begins, is looked up under the lock; here the rest is checked.
  NewMemory checked = asked;
  checked.supersedes.clear();
  auto made = SATCHEL_TRY(MakeMemory(checked, target.now));
  if (options.intent) made.memory.intent = memory::IntentOf(ask::Question(made.memory.text));
  const auto [space, is_new, readable] = SATCHEL_TRY(SpaceToWrite(target));
  if (!readable && !asked.supersedes.empty()) {
    return Fail(
        Errc::kInvalidInput,
        fmt::format("--supersedes names a memory of '{}', which may not be read", space.name),
        "have the principal added to \"read\" in namespaces.json");
  }
  if (is_new && !asked.supersedes.empty()) {
    // Before anything is made: a namespace that was misspelt must not stay behind.
    return Fail(
        Errc::kNotFound,
        fmt::format("--supersedes: there is no namespace '{}', and no memory in it", space.name),
        "`satchel memory list` shows them");
  }
  memory::FolderCache cache;
  SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, &cache, target.deadline));
  auto files = SATCHEL_TRY(
      MemoryFiles::Open(space.directory, MemoryFiles::LinksOf(space.name), target.deadline));
  const auto folder =
      SATCHEL_TRY(memory::LoadFolder(space.directory, space.name, &cache, target.deadline));

  Remembered remembered;
  remembered.secrets = made.secrets;
  remembered.new_space = is_new;
  Memory& memory = made.memory;
  memory.space = space.name;
  memory.supersedes = asked.supersedes;
  const auto replaced = SATCHEL_TRY(FindReplaced(folder, memory, target.now));
  const Likeness like = FindAlike(folder, memory, target.now, replaced.ids);
  const bool known = like.memory != nullptr && like.score >= Score::FromInt(1) &&
                     memory::ContentHash(like.memory->text) == memory::ContentHash(memory.text);
  // What is only alike would tell what a closed namespace says.
  if (like.memory != nullptr && (known || (!options.force && readable))) {
    remembered.outcome = known ? RememberOutcome::kKnown : RememberOutcome::kAlike;
    remembered.memory = readable ? *like.memory : Unnamed(std::move(memory));
    remembered.alike = like.score;
    return remembered;
  }
  SATCHEL_TRY(files.Stage(memory.path, FileOf(made), MemoryFiles::As::kNew));
  if (options.artifacts && memory::QualifiesAsArtifact(memory.category, memory.confidence)) {
    const MadeMemory copy = MakeArtifact(memory, target.now);
    SATCHEL_TRY(files.Stage(copy.memory.path, FileOf(copy), MemoryFiles::As::kNew));
    remembered.artifact = copy.memory.id;
  }
  SATCHEL_TRY(StageSuperseded(files, replaced, memory, target.now));
  SATCHEL_TRY(files.Commit());
  remembered.memory = std::move(memory);
  if (!readable) {
    // Both follow from what is there.
    remembered.memory.supersedes.clear();
    remembered.memory.valid_to = asked.valid_to;
    return remembered;
  }
  remembered.contradicts = Contradicted(folder, remembered.memory, target.now, replaced.ids);
  for (const Memory* there : replaced.over) remembered.superseded.push_back(there->id);
  for (const Memory* there : replaced.later) remembered.superseded.push_back(there->id);
  return remembered;
}

Result<MemoryEdit> Forget(const MemoryTarget& target, std::string_view which,
                          const ForgetOptions& options) {
  std::vector<std::string> secrets;
  const auto reason = SATCHEL_TRY(CleanLine("the reason", options.reason, secrets));
  auto held = SATCHEL_TRY(Held::Open(target, which));
  if (options.purge) {
    MemoryEdit edit;
    edit.memory = held.memory();
    SATCHEL_TRY(Purge(held, edit));
    return edit;
  }
  if (held.memory().state == MemoryState::kForgotten) return held.Unchanged();
  std::vector<FieldEdit> edits = {{.name = "status", .values = {"forgotten"}},
                                  {.name = "forgottenAt", .values = {FormatTime(target.now)}}};
  if (!reason.empty()) edits.push_back({.name = "forgottenReason", .values = {reason}});
  auto edit = SATCHEL_TRY(held.Set(std::move(edits)));
  edit.secrets = std::move(secrets);
  return edit;
}

Result<MemoryEdit> EditMemory(const MemoryTarget& target, std::string_view which,
                              std::string_view text, const std::optional<std::string>& seen) {
  auto checked = SATCHEL_TRY(CheckMemoryText(text));
  auto held = SATCHEL_TRY(Held::Open(target, which));
  const Memory& memory = held.memory();
  if (seen && *seen != memory.text) {
    return Fail(Errc::kConflict, fmt::format("{} was changed meanwhile", memory.id),
                "look at it with `satchel memory show`, and repeat the change");
  }
  if (memory.text == checked.text) return held.Unchanged();
  const auto body = SATCHEL_TRY(memory::WithBody(held.file(), checked.text), memory.id);
  std::vector<std::string> copies;
  for (const MemoryPointer& copy : held.copies()) {
    const auto file = SATCHEL_TRY(held.files().Read(copy->path, kMostFileBytes));
    const auto changed = SATCHEL_TRY(memory::WithBody(file, checked.text), copy->id);
    SATCHEL_TRY(held.files().Stage(copy->path, changed, MemoryFiles::As::kReplacement));
    copies.push_back(copy->id);
  }
  auto edit = SATCHEL_TRY(held.Set(Judged(memory, checked.text), body));
  edit.copies = std::move(copies);
  edit.secrets = std::move(checked.secrets);
  return edit;
}

Result<MemoryEdit> VoteFor(const MemoryTarget& target, std::string_view which, Vote vote,
                           std::string_view query) {
  std::vector<std::string> secrets;
  const auto asked = SATCHEL_TRY(CleanLine("the query", query, secrets));
  auto held = SATCHEL_TRY(Held::Open(target, which));
  const bool down = vote == Vote::kDown;
  const std::int64_t count = down ? held.memory().down_votes : held.memory().up_votes;
  if (down && !asked.empty()) {
    auto examples = SATCHEL_TRY(NegativeExamples::Read(held.files()));
    examples.Count(held.memory().id, asked, target.now);
    SATCHEL_TRY(examples.Stage(held.files()));
  }
  auto edit =
      SATCHEL_TRY(held.Set({{.name = down ? "mw_fail" : "mw_success",
                             .values = {fmt::to_string(std::min(count + 1, kMostVotes))}}}));
  edit.secrets = std::move(secrets);
  return edit;
}

Result<MemoryEdit> Pin(const MemoryTarget& target, std::string_view which, bool pinned) {
  auto held = SATCHEL_TRY(Held::Open(target, which));
  if (held.memory().pinned == pinned) return held.Unchanged();
  FieldEdit edit{.name = "pinned"};
  if (pinned) edit.values = {"true"};
  return held.Set({std::move(edit)});
}

Result<MemoryEdit> Expire(const MemoryTarget& target, std::string_view which,
                          const std::optional<Time>& at) {
  auto held = SATCHEL_TRY(Held::Open(target, which));
  if (held.memory().expires == at) return held.Unchanged();
  FieldEdit edit{.name = "expiresAt"};
  if (at) edit.values = {FormatTime(*at)};
  return held.Set({std::move(edit)});
}

}  // namespace satchel::engine
