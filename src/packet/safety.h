#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "packet/candidate.h"

namespace satchel::packet {

// What was done to texts before they could be shown.
struct SafetyCounts {
  std::map<std::string, std::size_t> redacted;  // secrets replaced, by kind
  std::size_t flagged = 0;                      // values that only look random; they stay
  std::size_t escaped = 0;                      // invisible characters and bytes that are not UTF-8

  // Whether a text is another one now.
  bool changed() const { return escaped > 0 || !redacted.empty(); }
  SafetyCounts& operator+=(const SafetyCounts& other);
  friend bool operator==(const SafetyCounts&, const SafetyCounts&) = default;
};

// Replaces secrets and makes invisible characters visible.
void MakeSafe(std::string& text, SafetyCounts& counts);

// Makes an id safe; returns how many characters were escaped. Ids are compared and looked up, so an
// id stays as it is unless it holds a token or invisible characters.
std::size_t MakeIdSafe(Candidate& candidate);

// What a report names of a candidate: id, title, provenance.
SafetyCounts MakeLabelsSafe(Candidate& candidate);

// Replaces secrets and makes invisible characters visible in every text of a
// candidate. Doing it twice changes nothing. Sources scan what they read as well;
// this is the gate that nothing passes without.
SafetyCounts MakeSafe(Candidate& candidate);

}  // namespace satchel::packet
