#pragma once

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>

#include "tests/support/temp_dir.h"

namespace satchel::test {

// A server with TLS on a port of this machine that answers every request with "secret". Its
// certificate is its own, made for one name: "IP:127.0.0.1", "DNS:example.org".
class TlsDouble {
 public:
  explicit TlsDouble(const std::string& name);
  ~TlsDouble();
  TlsDouble(const TlsDouble&) = delete;
  TlsDouble& operator=(const TlsDouble&) = delete;

  std::string Url(std::string_view path) const;
  // Whoever trusts this file trusts the server.
  std::filesystem::path certificate() const { return home_.path() / "certificate.pem"; }
  // How many requests came through.
  int requests() const { return requests_; }

 private:
  struct Identity;  // a key and its certificate
  void Serve(const Identity& identity);
  void Talk(const Identity& identity, int socket);

  TempDir home_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> requests_ = 0;
  std::atomic<bool> over_ = false;
  std::jthread thread_;
};

}  // namespace satchel::test
