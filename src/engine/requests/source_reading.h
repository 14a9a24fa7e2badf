#pragma once

#include <optional>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/result.h"
#include "pipeline/request.h"
#include "settings/workspace.h"
#include "sources/graph/folder.h"
#include "sources/graph/question.h"
#include "sources/notes/notes.h"

namespace satchel::engine {

// What a request's recipe reads, as it was when the request began.
struct SourceReading {
  std::optional<notes::Notes> notes;
  std::optional<graph::Question> graph;
  Json snapshot = Json::object();  // digests of what was read, by source and file
};

// `graphs`: keeps graphs between requests; null: they are read anew.
Result<SourceReading> ReadSources(const settings::Workspace& workspace,
                                  const pipeline::Request& request, graph::GraphCache* graphs);

}  // namespace satchel::engine
