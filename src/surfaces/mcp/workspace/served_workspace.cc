#include "surfaces/mcp/workspace/served_workspace.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/search_answer.h"

namespace satchel::mcp {
namespace {

using State = engine::CodeRefresh::State;

Result<std::shared_ptr<engine::Engine>> Open(
    const std::function<Result<engine::EngineParts>()>& make, const Deadline& deadline) {
  auto parts = SATCHEL_TRY(make());
  parts.dispensable = engine::Dispensable::kLog;
  auto opened = engine::Engine::OpenOrMake(std::move(parts), engine::Stores::Use::kRead, deadline);
  if (opened) return *std::move(opened);
  const Errc code = opened.error().code();
  if (code != Errc::kUnavailable && code != Errc::kSystem) return std::unexpected(opened.error());
  // Where nothing may be written, what is there can still be read.
  auto again = SATCHEL_TRY(make());
  auto reading = engine::Engine::Open(std::move(again), engine::Stores::Use::kReadOnly, deadline);
  if (reading) return *std::move(reading);
  return std::unexpected(opened.error());
}

Error NotYet(const engine::CodeProgress& progress) {
  const std::string files =
      progress.total == 0 ? "its files are being listed"
                          : fmt::format("{} of {} files so far", progress.done, progress.total);
  return std::move(Fail(Errc::kUnavailable,
                        "the workspace is being indexed for the first time: " + files,
                        "call again in a few seconds")
                       .error());
}

// Another process writes, or nothing can be written here: the index is read as it is.
bool CannotWrite(const Error& error) {
  return error.code() == Errc::kUnavailable || error.code() == Errc::kSystem;
}

}  // namespace

Json ToJson(const CodeState& state) {
  Json json = engine::ToJson(state.refresh);
  if (state.indexing) {
    json["indexing"] = {{"done", state.indexing->done}, {"total", state.indexing->total}};
  }
  return json;
}

Result<engine::EngineParts> ServedWorkspace::Parts() {
  const std::scoped_lock lock(parts_mutex_);
  return options_.parts();
}

Result<std::shared_ptr<engine::Engine>> ServedWorkspace::Engine(const Deadline& deadline) {
  const std::scoped_lock lock(mutex_);  // the others wait for the same thing
  if (engine_ == nullptr) engine_ = SATCHEL_TRY(Open([this] { return Parts(); }, deadline));
  return engine_;
}

Result<CodeState> ServedWorkspace::Prepare(Exchange& exchange,
                                           const std::shared_ptr<engine::Engine>& engine) {
  CodeState state;
  // What a run in the background writes, a look at the files would only get in the way of.
  const bool indexing = index_.progress().has_value();
  if (indexing) {
    state.refresh.state = State::kUnfinished;
  } else {
    state.refresh = SATCHEL_TRY(engine->RefreshCode(exchange.deadline()));
    if (state.refresh.state == State::kFresh || state.refresh.state == State::kRefreshed ||
        state.refresh.state == State::kUnchecked || state.refresh.state == State::kBusy) {
      return state;
    }
    index_.Start(engine);
  }
  const bool first = state.refresh.state == State::kMissing || indexing;
  const auto tell = [&](const engine::CodeProgress& progress) {
    exchange.ReportProgress(progress.done, progress.total, "indexing files");
  };
  const auto done = index_.Wait(first ? options_.patience : std::chrono::milliseconds(0),
                                exchange.deadline(), tell);
  if (!done && !CannotWrite(done.error())) return std::unexpected(done.error());
  if (!done) {
    state.failure = done.error();
  } else if (*done) {
    state.refresh.state = State::kFresh;
  } else {
    state.indexing = index_.progress();
  }
  return state;
}

Result<CodeState> ServedWorkspace::AskCode(
    Exchange& exchange, const std::function<Status(engine::Engine& engine)>& ask) {
  const auto engine = SATCHEL_TRY(Engine(exchange.deadline()));
  auto state = SATCHEL_TRY(Prepare(exchange, engine));
  const Status asked = ask(*engine);
  if (asked) return state;
  // Some of the files may be there to be found already; nothing is not an answer.
  if (state.indexing && asked.error().code() == Errc::kNotFound) {
    return std::unexpected(NotYet(*state.indexing));
  }
  if (state.failure && asked.error().code() == Errc::kNotFound) {
    return std::unexpected(*state.failure);
  }
  return std::unexpected(asked.error());
}

}  // namespace satchel::mcp
