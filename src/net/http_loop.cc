#include "net/http_loop.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <span>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace satchel::net {
namespace {

using Step = HttpConnection::Step;

constexpr std::chrono::milliseconds kSlice(50);  // within which the end of a deadline is seen
// Connections beyond the most that are told so, and not just closed.
constexpr std::size_t kTurnedAway = 64;
// Of one listener at a time, so that those who are there already have their turn.
constexpr int kAcceptedAtOnce = 64;

std::chrono::nanoseconds Now() { return SteadyTicker().Elapsed(); }

}  // namespace

HttpLoop::HttpLoop(int listener, const HttpServerLimits& limits, const ServeRequest& serve)
    : listener_(listener),
      limits_(limits),
      serve_(serve),
      events_(::epoll_create1(EPOLL_CLOEXEC)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      threads_(limits.requests) {
  Watch(EPOLL_CTL_ADD, listener_, EPOLLIN);
  Watch(EPOLL_CTL_ADD, wake_, EPOLLIN);
  rate_at_ = Now() - std::chrono::seconds(1);
}

HttpLoop::~HttpLoop() {
  if (wake_ >= 0) ::close(wake_);
  if (events_ >= 0) ::close(events_);
}

void HttpLoop::Watch(int operation, int fd, std::uint32_t events) const {
  epoll_event event{};
  event.events = events;
  event.data.fd = fd;
  ::epoll_ctl(events_, operation, fd, &event);
}

void HttpLoop::Run(const Deadline& until) {
  while (!until.Expired()) Turn();
  stopping_ = true;
  Watch(EPOLL_CTL_DEL, listener_, 0);
  std::erase_if(guests_, [](const auto& guest) {
    return guest.second.phase == Phase::kIdle || guest.second.phase == Phase::kArriving;
  });
  const Deadline patience = Deadline::After(limits_.stop);
  while (!guests_.empty() && !patience.Expired()) Turn();
  for (auto& [fd, guest] : guests_) guest.connection->SetGone();
  while (!guests_.empty()) Turn();
}

void HttpLoop::Turn() {
  std::array<epoll_event, 64> events{};
  const int ready = ::epoll_wait(events_, events.data(), static_cast<int>(events.size()),
                                 static_cast<int>(kSlice.count()));
  if (ready < 0 && errno != EINTR) std::this_thread::sleep_for(kSlice);
  for (const epoll_event& event :
       std::span(events).first(static_cast<std::size_t>(std::max(ready, 0)))) {
    const int fd = event.data.fd;
    if (fd == listener_) {
      AcceptAll();
    } else if (fd == wake_) {
      FinishServed();
    } else if (const auto guest = guests_.find(fd); guest != guests_.end()) {
      Receive(guest->second);
    }
  }
  const auto now = Now();
  if (now - looked_ < kSlice) return;
  looked_ = now;
  EndWhatTakesTooLong();
}

void HttpLoop::AcceptAll() {
  for (int i = 0; i < kAcceptedAtOnce; ++i) {
    const int fd = ::accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd >= 0) {
      Accept(fd);
      continue;
    }
    // Descriptors or memory are used up: the connection still waits, and would be seen at once.
    if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
      accept_after_ = Now() + kSlice;
      Watch(EPOLL_CTL_MOD, listener_, 0);
    }
    if (errno != EINTR && errno != ECONNABORTED) return;
  }
}

void HttpLoop::Accept(int fd) {
  const int yes = 1;
  ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
  auto connection = std::make_shared<HttpConnection>(fd, limits_);
  const bool has_room = guests_.size() < limits_.connections || MakeRoom();
  if (guests_.size() >= limits_.connections + kTurnedAway) return;
  Guest& guest = guests_[fd];
  guest.connection = std::move(connection);
  Watch(EPOLL_CTL_ADD, fd, EPOLLIN);
  if (!has_room) {
    guest.connection->Refuse(503, "there are too many connections");
    return Leave(guest);
  }
  SetPhase(guest, Phase::kIdle);
}

bool HttpLoop::MakeRoom() {
  // New ones have had no time to send anything, so they come after half headers.
  const auto order = [](const Guest& guest) {
    const bool is_idle = guest.phase == Phase::kIdle;
    const int rank = is_idle ? (guest.was_served ? 0 : 2) : guest.connection->has_header() ? 3 : 1;
    return std::pair(rank, guest.end);
  };
  std::pair<const int, Guest>* first = nullptr;
  for (auto& guest : guests_) {
    const Phase phase = guest.second.phase;
    if (phase != Phase::kIdle && phase != Phase::kArriving) continue;
    if (first == nullptr || order(guest.second) < order(first->second)) first = &guest;
  }
  if (first == nullptr) return false;
  // It does not wait for the client to leave, as Leave() does: the place is needed now.
  if (first->second.phase == Phase::kArriving) {
    first->second.connection->Refuse(503, "another connection needed the place");
  }
  Close(first->first);
  return true;
}

void HttpLoop::SetPhase(Guest& guest, Phase phase) {
  const bool was_quiet = guest.phase == Phase::kWaiting || guest.phase == Phase::kServed;
  guest.phase = phase;
  switch (phase) {
    case Phase::kIdle:
      guest.end = Now() + limits_.idle;
      break;
    case Phase::kArriving:
      guest.end = Now() + limits_.arrive;
      break;
    case Phase::kWaiting:
      guest.end = Now() + limits_.turn;
      [[fallthrough]];
    case Phase::kServed:
      // Once: the end of a client is seen, and what it sends meanwhile waits.
      Watch(EPOLL_CTL_MOD, guest.connection->fd(), EPOLLRDHUP | EPOLLONESHOT);
      return;
    case Phase::kLeaving:
      guest.end = Now() + limits_.leave;
      break;
  }
  if (was_quiet) Watch(EPOLL_CTL_MOD, guest.connection->fd(), EPOLLIN);
}

void HttpLoop::Receive(Guest& guest) {
  if (guest.phase == Phase::kServed) return guest.connection->SetGone();
  if (guest.phase == Phase::kWaiting) return Close(guest.connection->fd());
  if (guest.phase == Phase::kLeaving) {
    if (!guest.connection->Drain()) Close(guest.connection->fd());
    return;
  }
  std::size_t got = 0;
  const Step step = guest.connection->Receive(got);
  guest.held += got;
  held_ += got;
  if (step == Step::kMore && held_ > limits_.arriving_bytes) {
    guest.connection->Refuse(503, "too much is being sent");
    return Leave(guest);
  }
  Advance(guest, step);
}

void HttpLoop::Advance(Guest& guest, Step step) {
  while (step == Step::kWhole) {
    if (Serve(guest)) return;
    LetGoOfBytes(guest);
    if (!guest.connection->goes_on()) return Leave(guest);
    SetPhase(guest, Phase::kIdle);
    step = guest.connection->Continue();
  }
  if (step == Step::kRefused) return Leave(guest);
  if (step == Step::kOver) return Close(guest.connection->fd());
  if (guest.phase == Phase::kIdle && guest.connection->has_begun()) {
    SetPhase(guest, Phase::kArriving);
  }
}

bool HttpLoop::TakeRate() {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const auto per_second = static_cast<std::int64_t>(limits_.per_second);
  const auto now = Now();
  const std::int64_t passed = std::min((now - rate_at_).count(), kSecond);
  rate_at_ = now;
  rate_left_ = std::min(rate_left_ + (passed * per_second), per_second * kSecond);
  if (rate_left_ < kSecond) return false;
  rate_left_ -= kSecond;
  return true;
}

bool HttpLoop::Serve(Guest& guest) {
  auto request = std::make_shared<const ServedRequest>(guest.connection->Release());
  guest.was_served = true;
  if (!TakeRate()) {
    guest.connection->AnswerNow(429, {{"Retry-After", "1"}});
    return false;
  }
  if (served_ < limits_.requests && waiting_.empty()) return Start(guest, std::move(request));
  if (waiting_.size() >= limits_.waiting) {
    guest.connection->AnswerNow(503, {{"Retry-After", "1"}});
    return false;
  }
  guest.request = std::move(request);
  waiting_.push_back(guest.connection->fd());
  SetPhase(guest, Phase::kWaiting);
  return true;
}

bool HttpLoop::Start(Guest& guest, std::shared_ptr<const ServedRequest> request) {
  const auto work = [this, request = std::move(request), connection = guest.connection] {
    serve_(*request, *connection);
    connection->EndAnswer();
    {
      const std::scoped_lock lock(mutex_);
      ended_.push_back(connection->fd());
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(wake_, &one, sizeof(one));
  };
  if (!threads_.Start(work)) {
    guest.connection->AnswerNow(503, {{"Retry-After", "1"}});
    return false;
  }
  ++served_;
  SetPhase(guest, Phase::kServed);
  return true;
}

void HttpLoop::StartWaiting() {
  while (served_ < limits_.requests && !waiting_.empty()) {
    Guest& guest = guests_.at(waiting_.front());
    waiting_.pop_front();
    if (!Start(guest, std::exchange(guest.request, nullptr))) GoOn(guest);
  }
}

void HttpLoop::FinishServed() {
  std::uint64_t count = 0;
  [[maybe_unused]] const ssize_t got = ::read(wake_, &count, sizeof(count));
  std::vector<int> ended;
  {
    const std::scoped_lock lock(mutex_);
    ended.swap(ended_);
  }
  served_ -= ended.size();
  StartWaiting();
  for (const int fd : ended) GoOn(guests_.at(fd));
}

void HttpLoop::GoOn(Guest& guest) {
  LetGoOfBytes(guest);
  if (stopping_ || !guest.connection->goes_on()) return Leave(guest);
  SetPhase(guest, Phase::kIdle);
  Advance(guest, guest.connection->Continue());
}

void HttpLoop::LetGoOfBytes(Guest& guest) { held_ -= std::exchange(guest.held, 0); }

void HttpLoop::Leave(Guest& guest) {
  LetGoOfBytes(guest);
  // To close while the client still sends would take the answer away from it.
  guest.connection->SayGoodbye();
  SetPhase(guest, Phase::kLeaving);
}

void HttpLoop::Close(int fd) {
  const auto guest = guests_.find(fd);
  LetGoOfBytes(guest->second);
  if (guest->second.phase == Phase::kWaiting) std::erase(waiting_, fd);
  guests_.erase(guest);
}

void HttpLoop::EndWhatTakesTooLong() {
  const auto now = Now();
  if (accept_after_.count() != 0 && now >= accept_after_ && !stopping_) {
    accept_after_ = {};
    Watch(EPOLL_CTL_MOD, listener_, EPOLLIN);
  }
  for (auto next = guests_.begin(); next != guests_.end();) {
    auto& [fd, guest] = *next++;
    if (guest.phase == Phase::kServed || now < guest.end) continue;
    if (guest.phase == Phase::kArriving) {
      guest.connection->Refuse(408, "the request did not arrive in time");
      Leave(guest);
    } else if (guest.phase == Phase::kWaiting) {
      std::erase(waiting_, fd);
      guest.request = nullptr;
      guest.connection->AnswerNow(503, {{"Retry-After", "1"}});
      GoOn(guest);
    } else {
      Close(fd);
    }
  }
}

}  // namespace satchel::net
