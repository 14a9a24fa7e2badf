#include "pipeline/stage.h"
#include "pipeline/stages/notes_entries.h"
#include "pipeline/stages/notes_tasks.h"

namespace satchel::pipeline {

const StageSet& AllStages() {
  static const StageSet kStages = [] {
    StageSet stages;
    stages.Add(MakeNotesTasks());
    stages.Add(MakeNotesEntries());
    return stages;
  }();
  return kStages;
}

}  // namespace satchel::pipeline
