#pragma once

#include <string_view>

namespace satchel::code {

// Whether a file of that name usually holds a secret and nothing that anybody searches for:
// `.env`, private keys, key stores, and where tools keep their passwords. `path` as in the walk.
bool IsSecretFile(std::string_view path);

}  // namespace satchel::code
