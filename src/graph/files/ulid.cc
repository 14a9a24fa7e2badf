#include "graph/files/ulid.h"

#include <array>
#include <cstdint>
#include <random>

#include <fmt/format.h>

namespace satchel::graph {

std::string MakeUlid(Time now) {
  constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  constexpr std::size_t kTimeDigits = 10;
  constexpr std::size_t kDigits = 26;
  std::string text(kDigits, '0');
  auto millis = static_cast<std::uint64_t>(now.micros < 0 ? 0 : now.micros / 1000);
  for (std::size_t i = kTimeDigits; i-- > 0; millis /= 32) text[i] = kAlphabet[millis % 32];
  std::random_device device;
  for (std::size_t i = kTimeDigits; i < kDigits; ++i) text[i] = kAlphabet[device() % 32];
  return text;
}

std::string MakeId(std::string_view prefix, Time now) {
  return fmt::format("{}-{}", prefix, MakeUlid(now));
}

}  // namespace satchel::graph
