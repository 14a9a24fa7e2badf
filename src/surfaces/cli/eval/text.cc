#include "surfaces/cli/eval/text.h"

#include <algorithm>
#include <chrono>
#include <expected>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "base/result.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/eval/access.h"
#include "surfaces/cli/eval/table.h"

namespace satchel::cli {
namespace {

using evaluation::TextAnswer;
using evaluation::TextReport;
using evaluation::TextRow;
using evaluation::TextRun;
using evaluation::TextSet;

constexpr std::size_t kAnswered = 50;  // texts in a line of --answers

Json RowJson(const TextRow& row, bool sessions) {
  Json within = Json::object();
  for (std::size_t i = 0; i < evaluation::kTextBudgets.size(); ++i) {
    within[std::to_string(evaluation::kTextBudgets.at(i))] = row.figures.within_tokens.at(i).Text();
  }
  Json json = {{"half", row.half},
               {"category", row.category.empty() ? Json() : Json(row.category)},
               {"gold", row.corrected ? "corrected" : "original"},
               {"queries", row.queries},
               {"any_1", row.figures.any_1.Text()},
               {"recall_2", row.figures.recall_2.Text()},
               {"recall_5", row.figures.recall_5.Text()},
               {"recall_10", row.figures.recall_10.Text()},
               {"mrr", row.figures.reciprocal_rank.Text()},
               {"ndcg_10", row.figures.ndcg.Text()},
               {"recall_within_tokens", std::move(within)}};
  if (sessions) json["session_recall_10"] = row.figures.session_recall_10.Text();
  return json;
}

Json RunJson(const TextSet& set, const TextRun& run, const TextReport& report, bool sessions) {
  Json rows = Json::array();
  for (const TextRow& row : report.rows) rows.push_back(RowJson(row, sessions));
  return {{"set", set.queries.name},
          {"queries",
           {{"asked", run.asked},
            {"answered", run.answers.size()},
            {"without_gold", run.without_gold}}},
          {"gold_missing", run.gold_missing},
          {"rows", std::move(rows)},
          {"latency_ms",
           {{"p50", Milliseconds(report.took_p50)}, {"p99", Milliseconds(report.took_p99)}}},
          {"store_calls_p50", report.store_calls_p50}};
}

void PrintRun(const Context& context, const TextSet& set, const TextRun& run,
              const TextReport& report, bool sessions, std::string_view counter) {
  context.Print(fmt::format("{}: {} of {} answered, {}\n", Visible(set.queries.name),
                            run.answers.size(), Count(run.asked, "query", "queries"),
                            Count(set.texts.size(), "text", "texts")));
  if (run.without_gold > 0) {
    context.Print(fmt::format("skipped: {} without expected texts\n", run.without_gold));
  }
  if (run.gold_missing > 0) {
    context.Print(fmt::format("not in the corpus, and counted as not found: {}\n",
                              Count(run.gold_missing, "text", "texts")));
  }
  std::vector<std::string> heads = {"", "queries", "any@1", "R@2", "R@5", "R@10"};
  if (sessions) heads.emplace_back("session R@10");
  heads.insert(heads.end(), {"MRR", "nDCG@10"});
  for (const std::uint64_t budget : evaluation::kTextBudgets) {
    heads.push_back(fmt::format("<={}", budget));
  }
  Table table(std::move(heads));
  for (const TextRow& row : report.rows) {
    const auto& figures = row.figures;
    std::vector<std::string> cells = {
        fmt::format("{}{}", row.category.empty() ? row.half : Visible(row.category),
                    row.corrected ? ", corrected" : ""),
        std::to_string(row.queries),
        Decimals(figures.any_1),
        Decimals(figures.recall_2),
        Decimals(figures.recall_5),
        Decimals(figures.recall_10)};
    if (sessions) cells.push_back(Decimals(figures.session_recall_10));
    cells.push_back(Decimals(figures.reciprocal_rank));
    cells.push_back(Decimals(figures.ndcg));
    for (const Score score : figures.within_tokens) cells.push_back(Decimals(score));
    table.Add(std::move(cells));
  }
  context.Print("\n" + table.Text());
  context.Print(fmt::format("<=N: recall within N tokens, counted by {}\n", counter));
  context.Print(fmt::format("search: p50 {:.2f} ms, p99 {:.2f} ms; store calls p50 {}\n",
                            Milliseconds(report.took_p50), Milliseconds(report.took_p99),
                            report.store_calls_p50));
}

Json AnswerJson(const TextSet& set, const TextRun& run, const TextAnswer& answer) {
  Json results = Json::array();
  for (std::size_t i = 0; i < std::min(answer.texts.size(), kAnswered); ++i) {
    const std::size_t text = answer.texts[i];
    results.push_back({{"id", set.texts[text].id},
                       {"tokens", run.tokens[text]},
                       {"score", answer.scores[i].Text()}});
  }
  const evaluation::Query& query = set.queries.queries[answer.query];
  return {{"id", query.id},
          {"results", std::move(results)},
          {"gold", query.gold},
          {"ms", Milliseconds(answer.took)}};
}

}  // namespace

Outcome RunEvalText(Context& context, const std::filesystem::path& directory,
                    evaluation::TextRunRequest request) {
  const auto set = evaluation::LoadTextSet(directory);
  if (!set) return FailEval(set.error());
  EvalProgress progress(context);
  request.progress = [&progress](std::string_view group, std::size_t done, std::size_t total) {
    progress.Show(group, done, total);
  };
  const auto run = evaluation::RunTextSet(*set, request);
  progress.Clear();
  if (!run) return FailEval(run.error());
  if (const auto file = context.invocation.Find("--answers")) {
    SATCHEL_TRY(WriteAnswers(PathFrom(context, *file), run->answers.size(), [&](std::size_t i) {
      return AnswerJson(*set, *run, run->answers[i]);
    }));
  }
  const TextReport report = evaluation::ReportOf(*set, *run);
  const bool sessions = set->has_sessions();
  if (context.json) {
    context.PrintJson(RunJson(*set, *run, report, sessions));
  } else {
    PrintRun(context, *set, *run, report, sessions, text::Name(request.tokenizer));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
