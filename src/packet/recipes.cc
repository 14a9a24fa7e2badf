#include "packet/recipes.h"

#include <utility>

#include "packet/policies.h"

namespace satchel::packet {

void AddNotesTasks(Packer& packer, NotesOffer offer) {
  const auto policy = [](std::string_view name) -> const SectionPolicy& {
    return PolicyNamed(NotesPolicies(), name);
  };
  packer.AddFloor({policy("constitution"), std::move(offer.constitution)});
  packer.AddFloor({policy("instruction"), std::move(offer.instruction)});
  if (packer.packet().budget > 0) {
    packer.AddFloor({policy("read_order"), std::move(offer.read_order)});
  } else {
    packer.LeaveOut({policy("read_order"), std::move(offer.read_order)}, Reason::kFloorTooLarge);
  }
  packer.Add({policy("tasks"), std::move(offer.tasks)});
  packer.Add({policy("conventions"), std::move(offer.conventions)});
}

void AddNotesEntries(Packer& packer, NotesOffer offer) {
  const auto policies = NotesPolicies();
  std::vector<Offer> entries;
  entries.push_back(
      {PolicyNamed(policies, "decisions"), std::move(offer.decisions), offer.late_decisions});
  entries.push_back(
      {PolicyNamed(policies, "learnings"), std::move(offer.learnings), offer.late_learnings});
  packer.AddSplit(std::move(entries));
}

Packet PackNotes(Packer packer, NotesOffer offer, PackRecord* record) {
  NotesOffer entries{.decisions = std::move(offer.decisions),
                     .learnings = std::move(offer.learnings),
                     .late_decisions = offer.late_decisions,
                     .late_learnings = offer.late_learnings};
  AddNotesTasks(packer, std::move(offer));
  AddNotesEntries(packer, std::move(entries));
  return std::move(packer).Finish(record);
}

Status AddGraph(Packer& packer, GraphOffer offer) {
  const auto policies = GraphPolicies();
  std::vector<Offer> offers;
  offers.push_back({PolicyNamed(policies, "overview"), std::move(offer.overview)});
  offers.push_back({PolicyNamed(policies, "tasks"), std::move(offer.tasks)});
  offers.push_back({PolicyNamed(policies, "decisions"), std::move(offer.decisions)});
  offers.push_back({PolicyNamed(policies, "knowledge"), std::move(offer.knowledge)});
  offers.push_back({PolicyNamed(policies, "deltas"), std::move(offer.deltas)});
  SATCHEL_TRY(packer.AddTogether(std::move(offers)), "pack graph");
  return {};
}

Result<Packet> PackGraph(Packer packer, GraphOffer offer, PackRecord* record) {
  SATCHEL_TRY(AddGraph(packer, std::move(offer)));
  return std::move(packer).Finish(record);
}

Packet PackMemory(Packer packer, MemoryOffer offer, PackRecord* record) {
  const auto policies = MemoryPolicies();
  Offer memories{PolicyNamed(policies, "memories"), std::move(offer.memories)};
  Offer episodes{PolicyNamed(policies, "episodes"), std::move(offer.episodes)};
  packer.Add({PolicyNamed(policies, "artifacts"), std::move(offer.artifacts)});
  const std::size_t waiting = packer.Need(memories) + packer.Need(episodes);
  packer.Add({PolicyNamed(policies, "profile"), std::move(offer.profile)}, waiting);
  packer.Add(std::move(memories));
  packer.Add(std::move(episodes));
  return std::move(packer).Finish(record);
}

Result<Packet> PackCode(Packer packer, CodeOffer offer, PackRecord* record) {
  const auto policies = CodePolicies();
  std::vector<Offer> offers;
  offers.push_back({PolicyNamed(policies, "seeds"), std::move(offer.seeds)});
  offers.push_back({PolicyNamed(policies, "dependencies"), std::move(offer.dependencies)});
  offers.push_back({PolicyNamed(policies, "co_changes"), std::move(offer.co_changes)});
  offers.push_back({PolicyNamed(policies, "metadata"), std::move(offer.metadata)});
  SATCHEL_TRY(packer.AddTogether(std::move(offers)), "pack code");
  return std::move(packer).Finish(record);
}

}  // namespace satchel::packet
