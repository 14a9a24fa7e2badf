#include "base/random_key.h"

#include <random>

#include <fmt/format.h>

namespace satchel {

std::string RandomKey() {
  std::random_device device;
  std::string key;
  for (int i = 0; i < 4; ++i) key += fmt::format("{:08x}", device());
  return key;
}

}  // namespace satchel
