#include "code/requests/search.h"

#include <utility>

#include <nlohmann/json.hpp>

#include "code/answers/search_answer.h"
#include "surfaces/library/answer_parts.h"
#include "surfaces/library/requests.h"

namespace satchel::library {
namespace {

constexpr std::size_t kMostResults = 100;
constexpr std::size_t kMostPerFile = 20;

Result<engine::SearchRequest> Checked(const SearchRequest& request) {
  if (request.limit < 1 || request.limit > kMostResults) {
    return Fail(Errc::kInvalidInput, "limit must be from 1 to 100");
  }
  if (request.per_file < 1 || request.per_file > kMostPerFile) {
    return Fail(Errc::kInvalidInput, "per_file must be from 1 to 20");
  }
  engine::SearchRequest asked;
  asked.query = request.query;
  asked.limit = request.limit;
  asked.per_file = request.per_file;
  asked.filter = {
      .paths = request.paths, .languages = request.languages, .no_tests = request.no_tests};
  return asked;
}

}  // namespace

Result<Answer> Search(Workspaces& workspaces, const SearchRequest& request,
                      const Deadline& deadline) {
  const auto asked = SATCHEL_TRY(Checked(request));
  Answer answer;
  engine::SearchAnswer found;
  const auto ask = [&](engine::Engine& engine) -> Status {
    found = SATCHEL_TRY(engine.Search(asked, deadline));
    return {};
  };
  const auto refresh =
      SATCHEL_TRY(AskCode(workspaces, request.workspace, deadline, answer.remarks, ask));
  const auto detail =
      request.explain ? engine::SearchDetail::kReasons : engine::SearchDetail::kPlaces;
  answer.json = JsonText(engine::ToJson(found, refresh, detail, found.results.size()));
  return answer;
}

}  // namespace satchel::library
