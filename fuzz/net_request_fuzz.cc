#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/require.h"
#include "net/request_reader.h"

namespace {

namespace net = satchel::net;
using State = net::RequestReader::State;

constexpr std::size_t kHeader = 256;
constexpr std::size_t kBody = 128;
constexpr std::string_view kRefused = "refused";

// Everything that is read of bytes that arrive in pieces of a size, as a text.
std::string Read(std::string_view bytes, std::size_t piece) {
  std::string read;
  net::RequestReader reader(kHeader, kBody);
  while (!bytes.empty()) {
    State state = reader.Take(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    while (state == State::kWhole) {
      const net::ServedRequest request = reader.Release();
      satchel::fuzz::Require(request.body.size() <= kBody);
      satchel::fuzz::Require(!request.method.empty());
      read += request.method + '\n' + request.target + '\n' + request.body + '\n';
      for (const auto& header : request.headers) read += header.name + ':' + header.value + '\n';
      read += reader.keep_alive() ? "on\n" : "off\n";
      state = reader.Take({});
    }
    if (state == State::kRefused) {
      const int status = reader.refusal().status;
      satchel::fuzz::Require(status >= 400 && status <= 505 && !reader.refusal().why.empty());
      return read.append(kRefused);
    }
  }
  return read;
}

}  // namespace

// Requests are read alike however their bytes arrive, and none is larger than it may be.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = Read(bytes, size);
  const std::string pieces = Read(bytes, 1U + (data[0] % 32U));
  const auto core = [](std::string_view read) {
    return read.ends_with(kRefused) ? read.substr(0, read.size() - kRefused.size()) : read;
  };
  if (!whole.ends_with(kRefused) && !pieces.ends_with(kRefused)) {
    satchel::fuzz::Require(whole == pieces);
  }
  // Limits on what is waited for may be met earlier or later; what was read before is the same.
  satchel::fuzz::Require(core(whole).starts_with(core(pieces)) ||
                         core(pieces).starts_with(core(whole)));
  return 0;
}
