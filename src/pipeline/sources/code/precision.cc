#include "pipeline/sources/code/precision.h"

#include <array>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "pipeline/sources/code/judge.h"
#include "pipeline/sources/code/scope_json.h"
#include "pipeline/sources/code/source.h"
#include "pipeline/sources/code/tier_sections.h"
#include "retrieval/task_pieces.h"

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

// A symbol that the answer does not list is excluded.
Status JudgeSymbols(const Services& services, std::vector<retrieval::SymbolChoice>& choices,
                    StageContext& context) {
  std::vector<std::string> lines;
  for (const retrieval::SymbolChoice& choice : choices) {
    lines.push_back(fmt::format("{}:{} {} ({}): {}", choice.path, choice.line, choice.symbol,
                                choice.reason, choice.signature));
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
      .intent = intent};
  const auto verdicts = SATCHEL_TRY(Judge(services, question, lines, context));
  if (!verdicts) return {};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& verdict = (*verdicts)[i];
    choices[i].detail = !verdict         ? retrieval::Detail::kExcluded
                        : *verdict == 0U ? retrieval::Detail::kPrimary
                        : *verdict == 1U ? retrieval::Detail::kSupporting
                                         : retrieval::Detail::kTypeContext;
  }
  return {};
}

class CodePrecision final : public Stage {
 public:
  std::string_view name() const override { return "code.precision"; }

  // Without a scope there is nothing to look into.
  bool Applies(const StageContext& context) const override {
    return context.values.contains("code.scope");
  }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const auto* reading = SATCHEL_TRY(services.Need<CodeReading>());
    const auto files = SATCHEL_TRY(ScopedFilesFrom(context.values.at("code.scope")));
    retrieval::PiecesRequest request{.budget = context.request.budget};
    if (services.model != nullptr) {
      request.judge = [&](std::vector<retrieval::SymbolChoice>& choices) {
        return JudgeSymbols(services, choices, context);
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
      const bool pin = piece.is_file && pinned.contains(file.row.path);
      context.offers.To(SectionOf(file.tier))
          .candidates.push_back(CandidateOf(std::move(piece), file, pin));
    }
    Json edges = Json::array();
    for (const auto& [from, to] : found.imports) edges.push_back({{"from", from}, {"to", to}});
    context.values[std::string(name())] = {{"imports", std::move(edges)},
                                           {"symbols", found.choices.size()},
                                           {"excluded_symbols", found.excluded}};
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeCodePrecision() { return std::make_unique<CodePrecision>(); }

}  // namespace satchel::pipeline
