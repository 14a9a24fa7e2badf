#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/files/intent.h"
#include "text/stem.h"

namespace satchel::graph {

// How the words of a marker are compared with those of a request, both folded, ё as е.
enum class MarkerForm : std::uint8_t {
  kWord,    // the same words
  kStem,    // words with the same stems
  kOpener,  // as kWord, and the words behind still lead: "could you please …", "write a …"
  kEnding,  // a longer word or name that ends so: `error` in TypeError
};

// Markers that tell the same to the same degree.
struct MarkerSet {
  Intent intent;
  text::Language language;
  MarkerForm form;
  int weight;             // anywhere; 0: tells nothing there
  int leading;            // as the first words of a sentence, openers aside
  std::string_view list;  // separated by ", "; words of a phrase by a space
};

std::span<const MarkerSet> MarkerSets();

}  // namespace satchel::graph
