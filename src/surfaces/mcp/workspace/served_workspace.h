#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "base/deadline.h"
#include "base/json.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "code/requests/code_refresh.h"
#include "engine/engine.h"
#include "surfaces/mcp/protocol/exchange.h"
#include "surfaces/mcp/workspace/background_index.h"

namespace satchel::mcp {

// What the index was like when an answer was made from it.
struct CodeState {
  engine::CodeRefresh refresh;
  std::optional<engine::CodeProgress> indexing;  // how far a run is that brings it up to date
  std::optional<Error> failure = {};             // of indexing; what was there before is read
};

// `index` of an answer: as the command line has it, and `indexing` with `done` and `total` files.
Json ToJson(const CodeState& state);

// The workspace that a server works on. Nothing is opened, made or read before the first request
// that needs it: a client waits for `initialize`, and one that never asks shall cost nothing.
// Shared by all threads.
class ServedWorkspace {
 public:
  struct Options {
    // What the engine is made of; an error: why there is no workspace to work on.
    std::function<Result<engine::EngineParts>()> parts;
    std::optional<Time> now = {};  // of every request; nothing: the clock
    Logger* log = nullptr;         // told what was done to open the workspace; may be null
    // So long a request waits for the first index before it says how far that is. Clients give
    // up after a minute.
    std::chrono::milliseconds patience{20'000};
  };

  explicit ServedWorkspace(Options options) : options_(std::move(options)) {}

  const std::optional<Time>& now() const { return options_.now; }

  // What the engine is made of, for what needs files alone: nothing is opened.
  Result<engine::EngineParts> Parts();

  // Opened by the first call; one that failed is tried again by the next.
  Result<std::shared_ptr<engine::Engine>> Engine(const Deadline& deadline);

  // Asks an engine whose index is up to date as far as that is quick. What is not quick is done in
  // the background: the first index is waited for a while, later ones are not. kUnavailable: there
  // is nothing to answer from yet, and how far it is. If the index turns out to be damaged, it is
  // rebuilt and asked again.
  using Ask = std::function<Status(engine::Engine& engine)>;
  Result<CodeState> AskCode(Exchange& exchange, const Ask& ask);

 private:
  // Writes remarks to the log.
  engine::Tell Logged() const;
  Result<CodeState> AskOnce(Exchange& exchange, const std::shared_ptr<engine::Engine>& engine,
                            const Ask& ask);
  // The engine to ask instead of one whose requests fail with this error. Fails with the same error
  // if the index cannot be rebuilt.
  Result<std::shared_ptr<engine::Engine>> Healed(std::shared_ptr<engine::Engine> damaged,
                                                 const Error& damage, const Deadline& deadline);
  Result<CodeState> Prepare(Exchange& exchange, const std::shared_ptr<engine::Engine>& engine);

  const Options options_;
  std::mutex parts_mutex_;  // options_.parts is called by one thread at a time
  std::mutex mutex_;
  // Locked by mutex_.
  std::shared_ptr<engine::Engine> engine_;
  // Has a lock of its own. Goes before the engine does.
  BackgroundIndex index_;
};

}  // namespace satchel::mcp
