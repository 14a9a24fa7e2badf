#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/score.h"
#include "evaluation/answer.h"
#include "evaluation/data_set.h"

// The table of a measurement.
namespace satchel::evaluation {

inline constexpr std::array<std::size_t, 4> kAllRanks = {1, 3, 5, 10};
inline constexpr std::array<std::size_t, 2> kAnyRanks = {1, 5};
inline constexpr std::array<std::uint64_t, 5> kBudgets = {500, 1000, 2000, 4000, 8000};

// Means over queries.
struct Figures {
  std::array<Score, kAllRanks.size()> all{};  // all gold within 1, 3, 5, 10
  std::array<Score, kAnyRanks.size()> any{};
  Score recall;  // within 10
  Score reciprocal_rank;
  Score ndcg;  // of 10
};
Figures FiguresOf(std::span<const Judged> judged);

// All queries, or those of one category.
struct ReportRow {
  std::string category;  // empty: all
  std::size_t queries = 0;
  Figures files;
  Figures chunks;
  std::array<Score, kBudgets.size()> within_tokens{};  // a file counts with its first place
  std::size_t with_functions = 0;                      // queries that have gold of functions
  Figures functions;                                   // over those
};

struct Report {
  std::vector<ReportRow> rows;  // all, then the categories by name
  std::chrono::nanoseconds took_p50{};
  std::chrono::nanoseconds took_p99{};
  std::uint64_t store_calls_p50 = 0;
};
Report ReportOf(const DataSet& set, std::span<const Answer> answers);

// Where the first file of gold stands, from 1; nothing when none came back.
std::optional<std::size_t> RankOfGold(const Answer& answer);

}  // namespace satchel::evaluation
