#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "code/answers/index_answer.h"
#include "code/requests/code_index.h"
#include "surfaces/library/answer_parts.h"
#include "surfaces/library/requests.h"

namespace satchel::library {

Result<Answer> Index(Workspaces& workspaces, const IndexRequest& request,
                     const Deadline& deadline) {
  constexpr unsigned kMostThreads = 256;
  if (request.threads > kMostThreads) {
    return Fail(Errc::kInvalidInput, "threads must be 256 at most");
  }
  if (request.wait < std::chrono::seconds(0)) {
    return Fail(Errc::kInvalidInput, "wait must not be negative");
  }
  engine::CodeIndexRequest asked;
  asked.full = request.full;
  asked.threads = request.threads;
  asked.wait = request.wait;
  asked.embed = true;
  if (request.progress) {
    asked.progress = [&request](const engine::CodeProgress& progress) {
      request.progress(progress.done, progress.total);
    };
  }
  Answer answer;
  SATCHEL_TRY(
      workspaces.AskIndex(request.workspace, deadline, answer.remarks,
                          [&](engine::Engine& engine, std::vector<std::string>& remarks) -> Status {
                            const auto report = SATCHEL_TRY(engine.Index(asked, deadline));
                            answer.json = JsonText(engine::ToJson(report));
                            remarks = report.summary.remarks;
                            return {};
                          }));
  return answer;
}

}  // namespace satchel::library
