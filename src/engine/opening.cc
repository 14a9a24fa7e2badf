#include "engine/opening.h"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.h"
#include "engine/stores/bring_forward.h"
#include "engine/stores/sibling.h"

// One way from a purpose to an engine, whatever state its stores are in.
//
// The index is derived, so a damaged one is worth nothing: it is replaced by an empty one and the
// next request fills it. Only SQLite files of the workspace's own are replaced. A database server
// repairs itself, and a place that the caller names may belong to something else. The log and the
// sessions cannot be derived again and are never touched.
namespace satchel::engine {
namespace {

using Use = Stores::Use;

// For a server that a request can do without.
constexpr std::chrono::seconds kMostWaitForServer{2};
// For another process that makes the first index at the same time.
constexpr std::chrono::seconds kWaitForFirst{60};

// A larger index takes as long to copy as a small tree takes to read.
constexpr std::uint64_t kMostSiblingBytes = 8ULL << 30U;

// Parts that an engine can run without.
enum class Dispensable : std::uint8_t {
  kNothing,
  kLog,     // a file that is damaged, locked or cannot be written
  kStores,  // also a server that cannot be reached
};

void Say(const Tell& tell, const Remark& remark) {
  if (tell) tell(remark);
}

std::string StaleText(const CodeRefresh& refresh) {
  if (refresh.state == CodeRefresh::State::kUnfinished) {
    return "the index is not complete: a run is under way or was interrupted, or a different "
           "version made it";
  }
  const std::string files =
      fmt::format("{} {}", refresh.size(), refresh.size() == 1 ? "file" : "files");
  if (refresh.state == CodeRefresh::State::kBusy) {
    return files + " changed while another satchel was writing";
  }
  return fmt::format("{}{} changed since the index was made", refresh.complete ? "" : "more than ",
                     files);
}

}  // namespace

struct Engine::Access {
  Use use = Use::kRead;
  Dispensable without = Dispensable::kNothing;
  bool creates = false;
  bool rebuilds = false;
  bool may_only_read = false;  // if nothing can be written

  static Access For(Purpose purpose) {
    switch (purpose) {
      case Purpose::kAsk:
        return {Use::kRead, Dispensable::kLog, true, true, true};
      case Purpose::kAskAsIs:
        return {Use::kRead, Dispensable::kLog, false, false, true};
      case Purpose::kIndex:
        return {Use::kRead, Dispensable::kLog, true, true, false};
      case Purpose::kCommit:
        return {Use::kRead, Dispensable::kNothing, true, false, false};
      case Purpose::kPacket:
        return {Use::kRead, Dispensable::kStores, true, true, false};
      case Purpose::kPrompt:
        return {Use::kRead, Dispensable::kLog, false, false, false};
      case Purpose::kRuns:
        break;
      case Purpose::kRead:
        return {.use = Use::kReadOnly};
      case Purpose::kImport:
        return {.use = Use::kWrite};
    }
    return {};
  }
};

bool CannotWrite(const Error& error) {
  return error.code() == Errc::kUnavailable || error.code() == Errc::kSystem;
}

Result<std::unique_ptr<Engine>> Engine::Open(EngineParts parts, Purpose purpose,
                                             const Deadline& deadline, const Tell& tell) {
  auto engine = WithoutStores(std::move(parts));
  SATCHEL_TRY(engine->OpenFor(purpose, deadline, tell));
  return engine;
}

Status Engine::OpenFor(Purpose purpose, const Deadline& deadline, const Tell& tell) {
  const Access access = Access::For(purpose);
  if (purpose == Purpose::kIndex) StartFromSibling(deadline);
  Status opened = OpenOrCreate(access, deadline);
  if (!opened && access.rebuilds && IsDamagedIndex(opened.error()) &&
      Rebuild(opened.error(), deadline, tell)) {
    opened = OpenOrCreate(access, deadline);
  }
  if (opened || !access.may_only_read || !CannotWrite(opened.error())) return opened;
  // If nothing can be written, what is there can still be read.
  const Access reading{.use = Use::kReadOnly, .without = access.without};
  return OpenStores(reading, deadline) ? Status() : opened;
}

Status Engine::OpenOrCreate(const Access& access, const Deadline& deadline) {
  const Status opened = OpenStores(access, deadline);
  if (opened || !access.creates || place_.kind != StoreKind::kSqlite) return opened;
  const Error& why = opened.error();
  if (why.subject() == Subject::kIndex && why.code() == Errc::kInvalidInput &&
      BringForward(place_, deadline)) {
    return OpenStores(access, deadline);
  }
  // They are missing, or their creation was interrupted.
  if (why.code() != Errc::kNotFound) return opened;
  SATCHEL_TRY(CreateStores(why, deadline));
  return OpenStores(access, deadline);
}

void Engine::StartFromSibling(const Deadline& deadline) {
  if (parts_.place || place_.kind != StoreKind::kSqlite || place_.Exists()) return;
  const auto sibling = FindSibling(workspace(), parts_.directories, parts_.environment, settings());
  if (!sibling || !*sibling) return;
  const Status copied = CopyFromSibling(workspace(), place_, **sibling, kMostSiblingBytes,
                                        parts_.clock->Now(), deadline);
  if (copied) place_ = PlaceOf(parts_);
}

Status Engine::CreateStores(const Error& missing, const Deadline& deadline) {
  // The writer's lock goes with what Create() returns.
  const auto created =
      Stores::Create(place_, workspace().root.filename().string(), parts_.clock->Now(), deadline);
  if (!created) {
    // Stores of a different workspace, where ours have always been: they were not interrupted.
    const bool foreign = created.error().code() == Errc::kConflict && !parts_.place;
    return std::unexpected(foreign ? missing : created.error());
  }
  place_ = PlaceOf(parts_);
  return {};
}

Status Engine::OpenStores(const Access& access, const Deadline& deadline) {
  const Time now = parts_.clock->Now();
  const bool can_do_without =
      access.without == Dispensable::kStores && place_.kind == StoreKind::kPostgres;
  const Deadline patience = can_do_without ? deadline.Within(kMostWaitForServer) : deadline;
  auto stores = access.without == Dispensable::kNothing
                    ? Stores::Open(place_, access.use, patience)
                    : Stores::OpenWithoutLog(place_, access.use, now, patience);
  const bool silent = !stores && (stores.error().code() == Errc::kUnavailable ||
                                  stores.error().code() == Errc::kDeadline);
  if (can_do_without && silent && !deadline.Expired()) {
    stores = Stores::InMemory(place_, now, stores.error(), deadline);
  }
  if (!stores) return std::unexpected(stores.error());
  stores_ = *std::move(stores);
  code_index_ = OpenCodeIndex(*stores_);
  return {};
}

void Engine::CloseStores() {
  code_index_.reset();
  stores_.reset();
  caches_ = SourceCaches();  // keyed by what the index said
}

bool Engine::CanRebuild() const { return place_.kind == StoreKind::kSqlite && !parts_.place; }

// A file that is not recognised as ours is replaced only in the workspace itself, where no other
// program has files.
bool Engine::IsDamagedIndex(const Error& error) const {
  if (error.subject() != Subject::kIndex) return false;
  if (error.code() == Errc::kCorrupt) return true;
  return error.code() == Errc::kForeign && place_.directory == workspace().place;
}

bool Engine::Rebuild(const Error& damage, const Deadline& deadline, const Tell& tell) {
  if (!CanRebuild()) return false;
  Say(tell, {.text = damage.text(),
             .hint = "nothing is lost; Satchel rebuilds the index from your files"});
  const auto made = Stores::RemakeCurated(place_, workspace().root.filename().string(),
                                          parts_.clock->Now(), deadline);
  if (!made) Say(tell, {.text = made.error().text(), .hint = made.error().hint()});
  if (made && *made) {
    Say(tell, {.text = fmt::format("the damaged file is now {}", (*made)->string()),
               .hint = "remove it if you do not need it"});
  }
  return made.has_value();
}

// Rows that contradict themselves do not know which file they are from. Only errors of the log are
// known to be something else.
bool Engine::IsCurable(const Error& error) const {
  return CanRebuild() && error.code() == Errc::kCorrupt && error.subject() != Subject::kLog &&
         error != healed_from_;
}

Result<std::unique_ptr<Engine>> Engine::OpenHealed(EngineParts parts, const Error& damage,
                                                   const Deadline& deadline, const Tell& tell) {
  auto engine = WithoutStores(std::move(parts));
  if (!engine->Heal(damage, deadline, tell)) return std::unexpected(damage);
  engine->healed_from_ = damage;
  return engine;
}

bool Engine::Heal(const Error& error, const Deadline& deadline, const Tell& tell) {
  if (!IsCurable(error)) return false;
  CloseStores();
  const bool rebuilt = Rebuild(error, deadline, tell);
  // Open also after a failure: the next request then says what is wrong.
  const Status opened = OpenFor(Purpose::kIndex, deadline, tell);
  return rebuilt && opened;
}

void Engine::HealIfDamaged(const Deadline& deadline, const Tell& tell) {
  if (!CanRebuild()) return;
  for (const Error& damage : FindDamage(place_, deadline)) {
    if (damage.subject() == Subject::kIndex) Heal(damage, deadline, tell);
  }
}

Status Engine::IndexFirst(const CodeAsking& how, const Deadline& deadline) {
  if (how.index_first) return how.index_first();
  CodeIndexRequest request;
  request.wait = kWaitForFirst;
  SATCHEL_TRY(Index(request, deadline));
  return {};
}

Result<CodeRefresh> Engine::RefreshToAsk(const CodeAsking& how, const Deadline& deadline,
                                         std::optional<Error>& missing) {
  if (in_memory()) {
    Say(how.tell,
        {.text = "the packet has no code: its index can be neither read nor made", .hint = ""});
    return CodeRefresh();
  }
  if (how.as_is) return CodeRefresh();
  auto refresh = SATCHEL_TRY(RefreshCode(deadline));
  if (refresh.state == CodeRefresh::State::kMissing) {
    const Status made = IndexFirst(how, deadline);
    refresh.state = made ? CodeRefresh::State::kFresh : CodeRefresh::State::kUnfinished;
    if (!made) {
      missing = made.error();
      if (how.must_index || !CannotWrite(*missing)) return std::unexpected(*missing);
      Say(how.tell, {.text = missing->text(), .hint = missing->hint()});
      return refresh;
    }
  }
  if (refresh.doubtful()) {
    Say(how.tell, {.text = StaleText(refresh), .hint = "`satchel index` brings it up to date"});
  }
  return refresh;
}

Result<CodeRefresh> Engine::AskCode(const CodeAsking& how, const Deadline& deadline,
                                    const std::function<Status(Engine&)>& ask) {
  // Why there is no index. Other commands may have put something into it meanwhile.
  std::optional<Error> missing;
  auto refresh = SATCHEL_TRY(RefreshToAsk(how, deadline, missing));
  const Status asked = ask(*this);
  if (asked) return refresh;
  // Without an index, the reason is more than that nothing is there.
  const bool explains = missing && asked.error().code() == Errc::kNotFound;
  return std::unexpected(explains ? *missing : asked.error());
}

}  // namespace satchel::engine
