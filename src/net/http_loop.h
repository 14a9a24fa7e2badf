#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/deadline.h"
#include "net/http_connection.h"
#include "net/http_server.h"
#include "net/serving_threads.h"

namespace satchel::net {

// The connections of a server and the thread that watches them. That thread reads, starts what has
// arrived whole, sees when a client goes away while it waits for its answer, and ends what takes
// too long. It never waits for one client. Confined to it, but for what says otherwise.
class HttpLoop {
 public:
  // Everything must outlive it.
  HttpLoop(int listener, const HttpServerLimits& limits, const ServeRequest& serve);
  ~HttpLoop();
  HttpLoop(const HttpLoop&) = delete;
  HttpLoop& operator=(const HttpLoop&) = delete;

  void Run(const Deadline& until);

 private:
  enum class Phase : std::uint8_t {
    kIdle,      // waits for a request to begin
    kArriving,  // has a part of one
    kWaiting,   // has sent a request whose turn has not come
    kServed,    // belongs to a thread that serves
    kLeaving,   // was told to go
  };
  struct Guest {
    std::shared_ptr<HttpConnection> connection;
    Phase phase = Phase::kIdle;
    std::chrono::nanoseconds end{0};               // of the phase; not of kServed
    bool was_served = false;                       // one request at least
    std::size_t held = 0;                          // bytes of its request
    std::shared_ptr<const ServedRequest> request;  // of kWaiting
  };

  // Waits for events for a moment at most, and does what is due.
  void Turn();
  void AcceptAll();
  void Accept(int fd);
  // Closes one connection, so that nobody keeps others out by doing nothing or by sending slowly.
  // Those that wait for a further request go first, then those whose header still arrives, then new
  // ones, then those whose body arrives; of equal ones the oldest. False: all requests have
  // arrived.
  bool MakeRoom();
  void Receive(Guest& guest);
  // What follows from a step of reading.
  void Advance(Guest& guest, HttpConnection::Step step);
  // False: it was answered at once, and reading may go on.
  bool Serve(Guest& guest);
  bool Start(Guest& guest, std::shared_ptr<const ServedRequest> request);
  // Those who have waited longest are served first, as far as there are threads.
  void StartWaiting();
  // What follows an answer: the next request, or the end.
  void GoOn(Guest& guest);
  void FinishServed();
  // The connection is told to go, and may have changed nothing when it does.
  void Leave(Guest& guest);
  void Close(int fd);
  void EndWhatTakesTooLong();
  void SetPhase(Guest& guest, Phase phase);
  void LetGoOfBytes(Guest& guest);
  void Watch(int operation, int fd, std::uint32_t events) const;
  bool TakeRate();

  const int listener_;
  const HttpServerLimits& limits_;
  const ServeRequest& serve_;
  int events_ = -1;  // epoll
  int wake_ = -1;    // an eventfd: a thread that serves has ended
  std::map<int, Guest> guests_;
  std::size_t served_ = 0;   // guests in that phase
  std::deque<int> waiting_;  // descriptors of those in that phase, in the order they came
  std::size_t held_ = 0;     // bytes, of all guests
  bool stopping_ = false;
  std::chrono::nanoseconds looked_{0};        // when the ends of phases were looked at
  std::chrono::nanoseconds accept_after_{0};  // not zero: descriptors were used up
  std::chrono::nanoseconds rate_at_{0};
  std::int64_t rate_left_ = 0;  // billionths of a request

  std::mutex mutex_;
  std::vector<int> ended_;  // locked by mutex_: descriptors that were served

  ServingThreads threads_;  // the last: they use what is above
};

}  // namespace satchel::net
