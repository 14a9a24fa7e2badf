#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace satchel {

// Ids of different things do not mix: `StrongId<struct RunTag, std::string>`.
// An empty or zero id is not special; use std::optional for "none".
template <class Tag, class Value>
class StrongId {
 public:
  StrongId() = default;
  explicit StrongId(Value value) : value_(std::move(value)) {}

  const Value& value() const { return value_; }
  friend auto operator<=>(const StrongId&, const StrongId&) = default;

 private:
  Value value_{};
};

using WorkspaceId = StrongId<struct WorkspaceTag, std::int64_t>;
using RunId = StrongId<struct RunTag, std::string>;
using ConversationId = StrongId<struct ConversationTag, std::string>;

// A document's key inside its source, stable across runs: what `why` takes,
// what ties are broken by, what the report names.
using ItemId = StrongId<struct ItemTag, std::string>;

}  // namespace satchel

template <class Tag, class Value>
struct std::hash<satchel::StrongId<Tag, Value>> {
  std::size_t operator()(const satchel::StrongId<Tag, Value>& id) const noexcept {
    return std::hash<Value>()(id.value());
  }
};
