#include "pipeline/runner.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/question.h"
#include "base/beside.h"
#include "base/sha256.h"
#include "llm/run_completer.h"
#include "packet/offers.h"
#include "packet/packer.h"
#include "packet/packet_json.h"
#include "pipeline/audit.h"
#include "pipeline/decisions.h"
#include "pipeline/invariants.h"
#include "pipeline/kept_items.h"
#include "pipeline/session.h"
#include "pipeline/source.h"

// The order of the durable writes is what makes a kill harmless at any point: the run is in
// raw before its first stage. Behind a stage that called a model or took long, except for the
// last one, first a checkpoint is in the session, then the decisions so far are in raw. A run
// that is cut off between the two goes on from the checkpoint, and only its own log lacks the
// decisions, which the run that goes on writes again. A stage that is cheap and deterministic is
// done again instead, with the same bytes. At the end the session gets the final context, then raw
// the rest of the log with the packet. RunRecord makes these writes, and lets the run go on where
// they fail.
namespace satchel::pipeline {
namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

// How much later a run may go on with the clock of the one that was cut off.
constexpr microseconds kContinueWithin = std::chrono::hours(1);
// To say in the stores that a run has failed, when its own time is over.
constexpr auto kGrace = std::chrono::seconds(5);
// In bytes of JSON; for more of it a thread is worth its start.
constexpr std::size_t kShortPacket = 64UL << 10U;

// Everything of one run that its steps share.
class Execution {
 public:
  Execution(const StageSet& stages, const Clock& clock, const Ticker& ticker, RunPlan run,
            const packet::Layout& layout, Services services, const RunStores& stores)
      : stages_(stages),
        clock_(clock),
        ticker_(ticker),
        start_(ticker.Elapsed()),
        run_(std::move(run)),
        layout_(layout),
        services_(std::move(services)),
        record_(Counted(stores), run_.id, run_.request.task_id) {
    result_.run = run_.id;
    if (services_.question.text() != run_.request.task) {
      services_.question = ask::Question(run_.request.task);
    }
    services_.packed = &packing_.packet;
    if (services_.model != nullptr) {
      model_.emplace(
          *services_.model,
          services_.model_required ? llm::ModelNeed::kRequired : llm::ModelNeed::kOptional,
          services_.deadline);
      services_.model = &*model_;
    }
    services_.sections = run_.recipe.sections;
    services_.log = [this](std::string_view kind, const Json& body) {
      called_model_ = true;
      const Status added = record_.AddEvent(kind, clock_.Now(), body);
      if (!added && !log_error_) log_error_ = added.error();
    };
  }
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;

  Result<RunResult> Execute() {
    const Status done = Steps();
    if (done) return std::move(result_);
    RecordFailure(done.error());
    return std::unexpected(done.error());
  }

 private:
  Status Steps() {
    SATCHEL_TRY(Begin());
    for (const std::string& name : run_.request.stages) {
      if (done_.contains(name)) continue;
      SATCHEL_TRY(RunStage(name));
    }
    return End();
  }

  RunStores Counted(RunStores stores) {
    stores.scope.count = &result_.stores;
    return stores;
  }

  std::int64_t Micros() const {
    return duration_cast<microseconds>(ticker_.Elapsed() - start_).count();
  }

  // Finds out where to begin, and says in both stores that this run has begun.
  Status Begin() {
    auto content = SATCHEL_TRY(record_.Load(run_.entry == Entry::kRefine), "read the session");
    for (const std::string& name : content.unreadable) {
      result_.remarks.push_back(fmt::format("the session has an unreadable value: {}", name));
    }
    const Progress* earlier = content.progress ? &*content.progress : nullptr;
    const bool cut_off =
        earlier != nullptr && earlier->status == "running" && !MayBeAlive(*earlier);
    std::optional<Error> refused;
    if (run_.entry == Entry::kRefine) {
      if (auto base = Refine(content); !base) refused = base.error();
    } else {
      if (run_.entry == Entry::kContinue && cut_off) Continue(*earlier, content);
      if (done_.empty()) BeginAnew();
    }
    result_.now = context_.request.now;
    SATCHEL_TRY(record_.Start(run_.request, clock_.Now(), Details()), "log the run");
    started_ = true;
    progress_.run = run_.id;
    progress_.process = run_.process;
    progress_.request = context_.request;
    progress_.snapshot = run_.snapshot;
    if (refused) return std::unexpected(*refused);
    if (cut_off) {
      const Status marked = record_.MarkInterrupted(earlier->run, clock_.Now());
      if (!marked) result_.remarks.push_back(marked.error().text());
    }
    if (!done_.empty()) {
      const packet::Packet nothing = EmptyPacket();
      LogStage(result_.stages.back(), &nothing);
    }
    return SaveProgress("running");
  }

  void BeginAnew() {
    context_ = {};
    context_.request = run_.request;
    context_.query = query_ = services_.question.task();
    context_.snapshot = run_.snapshot;
    packing_ = {.packet = EmptyPacket(), .record = {}};
  }

  packet::Packet EmptyPacket() const {
    const auto shares = SharesFor(run_.recipe, run_.request.options);
    const packet::PackPlan plan{.sections = run_.recipe.sections, .shares = shares};
    packet::Packer packer(std::string(run_.recipe.name), plan, run_.request.budget,
                          run_.request.tokenizer, layout_);
    packet::Packet packet = packer.packet();
    packet.keep_all_omissions = run_.recipe.report_all;
    return packet;
  }

  bool MayBeAlive(const Progress& progress) const {
    return run_.may_be_alive && run_.may_be_alive(progress.process, progress.updated_at);
  }

  // Takes over what a run that was cut off had found, if it was asked the same of the
  // same sources; otherwise says why not.
  void Continue(const Progress& earlier, SessionContent& content) {
    const std::string last = earlier.stages.empty() ? "" : earlier.stages.back().name;
    const auto why_not = [&]() -> std::string_view {
      const microseconds later = run_.request.now - earlier.request.now;
      const bool clock_fits =
          later.count() == 0 || (!run_.clock_fixed && later.count() > 0 && later < kContinueWithin);
      if (last.empty()) return "it had not finished a stage";
      if (Essence(earlier.request) != Essence(run_.request)) return "it was asked something else";
      if (earlier.snapshot != run_.snapshot) return "the sources have changed since";
      if (!clock_fits) return "its clock was a different one";
      if (!content.checkpoint) return "its last output cannot be read";
      return "";
    }();
    if (!why_not.empty() || !content.checkpoint) {
      result_.remarks.push_back(fmt::format("run {} was interrupted{}{}; started over, because {}",
                                            earlier.run.value(), last.empty() ? "" : " after ",
                                            last, why_not));
      return;
    }
    context_ = std::move(content.checkpoint->context);
    packing_ = std::move(content.checkpoint->packing);
    query_ = context_.query;
    run_.request.now = context_.request.now;
    // Sessions and conversations may differ; what decides the packet does not.
    context_.request = run_.request;
    progress_.stages = earlier.stages;
    for (const StageProgress& stage : earlier.stages) {
      done_.insert(stage.name);
      result_.stages.push_back({.name = stage.name, .status = "continued"});
    }
    record_.Continue(std::move(content.outputs));
    result_.remarks.push_back(fmt::format("run {} was interrupted after {}; continued from there",
                                          earlier.run.value(), last));
  }

  // What the last run showed is offered again, with what it had left over; the stages add to it,
  // and the packet is packed anew.
  Status Refine(SessionContent& content) {
    BeginAnew();
    if (!content.final_context) {
      return Fail(Errc::kNotFound, fmt::format("task {} has no packet yet", run_.request.task_id));
    }
    if (!content.refinement) {
      return Fail(Errc::kNotFound, fmt::format("the session of task {} has no refinement_request",
                                               run_.request.task_id));
    }
    context_.values = std::move(content.final_context->context.values);
    context_.refinement = std::move(content.refinement);
    before_ = {.packet = content.final_context->packing.packet,
               .current = content.progress && content.progress->snapshot == run_.snapshot &&
                          services_.model == nullptr,
               .added = run_.added};
    // Where several sources compete, all of them are asked again.
    if (run_.recipe.sources.size() > 1) return {};
    context_.offers = std::move(content.final_context->context.offers);
    for (packet::Section& section : content.final_context->packing.packet.sections) {
      packet::SectionOffer& offer = context_.offers.To({section.of, section.name});
      for (packet::Item& item : section.items) {
        offer.candidates.push_back(std::move(item.candidate));
      }
    }
    return {};
  }

  Json Details() {
    Json details = std::move(run_.details);
    details["snapshot"] = run_.snapshot;
    if (context_.refinement) details["refinement_request"] = ToJson(*context_.refinement);
    if (!done_.empty()) details["continued"] = done_;
    return details;
  }

  Status SaveProgress(std::string_view status) {
    progress_.status = status;
    progress_.updated_at = clock_.Now();
    return record_.SaveProgress(progress_, services_.question.task());
  }

  Status RunStage(const std::string& name) {
    SATCHEL_TRY(services_.deadline.Check("stage " + name));
    const Stage* stage = stages_.Find(name);
    if (stage == nullptr) return Fail(Errc::kInvalidInput, "unknown stage " + name);
    StageReport report{.name = name, .status = "skipped", .start_micros = Micros()};
    called_model_ = false;
    Status ran;
    if (stage->Applies(context_)) {
      report.status = "done";
      ran = Guarded(*stage);
    }
    if (!ran) {
      report.status = "failed";
      report.error = ran.error().text();
      if (stage->need() == Stage::Need::kOptional && !services_.deadline.Expired()) {
        result_.remarks.push_back(
            fmt::format("stage {}: {}; it is optional and was left out", name, ran.error().text()));
        ran = {};
      }
    }
    if (ran) AddOutput(name);
    const bool last = name == run_.request.stages.back();
    const auto due = std::ranges::find_if(run_.recipe.fills, [&](const DueFills& fills_behind) {
      return fills_behind.behind == name || (last && fills_behind.behind.empty());
    });
    const bool fills = ran && due != run_.recipe.fills.end();
    std::optional<packet::Packet> before;
    if (fills || !context_.notices.empty()) before = packing_.packet;
    ReportNotices();
    if (fills) {
      ran = CarryOutAll(due->fills, *before);
      if (!ran) {
        report.status = "failed";
        report.error = ran.error().text();
      }
    }
    report.micros = Micros() - report.start_micros;
    result_.stages.push_back(report);
    progress_.stages.push_back({.name = name, .status = report.status});
    LogStage(report, before ? &*before : nullptr);
    if (!ran) return std::move(ran).error().While("stage " + name);
    if (log_error_) return std::unexpected(*log_error_);
    // Behind the last stage nothing is left to do that takes time.
    const bool costly = called_model_ || report.micros >= run_.checkpoint_after.count();
    return costly && !last ? Checkpoint() : Status();
  }

  // What an optional stage did before it failed must not show: it gets a copy.
  Status Guarded(const Stage& stage) {
    try {
      auto after = stage.need() == Stage::Need::kOptional
                       ? stage.Run(context_, services_)
                       : stage.Run(std::exchange(context_, {}), services_);
      if (!after) return std::unexpected(std::move(after).error());
      SATCHEL_TRY(services_.deadline.Check("running"));
      SATCHEL_TRY(CheckContext(*after, run_.request, query_, run_.snapshot, run_.recipe.sections));
      context_ = *std::move(after);
      return {};
    } catch (const std::exception& exception) {
      return Fail(Errc::kInternal, exception.what());
    }
  }

  void ReportNotices() {
    for (packet::Notice& notice : std::exchange(context_.notices, {})) {
      packet::AddNotice(packing_.packet, std::move(notice));
    }
  }

  Status CarryOutAll(std::span<const packet::Fill> fills, const packet::Packet& before) {
    const bool kept = before_ && KeepShown(fills);
    packet::Packer packer(std::move(packing_.packet), std::move(packing_.record), layout_);
    Status filled = kept ? Status() : Fill(fills, context_.offers, packer);
    std::move(packer).Store(packing_.packet, packing_.record);
    if (!filled) return std::move(filled).error().While(fmt::format("pack {}", run_.recipe.name));
    return CheckPacked(before, packing_.packet);
  }

  // A refinement first shows what the packet before it showed. Returns false, with everything as it
  // was, if that leaves no room for what must be shown.
  bool KeepShown(std::span<const packet::Fill> fills) {
    if (!before_) return false;
    packet::Packer packer(packing_.packet, packing_.record, layout_);
    packet::Offers rest = context_.offers;
    packet::Offers shown = TakeShown(*before_, run_.request.budget, rest);
    if (!Fill(fills, shown, packer) || !Fill(fills, rest, packer)) return false;
    context_.offers = std::move(rest);
    std::move(packer).Store(packing_.packet, packing_.record);
    return true;
  }

  Status Fill(std::span<const packet::Fill> fills, packet::Offers& offers,
              packet::Packer& packer) const {
    for (const packet::Fill& fill : fills) {
      SATCHEL_TRY(packet::CarryOut(fill, run_.recipe.sections, offers, packer));
    }
    return {};
  }

  // An outline of what a stage has offered and said.
  void AddOutput(const std::string& name) {
    Json offers = Json::array();
    for (const packet::SectionOffer& offer : context_.offers.all()) {
      offers.push_back({{"source", offer.source},
                        {"section", offer.name},
                        {"candidates", offer.candidates.size()},
                        {"cut", offer.cut.size() + offer.cut_more}});
    }
    Json output = {{"offers", std::move(offers)}};
    if (const auto value = context_.values.find(name); value != context_.values.end()) {
      output["value"] = value->second;
    }
    record_.AddOutput(name, std::move(output));
  }

  // The context into the session, then the decisions into raw.
  Status Checkpoint() {
    context_.offers.Complete();
    progress_.status = "running";
    progress_.updated_at = clock_.Now();
    return record_.SaveCheckpoint(progress_, ToText(context_, packing_).whole);
  }

  // `before`: the packet before what the stage led to; null: nothing was packed.
  void LogStage(const StageReport& report, const packet::Packet* before) {
    std::vector<Decision> decisions = std::exchange(context_.decisions, {});
    if (before != nullptr) {
      const auto packed = DecisionsBetween(*before, packing_.packet, packing_.record);
      decisions.insert(decisions.end(), packed.begin(), packed.end());
    }
    Json record = {{"status", report.status},
                   {"start_micros", report.start_micros},
                   {"micros", report.micros},
                   {"decisions", decisions.size()},
                   {"store_calls", result_.stores.calls},
                   {"store_round_trips", result_.stores.round_trips}};
    if (!report.error.empty()) record["error"] = report.error;
    Status logged = record_.AddStage(report.name, record);
    if (logged) logged = record_.AddDecisions(report.name, decisions);
    if (!logged && !log_error_) log_error_ = logged.error();
  }

  Status End() {
    for (const auto& reading : services_.readings) result_.stores += reading->Cost();
    const packet::Packet before = packing_.packet;
    StageReport report{.name = "pack", .status = "done", .start_micros = Micros()};
    packet::Packer packer(std::move(packing_.packet), std::move(packing_.record), layout_);
    packing_.packet = std::move(packer).Finish(&packing_.record);
    packing_.packet.digest =
        packet::DigestOf(Essence(run_.request), run_.snapshot, packing_.packet);
    result_.text = packet::Compose(packing_.packet, layout_);
    result_.rendering = run_.request.rendering;
    report.micros = Micros() - report.start_micros;
    result_.stages.push_back(report);
    progress_.status = "done";
    progress_.updated_at = clock_.Now();
    context_.offers.Complete();
    ContextText stored = ToText(context_, packing_);
    // Beside the write of the session.
    auto kept = Beside(stored.packet.size() + stored.record.size() > kShortPacket,
                       [&stored] { return EncodeKept(stored.packet, stored.record); });
    SATCHEL_TRY(record_.SaveFinal(progress_, std::move(stored.whole)), "store the context");
    LogStage(report, &before);
    SATCHEL_TRY(record_.KeepPacket(kept.get(), clock_.Now()));
    if (log_error_) return std::unexpected(*log_error_);
    SATCHEL_TRY(record_.Finish(RunStatus::kDone, Outcome(), clock_.Now()),
                "log the end of the run");
    result_.unrecorded = record_.failure();
    result_.spare = record_.spare();
    result_.packet = std::move(packing_.packet);
    result_.task_id = run_.request.task_id;
    result_.query = std::move(context_.query);
    result_.options = run_.request.options;
    result_.values = std::move(context_.values);
    result_.snapshot = std::move(run_.snapshot);
    return {};
  }

  Json Outcome() const {
    const packet::Packet& packet = packing_.packet;
    return {{"digest", packet.digest},
            {"text_sha256", Sha256Of(result_.text).Hex()},
            {"tokens_used", packet.tokens_used},
            {"over_budget", packet.over_budget},
            {"micros", Micros()},
            {"remarks", result_.remarks},
            // Without the write of this row.
            {"store",
             {{"calls", result_.stores.calls},
              {"round_trips", result_.stores.round_trips},
              {"rows", result_.stores.rows}}}};
  }

  // Best effort, with a time of its own; the error that is returned is the first one.
  void RecordFailure(const Error& error) {
    if (!started_) return;
    const Deadline grace = Deadline::After(kGrace);
    record_.Extend(grace);
    progress_.error = error.text();
    Status saved = SaveProgress("failed");
    const Json outcome = {{"error", error.text()},
                          {"code", std::string(Name(error.code()))},
                          {"micros", Micros()},
                          {"remarks", result_.remarks}};
    if (saved) saved = record_.Finish(RunStatus::kFailed, outcome, clock_.Now());
  }

  const StageSet& stages_;
  const Clock& clock_;
  const Ticker& ticker_;
  const std::chrono::nanoseconds start_;
  RunPlan run_;
  const packet::Layout& layout_;
  Services services_;
  std::optional<llm::RunCompleter> model_;  // what services_ has, for this run
  RunResult result_;
  RunRecord record_;
  StageContext context_;
  std::optional<ShownBefore> before_;  // only of a refinement
  ask::TaskQuery query_;               // as the stages must leave it
  Packing packing_;
  Progress progress_;
  std::set<std::string> done_;  // by the run that is continued
  bool started_ = false;
  bool called_model_ = false;  // the stage that is running
  std::optional<Error> log_error_;
};

}  // namespace

Result<RunResult> Runner::Execute(RunPlan run, const packet::Layout& layout, Services services,
                                  const RunStores& stores) const {
  Execution execution(stages_, clock_, ticker_, std::move(run), layout, std::move(services),
                      stores);
  return execution.Execute();
}

}  // namespace satchel::pipeline
