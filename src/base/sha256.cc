#include "base/sha256.h"

#include <cassert>
#include <cstddef>
#include <new>

#include <openssl/evp.h>

namespace satchel {
namespace {

struct FreeContext {
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

}  // namespace

// libcrypto's only failures here are a missing provider or memory, neither of
// which a caller could act upon: both end as std::bad_alloc, as `new` would.
struct Sha256::State {
  std::unique_ptr<EVP_MD_CTX, FreeContext> context{EVP_MD_CTX_new()};

  State() {
    if (!context || EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) != 1) {
      throw std::bad_alloc();
    }
  }
};

Sha256::Sha256() : state_(std::make_unique<State>()) {}
Sha256::~Sha256() = default;
Sha256::Sha256(Sha256&&) noexcept = default;
Sha256& Sha256::operator=(Sha256&&) noexcept = default;

Sha256& Sha256::Update(std::string_view bytes) {
  if (EVP_DigestUpdate(state_->context.get(), bytes.data(), bytes.size()) != 1) {
    throw std::bad_alloc();
  }
  return *this;
}

Digest Sha256::Finish() {
  Digest digest;
  unsigned int size = 0;
  if (EVP_DigestFinal_ex(state_->context.get(), digest.bytes.data(), &size) != 1) {
    throw std::bad_alloc();
  }
  assert(size == digest.bytes.size());
  return digest;
}

Digest Sha256Of(std::string_view bytes) { return Sha256().Update(bytes).Finish(); }

std::string Digest::Hex() const {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  hex.reserve(bytes.size() * 2);
  for (const std::uint8_t byte : bytes) {
    hex += kDigits[byte >> 4U];
    hex += kDigits[byte & 15U];
  }
  return hex;
}

}  // namespace satchel
