#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/answers/why_answer.h"
#include "surfaces/library/answer_parts.h"
#include "surfaces/library/requests.h"
#include "text/safe_line.h"

namespace satchel::library {

Result<Answer> Why(Workspaces& workspaces, const WhyRequest& request, const Deadline& deadline) {
  constexpr std::size_t kMostQuoted = 200;
  Answer answer;
  const auto use = SATCHEL_TRY(workspaces.Open(request.workspace, deadline, answer.remarks));
  const auto named = request.run.empty() ? std::nullopt : std::optional(request.run);
  const auto run = SATCHEL_TRY(use.engine().FindRun(named, deadline));
  const auto view = SATCHEL_TRY(use.engine().ViewRun(run, deadline));
  const engine::WhyAnswer why = engine::ExplainItem(view, request.item);
  if (!request.item.empty() && why.decisions.empty() && why.notices.empty()) {
    return Fail(Errc::kNotFound,
                fmt::format("nothing like '{}' was considered by name in run {}",
                            text::SafeLine(request.item, kMostQuoted), run.value()),
                "ask without an item to see what was");
  }
  answer.json = JsonText(engine::ToJson(why));
  return answer;
}

}  // namespace satchel::library
