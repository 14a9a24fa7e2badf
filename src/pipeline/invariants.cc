#include "pipeline/invariants.h"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "packet/cost.h"

namespace satchel::pipeline {
namespace {

using packet::Cost;
using packet::Item;
using packet::Packet;
using packet::Section;

std::unexpected<Error> Broken(std::string_view what) {
  return Fail(Errc::kInternal, fmt::format("inconsistent context: {}", what));
}

Status CheckItems(const Section& section) {
  std::set<std::pair<std::string_view, std::string_view>> seen;
  Cost sum;
  for (const Item& item : section.items) {
    const std::string& id = item.candidate.id.value();
    if (item.step >= item.candidate.renditions.size()) {
      return Broken(fmt::format("'{}' in {} has no rendition {}", id, section.name, item.step));
    }
    if (!seen.emplace(item.candidate.source, id).second) {
      return Broken(fmt::format("'{}' is in {} twice", id, section.name));
    }
    sum += item.cost;
  }
  if (sum.bytes > section.cost.bytes || sum.tokens > section.cost.tokens) {
    return Broken(fmt::format("the items of {} cost more than the section", section.name));
  }
  return {};
}

Status CheckFrame(const Packet& before, const Packet& after) {
  if (before.recipe != after.recipe || before.budget != after.budget ||
      before.tokenizer != after.tokenizer) {
    return Broken("the packet's recipe, budget or counter has changed");
  }
  const auto key = [](const Section& section) { return std::tie(section.of, section.name); };
  if (!std::ranges::equal(before.sections, after.sections, {}, key, key)) {
    return Broken("the packet's sections have changed");
  }
  return {};
}

// An item may be demoted or dropped later on, but the report says so.
Status CheckNothingVanished(const Packet& before, const Packet& after) {
  for (std::size_t i = 0; i < before.sections.size(); ++i) {
    std::set<std::string_view> there;
    for (const Item& item : after.sections[i].items) there.insert(item.candidate.id.value());
    for (const packet::Omission& omission : after.omissions) there.insert(omission.id.value());
    for (const Item& item : before.sections[i].items) {
      if (there.contains(item.candidate.id.value())) continue;
      return Broken(fmt::format("'{}' has gone from {} without a report", item.candidate.id.value(),
                                before.sections[i].name));
    }
  }
  return {};
}

Status CheckBudget(const Packet& packet) {
  if (packet.budget == packet::kNoBudget) return {};
  Cost sum;
  bool only_floors = true;
  for (const Section& section : packet.sections) {
    sum += section.cost;
    only_floors &= section.floor || section.empty();
  }
  const std::size_t tokens = packet::CostModel(packet.tokenizer).Tokens(sum);
  if (only_floors || tokens <= packet.budget) return {};
  return Broken(fmt::format("{} tokens are packed into a budget of {}", tokens, packet.budget));
}

Status CheckOffer(const packet::SectionOffer& offer,
                  std::span<const packet::SectionPolicy> sections) {
  const auto is_own = [&offer](const packet::SectionPolicy& policy) {
    return KeyOf(policy) == offer.key();
  };
  if (std::ranges::none_of(sections, is_own)) {
    return Broken(fmt::format("the recipe has no section {}.{}", offer.source, offer.name));
  }
  const auto is_whole = [](const packet::Candidate& candidate, bool late) {
    return (late || !candidate.renditions.empty()) && !candidate.id.value().empty();
  };
  const bool late = offer.late != nullptr;
  if (std::ranges::all_of(offer.candidates, [&](const auto& one) { return is_whole(one, late); }) &&
      std::ranges::all_of(offer.cut, [&](const auto& one) { return is_whole(one, false); })) {
    return {};
  }
  return Broken(
      fmt::format("a candidate of {}.{} has no id or no rendition", offer.source, offer.name));
}

}  // namespace

Status CheckContext(const StageContext& after, const Request& request, const ask::TaskQuery& query,
                    const Json& snapshot, std::span<const packet::SectionPolicy> sections) {
  if (after.request != request) return Broken("the request has changed");
  if (after.snapshot != snapshot) return Broken("the snapshot has changed");
  if (after.query != query) return Broken("the task query has changed");
  for (const packet::SectionOffer& offer : after.offers.all()) {
    SATCHEL_TRY(CheckOffer(offer, sections));
  }
  return {};
}

Status CheckPacked(const Packet& before, const Packet& after) {
  SATCHEL_TRY(CheckFrame(before, after));
  for (const Section& section : after.sections) SATCHEL_TRY(CheckItems(section));
  SATCHEL_TRY(CheckNothingVanished(before, after));
  return CheckBudget(after);
}

}  // namespace satchel::pipeline
