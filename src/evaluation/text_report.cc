#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "evaluation/metrics.h"
#include "evaluation/percentile.h"
#include "evaluation/text_run.h"

namespace satchel::evaluation {
namespace {

class Reporter {
 public:
  Reporter(const TextSet& set, const TextRun& run) : set_(set), run_(run) {
    for (const CorpusText& text : set.texts) sessions_[text.id] = text.session;
    corrections_ = std::ranges::any_of(
        set.queries.queries, [](const Query& query) { return !query.gold_corrected.empty(); });
  }

  TextReport Report() {
    TextReport report;
    std::map<std::string, std::vector<const TextAnswer*>> by_half;
    std::map<std::string, std::vector<const TextAnswer*>> by_category;
    std::vector<const TextAnswer*> all;
    std::vector<std::chrono::nanoseconds> took;
    std::vector<std::uint64_t> calls;
    for (const TextAnswer& answer : run_.answers) {
      const Query& query = set_.queries.queries[answer.query];
      by_half[query.half].push_back(&answer);
      by_category[query.category].push_back(&answer);
      all.push_back(&answer);
      took.push_back(answer.took);
      calls.push_back(answer.store_calls);
    }
    by_category.erase("");
    for (const auto& [half, answers] : by_half) AddRows(report, half, "", answers);
    if (by_half.size() > 1) AddRows(report, "all", "", all);
    for (const auto& [category, answers] : by_category) {
      AddRows(report, by_half.size() > 1 ? "all" : by_half.begin()->first, category, answers);
    }
    report.took_p50 = Percentile(took, 50);
    report.took_p99 = Percentile(took, 99);
    report.store_calls_p50 = Percentile(calls, 50);
    return report;
  }

 private:
  using Answers = std::vector<const TextAnswer*>;

  void AddRows(TextReport& report, const std::string& half, const std::string& category,
               const Answers& answers) const {
    for (const bool corrected : {false, true}) {
      if (corrected && !corrections_) continue;
      report.rows.push_back({.half = half,
                             .category = category,
                             .corrected = corrected,
                             .queries = answers.size(),
                             .figures = FiguresOf(answers, corrected)});
    }
  }

  Judged SessionsOf(const TextAnswer& answer, const Judged& texts) const {
    Judged judged{.ranked = answer.sessions, .gold = {}};
    std::set<std::string_view> gold;
    for (const std::string& id : texts.gold) {
      const auto session = sessions_.find(id);
      if (session != sessions_.end()) gold.insert(session->second);
    }
    judged.gold.assign(gold.begin(), gold.end());
    return judged;
  }

  TextFigures FiguresOf(const Answers& answers, bool corrected) const {
    std::vector<Score> first;
    std::vector<Score> at_2;
    std::vector<Score> at_5;
    std::vector<Score> at_10;
    std::vector<Score> sessions;
    std::vector<Score> ranks;
    std::vector<Score> gains;
    std::array<std::vector<Score>, kTextBudgets.size()> within;
    for (const TextAnswer* answer : answers) {
      const Query& query = set_.queries.queries[answer->query];
      Judged judged{.ranked = {}, .gold = query.gold};
      if (corrected && !query.gold_corrected.empty()) judged.gold = query.gold_corrected;
      std::vector<std::uint64_t> tokens;
      for (const std::size_t text : answer->texts) {
        judged.ranked.push_back(set_.texts[text].id);
        tokens.push_back(run_.tokens[text]);
      }
      first.push_back(Score::FromInt(AnyWithin(judged, 1) ? 1 : 0));
      at_2.push_back(RecallWithin(judged, 2));
      at_5.push_back(RecallWithin(judged, 5));
      at_10.push_back(RecallWithin(judged, 10));
      sessions.push_back(RecallWithin(SessionsOf(*answer, judged), 10));
      ranks.push_back(ReciprocalRank(judged));
      gains.push_back(Ndcg(judged, 10));
      for (std::size_t i = 0; i < kTextBudgets.size(); ++i) {
        within.at(i).push_back(RecallWithinTokens(judged, tokens, kTextBudgets.at(i)));
      }
    }
    TextFigures figures{.any_1 = Mean(first),
                        .recall_2 = Mean(at_2),
                        .recall_5 = Mean(at_5),
                        .recall_10 = Mean(at_10),
                        .session_recall_10 = Mean(sessions),
                        .reciprocal_rank = Mean(ranks),
                        .ndcg = Mean(gains)};
    for (std::size_t i = 0; i < kTextBudgets.size(); ++i) {
      figures.within_tokens.at(i) = Mean(within.at(i));
    }
    return figures;
  }

  const TextSet& set_;
  const TextRun& run_;
  std::map<std::string, std::string> sessions_;
  bool corrections_ = false;
};

}  // namespace

TextReport ReportOf(const TextSet& set, const TextRun& run) { return Reporter(set, run).Report(); }

}  // namespace satchel::evaluation
