#include "notes/pack/candidates.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "notes/files/task_tags.h"
#include "packet/own_words.h"

namespace satchel::pipeline {
namespace {

using packet::Candidate;
using packet::ContentKind;
using packet::Trust;

bool IsOfAWholeFile(const notes::Finding& finding) {
  using enum notes::Unused;
  return finding.line == 0 && (finding.reason == kTooLarge || finding.reason == kUnreadable ||
                               finding.reason == kNotText);
}

bool IsAgentFile(const notes::File& file) { return file.role == notes::FileRole::kAgentFile; }

std::string_view InstructionFor(const notes::Notes& notes, std::span<const Candidate> conventions) {
  const auto is_foreign = [](const Candidate& each) { return each.trust == Trust::kRepository; };
  const auto foreign = std::ranges::count_if(conventions, is_foreign);
  if (std::ranges::all_of(notes.files, IsAgentFile)) {
    if (std::ranges::any_of(notes.findings, IsOfAWholeFile)) return packet::kUnreadNotes;
    return foreign > 0 ? packet::kOnlyAgentFiles : packet::kNoNotes;
  }
  const bool has_rules = !notes.constitution.empty() || std::ssize(conventions) > foreign;
  if (!has_rules) return packet::kReadFiles;
  return foreign > 0 ? packet::kFollowOwnRules : packet::kFollowRules;
}

// Whether a path is one of these, or in one of these directories.
bool IsAmong(std::span<const std::string> places, std::string_view path) {
  return std::ranges::any_of(places, [path](std::string_view place) {
    return path == place || (path.starts_with(place) && path.substr(place.size()).starts_with('/'));
  });
}

bool IsOmitted(const notes::File& file, std::span<const std::string> omitted) {
  return IsAgentFile(file) && (IsAmong(omitted, file.path) ||
                               std::ranges::any_of(file.copies, [omitted](const std::string& copy) {
                                 return IsAmong(omitted, copy);
                               }));
}

Candidate NotesLine(std::string id, std::string text, std::int64_t position,
                    std::string_view rule) {
  Candidate candidate;
  candidate.id = ItemId(std::move(id));
  candidate.source = "notes";
  candidate.kind = ContentKind::kLine;
  candidate.title = text.substr(0, text.find('\n'));
  candidate.renditions.push_back({.name = "full", .text = std::move(text)});
  candidate.position = position;
  candidate.provenance.rule = rule;
  return candidate;
}

}  // namespace

std::vector<Candidate> RuleCandidates(const std::vector<notes::Rule>& rules,
                                      std::string_view rule) {
  std::vector<Candidate> candidates;
  candidates.reserve(rules.size());
  for (const notes::Rule& each : rules) {
    // "Do not:" above a list turns what its items say around.
    const std::string lead = each.lead.empty() ? "" : each.lead + " ";
    candidates.push_back(
        NotesLine(each.id, lead + each.text, static_cast<std::int64_t>(candidates.size()), rule));
  }
  return candidates;
}

std::vector<Candidate> ConventionCandidates(const notes::Notes& notes,
                                            std::span<const std::string> omitted) {
  std::vector<Candidate> candidates = RuleCandidates(notes.conventions, "convention");
  std::vector<Candidate> kept;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const notes::File& file = notes.files[notes.conventions[i].file];
    if (IsOmitted(file, omitted)) continue;
    if (IsAgentFile(file)) {
      candidates[i].trust = Trust::kRepository;
      candidates[i].provenance.rule = "agent_file";
    }
    kept.push_back(std::move(candidates[i]));
  }
  return kept;
}

std::vector<Candidate> OpenTaskCandidates(const std::vector<notes::Task>& tasks) {
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const notes::Task& task = tasks[i];
    if (task.state != notes::TaskState::kOpen) continue;
    Candidate candidate = NotesLine(task.id, notes::WithoutTimes(task.text),
                                    static_cast<std::int64_t>(i), "open_task");
    candidate.title = task.summary;
    candidate.renditions.push_back({.name = "summary", .text = task.summary});
    candidate.time = task.time;
    candidate.provenance.relation = task.phase.empty() ? "" : "phase";
    candidate.provenance.seed = task.phase;
    candidates.push_back(std::move(candidate));
  }
  return candidates;
}

std::vector<Candidate> ReadOrderCandidates(const std::vector<notes::File>& files) {
  std::vector<Candidate> candidates;
  for (const notes::File& file : files) {
    // What must be shown at every budget is not for the repository to say.
    if (IsAgentFile(file)) continue;
    candidates.push_back(NotesLine(file.path, file.path,
                                   static_cast<std::int64_t>(candidates.size()), "read_order"));
  }
  return candidates;
}

Candidate InstructionCandidate(const notes::Notes& notes, std::span<const Candidate> conventions) {
  Candidate candidate =
      NotesLine("instruction", std::string(InstructionFor(notes, conventions)), 0, "instruction");
  candidate.source = "satchel";
  candidate.trust = Trust::kSatchel;
  return candidate;
}

Candidate EntryCandidate(const notes::Entry& entry, std::size_t position) {
  Candidate candidate;
  candidate.id = ItemId(entry.id);
  candidate.source = "notes";
  candidate.kind = ContentKind::kProse;
  candidate.title.reserve(entry.title.size() + 32);
  if (entry.time) candidate.title.append("[").append(FormatDate(*entry.time)).append("] ");
  if (entry.superseded) candidate.title += "(superseded) ";
  candidate.title += entry.title;
  candidate.time = entry.time;
  candidate.position = static_cast<std::int64_t>(position);
  candidate.superseded = entry.superseded;
  candidate.provenance.rule = entry.superseded ? "superseded" : "entry";
  return candidate;
}

void SetEntryTexts(const notes::Entry& entry, Candidate& candidate) {
  // An entry without a body is its title.
  candidate.renditions.resize(entry.body.empty() ? 1 : 2);
  candidate.renditions[0].name = "full";
  candidate.renditions[0].text = entry.body;
  if (entry.body.empty()) return;
  candidate.renditions[1].name = "title";
  candidate.renditions[1].text.clear();
}

}  // namespace satchel::pipeline
