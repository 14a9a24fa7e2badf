#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <vector>

#include "evaluation/answer.h"
#include "evaluation/data_set.h"

namespace satchel::evaluation {

// Means over all queries with packages of one budget.
struct PackageRow {
  std::size_t budget = 0;
  std::size_t queries = 0;
  std::size_t with_functions = 0;  // over which functions and bodies are means
  std::size_t with_lines = 0;      // over which lines are
  PackageFigures figures;
  Score tokens_used;  // of the budget
  Score files_shown;
  std::chrono::nanoseconds took_p50{};
  std::chrono::nanoseconds took_p99{};
  std::size_t store_calls_p50 = 0;
};

// A package of one query, and what of it was to be found besides files.
struct PackagedQuery {
  JudgedPackage package;
  bool has_functions = false;
  bool has_lines = false;
};
// Means over packages of one budget. REQUIRES: there is one.
PackageRow SummarizePackages(std::span<const PackagedQuery> queries);

// By budget. Empty: no packages were made.
std::vector<PackageRow> ReportPackages(const DataSet& set, std::span<const Answer> answers);

}  // namespace satchel::evaluation
