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

// Others wait for the end of it, however it ends. `damage`: null, or what to heal.
Result<std::shared_ptr<engine::Engine>> OpenOrSayWhyNot(
    const std::function<Result<engine::EngineParts>()>& make, const Error* damage,
    const Deadline& deadline, const engine::Tell& tell) {
  try {
    auto parts = SATCHEL_TRY(make());
    if (damage != nullptr) {
      return engine::Engine::OpenHealed(std::move(parts), *damage, deadline, tell);
    }
    return engine::Engine::Open(std::move(parts), engine::Purpose::kAsk, deadline, tell);
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

Result<Workspaces::Use> Workspaces::Open(const std::string& workspace, const Deadline& deadline,
                                         std::vector<std::string>& remarks) {
  return Open(workspace, deadline, remarks, nullptr);
}

Status Workspaces::AskIndex(const std::string& workspace, const Deadline& deadline,
                            std::vector<std::string>& remarks, const Ask& ask) {
  std::optional<Use> use = SATCHEL_TRY(Open(workspace, deadline, remarks));
  std::vector<std::string> said;
  Status asked = ask(use->engine(), said);
  if (!asked && use->engine().IsCurable(asked.error())) {
    const Damage damage{.engine = use->engine_, .error = asked.error()};
    use.reset();  // its files are about to be replaced
    said.clear();
    const auto healed = SATCHEL_TRY(Open(workspace, deadline, remarks, &damage));
    asked = ask(healed.engine(), said);
  }
  remarks.insert(remarks.end(), said.begin(), said.end());
  return asked;
}

Result<Workspaces::Use> Workspaces::Open(const std::string& workspace, const Deadline& deadline,
                                         std::vector<std::string>& remarks, const Damage* damage) {
  SATCHEL_TRY(deadline.Check("open the workspace"));
  std::string root = SATCHEL_TRY(Find(workspace)).root.string();
  Engines closed;  // outside of the lock
  std::unique_lock lock(mutex_);
  Slot& slot = slots_[root];
  ++slot.users;
  slot.last_use = ++uses_;
  auto engine = WaitFor(slot, lock, deadline);
  if (engine && damage != nullptr && *engine == damage->engine.lock()) {
    engine->reset();
    closed.push_back(std::exchange(slot.engine, nullptr));
  }
  if (engine && *engine == nullptr) {
    slot.opening = true;
    lock.unlock();
    closed.clear();
    engine = OpenOrSayWhyNot([&] { return Parts(workspace); },
                             damage == nullptr ? nullptr : &damage->error, deadline,
                             [&](const engine::Remark& remark) { remarks.push_back(remark.text); });
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
