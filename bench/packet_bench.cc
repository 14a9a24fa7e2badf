// Time to pack: what a request pays after its candidates have been scored.
//   bench_packet

#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "notes/pack/sections.h"
#include "packet/packer.h"
#include "packet/render/markdown.h"
#include "tests/support/random.h"

namespace {

using satchel::ItemId;
using satchel::Score;
using satchel::packet::Candidate;
using satchel::packet::ContentKind;
using satchel::packet::Offer;
using satchel::packet::Packer;
using satchel::packet::PolicyOf;
using satchel::test::Random;

// Entries of about 500 bytes, as DECISIONS.md and LEARNINGS.md hold them.
std::vector<Candidate> Entries(std::string_view kind, std::size_t count) {
  static const std::vector<std::string> words = {"parser", "keeps",  "the",  "old", "symbols",
                                                 "index",  "budget", "when", "it",  "fails"};
  Random random(1);
  std::vector<Candidate> entries;
  for (std::size_t i = 0; i < count; ++i) {
    Candidate entry;
    entry.id = ItemId(fmt::format("{}#{}", kind, i));
    entry.source = "notes";
    entry.kind = ContentKind::kProse;
    entry.title = fmt::format("Entry {} about the parser", i);
    std::string body;
    while (body.size() < 500) body += random.Pick(words) + (random.OneIn(12) ? ".\n" : " ");
    entry.renditions = {{"full", std::move(body)}, {"title", ""}};
    entry.terms.Add("relevance", Score::Ratio(static_cast<std::int64_t>(random.Below(4)), 3));
    entry.terms.Add("recency", Score::FromMillionths(200'000));
    entry.position = static_cast<std::int64_t>(i);
    entry.provenance = {.rule = "entries", .relation = "", .seed = ""};
    entries.push_back(std::move(entry));
  }
  return entries;
}

// Decisions and learnings that share a budget of 8,000, as the notes recipe packs them.
void Split(benchmark::State& state) {
  const satchel::packet::MarkdownLayout layout;
  const auto policies = satchel::pipeline::NotesPolicies();
  const auto each = static_cast<std::size_t>(state.range(0)) / 2;
  const auto decisions = Entries("DECISIONS.md", each);
  const auto learnings = Entries("LEARNINGS.md", each);
  std::size_t tokens = 0;
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<Offer> offers;
    offers.push_back({PolicyOf(policies, {"notes", "decisions"}), decisions});
    offers.push_back({PolicyOf(policies, {"notes", "learnings"}), learnings});
    state.ResumeTiming();
    Packer packer("notes", policies, 8'000, satchel::text::Tokenizer::kChars4, layout);
    packer.AddSplit(std::move(offers));
    tokens = std::move(packer).Finish().tokens_used;
    benchmark::DoNotOptimize(tokens);
  }
  state.counters["tokens"] = static_cast<double>(tokens);
}
BENCHMARK(Split)->Arg(100)->Arg(1'000)->Arg(10'000)->Arg(100'000)->Unit(benchmark::kMillisecond);

}  // namespace
