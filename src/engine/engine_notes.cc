// Notes, by the functions of notes/requests.

#include "engine/engine.h"

namespace satchel::engine {

bool Engine::ReadsAgentFiles() const { return settings().Bool(settings::Key::kNotesAgentFiles); }

Result<std::vector<NoteItem>> Engine::ListNotes() const {
  const auto notes = SATCHEL_TRY(LoadNotes(workspace(), ReadsAgentFiles()));
  return ItemsOf(notes);
}

Result<NoteEdit> Engine::AddNote(const NewNote& note, const Deadline& deadline) const {
  return engine::AddNote(workspace(), note, parts_.clock->Now(), deadline);
}

Result<NoteEdit> Engine::CompleteTask(std::string_view which, const Deadline& deadline) const {
  return engine::CompleteTask(workspace(), which, deadline);
}

Result<NoteEdit> Engine::ReopenTask(std::string_view which, const Deadline& deadline) const {
  return engine::ReopenTask(workspace(), which, deadline);
}

Result<NoteEdit> Engine::EditNote(NoteKind kind, std::string_view which, const NoteRevision& change,
                                  const Deadline& deadline) const {
  return engine::EditNote(workspace(), kind, which, change, deadline);
}

Result<NoteEdit> Engine::RemoveNote(NoteKind kind, std::string_view which,
                                    const Deadline& deadline) const {
  return engine::RemoveNote(workspace(), kind, which, deadline);
}

Result<NoteEdit> Engine::SupersedeDecision(std::string_view which, std::string_view by,
                                           const Deadline& deadline) const {
  return engine::SupersedeDecision(workspace(), which, by, deadline);
}

Result<NotesCheck> Engine::CheckNotes(std::chrono::days stale_after, bool fix,
                                      const Deadline& deadline) const {
  return engine::CheckNotes(workspace(), parts_.environment,
                            {.now = parts_.clock->Now(),
                             .stale_after = stale_after,
                             .agent_files = ReadsAgentFiles(),
                             .fix = fix},
                            deadline);
}

Result<NotesLog> Engine::ReadNotesLog(const std::optional<NoteItem>& only,
                                      const Deadline& deadline) const {
  return engine::ReadNotesLog(workspace(), parts_.environment, only, deadline);
}

}  // namespace satchel::engine
