#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/database.h"

// Vectors of documents. A row has up to some dozens of them, because reading a hundred thousand
// rows of one vector each takes several times as long (bench/vector_bench.cc). Rows are never
// changed in what they say: a document with another content has another digest and other rows.
// Those of before stay for a while, so that a text that comes back is not sent to a model again.
namespace satchel::store {

// Where some vectors of a document are.
struct VectorKey {
  std::string space;     // in which model's vectors can be compared
  std::string source;    // code, notes, …
  std::string document;  // its path, or its name in the source
  std::string digest;    // of the content that was embedded
  std::int64_t part = 0;
  friend auto operator<=>(const VectorKey&, const VectorKey&) = default;
};

struct VectorRow {
  VectorKey key;
  std::int64_t texts = 0;       // that the document has in all its parts
  bool current = false;         // the content that the document had when it was last looked at
  std::int64_t change = 0;      // the change that put it or made it current
  std::int64_t dimensions = 0;  // of each vector
  std::string hashes;           // of the texts of this part, 16 bytes each
  std::string codes;            // of their vectors, a byte a dimension
  friend bool operator==(const VectorRow&, const VectorRow&) = default;
};
inline constexpr std::size_t kTextHashBytes = 16;
// Part p has the texts from p * 64 on.
inline constexpr std::size_t kTextsOfRow = 64;

// A change of vectors begins with it: keeps other writers of vectors out until the transaction
// ends, gives the number of the change, and lets readers see that there was one.
Result<std::int64_t> LockVectors(Transaction& transaction);
// The number of the last change; 0: there never was one.
Result<std::int64_t> LastVectorChange(Transaction& transaction);

// A page of the rows of a space in the order of their keys: at most `most` behind `after`, which is
// empty for the first one.
enum class VectorDetail : std::uint8_t {
  kHashes,  // of all rows, without codes
  kCodes,   // of current rows, without hashes
};
Result<std::vector<VectorRow>> ReadVectorPage(Transaction& transaction, VectorDetail detail,
                                              const VectorKey& after, std::int64_t most);
// These rows with all they have, in the order of `keys`; what is not there is left out. One round
// trip.
Result<std::vector<VectorRow>> ReadVectorRows(Transaction& transaction,
                                              std::span<const VectorKey> keys);

Status PutVectors(Transaction& transaction, std::span<const VectorRow> rows);

// Of each document the rows with this digest are current from now on, and no others; an empty
// digest: none. The part does not matter.
Status SetCurrent(Transaction& transaction, std::span<const VectorKey> documents,
                  std::int64_t change);
// These rows.
Status RemoveVectors(Transaction& transaction, std::span<const VectorKey> keys);
// Rows that are not current in this space: of contents of before, and of other spaces. Those of
// the oldest changes first.
Result<std::vector<VectorKey>> ReadOldVectors(Transaction& transaction, std::string_view space);

// Documents with current vectors, by source.
Result<std::map<std::string, std::int64_t>> CountVectors(Transaction& transaction,
                                                         std::string_view space);

std::span<const Statement* const> VectorStatements();

}  // namespace satchel::store
