#include "surfaces/cli/eval/packages.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "surfaces/cli/eval/access.h"
#include "surfaces/cli/eval/table.h"

namespace satchel::cli {

Json PackagesJson(std::span<const evaluation::PackageRow> rows) {
  Json json = Json::array();
  for (const evaluation::PackageRow& row : rows) {
    json.push_back(
        {{"budget", row.budget},
         {"queries", row.queries},
         {"with_functions", row.with_functions},
         {"files", row.figures.files.Text()},
         {"files_with_code", row.figures.files_code.Text()},
         {"functions", row.figures.functions.Text()},
         {"function_bodies", row.figures.bodies.Text()},
         {"with_lines", row.with_lines},
         {"lines", row.figures.lines.Text()},
         {"tokens_used", row.tokens_used.Text()},
         {"files_shown", row.files_shown.Text()},
         {"latency_ms", {{"p50", Milliseconds(row.took_p50)}, {"p99", Milliseconds(row.took_p99)}}},
         {"store_calls_p50", row.store_calls_p50}});
  }
  return json;
}

std::string PackagesText(std::span<const evaluation::PackageRow> rows) {
  const bool lines = !rows.empty() && rows.front().with_lines > 0;
  std::vector<std::string> heads = {"packet of", "queries",   "files",
                                    "with code", "functions", "bodies"};
  if (lines) heads.emplace_back("lines");
  heads.insert(heads.end(), {"used", "files shown", "p50 ms", "p99 ms", "calls"});
  Table table(std::move(heads));
  for (const evaluation::PackageRow& row : rows) {
    std::vector<std::string> cells = {
        std::to_string(row.budget),      std::to_string(row.queries),
        Decimals(row.figures.files),     Decimals(row.figures.files_code),
        Decimals(row.figures.functions), Decimals(row.figures.bodies)};
    if (lines) cells.push_back(Decimals(row.figures.lines));
    cells.insert(cells.end(), {Decimals(row.tokens_used), Decimals(row.files_shown),
                               fmt::format("{:.1f}", Milliseconds(row.took_p50)),
                               fmt::format("{:.1f}", Milliseconds(row.took_p99)),
                               std::to_string(row.store_calls_p50)});
    table.Add(std::move(cells));
  }
  return table.Text();
}

}  // namespace satchel::cli
