#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "net/served_request.h"

namespace satchel::net {

// Takes the requests of a connection apart as their bytes arrive, in pieces of any size. What a
// proxy in front could understand in another way is refused: two lengths, a length beside chunks,
// an encoding other than chunks, a Host that is missing or there twice. Confined to one thread.
class RequestReader {
 public:
  enum class State : std::uint8_t {
    kMore,     // the request goes on
    kWhole,    // it may be taken with Release()
    kRefused,  // nothing that follows on this connection can be understood
  };
  struct Refusal {
    int status = 400;
    std::string_view why;
  };

  RequestReader(std::size_t header_bytes, std::size_t body_bytes);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  // More bytes, or none to see whether those that are there already are a whole request.
  // REQUIRES: nothing was refused, and what was whole has been taken.
  State Take(std::string_view bytes);
  // REQUIRES: Take() said kRefused.
  const Refusal& refusal() const { return refusal_; }
  // The request. Bytes behind it are those of the next one. REQUIRES: Take() said kWhole.
  ServedRequest Release();
  // Whether the connection may go on behind the request that was taken last.
  bool keep_alive() const { return keep_alive_; }

  // Whether bytes of a request are there that is not whole.
  bool has_begun() const;
  // Whether the header of that request is there, and only its body goes on.
  bool has_header() const;
  // Whether the client waits to be told to send the body; true once.
  bool TakeWantsContinue();

  // What has arrived takes no memory any more; nothing else may follow.
  void Forget();

 private:
  class Parser;

  State Refuse(int status, std::string_view why);
  bool Parse();
  bool CheckFraming();

  const std::size_t header_bytes_;
  const std::size_t body_bytes_;
  std::unique_ptr<Parser> parser_;  // null: nothing of the next request was looked at
  std::string unread_;              // that the parser has not taken
  ServedRequest request_;           // its headers are there as soon as the parser has them
  Refusal refusal_;
  bool keep_alive_ = true;
  bool wants_continue_ = false;
};

}  // namespace satchel::net
