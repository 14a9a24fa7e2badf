#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/score.h"
#include "evaluation/line_span.h"
#include "evaluation/metrics.h"
#include "evaluation/package_judge.h"

namespace satchel::evaluation {

struct AnsweredPlace {
  std::string path;
  std::uint32_t start_line = 0;
  std::uint32_t end_line = 0;
  std::string symbol;
  Score score;
  std::uint64_t tokens = 0;  // of its lines
};

// What came back for one query.
struct Answer {
  std::size_t query = 0;              // of the set
  std::string commit;                 // that was searched
  std::vector<std::string> gold;      // what of it is there at that commit
  std::vector<AnsweredPlace> places;  // best first
  std::chrono::nanoseconds took{};    // of the search alone
  std::uint64_t store_calls = 0;
  std::vector<JudgedPackage> packages;  // of each budget
};

// The lines of the leading places that fit into so many tokens, merged; a place that does not fit
// is passed over.
std::vector<LineSpan> PlacesWithin(std::span<const AnsweredPlace> places, std::uint64_t tokens);

// One place a file: where it stands first.
Judged AsFiles(const Answer& answer);
// Every place has a rank of its own; a file counts where it stands first. So do sets judge that
// rank chunks.
Judged AsChunks(const Answer& answer);
// By functions, "path::Class.method": a place that shows a class shows its methods too.
Judged AsFunctions(const Answer& answer, const std::vector<std::string>& gold);

}  // namespace satchel::evaluation
