// Packs one task in several workspaces, from four threads that share one engine, and prints what
// was packed: pack_tasks TASK WORKSPACE…

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <satchel/satchel.h>

namespace {

constexpr std::size_t kThreads = 4;

// What one thread got for each workspace.
using Packets = std::vector<satchel::Outcome<satchel::PacketAnswer>>;

Packets PackAll(satchel::Engine& engine, const std::string& task,
                const std::vector<std::string>& workspaces) {
  Packets packets;
  for (const std::string& workspace : workspaces) {
    satchel::PackRequest request;
    request.workspace = workspace;
    request.task = task;
    request.budget = 2000;
    request.limits.time = std::chrono::seconds(60);
    packets.push_back(engine.Pack(request));
  }
  return packets;
}

// 1: nothing was packed.
int Print(const std::string& workspace, const satchel::Outcome<satchel::PacketAnswer>& packet) {
  if (!packet) {
    const satchel::Failure& failure = packet.failure();
    std::fprintf(stderr, "%s: %s: %s\n", workspace.c_str(),
                 std::string(satchel::Name(failure.code)).c_str(), failure.message.c_str());
    return 1;
  }
  std::printf("=== %s: %zu of %zu tokens, %s\n", workspace.c_str(), packet->tokens_used,
              packet->budget, packet->digest.c_str());
  for (const std::string& remark : packet->remarks) std::printf("--- %s\n", remark.c_str());
  std::printf("%s\n", packet->text.c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: pack_tasks TASK WORKSPACE...\n");
    return 2;
  }
  const std::string task = argv[1];
  const std::vector<std::string> workspaces(argv + 2, argv + argc);

  satchel::EngineOptions options;
  options.most_workspaces = 8;
  satchel::Engine engine(options);

  // The first packet of a workspace makes its index; while that goes on, others may know less.
  PackAll(engine, task, workspaces);

  std::vector<Packets> packets(kThreads);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] { packets[i] = PackAll(engine, task, workspaces); });
  }
  for (std::thread& thread : threads) thread.join();

  int status = 0;
  for (std::size_t at = 0; at < workspaces.size(); ++at) {
    for (std::size_t i = 1; i < kThreads; ++i) {
      const bool same =
          packets[i][at] && packets[0][at] && packets[i][at]->digest == packets[0][at]->digest;
      if (!same) std::printf("thread %zu got another packet of %s\n", i, workspaces[at].c_str());
    }
    status |= Print(workspaces[at], packets[0][at]);
  }
  return status;
}
