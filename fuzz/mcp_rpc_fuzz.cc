#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fuzz/mcp_offers.h"
#include "fuzz/require.h"
#include "surfaces/mcp/protocol/dispatcher.h"
#include "surfaces/mcp/stdio/connection.h"

// Whatever a client sends, each line that comes back is a message of JSON-RPC, and the connection
// ends with its input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const satchel::mcp::Dispatcher dispatcher(satchel::fuzz::Offers());
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  std::ostringstream out;
  satchel::mcp::StdioConnection(dispatcher, in, out, nullptr, {.threads = 1, .line_bytes = 512})
      .Run();
  const std::string said = out.str();
  std::string_view rest = said;
  while (!rest.empty()) {
    const auto end = rest.find('\n');
    satchel::fuzz::Require(end != rest.npos);
    const auto message = satchel::ParseJson(rest.substr(0, end));
    satchel::fuzz::Require(message && message->value("jsonrpc", "") == "2.0");
    satchel::fuzz::Require(message->contains("result") || message->contains("error") ||
                           message->contains("method"));
    rest.remove_prefix(end + 1);
  }
  return 0;
}
