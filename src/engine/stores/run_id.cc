#include "engine/stores/run_id.h"

#include <random>
#include <string>

#include <fmt/format.h>

namespace satchel::engine {

RunId MakeRunId(Time now) {
  std::random_device device;
  std::string moment = FormatTime(now).substr(0, 19);  // 2026-11-15T12:00:00
  std::erase_if(moment, [](char c) { return c == '-' || c == ':'; });
  return RunId(fmt::format("{}-{:08x}{:02x}", moment, device(), device() & 0xFFU));
}

}  // namespace satchel::engine
