#pragma once

#include <string>
#include <string_view>
#include <vector>

// How the languages name tests after what they test.
namespace satchel::code {

// What a test's name says it is about.
struct Subject {
  std::vector<std::string> ends;  // ends of paths: `foo.py`, `foo/__init__.py`
  bool by_directory = false;      // only the directory says that it is a test: `tests/foo.rs`
  bool same_directory = false;    // the language keeps both beside each other
  bool above = false;             // it is a part of what its directory is named after
};

// Without ends when it is not named like a test.
Subject SubjectOf(std::string_view path);

// Ends of paths of files that may be tests of this one.
std::vector<std::string> TestNamesFor(std::string_view path);

// `test`, `tests`, `__tests__`, `spec` and so on.
bool IsTestDirectory(std::string_view name);

// `Shop.Core` of `Shop.Core.Tests`, `Shop` of `ShopTests`, directories as C# and Swift name them,
// `common` of `commonTest`; any other name as it is.
std::string_view TestedProject(std::string_view name);

}  // namespace satchel::code
