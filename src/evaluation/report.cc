#include "evaluation/report.h"

#include <algorithm>
#include <map>

#include "evaluation/percentile.h"

namespace satchel::evaluation {
namespace {

template <class Value>
Score MeanOver(std::span<const Judged> judged, Value value) {
  std::vector<Score> values;
  values.reserve(judged.size());
  for (const Judged& one : judged) values.push_back(value(one));
  return Mean(values);
}

Score OneIf(bool is) { return is ? Score::FromInt(1) : Score(); }

ReportRow RowOf(const DataSet& set, const std::string& category,
                std::span<const Answer* const> answers) {
  ReportRow row{.category = category, .queries = answers.size()};
  std::vector<Judged> files;
  std::vector<Judged> chunks;
  std::vector<Judged> functions;
  std::array<std::vector<Score>, kBudgets.size()> within;
  for (const Answer* answer : answers) {
    files.push_back(AsFiles(*answer));
    chunks.push_back(AsChunks(*answer));
    const auto& gold_functions = set.queries[answer->query].gold_functions;
    if (!gold_functions.empty()) functions.push_back(AsFunctions(*answer, gold_functions));
    std::vector<std::uint64_t> tokens;
    for (const AnsweredPlace& place : answer->places) tokens.push_back(place.tokens);
    for (std::size_t i = 0; i < kBudgets.size(); ++i) {
      within.at(i).push_back(RecallWithinTokens(files.back(), tokens, kBudgets.at(i)));
    }
  }
  row.files = FiguresOf(files);
  row.chunks = FiguresOf(chunks);
  row.with_functions = functions.size();
  row.functions = FiguresOf(functions);
  for (std::size_t i = 0; i < kBudgets.size(); ++i) row.within_tokens.at(i) = Mean(within.at(i));
  return row;
}

}  // namespace

Figures FiguresOf(std::span<const Judged> judged) {
  Figures figures;
  for (std::size_t i = 0; i < kAllRanks.size(); ++i) {
    figures.all.at(i) =
        MeanOver(judged, [&](const Judged& one) { return OneIf(AllWithin(one, kAllRanks.at(i))); });
  }
  for (std::size_t i = 0; i < kAnyRanks.size(); ++i) {
    figures.any.at(i) =
        MeanOver(judged, [&](const Judged& one) { return OneIf(AnyWithin(one, kAnyRanks.at(i))); });
  }
  figures.recall = MeanOver(judged, [](const Judged& one) { return RecallWithin(one, 10); });
  figures.reciprocal_rank = MeanOver(judged, ReciprocalRank);
  figures.ndcg = MeanOver(judged, [](const Judged& one) { return Ndcg(one, 10); });
  return figures;
}

Report ReportOf(const DataSet& set, std::span<const Answer> answers) {
  std::vector<const Answer*> all;
  std::map<std::string, std::vector<const Answer*>> by_category;
  std::vector<std::chrono::nanoseconds> took;
  std::vector<std::uint64_t> calls;
  for (const Answer& answer : answers) {
    all.push_back(&answer);
    by_category[set.queries[answer.query].category].push_back(&answer);
    took.push_back(answer.took);
    calls.push_back(answer.store_calls);
  }
  by_category.erase("");
  Report report;
  report.rows.push_back(RowOf(set, "", all));
  for (const auto& [category, some] : by_category) {
    report.rows.push_back(RowOf(set, category, some));
  }
  report.took_p50 = Percentile(took, 50);
  report.took_p99 = Percentile(took, 99);
  report.store_calls_p50 = Percentile(calls, 50);
  return report;
}

std::optional<std::size_t> RankOfGold(const Answer& answer) { return FirstRank(AsFiles(answer)); }

}  // namespace satchel::evaluation
