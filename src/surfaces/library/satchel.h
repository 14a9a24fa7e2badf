// Satchel for programs that build agents: one engine for many workspaces. It packs what a task
// needs into a token budget, searches code, keeps memories, and says why. docs/library.md has an
// example.
//
// This header needs C++17 and the standard library alone. Nothing here writes to a stream or ends
// the process, and no request throws: a failure is a value.
#pragma once

#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

// Of this header; LibraryVersion() says that of the library that is linked.
#define SATCHEL_VERSION_MAJOR 0
#define SATCHEL_VERSION_MINOR 1
#define SATCHEL_VERSION_PATCH 0

namespace satchel {

namespace library {
struct Access;
}  // namespace library

// "0.1.0".
std::string_view LibraryVersion();

// What a caller can do about a failure.
enum class FailureCode : std::uint8_t {
  kInvalidInput,  // the request is wrong; repeating it will not help
  kNotFound,      // no such workspace, run, task or item
  kConflict,      // changed since it was read
  kUnavailable,   // another one is writing, or a server is down; try again later
  kSystem,        // this machine refuses: no permission, no space
  kDenied,        // a server refused our credentials
  kDeadline,      // out of time
  kCancelled,     // by its CancelToken
  kCorrupt,       // stored bytes contradict themselves; `satchel index` makes the index anew
  kForeign,       // what is in the place of our own file was made by somebody else
  kInternal,      // a bug of ours
};

// Stable, snake_case: "not_found".
std::string_view Name(FailureCode code);

struct Failure {
  FailureCode code = FailureCode::kInternal;
  std::string message;  // one line, without secrets
  std::string hint;     // what to do next; may be empty
};

// What a request gives: an answer, or why there is none.
template <class T>
class [[nodiscard]] Outcome {
 public:
  // Both convert, so that either can be returned.
  Outcome(T value) : result_(std::move(value)) {}            // NOLINT(google-explicit-constructor)
  Outcome(Failure failure) : result_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  bool has_value() const noexcept { return std::holds_alternative<T>(result_); }
  explicit operator bool() const noexcept { return has_value(); }

  // REQUIRES: has_value().
  const T& operator*() const& { return *Value(); }
  T&& operator*() && { return std::move(*std::get_if<T>(&result_)); }
  const T* operator->() const { return Value(); }

  // REQUIRES: !has_value().
  const Failure& failure() const {
    assert(!has_value());
    return *std::get_if<Failure>(&result_);
  }

 private:
  const T* Value() const {
    assert(has_value());
    return std::get_if<T>(&result_);
  }

  std::variant<T, Failure> result_;
};

// Asks requests to stop. Copies share one flag; any thread may call, at any time.
class CancelToken {
 public:
  CancelToken();
  // No moves: every token has a flag.
  CancelToken(const CancelToken&) = default;
  CancelToken& operator=(const CancelToken&) = default;
  ~CancelToken() = default;

  // Requests that were given it fail with kCancelled, those on their way within moments. For good.
  void Cancel();
  bool cancelled() const;

 private:
  friend struct library::Access;
  struct State;
  std::shared_ptr<State> state_;
};

// How long a request may take, and who may stop it.
struct Limits {
  std::optional<std::chrono::milliseconds> time;  // from the call on; nothing: as long as it takes
  std::optional<CancelToken> cancel;
};

enum class Rendering : std::uint8_t { kMarkdown, kPrompt };

// `workspace` of each request is the root of a project, taken as `satchel --workspace DIR` takes
// it: as it is, without a look at the directories above. Its stores are made when there are none.

// `satchel search`.
struct SearchRequest {
  std::string workspace;
  std::string query;                   // words, a name, a path, an error
  std::size_t limit = 10;              // of places: from 1 to 100
  std::size_t per_file = 1;            // from 1 to 20
  std::vector<std::string> paths;      // globs as in .gitignore; "!GLOB": none that fit
  std::vector<std::string> languages;  // only files in these; none: in all
  bool no_tests = false;
  bool explain = false;  // with the terms of each score
  Limits limits;
};

// `satchel pack`.
struct PackRequest {
  std::string workspace;
  std::string task;
  std::optional<std::size_t>
      budget;             // in tokens, 100,000,000 at most; nothing: as the settings say
  std::string tokenizer;  // chars4, o200k, cl100k or safe; empty: as the settings say
  Rendering rendering = Rendering::kPrompt;
  std::vector<std::string> only;  // of code, notes, memory and graph; none: all
  std::string conversation;       // the agent's own id for it; may be empty
  std::string since;              // a run or "last": only what that did not show; empty: everything
  Limits limits;
};

// `satchel retrieve`: the code that a task needs, tier by tier. Exactly one form of the budget must
// be given: `budget`, or `context_window` with `reserved_tokens`.
struct RetrieveRequest {
  std::string workspace;
  std::string task;
  std::string task_id;  // a name for the task's session; empty: made from the task
  std::vector<std::string> stages = {"scope", "precision"};  // in order; not empty
  std::optional<std::size_t> budget;           // tokens of the packet, 100,000,000 at most
  std::optional<std::size_t> context_window;   // tokens of the model that will read the packet
  std::optional<std::size_t> reserved_tokens;  // of the window, for prompt, retries and answer
  // Percent of the budget that stay free, from 0 to 90. Default: 10 of a window that is counted
  // with chars4, which is approximate; else 0.
  std::optional<std::size_t> margin;
  std::string tokenizer;  // as PackRequest has it; empty: as the settings say, or chars4
  Rendering rendering = Rendering::kPrompt;
  // The model that judges files and symbols: `llm.model` of the settings, whose server is
  // `llm.base_url`. Empty: none is asked.
  std::string model;
  bool model_required = true;  // false: goes on without a model that cannot be asked
  Limits limits;
};

// `satchel refine`: a packet once more, with what it lacked.
struct RefineRequest {
  std::string workspace;
  std::string task_id = "last";  // of the packet
  std::string reason;
  std::vector<std::string> missing_files;
  std::vector<std::string> missing_symbols;
  std::vector<std::string> missing_tests;
  std::vector<std::string> error_signatures;
  // Tokens that the packet may grow by: everything that it showed stays. Nothing: its budget stays,
  // and what was missing takes up to half of it from what was shown.
  std::optional<std::size_t> add;
  Rendering rendering = Rendering::kPrompt;
  // Of a packet of Retrieve, as there. Empty: what a model said before is repeated.
  std::string model;
  bool model_required = true;
  Limits limits;
};

// `satchel recall`: the memories that a prompt needs.
struct RecallRequest {
  std::string workspace;
  std::string prompt;
  std::optional<std::size_t> budget;  // as PackRequest has them
  std::string tokenizer;
  Rendering rendering = Rendering::kPrompt;
  Limits limits;
};

// `satchel remember`.
struct RememberRequest {
  std::string workspace;
  std::string text;
  std::string category;  // fact, preference, decision, …; empty: fact
  std::vector<std::string> tags;
  std::string entity;
  std::string supersedes;  // the id of a memory that this one replaces; may be empty
  bool force = false;      // even if one says nearly the same
  Limits limits;
};

// `satchel why`.
struct WhyRequest {
  std::string workspace;
  std::string item;  // a path, name or title; empty: everything that was decided
  std::string run;   // empty: the last
  Limits limits;
};

// `satchel index`.
struct IndexRequest {
  std::string workspace;
  bool full = false;              // read every file again
  unsigned threads = 0;           // 256 at most; 0: one a processor
  std::chrono::seconds wait{60};  // for another one that is writing
  // How far it is, in files. Called by one thread at a time, not always the caller's; must not
  // throw.
  std::function<void(std::size_t done, std::size_t total)> progress;
  Limits limits;
};

struct Answer {
  std::string json;                  // what the command prints with `--format json`
  std::vector<std::string> remarks;  // what the caller should know, a sentence each
};

struct PacketAnswer {
  std::string text;  // rendered as asked; at most `budget` tokens unless `over_budget` says more
  std::string json;  // what the command prints with `--format json`, if rendered as a prompt
  std::size_t budget = 0;
  std::size_t tokens_used = 0;
  std::size_t over_budget = 0;  // by how much what must be shown exceeds the budget
  std::string run;              // for WhyRequest::run and PackRequest::since
  std::string task_id;          // for RefineRequest::task_id
  std::string digest;           // of the packet: the same input gives the same one
  bool abstained = false;       // nothing here is about the task
  std::vector<std::string> remarks;
};

struct EngineOptions {
  // So many workspaces stay open between requests, with the rows of their index and their graphs;
  // the one that was not asked for longest is closed first. One in use is never closed: while more
  // are asked at once, more are open. 0: each is closed when its last request ends.
  std::size_t most_workspaces = 16;
  // The variables that settings and directories are read from, HOME among them. Nothing: those of
  // the process, as they are when the engine is made.
  std::optional<std::map<std::string, std::string>> environment;
  // What time it is. Called by any thread; must not throw. Null: the machine's clock.
  std::function<std::chrono::system_clock::time_point()> clock;
};

// Answers requests about any number of workspaces, each opened by the first request that names it
// and kept as EngineOptions says. Settings of a workspace are read when it is opened. What a
// request writes, the next one sees, whoever makes it: other engines and processes may work on the
// same workspaces.
//
// Shared by all threads, which may call any methods at once. Requests of one engine wait for each
// other only where they write the same workspace, or while it is opened. No request may be on its
// way when the engine goes.
class Engine {
 public:
  explicit Engine(EngineOptions options = {});
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  // Search, Pack, Retrieve and Refine look first for files that changed, and index what was never
  // indexed, which takes a while in a large project: Index() does it ahead, with progress.
  Outcome<Answer> Search(const SearchRequest& request);
  Outcome<PacketAnswer> Pack(const PackRequest& request);
  Outcome<PacketAnswer> Retrieve(const RetrieveRequest& request);
  Outcome<PacketAnswer> Refine(const RefineRequest& request);
  Outcome<PacketAnswer> Recall(const RecallRequest& request);
  Outcome<Answer> Remember(const RememberRequest& request);
  Outcome<Answer> Why(const WhyRequest& request);
  Outcome<Answer> Index(const IndexRequest& request);

  // Keeps nothing of a workspace any longer, before its directory goes or when its settings have
  // changed. Requests on their way end as they would have.
  void Close(const std::string& workspace);

  // How many workspaces are open.
  std::size_t open_workspaces() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace satchel
