#include "code/pack/scope.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/orientation.h"
#include "ask/question.h"
#include "code/find/piece_text.h"
#include "code/find/task_scope.h"
#include "code/index/hit_files.h"
#include "code/orient/orientation.h"
#include "code/pack/file_descriptions.h"
#include "code/pack/judge.h"
#include "code/pack/judgement.h"
#include "code/pack/scope_json.h"
#include "code/pack/source.h"
#include "code/pack/tier_sections.h"
#include "llm/completer.h"
#include "text/safe_line.h"

namespace satchel::pipeline {
namespace {

using retrieval::ScopedFile;

// As `why` has it: "tier 1", "orientation: test".
std::string RuleOf(const ScopedFile& file) {
  if (file.relation == retrieval::kByOrientation) return fmt::format("orientation: {}", file.seed);
  return fmt::format("tier {}", static_cast<int>(file.tier));
}

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
          .provenance = {.rule = RuleOf(file), .relation = file.relation, .seed = file.seed}};
}

// By its name alone: what there is when no stage looks into the files.
packet::Candidate NameOf(const ScopedFile& file, std::size_t index) {
  return {.id = ItemId(file.row.path),
          .source = std::string(kCode),
          .kind = packet::ContentKind::kCode,
          .title = file.row.path,
          .language = file.row.language,
          .renditions = {{.name = "name", .text = ""}},
          .terms = file.terms,
          .position = static_cast<std::int64_t>(index) << 32U,
          .pinned = file.mentioned,
          .provenance = {.rule = RuleOf(file), .relation = file.relation, .seed = file.seed}};
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

// What the model made of the task in an earlier run, which a refinement goes on from.
ModelAnalysis EarlierAnalysis(const StageContext& context) {
  ModelAnalysis analysis;
  const auto found = context.values.find("code.analysis");
  if (found == context.values.end() || !found->second.is_object()) return analysis;
  if (const auto intent = found->second.find("intent");
      intent != found->second.end() && intent->is_string()) {
    analysis.intent = intent->get<std::string>();
  }
  if (const auto concepts = found->second.find("concepts");
      concepts != found->second.end() && concepts->is_array()) {
    for (const Json& one : *concepts) {
      if (one.is_string()) analysis.concepts.push_back(one.get<std::string>());
    }
  }
  return analysis;
}

constexpr std::array<std::string_view, 1> kRelevant = {"relevant"};
constexpr std::string_view kJudged = "judged_irrelevant";

// The description of a file, then the first of its signatures as far as there is room.
std::string SummaryOf(const ScopedFile& file, const retrieval::HitFiles& known,
                      const FileDescriptions& descriptions) {
  constexpr std::size_t kMostSignatures = 6;
  std::string summary =
      fmt::format("{} (tier {}, {}{}{})", file.row.path, static_cast<int>(file.tier), file.relation,
                  file.seed.empty() ? "" : " ", file.seed);
  const std::string description = descriptions.Of(file.row.path);
  if (!description.empty()) summary += ": " + description;
  const retrieval::HitFile* facts = known.Of(file.row.path);
  if (facts == nullptr) return summary;
  std::size_t shown = 0;
  for (const code::Symbol& symbol : facts->facts.symbols) {
    if (symbol.parent != code::kNoSymbol || symbol.signature.empty()) continue;
    summary += (shown == 0 && description.empty() ? ": " : "; ") +
               retrieval::SignatureText(symbol, file.row.language, shown < 2);
    if (++shown == kMostSignatures) break;
  }
  return summary;
}

// The verdict on each file that the task does not name. Returns nullopt if no model was asked.
Result<std::optional<std::map<std::string, bool>>> AskAboutFiles(const Services& services,
                                                                 const CodeReading& reading,
                                                                 std::string_view intent,
                                                                 const retrieval::TaskScope& scope,
                                                                 StageContext& context) {
  if (services.model == nullptr) return std::nullopt;
  std::vector<store::FileRow> rows;
  for (const ScopedFile& file : scope.files) rows.push_back(file.row);
  const auto known = SATCHEL_TRY(retrieval::HitFiles::ReadRows(reading.curated(), rows));
  const auto descriptions = SATCHEL_TRY(FileDescriptions::Read(reading.curated(), rows));
  std::vector<std::string> paths;
  std::vector<std::string> lines;
  for (const ScopedFile& file : scope.files) {
    if (file.mentioned) continue;
    paths.push_back(file.row.path);
    lines.push_back(SummaryOf(file, known, descriptions));
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
  if (!verdicts) return std::nullopt;
  std::map<std::string, bool> relevant;
  for (std::size_t i = 0; i < paths.size(); ++i) relevant[paths[i]] = (*verdicts)[i].has_value();
  return relevant;
}

// By the model, or as it was judged before. Mentioned seeds are never judged away.
Status JudgeFiles(const Services& services, const CodeReading& reading, std::string_view intent,
                  retrieval::TaskScope& scope, StageContext& context) {
  Judgement judgement = JudgementOf(context);
  judgement.repeated = true;
  auto asked = SATCHEL_TRY(AskAboutFiles(services, reading, intent, scope, context));
  if (asked) {
    judgement.model = services.model->model();
    judgement.repeated = false;
    judgement.files = *std::move(asked);
  }
  if (judgement.model.empty()) return {};
  std::vector<ScopedFile> kept;
  for (ScopedFile& file : scope.files) {
    const auto known = judgement.files.find(file.row.path);
    if (file.mentioned || known == judgement.files.end() || known->second) {
      kept.push_back(std::move(file));
    } else {
      file.left_out = kJudged;
      scope.considered.push_back(std::move(file));
    }
  }
  scope.files = std::move(kept);
  Keep(judgement, context);
  return {};
}

// A command to an agent gets the line to run. REQUIRES: there is a file.
void KeepBestLine(std::vector<retrieval::OrientedFile>& files) {
  files.resize(1);
  files.front().lines = {files.front().best()};
}

// The files that answer a question of orientation; none: it is none, or there is no answer. A model
// and a refinement say more than the question does.
Result<retrieval::TaskScope> FindOriented(const Services& services, const CodeReading& reading,
                                          const StageContext& context) {
  retrieval::TaskScope scope;
  const auto& asked = services.question.orientation();
  if (!asked || services.model != nullptr || context.refinement) return scope;
  auto files = SATCHEL_TRY(
      retrieval::FindOrientation(reading.searched(), reading.curated(), services.question));
  if (files.empty()) return scope;
  if (asked->command) KeepBestLine(files);
  scope.form = ask::Name(services.question.query().form);
  for (retrieval::OrientedFile& file : files) {
    ScopedFile& scoped = scope.files.emplace_back();
    scoped.row = std::move(file.row);
    scoped.relation = retrieval::kByOrientation;
    scoped.seed = ask::Name(asked->kind);
    scoped.mentioned = true;
    scoped.share = Score::FromInt(1);
    scoped.terms.Add("orientation", file.score);
    scoped.score = scoped.terms.total();
    for (retrieval::OrientedLines& lines : file.lines) {
      scoped.shown_lines.push_back({.first = lines.first,
                                    .last = lines.last,
                                    .label = text::SafeLine(lines.invocation, 80),
                                    .score = lines.score});
    }
  }
  return scope;
}

class CodeScope final : public Stage {
 public:
  std::string_view name() const override { return "code.scope"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const auto* reading = SATCHEL_TRY(services.Need<CodeReading>());
    retrieval::ScopeRequest request{.task = services.question,
                                    .budget = context.request.budget,
                                    .most_found = reading->options().most_found,
                                    .least_commits = reading->options().least_commits,
                                    .concepts = context.query.concepts};
    // A packet of everything decides by all its sources; a model and a refinement say more than
    // words do.
    request.rates_match =
        context.request.recipe == kCode && services.model == nullptr && !context.refinement;
    request.signs = context.request.recipe != kCode;
    request.every_definition = context.request.recipe == kCode;
    request.known = reading->known();
    const Refinement wanted = WantedSoFar(context);
    request.wanted = {.files = wanted.missing_files,
                      .symbols = wanted.missing_symbols,
                      .tests = wanted.missing_tests};
    if (!wanted.error_signatures.empty()) {
      request.task = ask::Question(fmt::format("{}\n{}", services.question.text(),
                                               fmt::join(wanted.error_signatures, "\n")));
    }
    ModelAnalysis analysis = SATCHEL_TRY(AnalyseWithModel(services, context), "analysis");
    if (analysis.intent.empty() && analysis.concepts.empty()) analysis = EarlierAnalysis(context);
    AddNew(request.concepts, analysis.concepts);
    auto found = FindOriented(services, *reading, context);
    if (found && found->files.empty()) {
      found = retrieval::FindScope(reading->searched(), reading->curated(), request);
    }
    // A workspace of notes alone has a packet, too.
    if (!found && found.error().code() == Errc::kNotFound && context.request.recipe != kCode) {
      return context;
    }
    auto scope = SATCHEL_TRY(std::move(found), "scope");
    if (context.request.recipe == kCode && scope.files.empty() && scope.considered.empty() &&
        request.wanted.empty()) {
      scope.abstained = true;
    }
    if (context.refinement) scope.weak = false;  // whoever refines knows what is wanted
    SATCHEL_TRY(JudgeFiles(services, *reading, analysis.intent, scope, context), "scope");
    if (!analysis.intent.empty() || !analysis.concepts.empty()) {
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
    for (const auto& [name, files] : scope.shortened) {
      context.notices.push_back({.source = std::string(kCode),
                                 .path = name,
                                 .reason = "defined in many files",
                                 .text = fmt::format("{} files define it, and the best ranked are "
                                                     "seeds; name a class or a file",
                                                     files)});
    }
    // What an earlier run had offered is offered anew.
    context.offers.Forget(kCode);
    for (std::size_t i = 0; i < scope.files.size(); ++i) {
      context.offers.To(SectionOf(scope.files[i].tier))
          .candidates.push_back(NameOf(scope.files[i], i));
    }
    Json value = ToJson(scope);
    value["wanted"] = pipeline::ToJson(wanted);
    value["judged_irrelevant"] =
        std::ranges::count(scope.considered, kJudged, &ScopedFile::left_out);
    context.values[std::string(name())] = std::move(value);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeCodeScope() { return std::make_unique<CodeScope>(); }

}  // namespace satchel::pipeline
