#include "index/lexical/source_lock.h"

#include <fmt/format.h>

#include "store/calls.h"

namespace satchel::lexical {

Result<std::int64_t> LockSource(store::Transaction& transaction, std::string_view source) {
  return store::AllotIds(transaction, fmt::format("search.{}", source), 1);
}

}  // namespace satchel::lexical
