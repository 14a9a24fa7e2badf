#include "engine/requests/run_view.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json_fields.h"
#include "packet/candidate_json.h"
#include "store/raw_log.h"
#include "text/redactor.h"
#include "text/unicode.h"

namespace satchel::engine {
namespace {

constexpr std::int64_t kPage = 1000;
constexpr std::int64_t kRecent = 1000;  // runs among which a part of an id is looked for
constexpr std::size_t kLeastPart = 4;

constexpr std::string_view kLast = "last";
constexpr std::string_view kModelCallEvent = "model_call";

// How many runs before the last one: 0 for "last", 2 for "last~2". Nothing: the text is no such
// name.
Result<std::optional<std::int64_t>> BeforeLast(std::string_view text) {
  if (text == kLast) return 0;
  if (!text.starts_with(kLast) || !text.substr(kLast.size()).starts_with('~')) return std::nullopt;
  const std::string_view digits = text.substr(kLast.size() + 1);
  std::int64_t back = 0;
  const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), back);
  const bool whole = parsed.ec == std::errc() && parsed.ptr == digits.data() + digits.size();
  if (whole && back >= 0 && back < kRecent) return back;
  return Fail(Errc::kInvalidInput, fmt::format("'{}' names no run", text.substr(0, 64)),
              fmt::format("write last, or last~1 to last~{}", kRecent - 1));
}

Result<RunId> FindBeforeLast(const store::RawReader& reader, const store::Scope& scope,
                             std::int64_t back) {
  const auto latest = SATCHEL_TRY(reader.LatestRuns(scope, std::nullopt, back + 1, PacketRuns()));
  if (latest.size() > static_cast<std::size_t>(back)) return latest.back().id;
  if (latest.empty()) {
    return Fail(Errc::kNotFound, "there are no runs yet", "`satchel agent` makes one");
  }
  return Fail(Errc::kNotFound,
              fmt::format("there is no run last~{}: the log has {} that made a packet", back,
                          latest.size()),
              "`satchel runs list` shows them");
}

Json ParsedOr(std::string_view text, Json otherwise) {
  if (text.empty()) return otherwise;
  auto json = ParseJson(text);
  return json ? *std::move(json) : std::move(otherwise);
}

Result<LoggedDecision> ToDecision(const store::DecisionRow& row) {
  LoggedDecision decision{.stage = row.stage,
                          .section = row.section,
                          .source = row.source,
                          .item = row.item.value(),
                          .included = row.included,
                          .rendition = row.rendition,
                          .reason = row.reason};
  const auto json = SATCHEL_TRY(ParseJson(row.detail));
  JsonFields fields(json, "decision");
  decision.title = fields.Text("title");
  decision.tokens = fields.Size("tokens");
  decision.tier = fields.IntegerOr("tier", 0, INT32_MIN, INT32_MAX);
  decision.terms = packet::ReadTerms(fields);
  decision.provenance = packet::ReadProvenance(fields);
  SATCHEL_TRY(std::move(fields).Finish());
  return decision;
}

Result<std::vector<LoggedDecision>> ReadDecisions(const store::RawReader& reader,
                                                  const store::Scope& scope, const RunId& run) {
  std::vector<LoggedDecision> decisions;
  std::int64_t after = 0;
  while (true) {
    const auto rows = SATCHEL_TRY(reader.Decisions(scope, run, after, kPage));
    for (const store::DecisionRow& row : rows) {
      auto decision = SATCHEL_TRY(ToDecision(row), "read a decision");
      decisions.push_back(std::move(decision));
      after = row.ordinal;
    }
    if (rows.size() < static_cast<std::size_t>(kPage)) return decisions;
  }
}

Result<std::optional<pipeline::KeptPacket>> KeptPacketOf(
    const std::vector<store::EventRow>& events) {
  const auto event =
      std::ranges::find(events, std::string(pipeline::kPacketEvent), &store::EventRow::kind);
  if (event == events.end()) return std::nullopt;
  auto kept = SATCHEL_TRY(pipeline::ReadKeptPacket(ParsedOr(event->body, Json::object())),
                          "read the kept packet");
  return kept;
}

// Texts were redacted when they were logged; a log may be of an earlier version.
void Redact(llm::CallRecord& call) {
  for (std::string* text :
       {&call.system, &call.prompt, &call.response, &call.thinking, &call.error}) {
    *text = text::Redactor::Default().Redact(*text).text;
  }
}

// Those that can be read.
std::vector<LoggedCall> CallsOf(const std::vector<store::EventRow>& events) {
  std::vector<LoggedCall> calls;
  for (const store::EventRow& event : events) {
    if (event.kind != kModelCallEvent) continue;
    const Json body = ParsedOr(event.body, Json::object());
    auto call = llm::ParseCallRecord(body);
    if (!call) continue;
    Redact(*call);
    const auto stage = body.find("stage");
    calls.push_back({.stage = stage != body.end() && stage->is_string() ? stage->get<std::string>()
                                                                        : std::string(),
                     .at = event.at,
                     .call = *std::move(call)});
  }
  return calls;
}

}  // namespace

std::unexpected<Error> NoRun(std::string_view id) {
  return Fail(Errc::kNotFound, fmt::format("there is no run {}", id.substr(0, 64)),
              "`satchel runs list` shows those in the log");
}

std::vector<const LoggedDecision*> RunView::LastDecisions() const {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, std::size_t> places;
  std::vector<const LoggedDecision*> last;
  for (const LoggedDecision& decision : decisions) {
    const auto [found, is_new] =
        places.try_emplace({decision.section, decision.source, decision.item}, last.size());
    if (is_new) {
      last.push_back(&decision);
    } else {
      last[found->second] = &decision;
    }
  }
  return last;
}

Result<RunId> FindRun(Stores& stores, const std::optional<std::string>& id,
                      const Deadline& deadline) {
  const store::RawReader reader(stores.raw());
  const store::Scope scope = stores.scope(deadline);
  const std::string wanted = id.value_or(std::string(kLast));
  const auto back = SATCHEL_TRY(BeforeLast(wanted));
  if (back) return FindBeforeLast(reader, scope, *back);
  const std::array ids = {wanted};
  const auto exact = SATCHEL_TRY(reader.Runs(scope, ids));
  if (!exact.empty()) return RunId(wanted);
  if (wanted.size() < kLeastPart) return NoRun(wanted);
  auto latest = SATCHEL_TRY(reader.LatestRuns(scope, std::nullopt, kRecent, PacketRuns()));
  // Read by themselves: index runs may be so many that they would push packets out.
  const RecipeFilter index_runs{.only = std::string(store::kIndexRecipe)};
  const auto others = SATCHEL_TRY(reader.LatestRuns(scope, std::nullopt, kRecent, index_runs));
  latest.insert(latest.end(), others.begin(), others.end());
  std::vector<std::string> found;
  for (const store::RunRow& row : latest) {
    if (row.id.value().contains(wanted)) found.push_back(row.id.value());
  }
  if (found.empty()) return NoRun(wanted);
  if (found.size() == 1) return RunId(found.front());
  return Fail(Errc::kInvalidInput,
              fmt::format("{} runs have '{}' in their id: {}, {}{}", found.size(), wanted, found[0],
                          found[1], found.size() > 2 ? " and others" : ""),
              "name one by more of its id, or write last or last~1");
}

namespace {

Result<RunView> ViewRunIn(store::Database& raw, const store::Scope& scope, const RunId& run) {
  const store::RawReader reader(raw);
  const std::array ids = {run.value()};
  const auto rows = SATCHEL_TRY(reader.Runs(scope, ids));
  if (rows.empty()) return NoRun(run.value());
  RunView view;
  view.summary = SummaryOf(rows.front());
  view.request = ParsedOr(rows.front().request, Json::object());
  view.outcome = ParsedOr(rows.front().outcome, Json::object());
  const auto stages = SATCHEL_TRY(reader.Stages(scope, run));
  for (const store::StageRow& stage : stages) {
    view.stages.push_back({.name = stage.name, .record = ParsedOr(stage.record, Json::object())});
  }
  auto decisions = SATCHEL_TRY(ReadDecisions(reader, scope, run));
  view.decisions = std::move(decisions);
  const auto events = SATCHEL_TRY(reader.Events(scope, run));
  view.calls = CallsOf(events);
  auto kept = SATCHEL_TRY(KeptPacketOf(events));
  if (kept) view.packet = std::move(kept->packet);
  return view;
}

}  // namespace

Result<RunView> ViewRun(Stores& stores, const RunId& run, const Deadline& deadline) {
  return ViewRunIn(stores.raw(), stores.scope(deadline), run);
}

Result<RunView> ViewRun(Stores& stores, const PacketAnswer& answer, const Deadline& deadline) {
  const pipeline::SpareLog& spare = answer.spare;
  if (spare.database == nullptr) return ViewRun(stores, answer.run, deadline);
  return ViewRunIn(*spare.database, {.workspace = spare.workspace, .deadline = deadline},
                   answer.run);
}

Result<std::optional<pipeline::KeptPacket>> FindKeptPacket(Stores& stores, const RunId& run,
                                                           const Deadline& deadline) {
  return KeptPacketOf(
      SATCHEL_TRY(store::RawReader(stores.raw()).Events(stores.scope(deadline), run)));
}

std::vector<const LoggedDecision*> FindDecisions(const RunView& view, std::string_view item) {
  std::vector<const LoggedDecision*> exact;
  std::vector<const LoggedDecision*> near;
  const std::string folded = text::Fold(item);
  const auto has = [&folded](std::string_view text) {
    return text::Fold(text).find(folded) != std::string::npos;
  };
  for (const LoggedDecision* decision : view.LastDecisions()) {
    if (decision->item == item) exact.push_back(decision);
    if (has(decision->item) || has(decision->title)) near.push_back(decision);
  }
  return exact.empty() ? near : exact;
}

std::vector<std::string> ChangedFiles(const Json& then, const Json& now) {
  std::vector<std::string> changes;
  for (const auto& [source, files] : then.items()) {
    const Json& today = now.contains(source) ? now[source] : Json::object();
    for (const auto& [path, digest] : files.items()) {
      if (!today.contains(path)) {
        changes.push_back(fmt::format("{} is gone", path));
      } else if (today[path] != digest) {
        changes.push_back(fmt::format("{} has changed", path));
      }
    }
    for (const auto& [path, digest] : today.items()) {
      if (!files.contains(path)) changes.push_back(fmt::format("{} is new", path));
    }
  }
  return changes;
}

RunDifference Compare(const RunView& then, const RunView& now) {
  RunDifference difference;
  const Json empty = Json::object();
  const auto part = [&empty](const RunView& view, const char* key) -> const Json& {
    const auto found = view.request.find(key);
    return found != view.request.end() && found->is_object() ? *found : empty;
  };
  const Json& asked_then = part(then, "request");
  const Json& asked_now = part(now, "request");
  for (const auto& [key, value] : asked_now.items()) {
    const Json& before = asked_then.contains(key) ? asked_then[key] : Json(nullptr);
    if (before != value) {
      difference.request.push_back(
          fmt::format("{}: {}, then {}", key, CanonicalJson(before), CanonicalJson(value)));
    }
  }
  difference.sources = ChangedFiles(part(then, "snapshot"), part(now, "snapshot"));
  std::map<std::tuple<std::string, std::string, std::string>, RunDifference::Change> changes;
  const auto change_of = [&changes](const LoggedDecision& decision) -> RunDifference::Change& {
    auto& change = changes[{decision.section, decision.source, decision.item}];
    change.section = decision.section;
    change.item = decision.item;
    change.title = decision.title;
    return change;
  };
  for (const LoggedDecision* decision : then.LastDecisions()) {
    change_of(*decision).then = decision->rendition;
  }
  for (const LoggedDecision* decision : now.LastDecisions()) {
    auto& change = change_of(*decision);
    change.now = decision->rendition;
    change.reason = decision->reason;
  }
  for (auto& [key, change] : changes) {
    if (change.then != change.now) difference.items.push_back(std::move(change));
  }
  return difference;
}

std::string_view Explain(std::string_view reason) {
  struct Text {
    std::string_view reason;
    std::string_view text;
  };
  static constexpr std::array kTexts = {
      Text{"", "shown in full"},
      Text{"section_full", "the section's share was used up"},
      Text{"budget", "the budget was used up"},
      Text{"too_large", "it is larger than its section's limit"},
      Text{"max_items", "the section's limit of items was reached"},
      Text{"superseded", "a later one replaces it"},
      Text{"duplicate", "the same id is in the section already"},
      Text{"floor_too_large", "required items take the whole budget"},
      Text{"recount", "the finished text exceeded the budget"},
      // Memories.
      Text{"forgotten", "it was forgotten"},
      Text{"state", "it is not approved"},
      Text{"archived", "it is archived"},
      Text{"expired", "it had expired"},
      Text{"not_yet_valid", "it was not valid yet"},
      Text{"no_longer_valid", "it was no longer valid"},
      Text{"kind", "dreams and procedures are not recalled"},
      Text{"relevance_floor", "it is below the relevance threshold"},
      Text{"near_duplicate", "a better result says the same"},
      Text{"max_results", "the limit was filled by better results"},
  };
  const auto* const found = std::ranges::find(kTexts, reason, &Text::reason);
  return found == kTexts.end() ? reason : found->text;
}

}  // namespace satchel::engine
