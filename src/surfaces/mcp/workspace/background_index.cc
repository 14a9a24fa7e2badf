#include "surfaces/mcp/workspace/background_index.h"

#include <algorithm>
#include <utility>

#include "engine/engine.h"

namespace satchel::mcp {
namespace {

// For another one that makes the index at the same time.
constexpr std::chrono::seconds kWaitForOthers(60);
// Within so long a cancelled request is given up, and so often its client hears how far it is.
constexpr std::chrono::milliseconds kSlice(50);

}  // namespace

BackgroundIndex::~BackgroundIndex() { stop_.Cancel(); }

void BackgroundIndex::Start(std::shared_ptr<engine::Engine> engine) {
  std::jthread before;  // it has ended: joined outside of the lock
  const std::scoped_lock lock(mutex_);
  if (progress_) return;
  progress_ = engine::CodeProgress();
  failure_.reset();
  before =
      std::exchange(thread_, std::jthread([this, engine = std::move(engine)] { Run(*engine); }));
}

void BackgroundIndex::Run(engine::Engine& engine) {
  engine::CodeIndexRequest request;
  request.wait = kWaitForOthers;
  request.progress = [this](const engine::CodeProgress& progress) {
    const std::scoped_lock lock(mutex_);
    progress_ = progress;
  };
  const auto report = engine.Index(request, Deadline::Never().With(stop_));
  const std::scoped_lock lock(mutex_);
  progress_.reset();
  if (!report) failure_ = report.error();
  ended_.notify_all();
}

std::optional<engine::CodeProgress> BackgroundIndex::progress() const {
  const std::scoped_lock lock(mutex_);
  return progress_;
}

Result<bool> BackgroundIndex::Wait(std::chrono::nanoseconds most, const Deadline& deadline,
                                   const std::function<void(const engine::CodeProgress&)>& tell) {
  const Deadline patience = Deadline::After(most);
  std::unique_lock lock(mutex_);
  while (progress_ && !patience.Expired()) {
    const auto slice =
        std::min<std::chrono::nanoseconds>(kSlice, patience.Remaining().value_or(kSlice));
    ended_.wait_for(lock, slice);
    if (!progress_) break;
    const engine::CodeProgress progress = *progress_;
    lock.unlock();
    SATCHEL_TRY(deadline.Check("wait for the index"));
    tell(progress);
    lock.lock();
  }
  if (progress_) return false;
  if (failure_) return std::unexpected(*failure_);
  return true;
}

}  // namespace satchel::mcp
