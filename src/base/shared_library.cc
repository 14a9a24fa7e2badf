#include "base/shared_library.h"

#include <dlfcn.h>

namespace satchel {

// RTLD_LOCAL: what the library brings along, such as another libcrypto, stays out of our way.
std::optional<SharedLibrary> SharedLibrary::Open(std::span<const char* const> files) {
  for (const char* file : files) {
    if (void* library = ::dlopen(file, RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(library);
  }
  return std::nullopt;
}

void* SharedLibrary::Address(const char* name) const { return ::dlsym(library_, name); }

}  // namespace satchel
