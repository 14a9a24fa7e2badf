#include "engine/answers/replay_answer.h"

#include <nlohmann/json.hpp>

namespace satchel::engine {

Json ToJson(const Replayed& replayed) {
  Json json = {{"run", replayed.run.value()}, {"same", replayed.same()},
               {"digest", replayed.digest},   {"digest_now", replayed.digest_now},
               {"difference", nullptr},       {"causes", replayed.causes}};
  if (replayed.difference) {
    json["difference"] = {{"line", replayed.difference->line},
                          {"then", replayed.difference->then},
                          {"now", replayed.difference->now}};
  }
  return json;
}

}  // namespace satchel::engine
