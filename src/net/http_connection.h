#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/deadline.h"
#include "net/http_server.h"
#include "net/request_reader.h"

namespace satchel::net {

// An accepted connection. The one thread of the server reads from it and refuses what is wrong,
// without ever waiting for the client; between Release() and EndAnswer() it belongs to a thread
// that serves, which may wait, and to whoever else writes through the Responder.
class HttpConnection final : public Responder {
 public:
  enum class Step : std::uint8_t {
    kMore,     // the request goes on
    kWhole,    // Release() has it
    kRefused,  // an error was answered, and nothing more is read
    kOver,     // nobody is there any more
  };

  // It owns the descriptor, which does not block. The limits must outlive it.
  HttpConnection(int fd, const HttpServerLimits& limits);
  ~HttpConnection() override;
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  int fd() const { return fd_; }

  // Reads what has arrived, once; adds the number of bytes to `got`.
  Step Receive(std::size_t& got);
  // Whether what was read before has the next request already.
  Step Continue();
  bool has_begun() const { return reader_.has_begun(); }
  bool has_header() const { return reader_.has_header(); }
  ServedRequest Release();
  // Answers at once and for the last time.
  void Refuse(int status, std::string_view why);
  // Answers at once; the connection may go on.
  void AnswerNow(int status, const std::vector<HttpHeader>& headers);
  // Tells the client that nothing more comes, and forgets what it still sends. False: it is gone.
  void SayGoodbye();
  bool Drain() const;

  void EndAnswer();
  // Whether another request may follow the answer.
  bool goes_on();

  void Answer(int status, const std::vector<HttpHeader>& headers, std::string_view body) override;
  void Begin(int status, const std::vector<HttpHeader>& headers) override;
  void Write(std::string_view bytes) override;
  const CancelSource& gone() const override { return gone_; }
  // Any thread may call it.
  void SetGone() { gone_.Cancel(); }

 private:
  Step StepOf(RequestReader::State state);
  // REQUIRES: mutex_ is held.
  void SendAnswer(int status, const std::vector<HttpHeader>& headers, std::string_view body,
                  std::chrono::milliseconds patience);
  void Send(std::string_view bytes, std::chrono::milliseconds patience);

  const int fd_;
  const HttpServerLimits& limits_;
  CancelSource gone_;
  RequestReader reader_;  // confined to the server's thread
  std::mutex mutex_;
  // Locked by mutex_.
  bool answered_ = false;
  bool keep_alive_ = true;
  bool broken_ = false;
};

}  // namespace satchel::net
