#pragma once

#include "base/deadline.h"
#include "base/result.h"
#include "code/find/code_uses.h"
#include "code/requests/search.h"
#include "engine/stores/stores.h"

// Who uses a name, in an opened workspace.
namespace satchel::engine {

using retrieval::UseList;
using retrieval::UsePlace;
using retrieval::UsesAnswer;
using retrieval::UsesRequest;

// kInvalidInput: no name, a wrong filter. kNotFound: nothing is indexed.
Result<UsesAnswer> FindUses(Stores& stores, retrieval::CodeIndexes& indexes,
                            const SearchedFiles& files, const UsesRequest& request,
                            const Deadline& deadline);

}  // namespace satchel::engine
