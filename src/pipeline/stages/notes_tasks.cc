#include "pipeline/stages/notes_tasks.h"

#include <utility>

#include "packet/packer.h"
#include "packet/recipes.h"
#include "pipeline/stages/notes_candidates.h"

namespace satchel::pipeline {
namespace {

class NotesTasks final : public Stage {
 public:
  std::string_view name() const override { return "notes.tasks"; }

  Result<StageContext> Run(StageContext context, const Services& services) const override {
    if (services.notes == nullptr) return Fail(Errc::kInternal, "no notes were read");
    const notes::Notes& notes = *services.notes;
    for (const notes::Finding& finding : notes.findings) {
      packet::AddNotice(context.packet, {.source = "notes",
                                         .path = finding.path,
                                         .line = finding.line,
                                         .reason = std::string(Name(finding.reason)),
                                         .text = finding.text});
    }
    packet::Packer packer(std::move(context.packet), std::move(context.record), services.layout);
    packet::AddNotesTasks(packer,
                          {.constitution = RuleCandidates(notes.constitution, "constitution"),
                           .read_order = ReadOrderCandidates(notes.files),
                           .instruction = {InstructionCandidate()},
                           .tasks = OpenTaskCandidates(notes.tasks),
                           .conventions = RuleCandidates(notes.conventions, "convention")});
    std::move(packer).Store(context.packet, context.record);
    return context;
  }
};

}  // namespace

std::unique_ptr<const Stage> MakeNotesTasks() { return std::make_unique<NotesTasks>(); }

}  // namespace satchel::pipeline
