#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/deadline.h"
#include "base/directory.h"
#include "base/result.h"
#include "store/postgres/libpq.h"

namespace satchel::store {

// A connection of libpq whose bytes pass through Satchel, which counts them. libpq itself keeps
// whatever the server sends, without a bound. Confined to one thread at a time; does not block but
// in Wait(). Closes the connection when it goes.
class Channel {
 public:
  // Bytes that a server may send: in all answers of one round trip, and for one row, notice or
  // error.
  struct Limits {
    std::size_t answer = std::size_t{256} << 20U;
    std::size_t message = std::size_t{64} << 20U;
  };

  Channel(const Libpq& libpq, ConnectionHandle handle);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  PGconn* get() const { return handle_.get(); }
  const Libpq& libpq() const { return *libpq_; }

  // Comes between libpq and the server as soon as the server has accepted the client, and steps
  // aside while libpq tries the next address of a host. To be called while libpq connects, and
  // once after that. Before that point libpq bounds what it reads.
  Status Follow();

  // A round trip begins.
  void Begin(const Limits& limits);
  // libpq has given out a result.
  void Progress() { message_ = 0; }

  // Passes on what can be passed on without waiting, from the server one piece at most. kCorrupt
  // when the server has sent more than the limits allow.
  Status Move();
  // What libpq waits for.
  enum class For : std::uint8_t { kReading, kWriting, kBoth };
  // Waits until libpq can do that, or there is something to move. An error is the deadline's.
  Status Wait(For what, const Deadline& deadline) const;
  // Whether the server has sent nothing that libpq has not read.
  bool IsQuiet() const;

 private:
  Status Interpose();
  void ToServer();
  Status FromServer();
  void ToLibpq();

  const Libpq* libpq_;
  ConnectionHandle handle_;
  // Both closed until Satchel has come between: the connection to the server, and the other end of
  // the pair whose one end libpq takes for it.
  Descriptor server_{-1};
  Descriptor feed_{-1};
  Limits limits_;
  std::size_t answer_ = 0;   // bytes since Begin()
  std::size_t message_ = 0;  // bytes since Progress()
  std::string to_server_;
  std::string to_libpq_;
  bool ended_ = false;   // the server sends nothing more
  bool closed_ = false;  // and libpq can see that
};

}  // namespace satchel::store
