#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/deadline.h"
#include "base/error.h"
#include "base/result.h"
#include "base/time.h"
#include "engine/engine.h"
#include "settings/directories.h"
#include "settings/environment.h"
#include "settings/workspace.h"

namespace satchel::library {

// The workspaces that one engine has open. Each is opened by the first request that names it; so
// many stay open when nobody uses them, and the one that was used longest ago is closed first.
// Shared by all threads.
class Workspaces {
 public:
  struct Options {
    settings::Environment environment;
    std::size_t most = 0;       // that stay open unused
    std::function<Time()> now;  // null: the machine's clock
  };

  // An opened workspace, which stays so as long as this is there. Must go before the workspaces.
  class Use {
   public:
    Use(Workspaces& of, std::string root, std::shared_ptr<engine::Engine> engine)
        : of_(&of), root_(std::move(root)), engine_(std::move(engine)) {}
    ~Use();
    Use(Use&& other) noexcept = default;
    Use& operator=(Use&&) = delete;
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

    engine::Engine& engine() const { return *engine_; }

   private:
    friend class Workspaces;
    Workspaces* of_;
    std::string root_;
    std::shared_ptr<engine::Engine> engine_;  // null: moved from
  };

  explicit Workspaces(Options options);

  // Nothing: requests go by the machine's clock.
  std::optional<Time> now() const;

  // What an engine of it is made of: nothing is opened. kNotFound: there is no such directory.
  Result<engine::EngineParts> Parts(const std::string& workspace) const;

  // Waits while another thread opens the same one. An opening that failed is tried again by the
  // next. What was done to open it is added to the remarks.
  Result<Use> Open(const std::string& workspace, const Deadline& deadline,
                   std::vector<std::string>& remarks);

  // Asks the engine of a workspace; `ask` adds to the remarks that it is given. If the index turns
  // out to be damaged, it is rebuilt and asked again.
  using Ask = std::function<Status(engine::Engine& engine, std::vector<std::string>& remarks)>;
  Status AskIndex(const std::string& workspace, const Deadline& deadline,
                  std::vector<std::string>& remarks, const Ask& ask);

  // The next request opens it anew.
  void Close(const std::string& workspace);

  std::size_t open() const;

 private:
  // An engine whose requests fail, and how.
  struct Damage {
    std::weak_ptr<engine::Engine> engine;
    Error error;
  };
  struct Slot {
    std::shared_ptr<engine::Engine> engine;  // null: not open
    bool opening = false;
    std::size_t users = 0;  // and those who wait for it
    std::uint64_t last_use = 0;
  };
  using Engines = std::vector<std::shared_ptr<engine::Engine>>;

  // `damage`: null, or why the open engine is replaced by one with a rebuilt index, unless a
  // different request has replaced it already.
  Result<Use> Open(const std::string& workspace, const Deadline& deadline,
                   std::vector<std::string>& remarks, const Damage* damage);

  Result<settings::Workspace> Find(const std::string& workspace) const;
  // Waits until the slot is open, or this thread is to open it: null. The caller is a user.
  Result<std::shared_ptr<engine::Engine>> WaitFor(Slot& slot, std::unique_lock<std::mutex>& lock,
                                                  const Deadline& deadline);
  // With mutex_ locked: one user less. What is not kept any longer is closed by the caller, outside
  // of the lock.
  Engines Leave(const std::string& root);

  const Options options_;
  const settings::Directories directories_;
  mutable std::mutex mutex_;
  std::condition_variable opened_;
  // Locked by mutex_. By the root, without symlinks; a slot is there while it is open or has users.
  std::map<std::string, Slot> slots_;
  std::uint64_t uses_ = 0;
};

}  // namespace satchel::library
