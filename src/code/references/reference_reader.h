#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "code/facts/facts.h"
#include "code/references/resolve_uses.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::code {

// Files with their facts, as one question needs them. In the order of ids.
struct LoadedFile {
  store::FileRow row;
  FileFacts facts;
  std::vector<store::ImportRow> imports;
};

// References between files, worked out when they are asked for from what each file says about
// itself: nothing has to be kept up to date when a file changes. A bounded number of store calls,
// whatever the number of files.
class ReferenceReader {
 public:
  // Both must outlive the reader.
  ReferenceReader(store::Database& curated, const store::Scope& scope)
      : curated_(curated), scope_(scope) {}

  // The routes that files define under one of these keys (route.h), a bounded number of files in
  // the order of paths, whose rows are added to `rows`. Five store calls.
  Result<std::vector<ServedRoute>> Served(const std::set<std::string>& keys,
                                          std::map<std::int64_t, store::FileRow>& rows) const;

  // The functions that files give a name to for another language, by that name: of a bounded number
  // of files in the order of paths. Five store calls, one when there are none.
  Result<std::map<std::string, std::set<std::string>, std::less<>>> Bound() const;

  // Files whose facts cannot be read are left out. Three store calls.
  Result<std::vector<LoadedFile>> Load(std::span<const std::int64_t> files) const;

  // What these files use of all files: two store calls, at most twelve more where files hand on
  // what they import, five where some ask for routes, and eight where some are of Python.
  Result<std::vector<Reference>> From(std::span<const LoadedFile> files) const;

  struct Users {
    std::vector<Reference> references;  // in the order of file and use
    std::vector<LoadedFile> files;      // those they come from
    std::size_t files_left_out = 0;     // that use such a name, beyond the limit
  };
  // Who uses the symbols of these files that have one of these names (all names when there are
  // none): four store calls more than From(). At most `most` files are looked into, in the order of
  // paths.
  Result<Users> To(std::span<const LoadedFile> files, std::span<const std::string> names,
                   std::size_t most) const;

 private:
  Status AddDefinitions(std::span<const std::string> names, Definitions& definitions) const;
  Status AddRoutes(std::span<const LoadedFile> files, Definitions& definitions) const;
  Status AddBound(std::span<const LoadedFile> files, Definitions& definitions) const;
  Result<std::vector<LoadedFile>> LoadUnder(const std::set<std::string>& keys) const;
  Status AddImports(const std::set<std::string>& paths, Definitions& definitions) const;

  store::Database& curated_;
  const store::Scope& scope_;
};

}  // namespace satchel::code
