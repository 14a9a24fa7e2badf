#pragma once

#include "base/json.h"
#include "llm/call_record.h"
#include "llm/completer.h"

namespace satchel::llm {

// Ends a call: a response that was answered is read by its schema (null: any text), and what it
// came to is in both parts of the result. The same for a model and for a recording of one, so that
// a replay cannot accept what the run did not.
// REQUIRES: the schema is null or passes CheckSchema().
Called Finish(CallRecord record, const Json& schema);

}  // namespace satchel::llm
