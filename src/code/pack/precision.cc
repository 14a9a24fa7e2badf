#include "code/pack/precision.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "ask/query.h"
#include "ask/question.h"
#include "code/find/task_pieces.h"
#include "code/pack/file_descriptions.h"
#include "code/pack/judge.h"
#include "code/pack/judgement.h"
#include "code/pack/scope_json.h"
#include "code/pack/source.h"
#include "code/pack/tier_sections.h"
#include "llm/completer.h"

namespace satchel::pipeline {
namespace {

using retrieval::CodePiece;
using retrieval::ScopedFile;

packet::Candidate CandidateOf(CodePiece piece, const ScopedFile& file, bool pinned) {
  packet::Candidate candidate;
  candidate.id = ItemId(std::move(piece.id));
  candidate.source = kCode;
  candidate.kind = packet::ContentKind::kCode;
  candidate.title = std::move(piece.title);
  candidate.language = file.row.language;
  for (retrieval::PieceText& text : piece.texts) {
    candidate.renditions.push_back({.name = std::move(text.name), .text = std::move(text.text)});
  }
  // Bodies come before outlines; a name has its place before either.
  candidate.priority = piece.is_file ? 1 : 0;
  candidate.terms = std::move(piece.terms);
  candidate.position =
      (static_cast<std::int64_t>(piece.file) << 32U) + static_cast<std::int64_t>(piece.first_line);
  candidate.pinned = pinned;
  candidate.provenance = {
      .rule = piece.is_file ? "outline" : "primary", .relation = file.relation, .seed = file.seed};
  return candidate;
}

Decision DecisionOn(const retrieval::SymbolChoice& choice) {
  return {.section = "symbols",
          .source = std::string(kCode),
          .item = ItemId(fmt::format("{}#{}", choice.path, choice.symbol)),
          .title = fmt::format("{}:{} {}", choice.path, choice.line, choice.symbol),
          .included = choice.detail != retrieval::Detail::kExcluded,
          .rendition =
              choice.detail == retrieval::Detail::kExcluded ? "" : std::string(Name(choice.detail)),
          .reason = choice.detail == retrieval::Detail::kExcluded ? "judged_irrelevant" : "",
          .provenance = {.rule = std::string(Name(choice.detail)), .relation = choice.reason}};
}

constexpr std::array<std::string_view, 3> kDetails = {"primary", "supporting", "type_context"};

// A symbol that the answer does not list is excluded. Returns false if no model was asked.
Result<bool> AskAboutSymbols(const Services& services, const CodeReading& reading,
                             std::span<const ScopedFile> files,
                             std::vector<retrieval::SymbolChoice>& choices, StageContext& context) {
  if (services.model == nullptr) return false;
  std::vector<store::FileRow> rows;
  for (const ScopedFile& file : files) rows.push_back(file.row);
  const auto descriptions = SATCHEL_TRY(FileDescriptions::Read(reading.curated(), rows));
  std::vector<std::string> lines;
  std::vector<std::string> about;
  for (const retrieval::SymbolChoice& choice : choices) {
    lines.push_back(fmt::format("{}:{} {} ({}): {}", choice.path, choice.line, choice.symbol,
                                choice.reason, choice.signature));
    const std::string description = descriptions.Of(choice.path);
    about.push_back(description.empty() ? "" : fmt::format("{}: {}", choice.path, description));
  }
  const auto analysis = context.values.find("code.analysis");
  const std::string intent =
      analysis == context.values.end() ? "" : analysis->second.value("intent", "");
  const Question question{
      .stage = "code.precision",
      .instruction =
          "List under \"primary\" the numbers of symbols whose full source the task "
          "needs, under \"supporting\" those of which a signature is enough, and under "
          "\"type_context\" types that explain them.",
      .labels = kDetails,
      .task = context.request.task,
      .intent = intent,
      .files = about};
  const auto verdicts = SATCHEL_TRY(Judge(services, question, lines, context));
  if (!verdicts) return false;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& verdict = (*verdicts)[i];
    choices[i].judged = true;
    choices[i].detail = !verdict         ? retrieval::Detail::kExcluded
                        : *verdict == 0U ? retrieval::Detail::kPrimary
                        : *verdict == 1U ? retrieval::Detail::kSupporting
                                         : retrieval::Detail::kTypeContext;
  }
  return true;
}

// By the model, or as it was judged before.
Status JudgeSymbols(const Services& services, const CodeReading& reading,
                    std::span<const ScopedFile> files,
                    std::vector<retrieval::SymbolChoice>& choices, StageContext& context) {
  Judgement judgement = JudgementOf(context);
  if (SATCHEL_TRY(AskAboutSymbols(services, reading, files, choices, context))) {
    judgement.model = services.model->model();
    judgement.repeated = false;
    judgement.symbols.clear();
    for (const retrieval::SymbolChoice& choice : choices) judgement.Remember(choice);
    Keep(judgement, context);
    return {};
  }
  std::set<std::string_view> missed;  // files of the refinement: the earlier verdict was not enough
  for (const ScopedFile& file : files) {
    if (file.relation == retrieval::kByRefinement) missed.insert(file.row.path);
  }
  for (retrieval::SymbolChoice& choice : choices) {
    const auto detail = judgement.Find(choice);
    if (!detail || missed.contains(choice.path)) continue;
    choice.judged = true;
    choice.detail = *detail;
  }
  return {};
}

// Bodies that match weakly are offered a part of the budget: they may be about something else.
constexpr std::size_t kWeakPart = 2;
// Whether the task is one about tests. In a pasted log or a report the word says little.
bool AsksForTests(const ask::Question& question) {
  const ask::Query& query = question.query();
  const bool pasted = query.form == ask::QueryForm::kReport || query.form == ask::QueryForm::kTrace;
  return !pasted && std::ranges::find(query.wanted, ask::FileKind::kTest) != query.wanted.end();
}

constexpr std::string_view kScope = "code.scope";

// Whether the request has the two stages in the wrong order.
bool RunsBeforeScope(const StageContext& context) {
  const auto& stages = context.request.stages;
  return context.request.recipe == kCode && std::ranges::find(stages, kScope) != stages.end();
}

class CodePrecision final : public Stage {
 public:
  std::string_view name() const override { return "code.precision"; }

  bool Applies(const StageContext& context) const override {
    return context.values.contains(std::string(kScope)) || RunsBeforeScope(context);
  }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const auto scope = context.values.find(std::string(kScope));
    if (scope == context.values.end()) {
      context.notices.push_back({.source = std::string(kCode),
                                 .path = "precision",
                                 .reason = "nothing to choose from",
                                 .text = "it runs before scope, which finds the files; "
                                         "`--stages scope,precision` shows their code"});
      return context;
    }
    const auto* reading = SATCHEL_TRY(services.Need<CodeReading>());
    const auto files = SATCHEL_TRY(ScopedFilesFrom(scope->second));
    retrieval::PiecesRequest request{.budget = context.request.budget};
    if (IsWeakScope(scope->second)) request.budget /= kWeakPart;
    request.line_words = SATCHEL_TRY(LineWordsFrom(scope->second));
    request.tests = AsksForTests(services.question);
    if (services.model != nullptr || context.values.contains(std::string(kJudgementValue))) {
      request.words = context.query.keywords;
      request.judge = [&](std::vector<retrieval::SymbolChoice>& choices) {
        return JudgeSymbols(services, *reading, files, choices, context);
      };
    }
    auto found =
        SATCHEL_TRY(retrieval::FindPieces(reading->searched(), reading->curated(), files, request),
                    "precision");
    std::set<std::string> pinned;
    for (const packet::SectionOffer& offer : context.offers.all()) {
      for (const packet::Candidate& candidate : offer.candidates) {
        if (candidate.pinned) pinned.insert(candidate.id.value());
      }
    }
    for (const retrieval::SymbolChoice& choice : found.choices) {
      context.decisions.push_back(DecisionOn(choice));
    }
    for (const std::string& path : found.changed) {
      context.notices.push_back({.source = std::string(kCode),
                                 .path = path,
                                 .reason = "changed since it was indexed",
                                 .text = "only its name is shown; `satchel index` reads it again"});
    }
    context.offers.Forget(kCode);
    for (CodePiece& piece : found.pieces) {
      const ScopedFile& file = files[piece.file];
      const bool lines = !file.shown_lines.empty();
      const bool pin = (piece.is_file || lines) && pinned.contains(file.row.path);
      context.offers.To(SectionOf(file.tier))
          .candidates.push_back(CandidateOf(std::move(piece), file, pin));
    }
    Json chosen = Json::array();
    for (const retrieval::SymbolChoice& choice : found.choices) {
      if (choice.detail == retrieval::Detail::kExcluded) continue;
      chosen.push_back({{"path", choice.path},
                        {"symbol", choice.symbol},
                        {"line", choice.line},
                        {"tier", Name(choice.detail)},
                        {"relation", choice.reason}});
    }
    const std::size_t count = chosen.size();
    Json edges = Json::array();
    for (const auto& [from, to] : found.imports) edges.push_back({{"from", from}, {"to", to}});
    Json value = {
        {"imports", std::move(edges)}, {"symbols", count}, {"excluded_symbols", found.excluded}};
    // A packet of everything has no place for them.
    if (context.request.recipe == kCode) value["chosen"] = std::move(chosen);
    context.values[std::string(name())] = std::move(value);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeCodePrecision() { return std::make_unique<CodePrecision>(); }

}  // namespace satchel::pipeline
