#pragma once

#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "code/find/body_window.h"
#include "code/find/scoped_file.h"
#include "code/find/task_scope.h"

// What the stage `code.scope` tells the next one, and a session.
namespace satchel::pipeline {

Json ToJson(const retrieval::TaskScope& scope);

// The files in scope, and the words of the task. The bytes may be those of a session: what cannot
// be read is an error.
Result<std::vector<retrieval::ScopedFile>> ScopedFilesFrom(const Json& json);
Result<std::vector<retrieval::LineWord>> LineWordsFrom(const Json& json);
// Whether the scope matches the task weakly. Null or anything else than a scope: it does not.
bool IsWeakScope(const Json& json);
// Whether it answers a question of orientation.
bool IsOrientedScope(const Json& json);

}  // namespace satchel::pipeline
