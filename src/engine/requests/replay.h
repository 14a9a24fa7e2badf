#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/deadline.h"
#include "base/id.h"
#include "base/result.h"
#include "engine/requests/packets.h"
#include "engine/stores/stores.h"
#include "pipeline/source.h"
#include "settings/workspace.h"

namespace satchel::engine {

// Where two texts part.
struct TextDifference {
  std::size_t line = 0;  // from 1
  std::string then;      // that line as it was; empty when the text ended before it
  std::string now;
};
std::optional<TextDifference> FirstDifference(std::string_view then, std::string_view now);

// What a repetition of a run gave.
struct Replayed {
  RunId run;
  std::string digest;                        // of the run
  std::string digest_now;                    // of the repetition
  std::string text;                          // of the repetition
  std::optional<TextDifference> difference;  // nothing: the same bytes
  std::vector<std::string> causes;           // of a difference, the likeliest first
  bool same() const { return !difference && digest == digest_now; }
};

// Filters, packs and renders again from what the log kept of a run: candidates, terms,
// costs, and the texts of the packet. Reads no source.
Result<Replayed> Replay(Stores& stores, const RunId& run, const Deadline& deadline);

// The recipe of a run. kNotFound: there is no such run.
Result<std::string> RecipeOf(Stores& stores, const RunId& run, const Deadline& deadline);

// Asks the sources as they are today, with the request and the clock of the run. This
// is a run of its own and logged. No model is asked, and nothing is refined.
Result<Replayed> ReplayFresh(Stores& stores, const settings::Workspace& workspace, const RunId& run,
                             const Deadline& deadline, const SourceCaches* caches = nullptr,
                             const pipeline::Surroundings& around = {});

}  // namespace satchel::engine
