#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/result.h"
#include "base/score.h"
#include "evaluation/text_set.h"
#include "text/token_counter.h"

namespace satchel::evaluation {

struct TextRunRequest {
  std::filesystem::path work;  // for the store, which is made anew
  std::string half;            // only these queries; empty: all
  std::size_t limit = 0;       // of queries, as the set has them; 0: all
  text::Tokenizer tokenizer = text::Tokenizer::kSafe;
  Deadline deadline = Deadline::Never();
  std::function<void(std::string_view group, std::size_t done, std::size_t total)> progress;
};

// What came back for one query.
struct TextAnswer {
  std::size_t query = 0;              // of the set
  std::vector<std::size_t> texts;     // best first: indexes into the set's
  std::vector<Score> scores;          // of each of them
  std::vector<std::string> sessions;  // best first
  std::chrono::nanoseconds took{};    // of the search alone
  std::uint64_t store_calls = 0;
};

struct TextRun {
  std::vector<TextAnswer> answers;    // in the set's order
  std::vector<std::uint64_t> tokens;  // of each text as it is shown: [time] speaker: text caption
  std::size_t asked = 0;
  std::size_t without_gold = 0;  // queries with nothing to be found, left out
  std::size_t gold_missing = 0;  // ids that no text has; they count as not found
};

// Each query over the texts of its group.
Result<TextRun> RunTextSet(const TextSet& set, const TextRunRequest& request);

inline constexpr std::array<std::uint64_t, 6> kTextBudgets = {250, 500, 1000, 2000, 4000, 8000};

// Means over queries.
struct TextFigures {
  Score any_1;  // the first is one of those to be found
  Score recall_2;
  Score recall_5;
  Score recall_10;
  Score session_recall_10;  // of the sessions that the gold is in
  Score reciprocal_rank;
  Score ndcg;  // of 10
  std::array<Score, kTextBudgets.size()> within_tokens{};
};

struct TextRow {
  std::string half;        // or "all"
  std::string category;    // empty: all
  bool corrected = false;  // judged by gold_corrected where there is one
  std::size_t queries = 0;
  TextFigures figures;
};

struct TextReport {
  std::vector<TextRow> rows;  // halves, all, then categories of all; corrected ones behind each
  std::chrono::nanoseconds took_p50{};
  std::chrono::nanoseconds took_p99{};
  std::uint64_t store_calls_p50 = 0;
};
TextReport ReportOf(const TextSet& set, const TextRun& run);

}  // namespace satchel::evaluation
