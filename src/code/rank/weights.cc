#include "code/rank/weights.h"

namespace satchel::rank {
namespace {

template <class What>
struct Row {
  What what;
  std::array<std::int32_t, 5> values;  // for symbol, words, question, report, trace
};

constexpr auto kFeatureRows = std::to_array<Row<Feature>>({
    {Feature::kChunk, {560, 790, 790, 430, 430}},
    {Feature::kChunks, {550, 800, 800, 370, 370}},
    {Feature::kFile, {90, 60, 60, 620, 620}},
    {Feature::kNames, {280, 290, 290, 730, 730}},
    {Feature::kComments, {620, 460, 460, 190, 190}},
    {Feature::kHead, {280, 230, 230, 0, 0}},
    {Feature::kStem, {1850, 2040, 2040, 360, 360}},
    {Feature::kStemPrefix, {1290, 1260, 1260, 0, 0}},
    {Feature::kStemShare, {1850, 1930, 1930, 0, 0}},
    {Feature::kDirectory, {550, 1090, 1090, 370, 370}},
    // Not fitted: more than all other features together, also with the penalty of a header. Who
    // asks for a name asks for its definition.
    {Feature::kSymbol, {36000, 0, 0, 0, 0}},
    {Feature::kDefinitions, {0, 1040, 1040, 500, 500}},
    {Feature::kJoinedStem, {0, 300, 300, 0, 0}},
    {Feature::kJoinedNames, {0, 290, 290, 0, 0}},
    {Feature::kNeighbours, {300, 70, 70, 200, 200}},
    {Feature::kImported, {100, 60, 60, 190, 190}},
    {Feature::kTitle, {0, 0, 0, 1880, 1880}},
    {Feature::kTitleStem, {0, 0, 0, 450, 450}},
    {Feature::kPath, {500, 640, 640, 650, 650}},
    {Feature::kModule, {500, 490, 490, 470, 470}},
    {Feature::kFrame, {0, 0, 0, 0, 6000}},
    {Feature::kRun, {0, 2500, 0, 800, 1500}},
    // Not fitted: whoever quotes a text knows it, so its place comes before all others, also where
    // it is a test or a document.
    {Feature::kQuote, {0, 40000, 40000, 40000, 0}},
    {Feature::kHistoryTitle, {0, 300, 200, 600, 200}},
    {Feature::kHistory, {0, 300, 400, 300, 0}},
    // The middle of what does best on the development half (docs/design/vectors.md). Less for a
    // pasted text, of which a model reads the beginning: nothing was measured there. A name and a
    // trace are not asked of a model.
    {Feature::kSimilar, {0, 3000, 3000, 400, 0}},
});
static_assert(kFeatureRows.size() == kFeatures);

constexpr auto kPenaltyRows = std::to_array<Row<Penalty>>({
    {Penalty::kTest, {300, 500, 300, 550, 550}},
    {Penalty::kDoc, {500, 600, 480, 280, 280}},
    {Penalty::kExample, {300, 300, 300, 300, 300}},
    {Penalty::kGenerated, {300, 400, 300, 380, 380}},
    {Penalty::kVendored, {300, 300, 300, 300, 300}},
    {Penalty::kInit, {500, 500, 500, 920, 920}},
    {Penalty::kTypes, {700, 700, 700, 900, 900}},
    {Penalty::kHeader, {700, 700, 820, 700, 700}},
    {Penalty::kIndexFile, {1000, 900, 920, 900, 900}},
    {Penalty::kData, {300, 600, 300, 900, 900}},
    // Not fitted: as examples, and as data of which a line says nothing of the code.
    {Penalty::kBenchmark, {300, 300, 300, 300, 300}},
    {Penalty::kStrings, {300, 300, 300, 300, 300}},
    {Penalty::kOlder, {600, 600, 600, 600, 600}},
});
static_assert(kPenaltyRows.size() == kPenalties);

constexpr std::array<Weights, 5> kWeights = [] {
  std::array<Weights, 5> all{};
  for (std::size_t form = 0; form < all.size(); ++form) {
    for (const auto& row : kFeatureRows) {
      all.at(form).features.at(static_cast<std::size_t>(row.what)) = row.values.at(form);
    }
    for (const auto& row : kPenaltyRows) {
      all.at(form).penalties.at(static_cast<std::size_t>(row.what)) = row.values.at(form);
    }
  }
  return all;
}();

}  // namespace

const Weights& WeightsFor(ask::QueryForm form) {
  return kWeights.at(static_cast<std::size_t>(form));
}

}  // namespace satchel::rank
