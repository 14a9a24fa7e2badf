#include "code/requests/index_options.h"

#include <cstddef>
#include <utility>

namespace satchel::engine {

code::IndexOptions IndexOptionsFrom(const settings::Settings& settings) {
  code::IndexOptions options;
  options.limits.bytes =
      static_cast<std::size_t>(settings.Integer(settings::Key::kCodeMaxFileKb)) * std::size_t{1024};
  options.walk.with_secrets = settings.Bool(settings::Key::kCodeSecretFiles);
  return options;
}

std::optional<code::ParseCache> OpenParseCache(const settings::Directories& directories,
                                               std::vector<std::string>& remarks) {
  if (!directories.cache) return std::nullopt;
  auto opened = code::ParseCache::Open(*directories.cache / "parse");
  if (opened) return *std::move(opened);
  remarks.emplace_back(opened.error().text());
  return std::nullopt;
}

}  // namespace satchel::engine
