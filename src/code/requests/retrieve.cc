#include "code/requests/retrieve.h"

#include <utility>

#include "llm/model.h"

namespace satchel::engine {

Result<Model> OpenModel(std::string base_url, std::string model, std::string api_key) {
  llm::ModelOptions options;
  options.base_url = std::move(base_url);
  options.model = std::move(model);
  options.api_key = std::move(api_key);
  auto opened = SATCHEL_TRY(llm::OpenModel(options));
  return Model(std::move(opened));
}

const std::string& NameOf(const Model& model) { return model->model(); }

}  // namespace satchel::engine
