#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fuzz/mcp_offers.h"
#include "fuzz/require.h"
#include "net/request_reader.h"
#include "surfaces/mcp/http/endpoint.h"
#include "surfaces/mcp/protocol/dispatcher.h"

namespace {

namespace mcp = satchel::mcp;
namespace net = satchel::net;

// Hears the answer to one request and checks that it is one.
class Judge final : public net::Responder {
 public:
  void Answer(int status, const std::vector<net::HttpHeader>& /*headers*/,
              std::string_view body) override {
    satchel::fuzz::Require(status >= 200 && status < 500);
    satchel::fuzz::Require(!answered);
    answered = true;
    if (!body.empty()) Message(body);
  }
  void Begin(int status, const std::vector<net::HttpHeader>& /*headers*/) override {
    satchel::fuzz::Require(status == 200 && !answered);
    answered = true;
  }
  void Write(std::string_view bytes) override {
    constexpr std::string_view kBefore = "event: message\ndata: ";
    satchel::fuzz::Require(bytes.starts_with(kBefore) && bytes.ends_with("\n\n"));
    bytes.remove_prefix(kBefore.size());
    bytes.remove_suffix(2);
    satchel::fuzz::Require(bytes.find('\n') == bytes.npos);
    Message(bytes);
  }
  const satchel::CancelSource& gone() const override { return gone_; }

  bool answered = false;

 private:
  static void Message(std::string_view text) {
    const auto message = satchel::ParseJson(text);
    satchel::fuzz::Require(message && message->value("jsonrpc", "") == "2.0");
  }

  satchel::CancelSource gone_;
};

void Serve(const net::ServedRequest& request) {
  static const mcp::Dispatcher dispatcher(satchel::fuzz::Offers());
  Judge judge;
  mcp::HttpEndpoint(dispatcher, {}, nullptr).Serve(request, judge);
  satchel::fuzz::Require(judge.answered);
}

}  // namespace

// Whatever arrives on a connection, each request that is read has one answer, a message of JSON-RPC
// if it has a body; and so has each text that is sent as the body of a request that is otherwise
// right, in both eras.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  net::RequestReader reader(2'048, 2'048);
  auto state = reader.Take(bytes);
  while (state == net::RequestReader::State::kWhole) {
    Serve(reader.Release());
    state = reader.Take({});
  }
  net::ServedRequest request{
      .method = "POST",
      .target = "/mcp",
      .headers = {{"host", "localhost"}, {"content-type", "application/json"}},
      .body = std::string(bytes)};
  Serve(request);
  request.headers.push_back({"mcp-protocol-version", "2026-07-28"});
  request.headers.push_back({"mcp-method", "tools/call"});
  request.headers.push_back({"mcp-name", "echo"});
  Serve(request);
  return 0;
}
