#include "evaluation/code_run.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/sha256.h"
#include "evaluation/asking.h"
#include "evaluation/repositories.h"

namespace satchel::evaluation {
namespace {

constexpr std::size_t kPlaces = 50;

std::string Shown(const std::string& repository) {
  return repository.empty() ? "this repository" : repository;
}

struct Asked {
  std::size_t query = 0;
  std::string commit;  // where it is asked
  std::int64_t time = 0;
};

class Runner {
 public:
  Runner(const Tools& tools, const DataSet& set, const CodeRunRequest& request)
      : tools_(tools), set_(set), request_(request) {}

  Result<CodeRun> Run() {
    std::map<std::string, std::vector<std::size_t>> by_repository;
    for (std::size_t i = 0; i < set_.queries.size(); ++i) {
      const Query& query = set_.queries[i];
      if (!request_.half.empty() && query.half != request_.half) continue;
      if (request_.limit > 0 && run_.asked == request_.limit) break;
      ++run_.asked;
      by_repository[query.repository].push_back(i);
    }
    for (const auto& [name, queries] : by_repository) {
      if (auto asked = AskRepository(name, queries); !asked) {
        Error error = asked.error();
        return std::move(error).While(Shown(name));
      }
    }
    std::ranges::sort(run_.answers, {}, &Answer::query);
    return std::move(run_);
  }

 private:
  Status AskRepository(const std::string& name, const std::vector<std::size_t>& queries) {
    const auto repository =
        name.empty() ? OwnRepository(request_.own) : FindRepository(request_.repositories, name);
    if (!repository) {
      run_.without_repository += queries.size();
      run_.repositories_missing.push_back(Shown(name));
      done_ += queries.size();
      return {};
    }
    auto asked = SATCHEL_TRY(Resolve(*repository, name, queries));
    const std::size_t before = run_.answers.size();
    std::map<std::string, RevisionStore> stores;  // by root
    for (const Asked& one : asked) {
      const Query& query = set_.queries[one.query];
      if (request_.progress) request_.progress({name, done_, run_.asked});
      ++done_;
      auto store = stores.find(query.root);
      if (store == stores.end()) {
        auto opened = SATCHEL_TRY(
            RevisionStore::Open(tools_, *repository, PlaceFor(name, query.root), query.root));
        store = stores.emplace(query.root, std::move(opened)).first;
      }
      SATCHEL_TRY(Ask(*repository, store->second, one));
    }
    if (run_.answers.size() > before) run_.repositories.push_back(Shown(name));
    return {};
  }

  std::filesystem::path PlaceFor(const std::string& repository, const std::string& root) const {
    std::string name = repository;
    std::ranges::replace(name, '/', '+');
    return request_.work / fmt::format("{}-{}", name, Sha256Of(root).Hex().substr(0, 8));
  }

  // The commit of each query, and the order to ask them in.
  Result<std::vector<Asked>> Resolve(const GitStore& repository, const std::string& name,
                                     const std::vector<std::size_t>& queries) {
    std::set<std::string> named;
    for (const std::size_t i : queries) {
      if (!name.empty()) named.insert(set_.queries[i].commit);
    }
    const std::vector<std::string> commits(named.begin(), named.end());
    const auto times = SATCHEL_TRY(CommitTimes(tools_.git, repository, commits, tools_.deadline));
    std::optional<std::string> head;
    if (times.size() < commits.size() || name.empty()) {
      auto found = SATCHEL_TRY(FindCommit(tools_.git, repository, "HEAD", tools_.deadline));
      head = std::move(found);
      if (head && !name.empty()) run_.repositories_at_head.push_back(name);
    }
    std::vector<Asked> asked;
    for (const std::size_t i : queries) {
      const auto time = times.find(set_.queries[i].commit);
      if (time != times.end()) {
        asked.push_back({i, time->first, time->second});
      } else if (head) {
        asked.push_back({i, *head, INT64_MAX});
      } else {
        ++run_.without_commit;
        ++done_;
      }
    }
    std::ranges::sort(asked, {}, [this](const Asked& one) {
      return std::tuple(one.time, one.commit, set_.queries[one.query].id);
    });
    return asked;
  }

  Status Ask(const GitStore& repository, RevisionStore& store, const Asked& asked) {
    const Query& query = set_.queries[asked.query];
    Answer answer{.query = asked.query, .commit = asked.commit};
    const auto are =
        SATCHEL_TRY(AreFiles(tools_.git, repository, asked.commit, query.gold, tools_.deadline));
    for (std::size_t i = 0; i < query.gold.size(); ++i) {
      if (are[i]) answer.gold.push_back(query.gold[i]);
    }
    if (answer.gold.empty()) {
      ++run_.without_gold;
      return {};
    }
    run_.gold_missing += query.gold.size() - answer.gold.size();
    SATCHEL_TRY(store.MoveTo(asked.commit));
    const auto started = SteadyTicker().Elapsed();
    auto found =
        store.Search({.query = query.text, .limit = kPlaces, .per_file = request_.per_file});
    answer.took = SteadyTicker().Elapsed() - started;
    if (!found) return std::unexpected(found.error());
    answer.store_calls = found->store_calls;
    std::erase_if(found->results, [&](const engine::SearchPlace& place) {
      return query.repository.empty() && place.path == request_.own_set;
    });
    answer.places =
        SATCHEL_TRY(CountPlaces(store, asked.commit, found->results, request_.tokenizer));
    SATCHEL_TRY(Pack(store, query, answer));
    run_.answers.push_back(std::move(answer));
    return {};
  }

  // The same text as a task, at every budget.
  Status Pack(RevisionStore& store, const Query& query, Answer& answer) const {
    for (const std::size_t budget : request_.budgets) {
      auto made = SATCHEL_TRY(MakePackage(store, query.text, budget, request_.tokenizer));
      made.measured.figures = JudgePackage(
          made.packet,
          {.files = answer.gold, .functions = query.gold_functions, .lines = query.gold_lines});
      answer.packages.push_back(made.measured);
    }
    return {};
  }

  const Tools& tools_;
  const DataSet& set_;
  const CodeRunRequest& request_;
  CodeRun run_;
  std::size_t done_ = 0;
};

}  // namespace

Result<CodeRun> RunCodeSet(const Tools& tools, const DataSet& set, const CodeRunRequest& request) {
  return Runner(tools, set, request).Run();
}

}  // namespace satchel::evaluation
