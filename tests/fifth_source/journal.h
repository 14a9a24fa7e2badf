#pragma once

#include <memory>

#include "pipeline/pack_part.h"
#include "pipeline/source.h"

// A source that comes with nothing: the lines of `journal.txt` ("2026-01-02 text"). It shows what
// it takes to add one.
namespace satchel::pipeline {

std::unique_ptr<const Source> MakeJournalSource();
PackPart JournalPart();

}  // namespace satchel::pipeline
