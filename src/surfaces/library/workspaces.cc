#include "surfaces/library/workspaces.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/clock.h"
#include "settings/settings.h"
#include "settings/workspace.h"

namespace satchel::library {
namespace {

// Within so long a request is given up that was cancelled while it waits.
constexpr std::chrono::milliseconds kSlice(20);

class FunctionClock final : public Clock {
 public:
  explicit FunctionClock(std::function<Time()> now) : now_(std::move(now)) {}
  Time Now() const override { return now_(); }

 private:
  std::function<Time()> now_;
};

using OpenedEngine = Result<std::shared_ptr<engine::Engine>>;
using MakeParts = std::function<Result<engine::EngineParts>()>;

OpenedEngine OpenEngine(const MakeParts& make, const Deadline& deadline) {
  auto opened =
      engine::Engine::OpenOrMake(SATCHEL_TRY(make()), engine::Stores::Use::kRead, deadline);
  if (opened) return *std::move(opened);
  const Errc code = opened.error().code();
  if (code != Errc::kUnavailable && code != Errc::kSystem) return std::unexpected(opened.error());
  // Where nothing may be written, what is there can still be read.
  auto reading =
      engine::Engine::Open(SATCHEL_TRY(make()), engine::Stores::Use::kReadOnly, deadline);
  if (reading) return *std::move(reading);
  return std::unexpected(opened.error());
}

// Others wait for the end of it, however it ends.
OpenedEngine OpenOrSayWhyNot(const MakeParts& make, const Deadline& deadline) {
  try {
    return OpenEngine(make, deadline);
  } catch (const std::exception& error) {
    return Fail(Errc::kInternal, error.what());
  }
}

}  // namespace

Workspaces::Use::~Use() {
  if (engine_ == nullptr) return;
  engine_.reset();
  Engines closed;
  {
    const std::scoped_lock lock(of_->mutex_);
    closed = of_->Leave(root_);
  }
}

Workspaces::Workspaces(Options options)
    : options_(std::move(options)), directories_(settings::FindDirectories(options_.environment)) {}

std::optional<Time> Workspaces::now() const {
  return options_.now ? std::optional(options_.now()) : std::nullopt;
}

Result<settings::Workspace> Workspaces::Find(const std::string& workspace) const {
  if (workspace.empty()) {
    return Fail(Errc::kInvalidInput, "no workspace is named", "give the root of a project");
  }
  auto found = settings::FindWorkspace(options_.environment, directories_, workspace);
  if (!found) return std::move(found).error().WithHint("give the root of a project");
  return found;
}

Result<engine::EngineParts> Workspaces::Parts(const std::string& workspace) const {
  auto found = SATCHEL_TRY(Find(workspace));
  const auto loaded = settings::LoadSettings(options_.environment, directories_, &found, {});
  SATCHEL_TRY(loaded.Check());
  engine::EngineParts parts{.workspace = std::move(found),
                            .directories = directories_,
                            .environment = options_.environment,
                            .settings = loaded.settings,
                            .clock = nullptr,
                            .place = {},
                            .dispensable = engine::Dispensable::kLog,
                            .face = engine::Face::kLibrary};
  if (options_.now) parts.clock = std::make_unique<FunctionClock>(options_.now);
  return parts;
}

Result<std::shared_ptr<engine::Engine>> Workspaces::WaitFor(Slot& slot,
                                                            std::unique_lock<std::mutex>& lock,
                                                            const Deadline& deadline) {
  while (slot.opening) {
    SATCHEL_TRY(deadline.Check("wait for the workspace to be opened"));
    opened_.wait_for(lock, kSlice);
  }
  return slot.engine;
}

Result<Workspaces::Use> Workspaces::Open(const std::string& workspace, const Deadline& deadline) {
  SATCHEL_TRY(deadline.Check("open the workspace"));
  std::string root = SATCHEL_TRY(Find(workspace)).root.string();
  Engines closed;  // outside of the lock
  std::unique_lock lock(mutex_);
  Slot& slot = slots_[root];
  ++slot.users;
  slot.last_use = ++uses_;
  auto engine = WaitFor(slot, lock, deadline);
  if (engine && *engine == nullptr) {
    slot.opening = true;
    lock.unlock();
    engine = OpenOrSayWhyNot([&] { return Parts(workspace); }, deadline);
    lock.lock();
    slot.opening = false;
    if (engine) slot.engine = *engine;
    opened_.notify_all();
  }
  if (engine) return Use(*this, std::move(root), *std::move(engine));
  closed = Leave(root);
  return std::unexpected(std::move(engine).error());
}

Workspaces::Engines Workspaces::Leave(const std::string& root) {
  --slots_[root].users;
  Engines closed;
  const auto drop = [&](auto slot) {
    closed.push_back(std::move(slot->second.engine));
    slots_.erase(slot);
  };
  const auto left = slots_.find(root);
  if (left->second.users == 0 && left->second.engine == nullptr) drop(left);
  const auto is_open = [](const auto& slot) { return slot.second.engine != nullptr; };
  auto open = static_cast<std::size_t>(std::ranges::count_if(slots_, is_open));
  for (; open > options_.most; --open) {
    auto oldest = slots_.end();
    for (auto slot = slots_.begin(); slot != slots_.end(); ++slot) {
      if (slot->second.users > 0) continue;
      if (oldest == slots_.end() || slot->second.last_use < oldest->second.last_use) oldest = slot;
    }
    if (oldest == slots_.end()) break;
    drop(oldest);
  }
  return closed;
}

void Workspaces::Close(const std::string& workspace) {
  const auto found = Find(workspace);
  const std::string root = found ? found->root.string() : workspace;  // a directory that is gone
  std::shared_ptr<engine::Engine> closed;                             // outside of the lock
  const std::scoped_lock lock(mutex_);
  const auto slot = slots_.find(root);
  if (slot == slots_.end()) return;
  closed = std::move(slot->second.engine);
  if (slot->second.users == 0) slots_.erase(slot);
}

std::size_t Workspaces::open() const {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(std::ranges::count_if(
      slots_, [](const auto& slot) { return slot.second.engine != nullptr; }));
}

}  // namespace satchel::library
