#include "base/sha1.h"

// See sha256.cc. SHA1() is no direct function, it asks a provider, which brings all of libcrypto
// into the binary: 3 MB.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace satchel {

std::array<std::uint8_t, 20> Sha1Of(std::string_view bytes) {
  std::array<std::uint8_t, 20> digest{};
  SHA_CTX context;  // NOLINT(cppcoreguidelines-pro-type-member-init): in C
  SHA1_Init(&context);
  SHA1_Update(&context, bytes.data(), bytes.size());
  SHA1_Final(digest.data(), &context);
  return digest;
}

}  // namespace satchel
