#include "base/sha1.h"

// See sha256.cc.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace satchel {

std::array<std::uint8_t, 20> Sha1Of(std::string_view bytes) {
  std::array<std::uint8_t, 20> digest{};
  SHA1(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.data());
  return digest;
}

}  // namespace satchel
