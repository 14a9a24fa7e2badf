#pragma once

#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "code/find/scoped_file.h"
#include "code/find/task_scope.h"

// What the stage `code.scope` tells the next one, and a session.
namespace satchel::pipeline {

Json ToJson(const retrieval::TaskScope& scope);

// The files in scope. Bytes from a session: what does not fit is an error.
Result<std::vector<retrieval::ScopedFile>> ScopedFilesFrom(const Json& json);

}  // namespace satchel::pipeline
