#include "evaluation/history.h"

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/git.h"
#include "engine/code/code_index.h"
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
constexpr std::size_t kCurve = 20;
constexpr std::size_t kShownWorst = 5;
constexpr std::size_t kIdDigits = 10;

Json RankJson(const evaluation::Judged& judged) {
  const auto rank = evaluation::FirstRank(judged);
  return rank ? Json(*rank) : Json();
}

std::string RankText(const evaluation::Judged& judged) {
  const auto rank = evaluation::FirstRank(judged);
  return rank ? std::to_string(*rank) : "not found";
}

Json CommitJson(const AskedCommit& commit) {
  return {{"commit", commit.id},
          {"subject", commit.subject},
          {"gold", commit.satchel.gold},
          {"satchel_rank", RankJson(commit.satchel)},
          {"grep_rank", RankJson(commit.grep)}};
}

Json HistoryJson(const HistoryRun& run) {
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
  return {{"asked", run.commits.size()},
          {"looked_at", run.looked_at},
          {"left_out", std::move(left_out)},
          {"figures", std::move(figures)},
          {"impact", {{"files", impact.files}, {"R@10", impact.recall.Text()}}},
          {"recall", std::move(curve)},
          {"worst", std::move(worst)},
          {"commits", std::move(commits)}};
}

std::string Signed(Score score) { return (score > Score() ? "+" : "") + Decimals(score); }

void PrintHistory(const Context& context, const HistoryRun& run) {
  context.Print(fmt::format("{} asked, of the last {}\n",
                            Count(run.commits.size(), "commit", "commits"), run.looked_at));
  for (std::size_t i = 0; i < run.left_out.size(); ++i) {
    if (run.left_out.at(i) == 0) continue;
    context.Print(
        fmt::format("left out: {}, {}\n", run.left_out.at(i), Describe(static_cast<LeftOut>(i))));
  }
  if (run.commits.empty()) return;
  Table table({"", "Satchel", "grep", "difference", "95 of 100 within"});
  for (const ComparedFigure& figure : evaluation::CompareWithGrep(run)) {
    table.Add(
        {std::string(figure.name), Decimals(figure.satchel), Decimals(figure.grep),
         Signed(figure.difference.mean),
         fmt::format("{} to {}", Signed(figure.difference.low), Signed(figure.difference.high))});
  }
  context.Print("\n" + table.Text());
  if (const auto impact = evaluation::ImpactOf(run); impact.files > 0) {
    context.Print(fmt::format("\nfiles that change with a file, R@10: {} over {}\n",
                              Decimals(impact.recall), Count(impact.files, "file", "files")));
  }
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
    context.PrintJson(HistoryJson(*run));
  } else {
    PrintHistory(context, *run);
  }
  return ExitCode::kOk;
}

}  // namespace satchel::cli
