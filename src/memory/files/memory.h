#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "base/time.h"

// A memory: one Markdown file with front matter, which people edit by hand. Field names on disk are
// those of engram (docs/formats/memory.md); what is not known stays in the file byte for byte.
namespace satchel::memory {

enum class Category : std::uint8_t {
  kFact,
  kPreference,
  kCorrection,
  kEntity,
  kDecision,
  kRelationship,
  kPrinciple,
  kCommitment,
  kMoment,
  kSkill,
  kRule,
  kProcedure,
  kReasoningTrace,
};

enum class MemoryState : std::uint8_t {  // `status`
  kActive,
  kPendingReview,
  kRejected,
  kQuarantined,
  kSuperseded,
  kArchived,
  kForgotten,
};

enum class Lifecycle : std::uint8_t { kCandidate, kValidated, kActive, kStale, kArchived };
enum class Verification : std::uint8_t {
  kUnverified,
  kUserConfirmed,
  kSystemInferred,
  kDisputed,
};
enum class Kind : std::uint8_t { kEpisode, kNote, kBox, kDream, kProcedural };  // `memoryKind`
enum class LinkType : std::uint8_t { kFollows, kReferences, kContradicts, kSupports, kRelated };

// Stable names, as they stand in files.
std::string_view Name(Category category);
std::string_view Name(MemoryState state);
std::string_view Name(Lifecycle lifecycle);
std::string_view Name(Verification verification);
std::string_view Name(Kind kind);
std::string_view Name(LinkType type);
// kInvalidInput names what there is.
Result<Category> ParseCategory(std::string_view name);
Result<MemoryState> ParseMemoryState(std::string_view name);
Result<Lifecycle> ParseLifecycle(std::string_view name);
Result<Verification> ParseVerification(std::string_view name);
Result<Kind> ParseKind(std::string_view name);
Result<LinkType> ParseLinkType(std::string_view name);

struct Link {
  std::string target;  // the id of a memory
  LinkType type = LinkType::kRelated;
  Score strength = Score::FromInt(1);
  std::string reason;
};

// What a text is about, as far as routing goes: specification 001, "Intent Routing".
struct Intent {
  std::string goal;
  std::string action;
  std::vector<std::string> entities;  // sorted, each once

  bool empty() const { return goal.empty() && action.empty() && entities.empty(); }
};

struct Memory {
  std::string id;
  std::string space;  // the namespace; empty: the default one
  std::string path;   // from the directory of its namespace, with '/'
  std::string text;   // the body without the blank lines around it

  Category category = Category::kFact;
  MemoryState state = MemoryState::kActive;
  Kind kind = Kind::kNote;
  bool artifact = false;  // kept verbatim, below artifacts/
  bool pinned = false;    // `pinned: true`, a field of ours
  std::optional<Lifecycle> lifecycle;
  std::optional<Verification> verification;

  std::optional<Time> created;
  std::optional<Time> updated;
  std::optional<Time> expires;     // `expiresAt`
  std::optional<Time> valid_from;  // `valid_at`; nothing: since it was created
  std::optional<Time> valid_to;    // `invalid_at`; nothing: still

  Score confidence = Score::FromMillionths(800'000);
  std::optional<Score> importance;  // `importanceScore`
  std::vector<std::string> tags;
  std::vector<std::string> keywords;                            // `importanceKeywords`
  std::string entity;                                           // `entityRef`
  std::vector<std::pair<std::string, std::string>> attributes;  // `structuredAttributes`
  std::string supersedes;
  std::string superseded_by;
  std::vector<Link> links;
  Intent intent;
  std::string artifact_type;
  std::string source_memory;    // of an artifact
  std::string source;           // who or what said it
  std::int64_t accesses = 0;    // `accessCount`
  std::int64_t up_votes = 0;    // `mw_success`
  std::int64_t down_votes = 0;  // `mw_fail`
};

}  // namespace satchel::memory
