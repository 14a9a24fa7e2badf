#include "memory/answers/memory_answer.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "memory/files/row.h"

namespace satchel::engine {

Json ToJson(const memory::Memory& memory) {
  Json json = RowOf(memory);
  json["namespace"] = memory.space.empty() ? std::string(memory::kDefaultSpace) : memory.space;
  json["path"] = memory.path;
  return json;
}

Json ToJson(std::span<const MemoryPointer> memories, std::size_t all) {
  Json items = Json::array();
  for (const MemoryPointer& memory : memories) items.push_back(ToJson(*memory));
  return {{"items", std::move(items)}, {"total", all}};
}

Json ToJson(const Remembered& remembered) {
  Json json = ToJson(remembered.memory);
  json["did"] = Name(remembered.outcome);
  if (remembered.outcome != RememberOutcome::kAdded) json["alike"] = remembered.alike.Text();
  json["superseded"] = remembered.superseded;
  if (!remembered.contradicts.empty()) json["contradicts"] = remembered.contradicts;
  json["redacted"] = remembered.secrets;
  json["new_namespace"] = remembered.new_space;
  if (!remembered.artifact.empty()) json["artifact_id"] = remembered.artifact;
  return json;
}

Json ToJson(const MemoryEdit& edit, std::string_view did) {
  Json json = ToJson(edit.memory);
  json["did"] = did;
  json["changed"] = edit.changed;
  json["redacted"] = edit.secrets;
  if (!edit.copies.empty()) json["copies"] = edit.copies;
  return json;
}

Json ToJson(const MemoryImport& import) {
  Json bad = Json::array();
  for (const ImportNote& note : import.bad) {
    bad.push_back({{"line", note.line}, {"where", note.where}, {"why", note.why}});
  }
  Json left = Json::array();
  for (const ImportNote& note : import.left) {
    left.push_back({{"where", note.where}, {"why", note.why}});
  }
  Json reasons = Json::object();
  for (std::size_t i = 0; i < import.reasons.size(); ++i) {
    if (import.reasons[i] == 0) continue;
    reasons[std::string(memory::Name(static_cast<memory::SkipReason>(i)))] = import.reasons[i];
  }
  Json json = {{"format", import.format},
               {"dry_run", import.dry_run},
               {"added", import.added},
               {"skipped", import.skipped},
               {"skipped_by", std::move(reasons)},
               {"skips", std::move(left)},
               {"refused", import.refused},
               {"redacted", import.redacted},
               {"namespace", import.space},
               {"new_namespace", import.new_space},
               {"bad", std::move(bad)}};
  if (!import.dry_run) return json;
  // Ids are made when a memory is written.
  json["first"] = Json::array();
  for (const memory::Memory& memory : import.first) {
    Json row = memory::RowOf(memory);
    row.erase("id");
    json["first"].push_back(std::move(row));
  }
  return json;
}

Json ToJson(const Proposal& proposal) {
  return {{"id", proposal.id},
          {"kind", Name(proposal.kind)},
          {"text", proposal.text},
          {"category", Name(proposal.category)},
          {"agent", proposal.agent},
          {"conversation", proposal.conversation},
          {"said", FormatTime(proposal.said)},
          {"redacted", proposal.secrets}};
}

Json ToJson(const InboxList& list) {
  Json items = Json::array();
  for (const ListedProposal& listed : list.proposals) {
    Json item = ToJson(listed.proposal);
    if (!listed.contradicts.empty()) item["contradicts"] = listed.contradicts;
    items.push_back(std::move(item));
  }
  return {{"items", std::move(items)}, {"repeated", list.repeated}};
}

Json ToJson(const MemoryCheck& check) {
  Json issues = Json::array();
  for (const MemoryIssue& issue : check.issues) {
    issues.push_back({{"kind", Name(issue.kind)},
                      {"namespace", issue.space},
                      {"path", issue.path},
                      {"id", issue.id},
                      {"text", issue.text}});
  }
  return {{"issues", std::move(issues)},
          {"memories", check.memories},
          {"namespaces", check.spaces},
          {"drafts_removed", check.drafts},
          {"ok", check.issues.empty()}};
}

}  // namespace satchel::engine
