#include "base/sha256.h"

#include <cstddef>

// The direct functions, not EVP: looking up a provider costs 5 million instructions
// at the first digest, more than all the rest of `satchel status`. They are marked
// deprecated because they bypass providers, which is the point, and they cannot fail.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

#include "base/hex.h"

namespace satchel {

struct Sha256::State {
  SHA256_CTX context;

  State() { SHA256_Init(&context); }  // NOLINT(cppcoreguidelines-pro-type-member-init): in C
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::Update(std::string_view bytes) {
  SHA256_Update(&state_->context, bytes.data(), bytes.size());
  return *this;
}

Digest Sha256::Finish() {
  Digest digest;
  SHA256_Final(digest.bytes.data(), &state_->context);
  return digest;
}

Digest Sha256Of(std::string_view bytes) { return Sha256().Update(bytes).Finish(); }

std::string Digest::Hex() const {
  return HexOf({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace satchel
