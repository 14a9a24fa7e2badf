#include "pipeline/audit.h"

#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/compress.h"
#include "base/json_fields.h"
#include "base/json_text.h"
#include "packet/candidate_json.h"
#include "packet/packet_json.h"

namespace satchel::pipeline {
namespace {

constexpr std::string_view kEncoding = "zstd+base64";
// Far above what a packet of 200,000 tokens takes; a forged row gets no further.
constexpr std::size_t kMostKeptBytes = 256UL << 20U;

// As CanonicalJson() would print it, keys in their order. A run has a thousand decisions, and a
// tree of values for each is costly.
std::string DetailOf(const Decision& decision) {
  std::string detail;
  const auto add = [&detail](std::string_view key, std::string_view text) {
    detail += key;
    AppendJson(detail, text);
  };
  add(R"({"provenance":{"relation":)", decision.provenance.relation);
  add(R"(,"rule":)", decision.provenance.rule);
  add(R"(,"seed":)", decision.provenance.seed);
  detail += R"(},"terms":[)";
  for (const ScoreTerm& term : decision.terms.terms()) {
    add(detail.back() == '[' ? R"({"name":)" : R"(,{"name":)", term.name);
    fmt::format_to(std::back_inserter(detail), R"(,"value":{}}})", term.value.millionths());
  }
  detail += ']';
  if (decision.priority != 0) {
    fmt::format_to(std::back_inserter(detail), R"(,"tier":{})", decision.priority);
  }
  add(R"(,"title":)", decision.title);
  fmt::format_to(std::back_inserter(detail), R"(,"tokens":{}}})", decision.tokens);
  return detail;
}

}  // namespace

std::string_view Name(RunStatus status) {
  switch (status) {
    case RunStatus::kRunning:
      return "running";
    case RunStatus::kDone:
      return "done";
    case RunStatus::kFailed:
      return "failed";
    case RunStatus::kInterrupted:
      return "interrupted";
  }
  return "failed";
}

Status RunAudit::Start(const Request& request, Time started_at, Json details) {
  details["request"] = ToJson(request);
  row_.started_at = started_at;
  row_.recipe = request.recipe;
  row_.status = Name(RunStatus::kRunning);
  if (request.budget != packet::kNoBudget) {
    row_.budget = static_cast<std::int64_t>(request.budget);
  }
  row_.request = CanonicalJson(details);
  return store::RawWriter(*raw_).Start(scope_, row_);
}

Status RunAudit::MoveTo(store::Database& raw, WorkspaceId workspace) {
  raw_ = &raw;
  log_.MoveTo(raw);
  scope_.workspace = workspace;
  scope_.deadline = Deadline::Never();
  return store::RawWriter(raw).Start(scope_, row_);
}

Status RunAudit::AddStage(std::string_view name, const Json& record) {
  return log_.Add(scope_, store::StageRow{.ordinal = ++stages_,
                                          .name = std::string(name),
                                          .record = CanonicalJson(record)});
}

Status RunAudit::AddDecisions(std::string_view stage, std::span<const Decision> decisions) {
  for (const Decision& decision : decisions) {
    SATCHEL_TRY(log_.Add(scope_, store::DecisionRow{.ordinal = ++decisions_,
                                                    .stage = std::string(stage),
                                                    .section = decision.section,
                                                    .source = decision.source,
                                                    .item = decision.item,
                                                    .included = decision.included,
                                                    .rendition = decision.rendition,
                                                    .reason = decision.reason,
                                                    .score = decision.terms.total().millionths(),
                                                    .detail = DetailOf(decision)}));
  }
  return {};
}

Status RunAudit::AddEvent(std::string_view kind, Time at, const Json& body) {
  return log_.Add(
      scope_,
      store::EventRow{
          .ordinal = ++events_, .kind = std::string(kind), .at = at, .body = CanonicalJson(body)});
}

std::string EncodeKept(std::string_view packet, std::string_view record) {
  return EncodeBase64(Compress(fmt::format(R"({{"packet":{},"record":{}}})", packet, record)));
}

Status RunAudit::KeepPacket(std::string kept, Time at) {
  return AddEvent(kPacketEvent, at, {{"encoding", kEncoding}, {"data", std::move(kept)}});
}

Status RunAudit::Finish(RunStatus status, const Json& outcome, Time finished_at) {
  row_.status = Name(status);
  row_.finished_at = finished_at;
  row_.outcome = CanonicalJson(outcome);
  row_.size = log_.size() + static_cast<std::int64_t>(row_.request.size() + row_.outcome.size());
  return log_.Finish(scope_, row_);
}

Result<KeptPacket> ReadKeptPacket(const Json& body) {
  JsonFields fields(body, "event");
  const std::string encoding = fields.Text("encoding");
  const std::string data = fields.Text("data");
  if (encoding != kEncoding) fields.Reject("encoding", "unknown");
  SATCHEL_TRY(std::move(fields).Finish());
  const auto bytes = SATCHEL_TRY(DecodeBase64(data));
  const auto text = SATCHEL_TRY(Decompress(bytes, kMostKeptBytes));
  const auto json = SATCHEL_TRY(ParseJson(text, {.max_bytes = kMostKeptBytes}));
  JsonFields parts(json, "kept");
  const Json packet_json = parts.Value("packet");
  const Json record_json = parts.Value("record");
  SATCHEL_TRY(std::move(parts).Finish());
  auto packet = packet::FromJson(packet_json);
  if (!packet) return std::unexpected(packet.error());
  auto record = SATCHEL_TRY(packet::RecordFromJson(record_json));
  return KeptPacket{*std::move(packet), std::move(record)};
}

}  // namespace satchel::pipeline
