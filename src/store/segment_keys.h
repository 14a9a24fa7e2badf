#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "store/database.h"

namespace satchel::store {

// Takes out the rows of one kind under these keys: for rows that come and go one by one, as those
// of the lexical index never do.
Status RemoveRowsUnderKeys(Transaction& transaction, std::string_view source, std::int64_t segment,
                           std::int64_t kind, std::span<const std::string> keys);

}  // namespace satchel::store
