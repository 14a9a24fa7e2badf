#pragma once

#include <filesystem>
#include <string>

#include "evaluation/text_run.h"
#include "evaluation/text_set.h"
#include "surfaces/cli/call/command.h"
#include "surfaces/cli/call/context.h"

namespace satchel::cli {

// `eval run` of a set with a corpus of texts.
Outcome RunEvalText(Context& context, const std::filesystem::path& directory,
                    evaluation::TextRunRequest request);

}  // namespace satchel::cli
