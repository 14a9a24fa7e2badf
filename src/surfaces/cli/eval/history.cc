#include "evaluation/history.h"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/git.h"
#include "code/requests/code_index.h"
#include "evaluation/work_directory.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"
#include "surfaces/cli/call/flag_values.h"
#include "surfaces/cli/eval/access.h"
#include "surfaces/cli/eval/plot.h"
#include "surfaces/cli/eval/table.h"

namespace satchel::cli {
namespace {

using evaluation::AskedCommit;
using evaluation::ComparedFigure;
using evaluation::HistoryRun;
using evaluation::LeftOut;
using evaluation::RecallPoint;

constexpr std::int64_t kUsualCommits = 100;
constexpr std::int64_t kMostCommits = 100'000;
constexpr std::int64_t kUsualPlaces = 100;
constexpr std::int64_t kMostPlaces = 1000;
constexpr std::int64_t kUsualBudget = 4000;
constexpr std::int64_t kMostBudget = 1'000'000;
constexpr std::size_t kCurve = 20;
constexpr std::size_t kShownWorst = 5;
constexpr std::size_t kIdDigits = 10;
constexpr std::string_view kLegend =
    "Every figure is from 0 to 1; higher is better.\n"
    "any@K: share of commits with a changed file among the first K. R@K: share of the changed "
    "files\n"
    "among the first K. MRR: mean of 1 / rank of the first changed file. difference: Satchel "
    "minus\n"
    "grep.\n";

Json RankJson(const evaluation::Judged& judged) {
  const auto rank = evaluation::FirstRank(judged);
  return rank ? Json(*rank) : Json();
}

std::string RankText(const evaluation::Judged& judged) {
  const auto rank = evaluation::FirstRank(judged);
  return rank ? std::to_string(*rank) : "not found";
}

Json PackageJson(const evaluation::LanguagePackage& one) {
  Json functions = Json::array();
  for (const auto& function : one.gold.functions) {
    functions.push_back(evaluation::FullName(function));
  }
  return {{"language", one.gold.language},
          {"tokens", one.package.tokens},
          {"gold", one.gold.files},
          {"gold_functions", std::move(functions)},
          {"too_many_functions", one.gold.too_many},
          {"missed", one.missed_files},
          {"missed_functions", one.missed_functions}};
}

Json CommitJson(const AskedCommit& commit) {
  Json json = {{"commit", commit.id},
               {"subject", commit.subject},
               {"gold", commit.satchel.gold},
               {"satchel_rank", RankJson(commit.satchel)},
               {"grep_rank", RankJson(commit.grep)}};
  for (const auto& package : commit.packages) json["packages"].push_back(PackageJson(package));
  return json;
}

Json LanguageJson(const evaluation::LanguageRow& row) {
  const evaluation::PackageFigures& figures = row.packages.figures;
  return {{"language", row.language},
          {"budget", row.packages.budget},
          {"commits", row.packages.queries},
          {"empty", row.empty},
          {"files", figures.files.Text()},
          {"files_with_code", figures.files_code.Text()},
          {"with_functions", row.packages.with_functions},
          {"too_many_functions", row.too_many},
          {"functions_changed", row.functions},
          {"functions", figures.functions.Text()},
          {"function_bodies", figures.bodies.Text()},
          {"search",
           {{"files", row.search.files.Text()},
            {"functions", row.search.functions.Text()},
            {"function_bodies", row.search.bodies.Text()}}},
          {"tokens_used", row.packages.tokens_used.Text()},
          {"files_shown", row.packages.files_shown.Text()}};
}

// Packages first, and behind a slash the places of a search that fit into as many tokens.
void PrintLanguages(const Context& context, const HistoryRun& run) {
  const auto rows = evaluation::ReportLanguages(run);
  if (rows.empty()) return;
  Table table({"", "commits", "empty", "files", "with code", "with functions", "functions",
               "bodies", "used", "files shown"});
  const auto both = [](Score package, Score search) {
    return fmt::format("{} / {}", Decimals(package), Decimals(search));
  };
  for (const evaluation::LanguageRow& row : rows) {
    const evaluation::PackageFigures& figures = row.packages.figures;
    table.Add({row.language, std::to_string(row.packages.queries), std::to_string(row.empty),
               both(figures.files, row.search.files), Decimals(figures.files_code),
               std::to_string(row.packages.with_functions),
               both(figures.functions, row.search.functions),
               both(figures.bodies, row.search.bodies), Decimals(row.packages.tokens_used),
               Decimals(row.packages.files_shown)});
  }
  context.Print(fmt::format(
      "\nsource files and functions in packets of {} tokens / in as many tokens of a search:\n{}",
      rows.front().packages.budget, table.Text()));
}

Json HistoryJson(const HistoryRun& run, bool packages) {
  Json left_out = Json::object();
  for (std::size_t i = 0; i < run.left_out.size(); ++i) {
    left_out[std::string(Name(static_cast<LeftOut>(i)))] = run.left_out.at(i);
  }
  Json figures = Json::object();
  for (const ComparedFigure& figure : evaluation::CompareWithGrep(run)) {
    figures[std::string(figure.name)] = {{"satchel", figure.satchel.Text()},
                                         {"grep", figure.grep.Text()},
                                         {"difference", figure.difference.mean.Text()},
                                         {"low", figure.difference.low.Text()},
                                         {"high", figure.difference.high.Text()}};
  }
  Json curve = Json::array();
  for (const RecallPoint& point : evaluation::RecallCurve(run, kCurve)) {
    curve.push_back(
        {{"k", point.k}, {"satchel", point.satchel.Text()}, {"grep", point.grep.Text()}});
  }
  Json worst = Json::array();
  for (const std::size_t i : evaluation::WorstCommits(run, kShownWorst)) {
    worst.push_back(run.commits[i].id);
  }
  const evaluation::ImpactFigure impact = evaluation::ImpactOf(run);
  Json commits = Json::array();
  for (const AskedCommit& commit : run.commits) commits.push_back(CommitJson(commit));
  Json json = {{"asked", run.commits.size()},
               {"looked_at", run.looked_at},
               {"left_out", std::move(left_out)},
               {"figures", std::move(figures)},
               {"impact", {{"files", impact.files}, {"R@10", impact.recall.Text()}}},
               {"recall", std::move(curve)},
               {"worst", std::move(worst)},
               {"commits", std::move(commits)}};
  if (packages) {
    json["languages"] = Json::array();
    for (const evaluation::LanguageRow& row : evaluation::ReportLanguages(run)) {
      json["languages"].push_back(LanguageJson(row));
    }
  }
  return json;
}

std::string Signed(Score score) { return (score > Score() ? "+" : "") + Decimals(score); }

void PrintHistory(const Context& context, const HistoryRun& run) {
  context.Print(fmt::format("{} asked, of the last {}\n",
                            Count(run.commits.size(), "commit", "commits"), run.looked_at));
  for (std::size_t i = 0; i < run.left_out.size(); ++i) {
    if (run.left_out.at(i) == 0) continue;
    context.Print(
        fmt::format("skipped: {}, {}\n", run.left_out.at(i), Describe(static_cast<LeftOut>(i))));
  }
  if (run.commits.empty()) return;
  Table table({"", "Satchel", "grep", "difference", "95 % interval"});
  for (const ComparedFigure& figure : evaluation::CompareWithGrep(run)) {
    table.Add(
        {std::string(figure.name), Decimals(figure.satchel), Decimals(figure.grep),
         Signed(figure.difference.mean),
         fmt::format("{} to {}", Signed(figure.difference.low), Signed(figure.difference.high))});
  }
  context.Print("\n" + table.Text() + std::string(kLegend));
  if (const auto impact = evaluation::ImpactOf(run); impact.files > 0) {
    context.Print(fmt::format("\nfiles that change with a file, R@10: {} over {}\n",
                              Decimals(impact.recall), Count(impact.files, "file", "files")));
  }
  PrintLanguages(context, run);
  const auto worst = evaluation::WorstCommits(run, kShownWorst);
  if (worst.empty()) return;
  context.Print("\nwhere grep did better, rank of the first changed file:\n");
  for (const std::size_t i : worst) {
    const AskedCommit& commit = run.commits[i];
    context.Print(fmt::format("  {}  Satchel {}, grep {}: {}\n", commit.id.substr(0, kIdDigits),
                              RankText(commit.satchel), RankText(commit.grep),
                              Visible(commit.subject)));
  }
}

std::expected<void, Failure> WritePlot(const std::filesystem::path& file, const HistoryRun& run) {
  auto draft = FileDraft::Open(file);
  if (!draft) return FailSource(draft.error());
  auto written = draft->Write(RecallSvg(evaluation::RecallCurve(run, kCurve), run.commits.size()));
  if (written) written = std::move(*draft).Commit();
  if (!written) return FailSource(written.error());
  return {};
}

}  // namespace

Outcome RunEvalHistory(Context& context) {
  const auto commits = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--commits",
                                                                  .least = 1,
                                                                  .most = kMostCommits,
                                                                  .otherwise = kUsualCommits,
                                                                  .must_be = "from 1 to 100000"}));
  const auto places = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--limit",
                                                                 .least = 1,
                                                                 .most = kMostPlaces,
                                                                 .otherwise = kUsualPlaces,
                                                                 .must_be = "from 1 to 1000"}));
  const auto budget = SATCHEL_TRY(IntegerOf(context.invocation, {.name = "--budget",
                                                                 .least = 1,
                                                                 .most = kMostBudget,
                                                                 .otherwise = kUsualBudget,
                                                                 .must_be = "from 1 to 1000000"}));
  const bool packages = context.invocation.Find("--recipe").has_value();
  if (!packages && context.invocation.Find("--budget")) {
    return FailWith(ExitCode::kUsage, "--budget needs --recipe code", "give --recipe code as well");
  }
  SATCHEL_TRY(context.CheckSetup());
  const auto git = Git::Find(context.environment.Find("PATH").value_or(""));
  if (!git) return FailEval(git.error());
  const auto work = evaluation::WorkDirectory::Temporary(context.environment);
  if (!work) return FailEval(work.error());

  const auto& root = context.workspace->root;
  EvalProgress progress(context);
  evaluation::HistoryRequest request;
  request.commits = static_cast<std::size_t>(commits);
  request.places = static_cast<std::size_t>(places);
  request.language = context.invocation.Find("--language").value_or("");
  if (packages) request.budget = static_cast<std::size_t>(budget);
  request.work = work->path();
  request.progress = [&progress](std::string_view commit, std::size_t done, std::size_t total) {
    progress.Show(commit.substr(0, kIdDigits), done, total);
  };
  const auto run = evaluation::RunHistory(
      ToolsOf(context, *git), {.directory = root, .bare = engine::IsBareRepository(root)}, request);
  progress.Clear();
  if (!run) return FailEval(run.error());
  if (const auto file = context.invocation.Find("--plot")) {
    SATCHEL_TRY(WritePlot(PathFrom(context, *file), *run));
  }
  if (context.json) {
    context.PrintJson(HistoryJson(*run, request.budget > 0));
  } else {
    PrintHistory(context, *run);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
