#include "engine/requests/stored_options.h"

#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "pack/built_in.h"
#include "pack/options.h"

namespace satchel::engine {

Result<std::vector<std::shared_ptr<const pipeline::SourceOptions>>> StoredOptions(
    const pipeline::Request& request) {
  std::vector<std::shared_ptr<const pipeline::SourceOptions>> options;
  const pipeline::Recipe* recipe = pipeline::BuiltIn().FindRecipe(request.recipe);
  if (recipe == nullptr) return options;  // MakePacket says so
  for (const std::string_view name : recipe->sources) {
    const bool alone = recipe->sources.size() == 1;
    const Json json =
        alone ? request.options : request.options.value(std::string(name), Json::object());
    const pipeline::Source* source = pipeline::BuiltIn().FindSource(name);
    if (json.empty() || source == nullptr) continue;
    auto own = SATCHEL_TRY(source->ReadOptions(json));
    options.push_back(std::move(own));
  }
  if (const auto whole = request.options.find(std::string(pipeline::kPack));
      request.recipe == pipeline::kPack && whole != request.options.end()) {
    auto own = SATCHEL_TRY(pipeline::PackOptionsFrom(*whole));
    options.push_back(std::make_shared<pipeline::PackOptions>(std::move(own)));
  }
  return options;
}

}  // namespace satchel::engine
