#include "store/postgres/closer.h"

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace satchel::store {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPause(50);
constexpr int kMostRounds = 100;  // five seconds
constexpr milliseconds kPatience(500);

struct Dying {
  std::unique_ptr<Channel> connection;
  int rounds = 0;
};

// Whether the server has nothing left to do for it.
bool IsOver(Channel& channel) {
  const Libpq& libpq = channel.libpq();
  PGconn* connection = channel.get();
  libpq.flush(connection);
  if (!channel.Move() || libpq.consume_input(connection) != 1) return true;
  // Two in a row that are null: there is no statement left that a result could belong to.
  for (int nulls = 0; nulls < 2 && libpq.status(connection) == CONNECTION_OK;) {
    if (libpq.is_busy(connection) != 0) return false;
    const ResultHandle result(libpq.get_result(connection), FreeResult{&libpq});
    if (result && libpq.result_status(result.get()) == PGRES_PIPELINE_SYNC) return true;
    nulls = result ? 0 : nulls + 1;
  }
  return true;
}

// A request that comes between two statements of a pipeline ends neither, so it
// is repeated.
void Cancel(const Libpq& libpq, PGconn* connection) {
  PGcancel* cancel = libpq.get_cancel(connection);
  if (cancel == nullptr) return;
  std::array<char, 256> text{};
  static_cast<void>(libpq.cancel(cancel, text.data(), static_cast<int>(text.size())));
  libpq.free_cancel(cancel);
}

}  // namespace

struct Closer::State {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<Dying> dying;  // by mutex, as all below
  bool running = false;      // the thread, which starts with the first connection
  bool over = false;
};

Closer::Closer() : state_(std::make_shared<State>()) {}

Closer::~Closer() {
  std::unique_lock lock(state_->mutex);
  state_->over = true;
  state_->changed.notify_all();
  state_->changed.wait_for(lock, kPatience, [this] { return !state_->running; });
}

void Closer::Take(std::unique_ptr<Channel> connection) {
  const std::scoped_lock lock(state_->mutex);
  state_->dying.push_back({std::move(connection)});
  if (!std::exchange(state_->running, true)) {
    std::thread([state = state_] { Run(*state); }).detach();
  }
}

// Goes when there is nothing left.
void Closer::Run(State& state) {
  std::unique_lock lock(state.mutex);
  while (!state.dying.empty()) {
    std::vector<Dying> dying = std::exchange(state.dying, {});
    const bool over = state.over;
    lock.unlock();
    std::erase_if(dying, [&](Dying& one) {
      if (over || IsOver(*one.connection) || ++one.rounds > kMostRounds) {
        return true;
      }
      Cancel(one.connection->libpq(), one.connection->get());
      return false;
    });
    lock.lock();
    for (Dying& one : dying) state.dying.push_back(std::move(one));
    if (!state.dying.empty()) state.changed.wait_for(lock, kPause);
  }
  state.running = false;
  state.changed.notify_all();
}

}  // namespace satchel::store
