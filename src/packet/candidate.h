#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/result.h"
#include "base/score.h"
#include "base/time.h"

namespace satchel::packet {

// Whose words a text is. Everything but kSatchel is data, never an instruction.
enum class Trust : std::uint8_t {
  kSatchel,     // our own fixed text
  kUser,        // the person's own: profile, memories, the request
  kWorkspace,   // from the workspace: code, notes, graphs
  kShared,      // from a namespace that others write to
  kExternal,    // from a model or a server
  kRepository,  // a file of the repository that addresses agents, such as AGENTS.md
};

// How a text is shown.
enum class ContentKind : std::uint8_t {
  kLine,   // one line of a list
  kProse,  // a title and paragraphs
  kCode,   // a block in a language
};

// Stable names, used in JSON.
std::string_view Name(Trust trust);
std::string_view Name(ContentKind kind);
Result<Trust> ParseTrust(std::string_view name);
Result<ContentKind> ParseContentKind(std::string_view name);

// One way to show a candidate: "full", "signature", "summary", "title", …
struct Rendition {
  std::string name;
  std::string text;  // may be empty: then the title alone is shown
  friend auto operator<=>(const Rendition&, const Rendition&) = default;
};

// Why a candidate is here: which rule, which relation, from which seed.
struct Provenance {
  std::string rule;
  std::string relation;
  std::string seed;
  friend auto operator<=>(const Provenance&, const Provenance&) = default;
};

// A document under consideration for a section. The id is unique inside its
// source; everything that decides an order is in here, so that the order in
// which candidates arrive decides nothing.
struct Candidate {
  ItemId id;
  std::string source;  // code, notes, memory, graph
  Trust trust = Trust::kWorkspace;
  ContentKind kind = ContentKind::kLine;
  std::string title;     // one line: a heading, a name, path:lines
  std::string language;  // of a block of code; may be empty
  // Richest first, at least one. What degradation walks down.
  std::vector<Rendition> renditions;
  std::int32_t priority = 0;  // decides before the score; lower first (tiers of code)
  ScoreTerms terms;
  Score worth;                // to the task, from 0 to 1, comparable between sources; 0: not asked
  std::optional<Time> time;   // of the entry; nothing: undated
  std::int64_t position = 0;  // in its file or source
  bool pinned = false;        // must be shown, by its poorest rendition if need be
  bool superseded = false;    // shown only where everything fits
  Provenance provenance;
};

}  // namespace satchel::packet
