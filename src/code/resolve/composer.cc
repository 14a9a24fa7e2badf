#include "code/resolve/composer.h"

#include <nlohmann/json.hpp>

#include "code/resolve/loose_json.h"
#include "code/resolve/workspace_path.h"

namespace satchel::code {
namespace {

// One or several directories.
std::vector<std::string> TextsOf(const Json& value) {
  std::vector<std::string> texts;
  if (value.is_string()) texts.push_back(value.get<std::string>());
  if (value.is_array()) {
    for (const Json& one : value) {
      if (one.is_string()) texts.push_back(one.get<std::string>());
    }
  }
  return texts;
}

std::string_view WithoutEnd(std::string_view text, char end) {
  while (text.ends_with(end)) text.remove_suffix(1);
  return text;
}

}  // namespace

bool Composer::Add(std::string_view path, std::string_view bytes, std::size_t& entries) {
  const auto json = ReadLooseJson(bytes);
  if (!json) return true;
  for (const std::string_view key : {"autoload", "autoload-dev"}) {
    const auto autoload = json->find(key);
    if (autoload == json->end() || !autoload->is_object()) continue;
    const auto rules = autoload->find("psr-4");
    if (rules == autoload->end() || !rules->is_object()) continue;
    for (const auto& [name, value] : rules->items()) {
      for (const std::string& directory : TextsOf(value)) {
        if (entries == 0) return false;
        --entries;
        auto place = JoinPath(DirectoryOf(path), WithoutEnd(directory, '/'));
        if (!place) continue;
        directories_[std::string(WithoutEnd(name, '\\'))].push_back(*std::move(place));
      }
    }
  }
  return true;
}

const std::vector<std::string>* Composer::DirectoriesOf(std::string_view name) const {
  const auto found = directories_.find(name);
  return found == directories_.end() ? nullptr : &found->second;
}

}  // namespace satchel::code
