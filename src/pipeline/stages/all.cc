#include "pipeline/stage.h"
#include "pipeline/stages/graph_deltas.h"
#include "pipeline/stages/graph_layers.h"
#include "pipeline/stages/graph_pack.h"
#include "pipeline/stages/notes_entries.h"
#include "pipeline/stages/notes_tasks.h"

namespace satchel::pipeline {

const StageSet& AllStages() {
  static const StageSet kStages = [] {
    StageSet stages;
    stages.Add(MakeNotesTasks());
    stages.Add(MakeNotesEntries());
    stages.Add(MakeGraphTasks());
    stages.Add(MakeGraphDecisions());
    stages.Add(MakeGraphKnowledge());
    stages.Add(MakeGraphDeltas());
    stages.Add(MakeGraphPack());
    return stages;
  }();
  return kStages;
}

}  // namespace satchel::pipeline
