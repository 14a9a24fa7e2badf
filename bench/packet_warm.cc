// What a packet costs in an engine that lives: the server's side of bench/memory_scale.py and
// bench/packet_latency.py.
//
//   packet_warm DIRECTORY RECIPE
//
// Reads tasks from standard input, a line each, and prints for each answer the milliseconds, those
// of CPU in it, and the calls and round trips to its stores.

#include <chrono>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <malloc.h>

#include "bench/engine_parts.h"
#include "bench/must.h"
#include "engine/engine.h"
#include "engine/requests/pack.h"
#include "engine/requests/packet_settings.h"
#include "engine/requests/recall.h"

namespace satchel {
namespace {

// As a server of ours has it, from its beginning: surfaces/cli/mcp.cc.
void KeepMemoryAsAServer() {
#ifdef __GLIBC__
  // NOLINTBEGIN(concurrency-mt-unsafe): there is no other thread yet
  ::mallopt(M_TOP_PAD, 4 << 20);
  ::mallopt(M_MMAP_THRESHOLD, 1 << 20);
  ::mallopt(M_TRIM_THRESHOLD, 8 << 20);
  // NOLINTEND(concurrency-mt-unsafe)
#endif
}

engine::PacketRequest RequestOf(const settings::Settings& settings, const std::string& recipe,
                                std::string task) {
  if (recipe == engine::kPack) return engine::PackRequest(settings, std::move(task));
  engine::PacketRequest request;
  request.recipe = recipe;
  request.task = std::move(task);
  if (recipe == engine::kMemory) {
    request.options = {std::make_shared<engine::MemoryOptions>(engine::RecallOptions(settings))};
  } else {
    engine::FillFromSettings(settings, request);
  }
  return request;
}

void Answer(const std::filesystem::path& directory, const std::string& recipe) {
  engine::EngineParts parts = bench::PartsOf(directory);
  parts.face = engine::Face::kServer;
  const auto engine = bench::Must(
      engine::Engine::Open(std::move(parts), engine::Purpose::kIndex, Deadline::Never()));
  for (std::string line; std::getline(std::cin, line);) {
    engine::PacketRequest request = RequestOf(engine->settings(), recipe, line);
    request.fresh = true;
    const std::clock_t used = std::clock();
    const auto started = std::chrono::steady_clock::now();
    const auto answer = bench::Must(engine->MakePacket(request, Deadline::Never()));
    const std::chrono::duration<double, std::milli> took =
        std::chrono::steady_clock::now() - started;
    const double cpu = 1000.0 * static_cast<double>(std::clock() - used) / CLOCKS_PER_SEC;
    std::cout << fmt::format("{:.3f} {:.3f} {} {}", took.count(), cpu, answer.stores.calls,
                             answer.stores.round_trips)
              << "\n"
              << std::flush;
  }
}

}  // namespace
}  // namespace satchel

int main(int count, char** arguments) {
  if (count != 3) {
    std::cerr << "packet_warm DIRECTORY RECIPE\n";
    return 2;
  }
  satchel::KeepMemoryAsAServer();
  satchel::Answer(arguments[1], arguments[2]);  // NOLINT(*-pointer-arithmetic): argv
  return 0;
}
