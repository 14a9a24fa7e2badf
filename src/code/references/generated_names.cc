#include "code/references/generated_names.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace satchel::code {
namespace {

struct Form {
  std::string_view before;
  std::string_view behind;
};
// Of Go, Python, Java, JavaScript, C# and C++.
constexpr auto kForms = std::to_array<Form>({{"", "Client"},
                                             {"", "Server"},
                                             {"", "Stub"},
                                             {"", "BlockingStub"},
                                             {"", "FutureStub"},
                                             {"", "Servicer"},
                                             {"", "Grpc"},
                                             {"", "ImplBase"},
                                             {"", "Base"},
                                             {"New", "Client"},
                                             {"Register", "Server"},
                                             {"Unimplemented", "Server"},
                                             {"add_", "Servicer_to_server"}});

bool ContainsWord(std::string_view text, std::string_view word) {
  return std::ranges::search(text, word, {}, ToLower, ToLower).begin() != text.end();
}

}  // namespace

std::vector<std::string> NamesGeneratedFor(std::string_view service) {
  std::vector<std::string> names;
  for (const Form& form : kForms) {
    names.push_back(std::string(form.before) + std::string(service) + std::string(form.behind));
  }
  return names;
}

std::vector<std::string> ServicesBehind(std::string_view name) {
  std::vector<std::string> services;
  for (const Form& form : kForms) {
    if (name.size() <= form.before.size() + form.behind.size()) continue;
    if (!name.starts_with(form.before) || !name.ends_with(form.behind)) continue;
    const std::string_view service =
        name.substr(form.before.size(), name.size() - form.before.size() - form.behind.size());
    if (IsUpper(service.front())) services.emplace_back(service);
  }
  return services;
}

bool IsGeneratedModule(std::string_view module) {
  if (module.ends_with(".js") || module.ends_with(".ts")) module.remove_suffix(3);
  return module.ends_with("pb") || ContainsWord(module, "pb2") || ContainsWord(module, "proto") ||
         ContainsWord(module, "grpc") || module.contains(".pb.");
}

}  // namespace satchel::code
