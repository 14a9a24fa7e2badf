#pragma once

#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace satchel::pipeline {

// What the one who works with a packet misses in it. Another program may write it
// into the session; the field names are those of specification 003.
struct Refinement {
  std::string reason;
  std::vector<std::string> missing_files;
  std::vector<std::string> missing_symbols;
  std::vector<std::string> missing_tests;
  std::vector<std::string> error_signatures;
  friend bool operator==(const Refinement&, const Refinement&) = default;
};

Json ToJson(const Refinement& refinement);
Result<Refinement> RefinementFromJson(const Json& json);

}  // namespace satchel::pipeline
