#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/trace.h"

namespace satchel::retrieval {

// Directories that are the root of this workspace on the machine that printed the trace, such as
// `home/dev/shop`. A frame `home/dev/shop/pay/pay.go` proves it if `pay/pay.go` is a file here and
// no longer end of the path is one. Two frames in one directory prove it if both names are files at
// the root of this workspace.
std::vector<std::string> RootsOf(std::span<const ask::TraceFrame> frames,
                                 std::span<const std::string_view> files);

// The path without the longest root that it begins with; the path itself if it begins with none.
std::string_view BelowRoots(std::string_view path, std::span<const std::string> roots);

}  // namespace satchel::retrieval
