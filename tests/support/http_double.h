#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace satchel::test {

// A request as it arrived.
struct HttpSeen {
  std::string method;
  std::string target;
  std::map<std::string, std::string> headers;  // names in lower case
  std::string body;
};

// What is sent back, and how far it gets.
struct HttpReply {
  enum class Manner : std::uint8_t {
    kWhole,
    kStall,     // nothing, and the connection stays open
    kReset,     // the connection is reset
    kHalfHead,  // ends within the status line
    kHalfBody,  // ends in the middle of the body
    kDrip,      // a byte every few milliseconds
    kEndless,   // a body without an end
    kGarbage,   // bytes that are no HTTP
  };
  Manner manner = Manner::kWhole;
  int status = 200;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string body;
};

// A server on a port of this machine that answers as it is told. It records what was asked, so that
// a test can say what was not. A thread for each connection.
class HttpDouble {
 public:
  // Called by several threads.
  using Handler = std::function<HttpReply(const HttpSeen&)>;

  explicit HttpDouble(Handler handler);
  ~HttpDouble();
  HttpDouble(const HttpDouble&) = delete;
  HttpDouble& operator=(const HttpDouble&) = delete;

  int port() const { return port_; }
  std::string Url(std::string_view path) const;
  std::vector<HttpSeen> seen() const;
  int connections() const { return connections_; }

 private:
  void Accept();
  void Serve(int socket);
  bool Answer(int socket, const HttpReply& reply) const;
  bool Receive(int socket, std::string& into) const;
  bool ReceiveRequest(int socket, std::string& waiting, HttpSeen& seen) const;
  void StayUntilGone(int socket) const;

  Handler handler_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_ = 0;
  std::atomic<bool> over_ = false;

  mutable std::mutex mutex_;
  std::vector<HttpSeen> seen_;  // by mutex_

  std::list<std::jthread> threads_;  // of the accepting thread
  std::jthread accepting_;
};

}  // namespace satchel::test
