#pragma once

#include <functional>
#include <string_view>

#include "base/result.h"
#include "memory/import/draft.h"
#include "memory/import/input.h"

namespace satchel::memory {

// The JSON files of an unpacked export whose names are of interest, or the one file that was named
// (then `path` is empty). Tells the sink which of them cannot be read.
using ExportVisit = std::function<Status(std::string_view path, std::string_view bytes)>;
Status ForEachExport(const ImportInput& input, bool (*wanted)(std::string_view path),
                     ImportSink& sink, const ExportVisit& visit);

// Whether one of these files, or the one file that was named, has a first entry with that member.
bool AnyExportHas(const ImportInput& input, bool (*wanted)(std::string_view path),
                  bool (*has)(std::string_view item));

// "conversations.json", "conversations-000.json".
bool IsConversations(std::string_view path);

}  // namespace satchel::memory
