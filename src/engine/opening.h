#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"

namespace satchel::engine {

// What an engine is opened for. It decides whether missing stores are created, whether a damaged
// index is rebuilt, and which parts the engine can run without: if one of those is unavailable,
// requests are still answered, but the run is not recorded and the answer says so.
enum class Purpose : std::uint8_t {
  kAsk,      // asks the index: creates and rebuilds; only reads if nothing can be written
  kAskAsIs,  // the same, but creates and rebuilds nothing
  kIndex,    // writes the index: creates and rebuilds
  kCommit,   // writes the index of a commit, in a store of its own: creates, never rebuilds
  kPacket,   // as kIndex; an unreachable server is replaced by stores in memory
  kPrompt,   // a hook: creates nothing, and rebuilds nothing because filling an index takes longer
             // than a prompt may wait
  kRuns,     // reads and changes the log
  kRead,     // writes nothing at all
  kImport,   // writes everything; no other process may write
};

// What the user should know about how a request got its index.
struct Remark {
  std::string text;
  std::string hint;  // what to do; may be empty
};
// Is told each remark at once: what follows may take long. May be null.
using Tell = std::function<void(const Remark& remark)>;

// Returns whether another process or this machine keeps Satchel from writing.
bool CannotWrite(const Error& error);

// How a request asks the index of the code.
struct CodeAsking {
  bool as_is = false;  // neither refresh nor create the index
  bool must_index =
      false;  // fail if the first index cannot be written; otherwise ask what is there
  // Makes the first index. Null: Engine::Index() does, and waits a minute for another process.
  std::function<Status()> index_first = {};
  Tell tell = {};
};

}  // namespace satchel::engine
