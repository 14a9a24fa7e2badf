#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// One package of Cargo.
struct Crate {
  std::string directory;
  std::string name;      // as `use` has it: `-` is `_`
  std::string lib_path;  // the root of its library, a path of the workspace
  std::map<std::string, std::string, std::less<>> local;  // a dependency's name to its directory
  std::set<std::string, std::less<>> dependencies;        // names of all of them
  std::set<std::string, std::less<>> roots;  // of binaries, tests and so on that it names
};

class Crates {
 public:
  // `entries`: how many it may still keep. False: there was more.
  bool Add(std::string_view path, std::string_view bytes, std::size_t& entries);
  void Finish();

  const Crate* In(std::string_view directory) const;
  // Nearest to the importing file: one that it depends on by path, else one of that name.
  const Crate* Named(const Crate* from, std::string_view name) const;
  bool empty() const { return crates_.empty(); }

 private:
  std::map<std::string, Crate, std::less<>> crates_;         // by directory
  std::map<std::string, std::string, std::less<>> by_name_;  // to its directory
  // [workspace.dependencies] of all files.
  std::map<std::string, std::string, std::less<>> shared_;
};

}  // namespace satchel::code
