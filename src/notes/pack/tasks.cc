#include "notes/pack/tasks.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notes/pack/candidates.h"
#include "notes/pack/source.h"

namespace satchel::pipeline {
namespace {

class NotesTasks final : public Stage {
 public:
  std::string_view name() const override { return "notes.tasks"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    const NotesReading* reading = SATCHEL_TRY(services.Need<NotesReading>());
    const notes::Notes& notes = reading->notes();
    for (const notes::Finding& finding : notes.findings) {
      context.notices.push_back({.source = std::string(kNotes),
                                 .path = finding.path,
                                 .line = finding.line,
                                 .reason = std::string(Name(finding.reason)),
                                 .text = finding.text});
    }
    const auto offer = [&](std::string_view section, auto candidates) {
      if (!services.HasSection({kNotes, section})) return;
      context.offers.To({kNotes, section}).candidates = std::move(candidates);
    };
    auto conventions = ConventionCandidates(notes, reading->omitted());
    offer("constitution", RuleCandidates(notes.constitution, "constitution"));
    offer("read_order", ReadOrderCandidates(notes.files));
    offer("instruction", std::vector{InstructionCandidate(notes, conventions)});
    offer("tasks", OpenTaskCandidates(notes.tasks));
    offer("conventions", std::move(conventions));
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeNotesTasks() { return std::make_unique<NotesTasks>(); }

}  // namespace satchel::pipeline
