#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notes/files/notes.h"
#include "packet/candidate.h"

// Notes as candidates, without scores. Positions are those of the files.
namespace satchel::pipeline {

std::vector<packet::Candidate> RuleCandidates(const std::vector<notes::Rule>& rules,
                                              std::string_view rule);
// The conventions, those of agent files last and marked as the repository's. `omitted`: whose
// reader knows these agent files, by path or by the path of their directory.
std::vector<packet::Candidate> ConventionCandidates(const notes::Notes& notes,
                                                    std::span<const std::string> omitted);
std::vector<packet::Candidate> OpenTaskCandidates(const std::vector<notes::Task>& tasks);
std::vector<packet::Candidate> ReadOrderCandidates(const std::vector<notes::File>& files);
// What to do with the packet, which speaks of nothing that is not there, and never asks anybody to
// obey an agent file.
packet::Candidate InstructionCandidate(const notes::Notes& notes,
                                       std::span<const packet::Candidate> conventions);
// Without renditions, which SetEntryTexts() gives it.
packet::Candidate EntryCandidate(const notes::Entry& entry, std::size_t position);
void SetEntryTexts(const notes::Entry& entry, packet::Candidate& candidate);

}  // namespace satchel::pipeline
