#include "tests/support/tls_double.h"

#include <array>
#include <csignal>
#include <memory>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <pthread.h>

namespace satchel::test {
namespace {

template <auto kFree>
struct Freed {
  template <class T>
  void operator()(T* handle) const {
    kFree(handle);
  }
};
using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, Freed<X509_free>>;
using Context = std::unique_ptr<SSL_CTX, Freed<SSL_CTX_free>>;
using Tls = std::unique_ptr<SSL, Freed<SSL_free>>;

constexpr long kDay = 24L * 60 * 60;

Certificate MakeCertificate(EVP_PKEY* key, const std::string& name) {
  Certificate certificate(X509_new());
  X509_set_version(certificate.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), kDay);
  X509_set_pubkey(certificate.get(), key);
  X509_NAME* subject = X509_get_subject_name(certificate.get());
  const std::array<unsigned char, 4> text = {'t', 'e', 's', 't'};
  X509_NAME_add_entry_by_NID(subject, NID_commonName, MBSTRING_ASC, text.data(), 4, -1, 0);
  X509_set_issuer_name(certificate.get(), subject);
  const std::unique_ptr<X509_EXTENSION, Freed<X509_EXTENSION_free>> names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, name.c_str()));
  X509_add_ext(certificate.get(), names.get(), -1);
  X509_sign(certificate.get(), key, EVP_sha256());
  return certificate;
}

void WritePem(const std::filesystem::path& file, X509* certificate) {
  const std::unique_ptr<BIO, Freed<BIO_free>> bio(BIO_new_file(file.c_str(), "w"));
  PEM_write_bio_X509(bio.get(), certificate);
}

}  // namespace

struct TlsDouble::Identity {
  Key key;
  Certificate certificate;
  Context context;
};

TlsDouble::TlsDouble(const std::string& name) {
  auto identity = std::make_shared<Identity>();
  identity->key.reset(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  identity->certificate = MakeCertificate(identity->key.get(), name);
  identity->context.reset(SSL_CTX_new(TLS_server_method()));
  SSL_CTX_use_certificate(identity->context.get(), identity->certificate.get());
  SSL_CTX_use_PrivateKey(identity->context.get(), identity->key.get());
  WritePem(certificate(), identity->certificate.get());

  listener_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  ::listen(listener_, 16);
  socklen_t size = sizeof(address);
  ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
  port_ = ntohs(address.sin_port);
  thread_ = std::jthread([this, identity] { Serve(*identity); });
}

TlsDouble::~TlsDouble() {
  over_ = true;
  thread_.join();
  ::close(listener_);
}

std::string TlsDouble::Url(std::string_view path) const {
  return fmt::format("https://127.0.0.1:{}{}", port_, path);
}

void TlsDouble::Serve(const Identity& identity) {
  // A client that hangs up is no reason to die: TLS writes without a way to say so.
  sigset_t pipe;
  ::sigemptyset(&pipe);
  ::sigaddset(&pipe, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
  while (!over_) {
    pollfd entry{.fd = listener_, .events = POLLIN, .revents = 0};
    if (::poll(&entry, 1, 5) <= 0) continue;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    const timeval limit{.tv_sec = 5, .tv_usec = 0};
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof(limit));
    Talk(identity, socket);
    ::close(socket);
  }
}

// One request; its body is short enough to come with its head.
void TlsDouble::Talk(const Identity& identity, int socket) {
  const Tls tls(SSL_new(identity.context.get()));
  SSL_set_fd(tls.get(), socket);
  if (SSL_accept(tls.get()) != 1) return;
  std::array<char, 4096> buffer{};
  if (SSL_read(tls.get(), buffer.data(), static_cast<int>(buffer.size())) <= 0) return;
  ++requests_;
  constexpr std::string_view kAnswer =
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret";
  SSL_write(tls.get(), kAnswer.data(), static_cast<int>(kAnswer.size()));
  SSL_shutdown(tls.get());
}

}  // namespace satchel::test
