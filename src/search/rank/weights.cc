#include "search/rank/weights.h"

namespace satchel::rank {
namespace {

// chunk, chunks, file, names, definition, documentation, comments, head, coverage, stem,
// stem_prefix, stem_share, directory, symbol, definitions, joined_stem, joined_names, neighbours,
// imported, size, title, title_stem, path, frame, module
constexpr std::array<Weights, 3> kWeights = {{
    {.features = {560,  550,  90,  280, 0,   0,   620, 280, 120, 1850, 1290, 1850, 550,
                  3000, 1120, 420, 660, 300, 100, 60,  0,   0,   500,  0,    500},
     .penalties = {300, 500, 300, 300, 300, 300, 500, 700, 700, 1000, 300, 600}},
    {.features = {560, 550,  90,  280, 0,   0,   620, 280, 120, 1850, 1290, 1850, 550,
                  0,   1120, 420, 660, 300, 100, 60,  0,   0,   500,  0,    500},
     .penalties = {300, 500, 300, 300, 300, 300, 500, 700, 700, 1000, 300, 600}},
    {.features = {2660, 800, 750, 300, 0, 0, 0, 0,    0,   600, 0,   0,  200,
                  0,    600, 0,   0,   0, 0, 0, 1330, 400, 750, 250, 400},
     .penalties = {200, 200, 200, 300, 300, 500, 600, 700, 700, 1000, 300, 600}},
}};

}  // namespace

const Weights& WeightsFor(QueryForm form) { return kWeights.at(static_cast<std::size_t>(form)); }

}  // namespace satchel::rank
