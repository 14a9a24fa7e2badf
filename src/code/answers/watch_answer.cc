#include "code/answers/watch_answer.h"

#include <chrono>

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const WatchNotice& notice) {
  using Kind = WatchNotice::Kind;
  Json line = {{"event", Name(notice.kind)}};
  if (notice.kind == Kind::kWatching) line["directories"] = notice.directories;
  if (notice.kind == Kind::kRefreshed) {
    line["changed"] = notice.refresh.changed;
    line["added"] = notice.refresh.added;
    line["gone"] = notice.refresh.gone;
    line["seconds"] = std::chrono::duration<double>(notice.took).count();
  }
  if (notice.error) {
    line["message"] = notice.error->text();
    line["hint"] = notice.error->hint();
  }
  return line;
}

}  // namespace satchel::engine
