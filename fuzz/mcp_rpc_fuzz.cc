#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fuzz/require.h"
#include "surfaces/mcp/protocol/catalogue.h"
#include "surfaces/mcp/protocol/dispatcher.h"
#include "surfaces/mcp/stdio/connection.h"
#include "surfaces/mcp/tools/parameters.h"

namespace {

using satchel::Json;
namespace mcp = satchel::mcp;

constexpr mcp::Parameter kParameters[] = {
    {.name = "query", .required = true, .bytes = 64},
    {.name = "limit", .kind = mcp::Parameter::Kind::kInteger, .least = 1, .most = 9},
    {.name = "paths", .kind = mcp::Parameter::Kind::kList},
    {.name = "format", .choices = "a|b"},
};

mcp::Catalogue Offers() {
  mcp::Catalogue catalogue;
  catalogue.server_info = {{"name", "fuzz"}, {"version", "1"}};
  catalogue.tools.push_back(
      {.declaration = {{"name", "echo"}},
       .call = [](const Json& arguments, mcp::Exchange& exchange) -> mcp::Answer {
         exchange.ReportProgress(1, 2, "half");
         const auto checked = mcp::Arguments::Check(kParameters, arguments);
         return Json{{"content", Json::array()}, {"isError", !checked}};
       }});
  catalogue.templates.push_back(
      {.declaration = {{"uriTemplate", "t://{x}/y"}},
       .read = [](const std::string& value, mcp::Exchange&) -> mcp::Answer {
         return Json{{"contents", value}};
       }});
  catalogue.prompts.push_back({.declaration = {{"name", "p"}},
                               .get = [](const Json& arguments, mcp::Exchange&) -> mcp::Answer {
                                 return Json{{"messages", arguments}};
                               }});
  return catalogue;
}

}  // namespace

// Whatever a client sends, each line that comes back is a message of JSON-RPC, and the connection
// ends with its input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const mcp::Dispatcher dispatcher(Offers());
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  std::ostringstream out;
  mcp::StdioConnection(dispatcher, in, out, nullptr, {.threads = 1, .line_bytes = 512}).Run();
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
