#include "code/rank/feature.h"

namespace satchel::rank {
namespace {

constexpr std::array<std::string_view, kFeatures> kFeatureNames = {
    "chunk",       "chunks",       "file",       "names",     "comments", "head",
    "stem",        "stem_prefix",  "stem_share", "directory", "symbol",   "definitions",
    "joined_stem", "joined_names", "neighbours", "imported",  "title",    "title_stem",
    "path",        "module",       "frame",      "run",       "quote",    "history_title",
    "history",     "similar"};

constexpr std::array<std::string_view, kPenalties> kPenaltyNames = {
    "test",   "doc",        "example", "generated", "vendored", "init", "types",
    "header", "index_file", "data",    "benchmark", "strings",  "older"};

}  // namespace

std::string_view Name(Feature feature) {
  return kFeatureNames.at(static_cast<std::size_t>(feature));
}
std::string_view Name(Penalty penalty) {
  return kPenaltyNames.at(static_cast<std::size_t>(penalty));
}

}  // namespace satchel::rank
