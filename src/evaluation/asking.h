#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/requests/search.h"
#include "evaluation/answer.h"
#include "evaluation/package_judge.h"
#include "evaluation/revision_store.h"
#include "packet/packet.h"
#include "text/token_counter.h"

// How a store is asked by everything that measures code.
namespace satchel::evaluation {

// A package as `satchel retrieve` makes it, and all that is measured of it without knowing what was
// to be found. Empty when there is no word to search for, or names do not fit.
struct MadePackage {
  JudgedPackage measured;
  packet::Packet packet;
};
Result<MadePackage> MakePackage(RevisionStore& store, const std::string& task, std::size_t budget,
                                text::Tokenizer tokenizer);

// What a search found at a commit, with the tokens of each place.
Result<std::vector<AnsweredPlace>> CountPlaces(const RevisionStore& store,
                                               const std::string& commit,
                                               std::span<const engine::SearchPlace> places,
                                               text::Tokenizer tokenizer);

}  // namespace satchel::evaluation
