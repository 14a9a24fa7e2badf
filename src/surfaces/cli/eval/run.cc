#include <array>
#include <chrono>
#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/git.h"
#include "base/json.h"
#include "evaluation/code_run.h"
#include "evaluation/data_set.h"
#include "evaluation/report.h"
#include "evaluation/work_directory.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/eval/access.h"
#include "surfaces/cli/eval/packages.h"
#include "surfaces/cli/eval/table.h"
#include "surfaces/cli/eval/text.h"

namespace satchel::cli {
namespace {

using evaluation::Answer;
using evaluation::CodeRun;
using evaluation::Figures;
using evaluation::Report;
using evaluation::ReportRow;

constexpr std::int64_t kMostPerFile = 50;
constexpr std::array<std::size_t, 4> kPackageBudgets = {2'000, 4'000, 8'000, 16'000};
constexpr std::int64_t kMostQueries = 10'000'000;

Json FiguresJson(const Figures& figures) {
  Json json = {{"recall_10", figures.recall.Text()},
               {"mrr", figures.reciprocal_rank.Text()},
               {"ndcg_10", figures.ndcg.Text()}};
  for (std::size_t i = 0; i < evaluation::kAllRanks.size(); ++i) {
    json[fmt::format("acc_{}", evaluation::kAllRanks.at(i))] = figures.all.at(i).Text();
  }
  for (std::size_t i = 0; i < evaluation::kAnyRanks.size(); ++i) {
    json[fmt::format("any_{}", evaluation::kAnyRanks.at(i))] = figures.any.at(i).Text();
  }
  return json;
}

Json RowJson(const ReportRow& row) {
  Json within = Json::object();
  for (std::size_t i = 0; i < evaluation::kBudgets.size(); ++i) {
    within[std::to_string(evaluation::kBudgets.at(i))] = row.within_tokens.at(i).Text();
  }
  Json json = {{"category", row.category.empty() ? Json() : Json(row.category)},
               {"queries", row.queries},
               {"files", FiguresJson(row.files)},
               {"chunks", FiguresJson(row.chunks)},
               {"recall_within_tokens", std::move(within)}};
  if (row.with_functions > 0) {
    json["functions"] = FiguresJson(row.functions);
    json["functions"]["queries"] = row.with_functions;
  }
  return json;
}

Json RunJson(const evaluation::DataSet& set, const std::string& half, const CodeRun& run,
             const Report& report) {
  Json rows = Json::array();
  for (const ReportRow& row : report.rows) rows.push_back(RowJson(row));
  return {{"set", set.name},
          {"half", half},
          {"queries",
           {{"asked", run.asked},
            {"answered", run.answers.size()},
            {"without_repository", run.without_repository},
            {"without_commit", run.without_commit},
            {"without_gold", run.without_gold}}},
          {"gold_missing", run.gold_missing},
          {"repositories",
           {{"searched", run.repositories},
            {"at_head", run.repositories_at_head},
            {"missing", run.repositories_missing}}},
          {"rows", std::move(rows)},
          {"latency_ms",
           {{"p50", Milliseconds(report.took_p50)}, {"p99", Milliseconds(report.took_p99)}}},
          {"store_calls_p50", report.store_calls_p50}};
}

std::vector<std::string> FiguresCells(const Figures& figures) {
  std::vector<std::string> cells;
  for (const Score score : figures.all) cells.push_back(Decimals(score));
  for (const Score score : figures.any) cells.push_back(Decimals(score));
  cells.push_back(Decimals(figures.recall));
  cells.push_back(Decimals(figures.reciprocal_rank));
  cells.push_back(Decimals(figures.ndcg));
  return cells;
}

std::vector<std::string> FiguresHeads(std::string_view what) {
  return {std::string(what), "queries", "Acc@1", "Acc@3", "Acc@5",  "Acc@10",
          "any@1",           "any@5",   "R@10",  "MRR",   "nDCG@10"};
}

void PrintRows(const Context& context, const Report& report, std::string_view what,
               Figures ReportRow::* figures, std::size_t ReportRow::* count) {
  Table table(FiguresHeads(what));
  for (const ReportRow& row : report.rows) {
    if (row.*count == 0) continue;
    std::vector<std::string> cells = FiguresCells(row.*figures);
    cells.insert(cells.begin(), {row.category.empty() ? "all" : Visible(row.category),
                                 std::to_string(row.*count)});
    table.Add(std::move(cells));
  }
  context.Print(table.Text() + "\n");
}

void PrintTokens(const Context& context, const Report& report, std::string_view counter) {
  std::vector<std::string> heads = {"recall within tokens", "queries"};
  for (const std::uint64_t budget : evaluation::kBudgets) heads.push_back(std::to_string(budget));
  Table table(std::move(heads));
  for (const ReportRow& row : report.rows) {
    std::vector<std::string> cells = {row.category.empty() ? "all" : Visible(row.category),
                                      std::to_string(row.queries)};
    for (const Score score : row.within_tokens) cells.push_back(Decimals(score));
    table.Add(std::move(cells));
  }
  context.Print(table.Text());
  context.Print(fmt::format("counted by {}\n\n", counter));
}

std::string Names(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + Visible(name);
  return text;
}

void PrintRun(const Context& context, const evaluation::DataSet& set, const std::string& half,
              const CodeRun& run, const Report& report, std::string_view counter) {
  context.Print(fmt::format("{} ({}): {} of {} answered, {}\n", Visible(set.name), half,
                            run.answers.size(), Count(run.asked, "query", "queries"),
                            Count(run.repositories.size(), "repository", "repositories")));
  const auto left_out = [&](std::size_t count, std::string_view why) {
    if (count > 0) context.Print(fmt::format("skipped: {}, {}\n", count, why));
  };
  left_out(run.without_repository, "no repository: " + Names(run.repositories_missing));
  left_out(run.without_commit, "neither the commit nor HEAD is there");
  left_out(run.without_gold, "none of the files to be found is there");
  if (run.gold_missing > 0) {
    context.Print(fmt::format("not counted: {} to be found that the commit does not have\n",
                              Count(run.gold_missing, "file", "files")));
  }
  if (!run.repositories_at_head.empty()) {
    context.Print(fmt::format("at HEAD, since the commit is not there: {}: {}\n",
                              Count(run.repositories_at_head.size(), "repository", "repositories"),
                              Names(run.repositories_at_head)));
  }
  context.Print("\n");
  PrintRows(context, report, "by file", &ReportRow::files, &ReportRow::queries);
  PrintRows(context, report, "as chunks", &ReportRow::chunks, &ReportRow::queries);
  if (report.rows.front().with_functions > 0) {
    PrintRows(context, report, "functions", &ReportRow::functions, &ReportRow::with_functions);
  }
  PrintTokens(context, report, counter);
  context.Print(fmt::format("search: p50 {:.2f} ms, p99 {:.2f} ms; store calls p50 {}\n",
                            Milliseconds(report.took_p50), Milliseconds(report.took_p99),
                            report.store_calls_p50));
}

Json AnswerJson(const evaluation::DataSet& set, const Answer& answer) {
  Json results = Json::array();
  for (const auto& place : answer.places) {
    results.push_back({{"path", place.path},
                       {"start_line", place.start_line},
                       {"end_line", place.end_line},
                       {"symbol", place.symbol.empty() ? Json() : Json(place.symbol)},
                       {"score", place.score.Text()},
                       {"tokens", place.tokens}});
  }
  Json packages = Json::array();
  for (const evaluation::JudgedPackage& package : answer.packages) {
    packages.push_back({{"budget", package.budget},
                        {"tokens", package.tokens},
                        {"files", package.figures.files.Text()},
                        {"functions", package.figures.functions.Text()},
                        {"bodies", package.figures.bodies.Text()},
                        {"lines", package.figures.lines.Text()}});
  }
  const auto rank = evaluation::RankOfGold(answer);
  return {{"id", set.queries[answer.query].id},
          {"commit", answer.commit},
          {"results", std::move(results)},
          {"gold", answer.gold},
          {"rank_of_gold", rank ? Json(*rank) : Json()},
          {"packages", std::move(packages)},
          {"ms", Milliseconds(answer.took)}};
}

}  // namespace

Outcome RunEvalRun(Context& context) {
  const Invocation& invocation = context.invocation;
  const auto limit = SATCHEL_TRY(IntegerOf(invocation, {.name = "--limit",
                                                        .least = 1,
                                                        .most = kMostQueries,
                                                        .otherwise = 0,
                                                        .must_be = "from 1 to 10000000"}));
  const auto per_file = SATCHEL_TRY(IntegerOf(invocation, {.name = "--per-file",
                                                           .least = 1,
                                                           .most = kMostPerFile,
                                                           .otherwise = 1,
                                                           .must_be = "from 1 to 50"}));
  const auto tokenizer = text::ParseTokenizer(invocation.Find("--tokenizer").value_or("safe"));
  if (!tokenizer) return FailWith(ExitCode::kUsage, tokenizer.error());
  const auto kept = invocation.Find("--work");
  auto work = kept ? evaluation::WorkDirectory::Kept(PathFrom(context, *kept))
                   : evaluation::WorkDirectory::Temporary(context.environment);
  if (!work) return FailEval(work.error());

  const std::string half = invocation.Find("--half").value_or("all");
  const std::filesystem::path directory = PathFrom(context, invocation.arguments.front());
  const auto set = evaluation::LoadDataSet(directory);
  if (!set) return FailEval(set.error());
  if (set->kind == evaluation::DataSet::Kind::kText) {
    return RunEvalText(context, directory,
                       {.work = work->path(),
                        .half = half == "all" ? "" : half,
                        .limit = static_cast<std::size_t>(limit),
                        .tokenizer = *tokenizer,
                        .deadline = context.deadline,
                        .progress = {}});
  }
  const auto repositories = invocation.Find("--repositories");
  if (!repositories) {
    return FailWith(ExitCode::kUsage, "--repositories DIR is missing",
                    "name the directory that has the repositories of the set");
  }
  const auto git = Git::Find(context.environment.Find("PATH").value_or(""));
  if (!git) return FailEval(git.error());
  evaluation::CodeRunRequest request;
  request.repositories = PathFrom(context, *repositories);
  if (context.workspace) {
    request.own = context.workspace->root;
    const auto file = PathFrom(context, invocation.arguments.front()) / "queries.jsonl";
    request.own_set = file.lexically_normal().lexically_relative(request.own).generic_string();
  }
  request.work = work->path();
  request.half = half == "all" ? "" : half;
  request.limit = static_cast<std::size_t>(limit);
  request.per_file = static_cast<std::size_t>(per_file);
  request.tokenizer = *tokenizer;
  if (invocation.Find("--recipe")) {
    request.budgets.assign(kPackageBudgets.begin(), kPackageBudgets.end());
  }
  EvalProgress progress(context);
  request.progress = [&progress](const evaluation::CodeRunProgress& at) {
    progress.Show(at.repository, at.done, at.total);
  };
  const auto run = evaluation::RunCodeSet(ToolsOf(context, *git), *set, request);
  progress.Clear();
  if (!run) return FailEval(run.error());
  if (const auto file = invocation.Find("--answers")) {
    SATCHEL_TRY(WriteAnswers(PathFrom(context, *file), run->answers.size(),
                             [&](std::size_t i) { return AnswerJson(*set, run->answers[i]); }));
  }
  const Report report = evaluation::ReportOf(*set, run->answers);
  const auto packages = evaluation::ReportPackages(*set, run->answers);
  if (context.json) {
    Json json = RunJson(*set, half, *run, report);
    if (!packages.empty()) json["packages"] = PackagesJson(packages);
    context.PrintJson(std::move(json));
  } else {
    PrintRun(context, *set, half, *run, report, text::Name(*tokenizer));
    if (!packages.empty()) context.Print("\n" + PackagesText(packages));
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
