#include "evaluation/history.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "code/find/file_filter.h"
#include "code/history/changed_lines.h"
#include "code/history/commit_log.h"
#include "code/history/message.h"
#include "code/walk/language.h"
#include "code/walk/role.h"
#include "evaluation/grep_baseline.h"

namespace satchel::evaluation {
namespace {

constexpr std::size_t kPage = 200;
// So many commits are looked at for each that is asked about: a history of nothing but merges ends.
constexpr std::size_t kMostLooks = 50;
constexpr std::size_t kSamples = 10'000;
constexpr std::uint64_t kSeed = 1;

struct LeftOutName {
  std::string_view name;
  std::string_view says;
};
constexpr std::array<LeftOutName, kLeftOutReasons> kNames = {{
    {"merge", "a merge"},
    {"no_parent", "the first commit"},
    {"parent_missing", "its parent is not in this shallow clone"},
    {"nothing_before", "only new files, or none"},
    {"too_many", "more than 30 files"},
    {"not_indexed", "no file that is indexed"},
    {"no_words", "a message without words"},
    {"other_language", "no source file of the language"},
}};

struct Question {
  code::LoggedCommit commit;
  std::vector<std::string> changed;  // files that were there before
  std::string task;
  std::vector<std::string> words;
};

class Asking {
 public:
  Asking(const Tools& tools, const GitStore& repository, const HistoryRequest& request)
      : tools_(tools), repository_(repository), request_(request) {}

  Result<HistoryRun> Run() {
    retrieval::FilterRequest wanted;
    if (!request_.language.empty()) wanted.languages = {request_.language};
    filter_ = SATCHEL_TRY(retrieval::FileFilter::Make(wanted));
    SATCHEL_TRY(Choose());
    if (run_.looked_at == 0) {
      return Fail(Errc::kNotFound, "nothing is committed here yet",
                  "the measure is the history: commit first");
    }
    std::set<std::string> words;
    for (const Question& question : questions_) {
      words.insert(question.words.begin(), question.words.end());
    }
    const std::vector<std::string> vocabulary(words.begin(), words.end());
    const auto most_bytes =
        static_cast<std::size_t>(tools_.settings.Integer(settings::Key::kCodeMaxFileKb)) * 1024;
    GrepBaseline grep(tools_.git, repository_, vocabulary, most_bytes);
    auto store = SATCHEL_TRY(RevisionStore::Open(tools_, repository_, request_.work / "store", ""));
    std::ranges::reverse(questions_);  // oldest first: each step is small
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      if (request_.progress) request_.progress(questions_[i].commit.id, i, questions_.size());
      SATCHEL_TRY(Ask(store, grep, questions_[i]));
    }
    std::ranges::reverse(run_.commits);
    return std::move(run_);
  }

 private:
  void LeaveOut(LeftOut reason) { ++run_.left_out.at(static_cast<std::size_t>(reason)); }

  // The latest commits that can be asked about, newest first.
  Status Choose() {
    const std::size_t most = request_.commits * kMostLooks;
    while (questions_.size() < request_.commits && run_.looked_at < most) {
      auto page = SATCHEL_TRY(
          code::ReadLog(tools_.git, repository_, run_.looked_at, kPage, tools_.deadline));
      for (code::LoggedCommit& commit : page) {
        if (questions_.size() == request_.commits || run_.looked_at == most) return {};
        ++run_.looked_at;
        SATCHEL_TRY(Consider(std::move(commit)));
      }
      if (page.size() < kPage) break;
    }
    return {};
  }

  Status Consider(code::LoggedCommit commit) {
    if (commit.parents.size() > 1) {
      LeaveOut(LeftOut::kMerge);
      return {};
    }
    if (commit.parents.empty()) {
      const auto hidden =
          SATCHEL_TRY(code::HasHiddenParent(tools_.git, repository_, commit.id, tools_.deadline));
      LeaveOut(hidden ? LeftOut::kParentMissing : LeftOut::kNoParent);
      return {};
    }
    std::vector<std::string> changed = code::ChangedFiles(commit);
    if (changed.empty()) {
      LeaveOut(LeftOut::kNothingBefore);
    } else if (changed.size() > kMostChanged) {
      LeaveOut(LeftOut::kTooMany);
    } else if (!std::ranges::any_of(changed, [this](const auto& path) { return MayCount(path); })) {
      LeaveOut(LeftOut::kOtherLanguage);
    } else {
      Question question{.commit = std::move(commit), .changed = std::move(changed)};
      question.task = code::TaskOf(question.commit.message);
      question.words = GrepWords(question.task);
      if (question.words.empty()) {
        LeaveOut(LeftOut::kNoWords);
      } else {
        questions_.push_back(std::move(question));
      }
    }
    return {};
  }

  // By its name alone, so that commits of other languages are not asked about.
  bool MayCount(const std::string& path) const {
    store::FileRow row{.path = path};
    row.language = code::LanguageOf(path, "");
    return filter_.passes_all() ||
           (filter_.Passes(row) && code::RoleOf(path, "") == code::Role::kSource);
  }

  Status Ask(RevisionStore& store, GrepBaseline& grep, const Question& question) {
    const std::string& parent = question.commit.parents.front();
    SATCHEL_TRY(store.MoveTo(parent));
    const auto paths = SATCHEL_TRY(store.Paths());
    std::vector<std::string> gold;
    for (const std::string& path : question.changed) {
      if (std::ranges::binary_search(paths, path)) gold.push_back(path);
    }
    if (gold.empty()) {
      LeaveOut(LeftOut::kNotIndexed);
      return {};
    }
    std::vector<LanguageGold> by_language;
    if (request_.budget > 0) {
      const auto lines = SATCHEL_TRY(
          code::ReadChangedLines(tools_.git, repository_, question.commit.id, tools_.deadline));
      by_language = SATCHEL_TRY(GoldByLanguage(store, lines, filter_));
      if (by_language.empty() && !request_.language.empty()) {
        LeaveOut(LeftOut::kOtherLanguage);
        return {};
      }
    }
    SATCHEL_TRY(UseFiles(grep, parent, paths));
    const auto found =
        SATCHEL_TRY(store.Search({.query = question.task, .limit = request_.places}));
    AskedCommit& asked = run_.commits.emplace_back();
    asked.id = question.commit.id;
    asked.subject = question.task.substr(0, question.task.find('\n'));
    asked.satchel.gold = gold;
    asked.grep.gold = std::move(gold);
    for (const engine::SearchPlace& place : found.results) {
      asked.satchel.ranked.push_back(place.path);
    }
    asked.grep.ranked = grep.Rank(question.words, request_.places);
    asked.packages = SATCHEL_TRY(
        AskPackages(store, {.commit = parent, .task = question.task, .budget = request_.budget},
                    found, std::move(by_language)));
    return AskImpact(store, asked);
  }

  static Status AskImpact(RevisionStore& store, AskedCommit& asked) {
    const std::vector<std::string>& gold = asked.satchel.gold;
    if (gold.size() < 2) return {};
    for (const std::string& file : gold) {
      Judged& judged = asked.impact.emplace_back();
      judged.ranked = SATCHEL_TRY(store.ChangedWith(file));
      for (const std::string& other : gold) {
        if (other != file) judged.gold.push_back(other);
      }
    }
    return {};
  }

  // The baseline looks at the very files that are indexed.
  Status UseFiles(GrepBaseline& grep, const std::string& commit,
                  const std::vector<std::string>& paths) const {
    code::RevisionOptions options;
    options.with_secrets = tools_.settings.Bool(settings::Key::kCodeSecretFiles);
    auto revision =
        SATCHEL_TRY(code::ListRevision(tools_.git, repository_, commit, options, tools_.deadline));
    std::erase_if(revision.files, [&paths](const code::RevisionFile& file) {
      return !std::ranges::binary_search(paths, file.path);
    });
    return grep.Use(revision.files, tools_.deadline);
  }

  const Tools& tools_;
  const GitStore& repository_;
  const HistoryRequest& request_;
  retrieval::FileFilter filter_;  // of files that count
  std::vector<Question> questions_;
  HistoryRun run_;
};

template <class Value>
ComparedFigure Compare(const HistoryRun& run, std::string_view name, Value value) {
  std::vector<Score> satchel;
  std::vector<Score> grep;
  for (const AskedCommit& commit : run.commits) {
    satchel.push_back(value(commit.satchel));
    grep.push_back(value(commit.grep));
  }
  return {.name = name,
          .satchel = Mean(satchel),
          .grep = Mean(grep),
          .difference = PairedBootstrap(satchel, grep, kSamples, kSeed)};
}

}  // namespace

std::string_view Name(LeftOut reason) { return kNames.at(static_cast<std::size_t>(reason)).name; }
std::string_view Describe(LeftOut reason) {
  return kNames.at(static_cast<std::size_t>(reason)).says;
}

Result<HistoryRun> RunHistory(const Tools& tools, const GitStore& repository,
                              const HistoryRequest& request) {
  return Asking(tools, repository, request).Run();
}

std::vector<ComparedFigure> CompareWithGrep(const HistoryRun& run) {
  const auto any = [](std::size_t k) {
    return [k](const Judged& judged) { return AnyWithin(judged, k) ? Score::FromInt(1) : Score(); };
  };
  return {Compare(run, "any@1", any(1)),
          Compare(run, "any@5", any(5)),
          Compare(run, "any@10", any(10)),
          Compare(run, "R@10", [](const Judged& judged) { return RecallWithin(judged, 10); }),
          Compare(run, "MRR", ReciprocalRank),
          Compare(run, "nDCG@10", [](const Judged& judged) { return Ndcg(judged, 10); })};
}

ImpactFigure ImpactOf(const HistoryRun& run) {
  constexpr std::size_t kWithin = 10;
  std::vector<Score> recalls;
  for (const AskedCommit& commit : run.commits) {
    for (const Judged& judged : commit.impact) recalls.push_back(RecallWithin(judged, kWithin));
  }
  return {.files = recalls.size(), .recall = Mean(recalls)};
}

std::vector<LanguageRow> ReportLanguages(const HistoryRun& run) {
  struct Collected {
    std::vector<PackagedQuery> packages;
    std::vector<Score> files, functions, bodies;  // of searches
    std::size_t changed = 0;
    std::size_t too_many = 0;
    std::size_t empty = 0;
  };
  std::map<std::string, Collected> by_language;
  for (const AskedCommit& commit : run.commits) {
    for (const LanguagePackage& one : commit.packages) {
      Collected& all = by_language[one.gold.language];
      const bool has_functions = !one.gold.functions.empty();
      all.packages.push_back({.package = one.package, .has_functions = has_functions});
      all.files.push_back(one.search.files);
      if (has_functions) {
        all.functions.push_back(one.search.functions);
        all.bodies.push_back(one.search.bodies);
      }
      all.changed += one.gold.functions.size();
      all.too_many += one.gold.too_many ? 1 : 0;
      all.empty += one.package.files_shown == 0 ? 1 : 0;
    }
  }
  std::vector<LanguageRow> rows;
  for (const auto& [language, all] : by_language) {
    if (all.changed == 0) continue;
    rows.push_back({.language = language,
                    .packages = SummarizePackages(all.packages),
                    .search = {.files = Mean(all.files),
                               .files_code = Mean(all.files),
                               .functions = Mean(all.functions),
                               .bodies = Mean(all.bodies)},
                    .functions = all.changed,
                    .too_many = all.too_many,
                    .empty = all.empty});
  }
  return rows;
}

std::vector<RecallPoint> RecallCurve(const HistoryRun& run, std::size_t most) {
  std::vector<RecallPoint> curve;
  for (std::size_t k = 1; k <= most; ++k) {
    std::vector<Score> satchel;
    std::vector<Score> grep;
    for (const AskedCommit& commit : run.commits) {
      satchel.push_back(RecallWithin(commit.satchel, k));
      grep.push_back(RecallWithin(commit.grep, k));
    }
    curve.push_back({.k = k, .satchel = Mean(satchel), .grep = Mean(grep)});
  }
  return curve;
}

std::vector<std::size_t> WorstCommits(const HistoryRun& run, std::size_t most) {
  std::vector<std::pair<Score, std::size_t>> worse;
  for (std::size_t i = 0; i < run.commits.size(); ++i) {
    const Score lost = ReciprocalRank(run.commits[i].grep) - ReciprocalRank(run.commits[i].satchel);
    if (lost > Score()) worse.emplace_back(-lost, i);
  }
  std::ranges::sort(worse);
  if (worse.size() > most) worse.resize(most);
  std::vector<std::size_t> commits;
  for (const auto& [lost, commit] : worse) commits.push_back(commit);
  return commits;
}

}  // namespace satchel::evaluation
