#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What a newcomer asks of a repository, and what an agent is told to do with it: "how do I run the
// tests?", "what is this?", "run the linter". Files that say how to work here answer that, not
// code.
namespace satchel::ask {

class Question;

// Names are stable: `why`, --explain and JSON have them.
enum class OrientationKind : std::uint8_t {
  kAbout,    // what this is
  kStart,    // where to begin, how to contribute
  kBuild,    // how to build it
  kRun,      // how to run it, or a part of it
  kTest,     // how to run the tests
  kLint,     // linters, static analysis and type checkers
  kFormat,   // formatters
  kInstall,  // how to install it or to set up for working on it
  kRelease,  // how to make a release
  kDocs,     // how to build the documentation
  kBench,    // how to run the benchmarks
  kChecks,   // what CI runs
};
std::string_view Name(OrientationKind kind);

struct Orientation {
  OrientationKind kind = OrientationKind::kAbout;
  bool one_test = false;     // a part of the tests is meant
  bool command = false;      // told to an agent: "run the tests"
  bool contributes = false;  // of kStart: somebody wants to contribute
  // It names a thing such as "the tests", so that an answer without its subjects is one, too.
  bool strong = false;
  // Words that say what is meant in particular: "clippy", "integration". Unless the
  // question is `strong`, an answer has all of them.
  // Of kAbout: the name that is asked about. It has to be that of the project.
  std::vector<std::string> subjects = {};
  friend bool operator==(const Orientation&, const Orientation&) = default;
};

// nullopt: the question asks for something else. Every word of the question is one of a closed
// list or a subject, so that a task such as "fix the failing test" is not taken for one.
std::optional<Orientation> ReadOrientation(const Question& question);

}  // namespace satchel::ask
