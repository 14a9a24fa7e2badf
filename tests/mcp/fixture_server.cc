// The server that the official conformance suite talks to: Satchel's dispatcher and transports with
// the catalogue that the suite prescribes. Without arguments it speaks on the standard streams,
// with
// `--http ADDR:PORT` over HTTP until a signal ends it.

#include <csignal>
#include <iostream>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "net/http_server.h"
#include "surfaces/mcp/http/endpoint.h"
#include "surfaces/mcp/protocol/dispatcher.h"
#include "surfaces/mcp/stdio/connection.h"
#include "tests/mcp/fixtures.h"

namespace {

satchel::CancelSource& Stop() {
  static auto& stop = *new satchel::CancelSource();  // NOLINT(cppcoreguidelines-owning-memory)
  return stop;
}

extern "C" void OnSignal(int /*signal*/) { Stop().Cancel(); }

}  // namespace

int main(int argc, char** argv) {
  namespace mcp = satchel::mcp;
  namespace net = satchel::net;
  satchel::test::ClientRequests requests;
  satchel::test::Subscriptions subscriptions;
  const mcp::Dispatcher dispatcher(satchel::test::ConformanceCatalogue(requests, subscriptions));
  if (argc == 1) {
    mcp::StdioConnection(dispatcher, std::cin, std::cout, nullptr).Run();
    return 0;
  }
  Stop();
  std::signal(SIGTERM, OnSignal);
  std::signal(SIGINT, OnSignal);
  const auto address = net::ParseListenAddress(argc == 3 ? argv[2] : "");
  if (!address || std::string_view(argv[1]) != "--http") return 2;
  const auto server = net::HttpServer::Listen(address->address, address->port, {});
  if (!server) {
    std::cerr << server.error().text() << '\n';
    return 1;
  }
  std::cout << "http://127.0.0.1:" << (*server)->port() << mcp::kEndpointPath << '\n' << std::flush;
  // The suite's own page is let in, as with --allow-origin; it has no token.
  const std::string port = std::to_string((*server)->port());
  const mcp::HttpEndpoint endpoint(
      dispatcher, {.origins = {"http://localhost:" + port, "http://127.0.0.1:" + port}}, nullptr);
  (*server)->Run([&](const net::ServedRequest& request,
                     net::Responder& responder) { endpoint.Serve(request, responder); },
                 satchel::Deadline::Never().With(Stop()));
  return 0;
}
