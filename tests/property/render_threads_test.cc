// Rendering is a pure function of the packet: one to eight threads at once, over
// one shared packet, give the same bytes.

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "memory/pack/sections.h"
#include "packet/offers.h"
#include "packet/render/markdown.h"
#include "packet/render/prompt.h"
#include "tests/support/pack_fills.h"
#include "tests/support/random_packets.h"

namespace satchel {
namespace {

const packet::MarkdownLayout kMarkdown;
const packet::PromptLayout kPrompt;

packet::Packet RandomMemoryPacket(std::uint64_t seed) {
  test::Random random(seed);
  const std::size_t budget = random.Between(50, 3'000);
  const auto tokenizer = static_cast<text::Tokenizer>(random.Below(4));
  packet::Offers offers;
  for (const auto& [section, most] :
       {std::pair("artifacts", 10), {"profile", 10}, {"memories", 20}, {"episodes", 20}}) {
    offers.To({"memory", section}).candidates =
        test::RandomCandidates(random, static_cast<std::size_t>(most));
  }
  return test::PackByFills({"memory", pipeline::MemoryPolicies(), budget, tokenizer, kPrompt},
                           pipeline::MemoryPolicies(), {pipeline::MemoryFills()}, std::move(offers))
      .value();
}

TEST(RenderThreadsTest, OneToEightThreadsGiveTheSameBytes) {
  const std::uint64_t first = test::FirstSeed();
  for (std::uint64_t seed = first; seed < first + test::CaseCount(100); ++seed) {
    const packet::Packet packet = RandomMemoryPacket(seed);
    const std::string markdown = Compose(packet, kMarkdown);
    const std::string prompt = Compose(packet, kPrompt);
    const std::size_t threads = 1 + seed % 8;
    std::vector<std::string> texts(threads);
    {
      std::vector<std::jthread> workers;
      for (std::size_t i = 0; i < threads; ++i) {
        workers.emplace_back([&, i] {
          // Packing, too, runs for many requests at once and shares nothing.
          const packet::Packet own = RandomMemoryPacket(seed);
          texts[i] = Compose(packet, kMarkdown) + Compose(own, kPrompt);
        });
      }
    }
    for (const std::string& text : texts) ASSERT_EQ(text, markdown + prompt) << "seed " << seed;
  }
}

}  // namespace
}  // namespace satchel
