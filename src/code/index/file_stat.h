#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/walk/walker.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::code {

// A moment shortly before now. A file that changed since may change again with the same stamp.
std::int64_t UnsureFrom();

// A stamp as the store keeps it; empty when the file changed since `unsure_from`: whoever looks
// next has to read it.
std::string StatOf(const FileStamp& stamp, std::int64_t unsure_from);

// Whether a row is of a file of a commit, which has other stat data.
bool IsOfCommit(const store::FileRow& row);

// All rows of files, in pages.
Result<std::vector<store::FileRow>> AllFiles(store::Database& curated, const store::Scope& scope);

}  // namespace satchel::code
