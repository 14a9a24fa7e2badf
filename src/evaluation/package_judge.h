#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/score.h"
#include "evaluation/line_span.h"
#include "packet/packet.h"

namespace satchel::evaluation {

// What a package of one budget has of what was to be found: each a share of the gold.
struct PackageFigures {
  Score files;       // named, at least
  Score files_code;  // with some of their code
  Score functions;   // with the line that defines them
  Score bodies;      // whole
  Score lines;       // of those marked, as they stand in the file
};

struct JudgedPackage {
  std::size_t budget = 0;
  std::size_t tokens = 0;  // of the finished text, counted once more
  PackageFigures figures;
  std::size_t files_shown = 0;
  std::chrono::nanoseconds took{};
  std::uint64_t store_calls = 0;
};

// A function by where it stands in the file as it was indexed.
struct GoldFunction {
  std::string name;  // qualified
  LineSpan lines;
};

// What was to be found. Functions are by name or by their lines, whichever are known; those by
// lines are found in every language.
struct PackageGold {
  std::span<const std::string> files;
  std::span<const std::string> functions;  // "path::Class.method"
  std::span<const GoldFunction> functions_by_lines;
  std::span<const LineSpan> lines;  // merged; those of other files do not count
};
// Reads nothing but what is shown: an item's id says of which file it is, its text what it has.
PackageFigures JudgePackage(const packet::Packet& packet, const PackageGold& gold);

// The same of lines that are shown as they stand in their files, merged. Functions by name are not
// looked for.
PackageFigures JudgeLines(std::span<const LineSpan> shown, const PackageGold& gold);

}  // namespace satchel::evaluation
