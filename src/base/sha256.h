#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace satchel {

struct Digest {
  std::array<std::uint8_t, 32> bytes{};

  // 64 lower-case hexadecimal digits.
  std::string Hex() const;
  friend auto operator<=>(const Digest&, const Digest&) = default;
};

// SHA-256 of bytes that arrive in pieces. Confined to one thread.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;

  Sha256& Update(std::string_view bytes);
  // Ends the computation; the object may only be destroyed afterwards.
  Digest Finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Digest Sha256Of(std::string_view bytes);

}  // namespace satchel
