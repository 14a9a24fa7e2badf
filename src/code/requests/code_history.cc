#include "code/requests/code_history.h"

#include <utility>

#include <fmt/format.h>

#include "base/git.h"
#include "code/history/log_parser.h"
#include "code/index/history_documents.h"
#include "code/requests/code_index.h"

namespace satchel::engine {
namespace {

// What Git says when it cannot read a repository, and not the stores: their failures are others.
bool IsOfGit(const Error& error) {
  return error.code() == Errc::kUnavailable || error.code() == Errc::kInvalidInput ||
         error.code() == Errc::kNotFound;
}

void AddRemarks(const code::HistorySummary& summary, std::vector<std::string>& remarks) {
  if (summary.too_large > 0) {
    remarks.push_back(fmt::format(
        "the history omits the changes of {} {}: more than {} paths each, or more than "
        "git can list within its limits",
        summary.too_large, summary.too_large == 1 ? "commit" : "commits", code::kMostLoggedPaths));
  }
  if (summary.unread > 0) {
    remarks.push_back(fmt::format(
        "the history omits {} older commits: git could not list the changes of several commits "
        "within its limits",
        summary.unread));
  }
}

}  // namespace

Result<code::HistorySummary> IndexCodeHistory(store::Database& curated, const store::Scope& scope,
                                              const CodeHistoryRequest& request,
                                              std::vector<std::string>& remarks) {
  const auto git = Git::Find(request.environment.Find("PATH").value_or(""));
  if (!git) return code::HistorySummary();
  retrieval::HistoryDocuments documents;
  const code::HistoryOptions options{
      .commits =
          static_cast<std::size_t>(request.settings.Integer(settings::Key::kCodeHistoryCommits)),
      .from = request.revision,
      .below = request.below,
      .full = request.full,
      .most_new = request.most_new,
      .sink = &documents};
  auto summary =
      code::IndexHistory(*git, {.directory = request.root, .bare = IsBareRepository(request.root)},
                         curated, scope, options);
  if (summary) AddRemarks(*summary, remarks);
  if (summary || !IsOfGit(summary.error())) return summary;
  if (summary.error().code() != Errc::kNotFound) {
    remarks.push_back("the history was not read: " + summary.error().text());
  }
  return code::HistorySummary();
}

}  // namespace satchel::engine
