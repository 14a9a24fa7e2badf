#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "notes/files/notes.h"
#include "pipeline/source.h"

namespace satchel::pipeline {

inline constexpr std::string_view kNotes = "notes";

// What a request may set for the notes.
struct NotesOptions final : SourceOptions {
  explicit NotesOptions(bool with_agent_files = true) : agent_files(with_agent_files) {}

  std::string_view source() const override { return kNotes; }
  Json ToJson() const override;

  bool agent_files = true;  // AGENTS.md and its like count as conventions
  // Agent files, or directories of them, that whoever asks reads without us: they are no part of
  // the packet.
  std::vector<std::string> omitted;
};

// The notes of a workspace, read for a request.
class NotesReading final : public TextReading {
 public:
  explicit NotesReading(notes::Notes notes, std::vector<std::string> omitted = {});

  std::string_view source() const override { return kNotes; }
  const Json& snapshot() const override { return snapshot_; }
  std::string DocumentDigest() const override;
  std::vector<store::DocumentRow> Documents() const override;
  std::vector<retrieval::SourceText> Texts(std::span<const std::string> paths) const override;

  const notes::Notes& notes() const { return notes_; }
  // As NotesOptions has it. Documents have these files all the same: they are for all requests.
  const std::vector<std::string>& omitted() const { return omitted_; }

 private:
  const notes::Notes notes_;
  const std::vector<std::string> omitted_;
  Json snapshot_ = Json::object();
};

// Specification 002.
std::unique_ptr<const Source> MakeNotesSource();

}  // namespace satchel::pipeline
