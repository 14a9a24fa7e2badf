#include "evaluation/package_report.h"

#include <map>
#include <utility>

#include "evaluation/metrics.h"
#include "evaluation/percentile.h"

namespace satchel::evaluation {

std::vector<PackageRow> ReportPackages(const DataSet& set, std::span<const Answer> answers) {
  struct Collected {
    std::vector<Score> files, files_code, functions, bodies, lines, tokens, shown;
    std::vector<std::chrono::nanoseconds> took;
    std::vector<std::size_t> calls;
  };
  std::map<std::size_t, Collected> by_budget;
  for (const Answer& answer : answers) {
    const bool has_functions = !set.queries[answer.query].gold_functions.empty();
    const bool has_lines = !set.queries[answer.query].gold_lines.empty();
    for (const JudgedPackage& package : answer.packages) {
      Collected& all = by_budget[package.budget];
      all.files.push_back(package.figures.files);
      all.files_code.push_back(package.figures.files_code);
      if (has_functions) {
        all.functions.push_back(package.figures.functions);
        all.bodies.push_back(package.figures.bodies);
      }
      if (has_lines) all.lines.push_back(package.figures.lines);
      all.tokens.push_back(Score::Ratio(static_cast<std::int64_t>(package.tokens),
                                        static_cast<std::int64_t>(package.budget)));
      all.shown.push_back(Score::FromInt(static_cast<std::int64_t>(package.files_shown)));
      all.took.push_back(package.took);
      all.calls.push_back(package.store_calls);
    }
  }
  std::vector<PackageRow> rows;
  for (auto& [budget, all] : by_budget) {
    rows.push_back({.budget = budget,
                    .queries = all.files.size(),
                    .with_functions = all.functions.size(),
                    .with_lines = all.lines.size(),
                    .figures = {.files = Mean(all.files),
                                .files_code = Mean(all.files_code),
                                .functions = Mean(all.functions),
                                .bodies = Mean(all.bodies),
                                .lines = Mean(all.lines)},
                    .tokens_used = Mean(all.tokens),
                    .files_shown = Mean(all.shown),
                    .took_p50 = Percentile(all.took, 50),
                    .took_p99 = Percentile(all.took, 99),
                    .store_calls_p50 = Percentile(all.calls, 50)});
  }
  return rows;
}

}  // namespace satchel::evaluation
