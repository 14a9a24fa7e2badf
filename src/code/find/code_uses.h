#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/score.h"
#include "code/find/code_search.h"
#include "code/find/file_filter.h"

// Who uses a name, and what is behind it.
namespace satchel::retrieval {

struct UsesRequest {
  std::string name;           // `dictFind`, `Flask.run`, `satchel::text::Stem`
  std::size_t limit = 20;     // of each list
  FilterRequest filter = {};  // of those who use or import it
};

// Where a name is defined, used or imported.
struct UsePlace {
  std::string path;
  std::uint32_t line = 0;
  std::uint32_t end_line = 0;  // of a definition; else 0
  std::string symbol;          // qualified: what is defined there or what it is in; or empty
  std::string kind;            // of that symbol
  bool declared_only = false;
  std::uint32_t times = 0;  // how often that symbol uses the name
  // How it is known that this very definition is meant: a rule of references, or `name`, when
  // nothing but the name says so. Empty where there is nothing to tell.
  std::string rule;
  Score confidence;
  std::string text;  // of the line, fit to be shown; empty: the file is another now
};

struct UseList {
  std::vector<UsePlace> places;
  std::size_t left_out = 0;  // beyond the limit
};

struct UsesAnswer {
  UseList definitions;
  UseList users;      // one's own code first, then tests and others'; surest first
  UseList callees;    // what the definitions use themselves
  UseList importers;  // those who import the name before those who import all of its file
  std::size_t files_left_out = 0;  // that use the name and were too many to look into
};

// kInvalidInput: no name, a wrong filter. kNotFound: nothing is indexed.
Result<UsesAnswer> FindUses(const SearchedCode& searched, const UsesRequest& request);

}  // namespace satchel::retrieval
