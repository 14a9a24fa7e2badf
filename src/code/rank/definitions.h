#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ask/query.h"
#include "base/result.h"
#include "store/code.h"
#include "store/database.h"

namespace satchel::rank {

// Who defines the names of a query.
struct Definitions {
  struct Definition {
    std::size_t name = 0;  // index into the query's
    bool declared_only = false;
    double worth = 1;        // as the answer to who asks for the name: less for what has no body
    bool contained = false;  // in what the query says it is in
    std::uint32_t first_line = 0;
    std::uint32_t last_line = 0;
  };
  std::map<std::int64_t, std::vector<Definition>> by_file;
  std::vector<std::size_t> files;  // that define each name
  std::vector<std::string> plain;  // each name, as PlainName() has it
  std::vector<bool> in_title;      // of each name
  // Files that define names few others do, in order; of a query that is one name, also the best
  // files of many.
  std::vector<std::string> rare_paths;

  // What a file gets for the names it defines: rare names count more.
  double ValueIn(std::int64_t file, std::string_view plain_stem, std::uint64_t all_files) const;
  // Of a query that is one name: 1 for a function or type with its body, or a little more if the
  // file is called like it; less for a macro, a variable and a declaration, in this order.
  double SymbolIn(std::int64_t file, std::string_view plain_stem) const;
  // Where a file defines the last name of the query, those worth most first.
  std::vector<std::uint32_t> LinesIn(std::int64_t file) const;
};

// Whether it is a function or a type and not only its declaration.
bool HasBody(const store::SymbolRow& row);

// `documents`: that have each term of the query. Of a longer query, names that are everywhere are
// not asked for.
Result<Definitions> ReadDefinitions(store::Transaction& curated, const ask::Query& query,
                                    std::span<const std::uint64_t> documents);

}  // namespace satchel::rank
