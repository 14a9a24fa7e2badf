#include "surfaces/mcp/workspace/served_workspace.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "code/answers/search_answer.h"

namespace satchel::mcp {
namespace {

using State = engine::CodeRefresh::State;

Error NotYet(const engine::CodeProgress& progress) {
  const std::string files =
      progress.total == 0 ? "its files are being listed"
                          : fmt::format("{} of {} files so far", progress.done, progress.total);
  return std::move(Fail(Errc::kUnavailable,
                        "the workspace is being indexed for the first time: " + files,
                        "call again in a few seconds")
                       .error());
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
  if (engine_ != nullptr) return engine_;
  auto parts = SATCHEL_TRY(Parts());
  engine_ = SATCHEL_TRY(
      engine::Engine::Open(std::move(parts), engine::Purpose::kAsk, deadline, Logged()));
  return engine_;
}

engine::Tell ServedWorkspace::Logged() const {
  return [this](const engine::Remark& remark) {
    if (options_.log == nullptr) return;
    options_.log->Log(LogLevel::kWarn, "mcp", remark.text, {{"hint", remark.hint}});
  };
}

Result<std::shared_ptr<engine::Engine>> ServedWorkspace::Healed(
    std::shared_ptr<engine::Engine> damaged, const Error& damage, const Deadline& deadline) {
  const std::scoped_lock lock(mutex_);
  // Otherwise a different request has healed it already.
  if (engine_ == damaged) {
    // Requests in flight end on the damaged files, which stay readable until they are closed.
    damaged.reset();
    engine_.reset();
    auto parts = SATCHEL_TRY(Parts());
    engine_ = SATCHEL_TRY(engine::Engine::OpenHealed(std::move(parts), damage, deadline, Logged()));
  }
  if (engine_ == nullptr) return std::unexpected(damage);
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
  // If the index cannot be written, it is read as it is.
  if (!done && !engine::CannotWrite(done.error())) return std::unexpected(done.error());
  if (!done) {
    state.failure = done.error();
  } else if (*done) {
    state.refresh.state = State::kFresh;
  } else {
    state.indexing = index_.progress();
  }
  return state;
}

Result<CodeState> ServedWorkspace::AskCode(Exchange& exchange, const Ask& ask) {
  auto engine = SATCHEL_TRY(Engine(exchange.deadline()));
  auto state = AskOnce(exchange, engine, ask);
  if (state || !engine->IsCurable(state.error())) return state;
  const auto healed = SATCHEL_TRY(Healed(std::move(engine), state.error(), exchange.deadline()));
  return AskOnce(exchange, healed, ask);
}

Result<CodeState> ServedWorkspace::AskOnce(Exchange& exchange,
                                           const std::shared_ptr<engine::Engine>& engine,
                                           const Ask& ask) {
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
