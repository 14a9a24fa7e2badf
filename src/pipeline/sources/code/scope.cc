#include "pipeline/sources/code/scope.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/sources/code/judge.h"
#include "pipeline/sources/code/scope_json.h"
#include "pipeline/sources/code/source.h"
#include "pipeline/sources/code/tier_sections.h"
#include "retrieval/hit_files.h"
#include "retrieval/piece_text.h"
#include "retrieval/task_scope.h"

namespace satchel::pipeline {
namespace {

using retrieval::ScopedFile;

constexpr std::size_t kMostPinned = 24;

// One for every file that a tier has considered.
Decision DecisionOn(const ScopedFile& file) {
  return {.section = std::string(SectionOf(file.tier).name),
          .source = std::string(kCode),
          .item = ItemId(file.row.path),
          .title = file.row.path,
          .included = file.left_out.empty(),
          .rendition = file.left_out.empty() ? "in_scope" : "",
          .reason = file.left_out,
          .priority = static_cast<std::int32_t>(file.tier),
          .terms = file.terms,
          .provenance = {.rule = fmt::format("tier {}", static_cast<int>(file.tier)),
                         .relation = file.relation,
                         .seed = file.seed}};
}

// By its name alone: what there is when no stage looks into the files.
packet::Candidate NameOf(const ScopedFile& file, std::size_t index, bool pinned) {
  return {.id = ItemId(file.row.path),
          .source = std::string(kCode),
          .kind = packet::ContentKind::kCode,
          .title = file.row.path,
          .language = file.row.language,
          .renditions = {{.name = "name", .text = ""}},
          .terms = file.terms,
          .position = static_cast<std::int64_t>(index) << 32U,
          .pinned = pinned,
          .provenance = {.rule = fmt::format("tier {}", static_cast<int>(file.tier)),
                         .relation = file.relation,
                         .seed = file.seed}};
}

void AddNew(std::vector<std::string>& all, std::span<const std::string> more) {
  for (const std::string& one : more) {
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
  }
}

// What was missing in this package and in those before it: a second refinement takes nothing away
// that the first one brought.
Refinement WantedSoFar(const StageContext& context) {
  Refinement wanted;
  if (!context.refinement) return wanted;
  const auto before = context.values.find("code.scope");
  if (before != context.values.end() && before->second.contains("wanted")) {
    if (auto earlier = RefinementFromJson(before->second["wanted"])) wanted = *std::move(earlier);
  }
  wanted.reason = context.refinement->reason;
  AddNew(wanted.missing_files, context.refinement->missing_files);
  AddNew(wanted.missing_symbols, context.refinement->missing_symbols);
  AddNew(wanted.missing_tests, context.refinement->missing_tests);
  AddNew(wanted.error_signatures, context.refinement->error_signatures);
  return wanted;
}

constexpr std::array<std::string_view, 1> kRelevant = {"relevant"};
constexpr std::string_view kJudged = "judged_irrelevant";

// What a file that nobody has described says about itself: the first of its signatures.
std::string SummaryOf(const ScopedFile& file, const retrieval::HitFiles& known) {
  constexpr std::size_t kMostSignatures = 6;
  std::string summary =
      fmt::format("{} (tier {}, {}{}{})", file.row.path, static_cast<int>(file.tier), file.relation,
                  file.seed.empty() ? "" : " ", file.seed);
  const retrieval::HitFile* facts = known.Of(file.row.path);
  if (facts == nullptr) return summary;
  std::size_t shown = 0;
  for (const code::Symbol& symbol : facts->facts.symbols) {
    if (symbol.parent != code::kNoSymbol || symbol.signature.empty()) continue;
    summary +=
        (shown == 0 ? ": " : "; ") + retrieval::SignatureText(symbol, file.row.language, shown < 2);
    if (++shown == kMostSignatures) break;
  }
  return summary;
}

// Mentioned seeds are never judged away.
Status JudgeFiles(const Services& services, const CodeReading& reading, std::string_view intent,
                  retrieval::TaskScope& scope, StageContext& context) {
  if (services.model == nullptr) return {};
  std::vector<store::FileRow> rows;
  for (const ScopedFile& file : scope.files) rows.push_back(file.row);
  const auto known = SATCHEL_TRY(retrieval::HitFiles::ReadRows(reading.curated(), rows));
  std::vector<std::string> lines;
  for (const ScopedFile& file : scope.files) {
    if (!file.mentioned) lines.push_back(SummaryOf(file, known));
  }
  const Question question{
      .stage = "code.scope",
      .instruction =
          "Which of these files would the engineer have to read or change? List their "
          "numbers under \"relevant\".",
      .labels = kRelevant,
      .task = context.request.task,
      .intent = intent};
  const auto verdicts = SATCHEL_TRY(Judge(services, question, lines, context));
  if (!verdicts) return {};
  std::vector<ScopedFile> kept;
  std::size_t at = 0;
  for (ScopedFile& file : scope.files) {
    if (file.mentioned || (*verdicts)[at++]) {
      kept.push_back(std::move(file));
    } else {
      file.left_out = kJudged;
      scope.considered.push_back(std::move(file));
    }
  }
  scope.files = std::move(kept);
  return {};
}

// A task that is about something else: what the reader of an empty package should know.
packet::Notice NoticeOfNothing(const retrieval::TaskScope& scope) {
  std::string text = fmt::format("the nearest: {}", fmt::join(scope.nearest, ", "));
  if (!scope.missing.empty()) {
    text += fmt::format("; not in the code: {}", fmt::join(scope.missing, ", "));
  }
  return {.source = std::string(kCode),
          .path = "the task",
          .reason = "nothing here answers it",
          .text = std::move(text)};
}

class CodeScope final : public Stage {
 public:
  std::string_view name() const override { return "code.scope"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const auto* reading = SATCHEL_TRY(services.Need<CodeReading>());
    retrieval::ScopeRequest request{.task = context.request.task,
                                    .budget = context.request.budget,
                                    .most_found = reading->options().most_found,
                                    .least_commits = reading->options().least_commits,
                                    .concepts = context.query.concepts};
    // A packet of everything decides by all its sources; a model and whoever refines say more than
    // words do.
    request.floor =
        context.request.recipe == kCode && services.model == nullptr && !context.refinement;
    request.signs = context.request.recipe != kCode;
    request.known = reading->known();
    const Refinement wanted = WantedSoFar(context);
    request.wanted = {.files = wanted.missing_files,
                      .symbols = wanted.missing_symbols,
                      .tests = wanted.missing_tests};
    for (const std::string& error : wanted.error_signatures) request.task += "\n" + error;
    const auto analysis = SATCHEL_TRY(AnalyseWithModel(services, context), "analysis");
    AddNew(request.concepts, analysis.concepts);
    auto found = retrieval::FindScope(reading->searched(), reading->curated(), request);
    // A workspace of notes alone has a packet, too.
    if (!found && found.error().code() == Errc::kNotFound && context.request.recipe != kCode) {
      return context;
    }
    auto scope = SATCHEL_TRY(std::move(found), "scope");
    SATCHEL_TRY(JudgeFiles(services, *reading, analysis.intent, scope, context), "scope");
    if (!analysis.intent.empty()) {
      context.values["code.analysis"] = {{"intent", analysis.intent},
                                         {"concepts", analysis.concepts}};
    }
    for (const ScopedFile& file : scope.files) context.decisions.push_back(DecisionOn(file));
    for (const ScopedFile& file : scope.considered) context.decisions.push_back(DecisionOn(file));
    for (const std::string& name : scope.not_found) {
      context.notices.push_back({.source = std::string(kCode),
                                 .path = name,
                                 .reason = "not found",
                                 .text = "nothing here has this path or name"});
    }
    if (scope.abstained) context.notices.push_back(NoticeOfNothing(scope));
    // What an earlier run had offered is offered anew.
    context.offers.Forget(kCode);
    std::size_t pinned = 0;
    for (std::size_t i = 0; i < scope.files.size(); ++i) {
      const bool pin = scope.files[i].mentioned && pinned < kMostPinned;
      pinned += pin ? 1 : 0;
      context.offers.To(SectionOf(scope.files[i].tier))
          .candidates.push_back(NameOf(scope.files[i], i, pin));
    }
    Json value = ToJson(scope);
    value["wanted"] = pipeline::ToJson(wanted);
    context.values[std::string(name())] = std::move(value);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeCodeScope() { return std::make_unique<CodeScope>(); }

}  // namespace satchel::pipeline
