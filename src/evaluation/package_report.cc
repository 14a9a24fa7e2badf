#include "evaluation/package_report.h"

#include <map>

#include "evaluation/metrics.h"
#include "evaluation/percentile.h"

namespace satchel::evaluation {

PackageRow SummarizePackages(std::span<const PackagedQuery> queries) {
  std::vector<Score> files, files_code, functions, bodies, lines, tokens, shown;
  std::vector<std::chrono::nanoseconds> took;
  std::vector<std::size_t> calls;
  for (const PackagedQuery& query : queries) {
    const JudgedPackage& package = query.package;
    files.push_back(package.figures.files);
    files_code.push_back(package.figures.files_code);
    if (query.has_functions) {
      functions.push_back(package.figures.functions);
      bodies.push_back(package.figures.bodies);
    }
    if (query.has_lines) lines.push_back(package.figures.lines);
    tokens.push_back(Score::Ratio(static_cast<std::int64_t>(package.tokens),
                                  static_cast<std::int64_t>(package.budget)));
    shown.push_back(Score::FromInt(static_cast<std::int64_t>(package.files_shown)));
    took.push_back(package.took);
    calls.push_back(package.store_calls);
  }
  return {.budget = queries.front().package.budget,
          .queries = files.size(),
          .with_functions = functions.size(),
          .with_lines = lines.size(),
          .figures = {.files = Mean(files),
                      .files_code = Mean(files_code),
                      .functions = Mean(functions),
                      .bodies = Mean(bodies),
                      .lines = Mean(lines)},
          .tokens_used = Mean(tokens),
          .files_shown = Mean(shown),
          .took_p50 = Percentile(took, 50),
          .took_p99 = Percentile(took, 99),
          .store_calls_p50 = Percentile(calls, 50)};
}

std::vector<PackageRow> ReportPackages(const DataSet& set, std::span<const Answer> answers) {
  std::map<std::size_t, std::vector<PackagedQuery>> by_budget;
  for (const Answer& answer : answers) {
    const Query& query = set.queries[answer.query];
    for (const JudgedPackage& package : answer.packages) {
      by_budget[package.budget].push_back({.package = package,
                                           .has_functions = !query.gold_functions.empty(),
                                           .has_lines = !query.gold_lines.empty()});
    }
  }
  std::vector<PackageRow> rows;
  for (const auto& [budget, queries] : by_budget) rows.push_back(SummarizePackages(queries));
  return rows;
}

}  // namespace satchel::evaluation
