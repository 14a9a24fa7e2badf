#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace satchel::code {

// Where PHP's classes are, by `autoload` and `autoload-dev` of composer.json (PSR-4): the namespace
// `Shop\Models\` is the directory `src/Models`.
class Composer {
 public:
  // False when the limit kept a part of it out. `entries` is what is left of the limit.
  bool Add(std::string_view path, std::string_view bytes, std::size_t& entries);

  // The directories of a namespace, `Shop\Models` without the last `\`, in the order of manifests.
  // Null when none says.
  const std::vector<std::string>* DirectoriesOf(std::string_view name) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> directories_;
};

}  // namespace satchel::code
