#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "code/resolve/path_set.h"

namespace satchel::code {

// A file of the other side, and why: a name of docs/formats/code_imports.md, which lives as long as
// the program.
struct TestLink {
  std::string path;
  std::string_view rule;
  friend bool operator==(const TestLink&, const TestLink&) = default;
};

// The files that a test is about, by its name: `foo_test.go` is about `foo.go`. All of the best
// place, in order of their paths: beside it, above its directory of tests, in the mirrored tree,
// nearest. None when the name is not that of a test, or too many files could be meant.
std::vector<TestLink> TestedFiles(const PathSet& paths, std::string_view test_path);

// The tests that are about a file: those whose TestedFiles() have it, in order of their paths. Of a
// name that very many tests have, only those near the file. For all files at once it is cheaper to
// turn the answers of TestedFiles() round.
std::vector<TestLink> TestsOf(const PathSet& paths, std::string_view path);

// Whether TestedFiles() looks for anything.
bool HasTestName(std::string_view path);

}  // namespace satchel::code
