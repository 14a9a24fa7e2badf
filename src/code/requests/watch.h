#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "base/result.h"
#include "code/requests/code_refresh.h"
#include "code/requests/pending_look.h"

namespace satchel::engine {

// The code that a watch keeps up to date: an engine, or a test's own. Called on one thread.
class WatchedCode {
 public:
  virtual ~WatchedCode() = default;
  // As Engine::BringUpToDate(); each directory is entered into the sink, which may be null.
  virtual Result<CodeRefresh> LookAtAll(DirectorySink* directories, const Deadline& deadline) = 0;
  // As Engine::RefreshFiles(): nothing when all have to be looked at.
  virtual Result<std::optional<CodeRefresh>> LookAt(std::span<const std::string> paths,
                                                    const Deadline& deadline) = 0;
};

// What a watch says of itself.
struct WatchNotice {
  enum class Kind : std::uint8_t {
    kWatching,   // from now on changes are seen; at first, and when the root is back
    kPolling,    // `error` says why not; everything is looked at every few seconds instead
    kRefreshed,  // the store has what changed
    kBusy,       // another one is writing, or a server is not there; tried again
    kFailed,     // by `error`; tried again
    kAway,       // the root is not there; waited for
  };
  Kind kind = Kind::kWatching;
  std::size_t directories = 0;      // kWatching
  CodeRefresh refresh = {};         // kRefreshed
  std::chrono::nanoseconds took{};  // kRefreshed
  std::optional<Error> error = {};  // kPolling, kFailed; of kBusy, if it is known
};

// Stable, for JSON.
std::string_view Name(WatchNotice::Kind kind);

struct WatchOptions {
  PendingLook::Pauses pauses;
  std::chrono::nanoseconds poll = std::chrono::seconds(5);       // without watches
  std::chrono::nanoseconds away = std::chrono::seconds(1);       // between looks for the root
  std::chrono::nanoseconds again = std::chrono::seconds(1);      // after a failure
  std::chrono::nanoseconds git_lock = std::chrono::seconds(10);  // waited for at most
  std::size_t most_directories = SIZE_MAX;
};

// Keeps the code below a directory up to date until the deadline is over, or `tell` says that
// nobody listens (false). An event of a directory says when to look and, for files alone, at which;
// what has changed is found by looking, so that events that are lost or mean nothing do no harm.
// While nothing changes nothing is done.
//
// WaitFor() says how to end it from outside.
void WatchCode(WatchedCode& code, const std::filesystem::path& root, const WatchOptions& options,
               const std::function<bool(const WatchNotice&)>& tell, const Deadline& deadline);

}  // namespace satchel::engine
