// How often the intent of a request is found, on the labelled set tests/data/graph_intent.tsv.
// Markers are tuned on the dev half, whose misses are printed; of the held half only totals are.

#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "graph/files/intent.h"

namespace satchel::graph {
namespace {

struct LabelledRequest {
  Intent intent;
  std::string text;
  std::string half;
};

std::string Unescape(std::string text) {
  for (std::size_t at = text.find("\\n"); at != text.npos; at = text.find("\\n", at)) {
    text.replace(at, 2, "\n");
  }
  return text;
}

std::vector<LabelledRequest> ReadRequests() {
  const char* root =
      std::getenv("SATCHEL_SOURCE_DIR");  // NOLINT(concurrency-mt-unsafe): tests only
  if (root == nullptr) throw std::runtime_error("SATCHEL_SOURCE_DIR is not set: run through ctest");
  std::ifstream file(std::string(root) + "/tests/data/graph_intent.tsv");
  std::vector<LabelledRequest> requests;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t text = line.find('\t') + 1;
    const std::size_t half = line.rfind('\t') + 1;
    requests.push_back({.intent = ParseIntent(line.substr(0, text - 1)).value(),
                        .text = Unescape(line.substr(text, half - 1 - text)),
                        .half = line.substr(half)});
  }
  return requests;
}

// Of one half, by labelled and found intent.
struct Confusion {
  std::array<std::array<int, kIntents>, kIntents> counts{};

  int total() const {
    int sum = 0;
    for (const auto& row : counts) {
      for (const int count : row) sum += count;
    }
    return sum;
  }
  int right() const {
    int sum = 0;
    for (std::size_t i = 0; i < kIntents; ++i) sum += counts.at(i).at(i);
    return sum;
  }
  double accuracy() const { return static_cast<double>(right()) / total(); }
};

Confusion Measure(std::string_view half, bool print_misses) {
  Confusion confusion;
  for (const LabelledRequest& request : ReadRequests()) {
    if (request.half != half) continue;
    const IntentVerdict verdict = ClassifyIntent(ask::Question(request.text));
    ++confusion.counts.at(static_cast<std::size_t>(request.intent))
          .at(static_cast<std::size_t>(verdict.intent));
    if (!print_misses || verdict.intent == request.intent) continue;
    fmt::print("{}, found {}: {}\n", Name(request.intent), Name(verdict.intent), request.text);
    for (const IntentEvidence& found : verdict.evidence) {
      fmt::print("    {} {} {}\n", Name(found.intent), found.weight, found.marker);
    }
  }
  fmt::print("{}: {} of {} right, {:.1f} %\n{:10}", half, confusion.right(), confusion.total(),
             100 * confusion.accuracy(), "");
  for (std::size_t i = 0; i < kIntents; ++i) fmt::print("{:>10}", Name(static_cast<Intent>(i)));
  for (std::size_t i = 0; i < kIntents; ++i) {
    fmt::print("\n{:10}{:10}", Name(static_cast<Intent>(i)), fmt::join(confusion.counts.at(i), ""));
  }
  fmt::print("\n");
  return confusion;
}

TEST(GraphIntentAccuracyTest, OnTheHalfThatMarkersAreTunedOn) {
  const Confusion confusion = Measure("dev", /*print_misses=*/true);
  ASSERT_GE(confusion.total(), 200);
  EXPECT_GE(confusion.accuracy(), 0.97);
}

TEST(GraphIntentAccuracyTest, OnTheHalfHeldOut) {
  const Confusion confusion = Measure("held", /*print_misses=*/false);
  ASSERT_GE(confusion.total(), 200);
  EXPECT_GE(confusion.accuracy(), 0.93);
}

}  // namespace
}  // namespace satchel::graph
