#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"
#include "store/postgres/libpq.h"
#include "store/statement.h"

namespace satchel::store {

// The parameters of one message in PostgreSQL's binary form, with their types.
// Texts and bytes are borrowed from the caller until the message is sent.
class Arguments {
 public:
  void AddInteger(std::int64_t value);
  Status Add(ParameterType type, const Parameter& value);
  // A column of many rows: cells `first`, `first + step`, … as one array.
  Status AddColumn(ValueType type, std::span<const Parameter> cells, std::size_t first,
                   std::size_t step);

  int size() const { return static_cast<int>(types_.size()); }
  const Oid* types() const { return types_.data(); }
  const char* const* values() const { return values_.data(); }
  const int* lengths() const { return lengths_.data(); }
  const int* formats() const { return formats_.data(); }

 private:
  Status Push(Oid type, std::string_view bytes);
  Status Keep(Oid type, std::string bytes);
  void PushNull(Oid type);

  std::vector<Oid> types_;
  std::vector<const char*> values_;
  std::vector<int> lengths_;
  std::vector<int> formats_;
  std::deque<std::string> kept_;
};

}  // namespace satchel::store
