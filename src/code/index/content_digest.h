#pragma once

#include <span>
#include <string>

#include "base/result.h"
#include "store/code.h"
#include "store/curated.h"
#include "store/database.h"

// One value for all that is indexed, kept up to date by every change, so that two stores with the
// same files have the same value however each came about, and nobody has to read all files to
// compare them.
namespace satchel::code {

// Takes these files out of the value and puts those in. Inside the change of the rows themselves,
// after AllotFileIds() has kept others out.
Status ChangeContentDigest(store::CuratedChange& change, std::span<const store::FileRow> before,
                           std::span<const store::FileRow> after);

// Keeps a value of what models said about the files, which are read anew. Inside the change of the
// rows themselves, after AllotFileIds() has kept others out.
Status ChangeMetadataDigest(store::CuratedChange& change);

// Of files, of commits and of what models said; hexadecimal.
Result<std::string> ReadContentDigest(store::Transaction& curated);

}  // namespace satchel::code
