#include "memory/files/memory.h"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "text/utf8.h"

namespace satchel::memory {
namespace {

constexpr std::size_t kShown = 64;

// In the order of the enumerators.
constexpr auto kCategories = std::to_array<std::string_view>(
    {"fact", "preference", "correction", "entity", "decision", "relationship", "principle",
     "commitment", "moment", "skill", "rule", "procedure", "reasoning_trace"});
constexpr auto kStates = std::to_array<std::string_view>(
    {"active", "pending_review", "rejected", "quarantined", "superseded", "archived", "forgotten"});
constexpr auto kLifecycles =
    std::to_array<std::string_view>({"candidate", "validated", "active", "stale", "archived"});
constexpr auto kVerifications = std::to_array<std::string_view>(
    {"unverified", "user_confirmed", "system_inferred", "disputed"});
constexpr auto kKinds =
    std::to_array<std::string_view>({"episode", "note", "box", "dream", "procedural"});
constexpr auto kLinkTypes = std::to_array<std::string_view>(
    {"follows", "references", "contradicts", "supports", "related"});

static_assert(kCategories.size() == static_cast<std::size_t>(Category::kReasoningTrace) + 1);
static_assert(kStates.size() == static_cast<std::size_t>(MemoryState::kForgotten) + 1);
static_assert(kLifecycles.size() == static_cast<std::size_t>(Lifecycle::kArchived) + 1);
static_assert(kVerifications.size() == static_cast<std::size_t>(Verification::kDisputed) + 1);
static_assert(kKinds.size() == static_cast<std::size_t>(Kind::kProcedural) + 1);
static_assert(kLinkTypes.size() == static_cast<std::size_t>(LinkType::kRelated) + 1);

template <class Enum>
Result<Enum> Parse(std::span<const std::string_view> names, std::string_view name,
                   std::string_view what) {
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) {
    return Fail(Errc::kInvalidInput,
                fmt::format("'{}' is no {}: there are {}", text::Ellipsize(name, kShown), what,
                            fmt::join(names, ", ")));
  }
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view Name(Category category) { return kCategories[static_cast<std::size_t>(category)]; }
std::string_view Name(MemoryState state) { return kStates[static_cast<std::size_t>(state)]; }
std::string_view Name(Lifecycle lifecycle) {
  return kLifecycles[static_cast<std::size_t>(lifecycle)];
}
std::string_view Name(Verification verification) {
  return kVerifications[static_cast<std::size_t>(verification)];
}
std::string_view Name(Kind kind) { return kKinds[static_cast<std::size_t>(kind)]; }
std::string_view Name(LinkType type) { return kLinkTypes[static_cast<std::size_t>(type)]; }

Result<Category> ParseCategory(std::string_view name) {
  return Parse<Category>(kCategories, name, "category");
}
Result<MemoryState> ParseMemoryState(std::string_view name) {
  return Parse<MemoryState>(kStates, name, "status");
}
Result<Lifecycle> ParseLifecycle(std::string_view name) {
  return Parse<Lifecycle>(kLifecycles, name, "lifecycle state");
}
Result<Verification> ParseVerification(std::string_view name) {
  return Parse<Verification>(kVerifications, name, "verification state");
}
Result<Kind> ParseKind(std::string_view name) { return Parse<Kind>(kKinds, name, "kind"); }
Result<LinkType> ParseLinkType(std::string_view name) {
  return Parse<LinkType>(kLinkTypes, name, "link type");
}

}  // namespace satchel::memory
