#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "code/pack/options.h"
#include "llm/completer.h"

// Packages of code: specification 003. They are made by Engine::MakePacket() with the recipe kCode.
namespace satchel::engine {

using pipeline::BudgetOf;
using pipeline::CodeOptions;
using pipeline::kCode;

using Model = std::shared_ptr<const llm::Completer>;

// A model by its server and name; nobody is asked yet. kInvalidInput: an address that cannot be.
// kUnavailable: what is needed to reach it is not installed.
Result<Model> OpenModel(std::string base_url, std::string model, std::string api_key);
// Its name.
const std::string& NameOf(const Model& model);

}  // namespace satchel::engine
