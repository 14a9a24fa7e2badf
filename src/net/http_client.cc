#include "net/http_client.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ascii.h"
#include "net/libcurl.h"
#include "net/session.h"
#include "net/url.h"

namespace satchel::net {
namespace {

// How soon a cancellation is seen by one who waits for a turn.
constexpr std::chrono::milliseconds kSlice(20);

bool IsNameByte(char c) { return IsAlnum(c) || c == '-' || c == '_'; }
// A line break would begin another header, and a zero byte end this one.
bool IsValueByte(char c) { return c == '\t' || (c >= ' ' && c != 0x7f); }

Status CheckHeaders(const std::vector<HttpHeader>& headers) {
  for (const auto& [name, value] : headers) {
    if (name.empty() || !std::ranges::all_of(name, IsNameByte)) {
      return Fail(Errc::kInvalidInput, "a header of the request has a name that is none");
    }
    if (!std::ranges::all_of(value, IsValueByte)) {
      return Fail(Errc::kInvalidInput,
                  fmt::format("the header {} has a character that no header may have", name));
    }
  }
  return {};
}

}  // namespace

// Sessions, each with a connection or two that stand. There are never more than `most`: a new one
// is made only while none is idle.
class HttpClient::Pool {
 public:
  Pool(const Libcurl& curl, HttpOptions options) : curl_(&curl), options_(std::move(options)) {
    options_.most = std::max<std::size_t>(options_.most, 1);
  }

  Result<std::unique_ptr<Session>> Take(const Deadline& deadline, std::string_view doing) {
    {
      std::unique_lock lock(mutex_);
      while (busy_ == options_.most) {
        freed_.wait_for(lock, kSlice);
        if (busy_ == options_.most) SATCHEL_TRY(deadline.Check(doing));
      }
      ++busy_;
      if (!idle_.empty()) {
        auto session = std::move(idle_.back());  // the last one used: its connection still stands
        idle_.pop_back();
        return session;
      }
    }
    auto session = Session::Open(*curl_, options_);
    if (!session) Give(nullptr);
    return session;
  }

  // Null: the session that was taken is gone.
  void Give(std::unique_ptr<Session> session) {
    const std::scoped_lock lock(mutex_);
    --busy_;
    if (session) idle_.push_back(std::move(session));
    freed_.notify_one();
  }

 private:
  // Fixed after construction.
  const Libcurl* curl_;
  HttpOptions options_;

  std::mutex mutex_;
  std::condition_variable freed_;
  // Locked by mutex_.
  std::vector<std::unique_ptr<Session>> idle_;
  std::size_t busy_ = 0;
};

HttpClient::HttpClient(std::unique_ptr<Pool> pool) : pool_(std::move(pool)) {}
HttpClient::~HttpClient() = default;

Result<std::unique_ptr<HttpClient>> HttpClient::Open(const HttpOptions& options) {
  const Libcurl* curl = SATCHEL_TRY(LoadLibcurl());
  return std::unique_ptr<HttpClient>(new HttpClient(std::make_unique<Pool>(*curl, options)));
}

Result<HttpResponse> HttpClient::Send(const HttpRequest& request, const Deadline& deadline) const {
  const Url url = SATCHEL_TRY(ParseUrl(request.url));
  const std::string doing = fmt::format("{} {}", Name(request.method), url.Shown());
  SATCHEL_TRY(CheckHeaders(request.headers), doing);
  SATCHEL_TRY(deadline.Check(doing));
  auto session = SATCHEL_TRY(pool_->Take(deadline, doing));
  auto response = session->Run(url, request, deadline);
  if (!response) {
    session.reset();  // with its connection, of which nobody knows what will still arrive
    pool_->Give(nullptr);
    return std::move(response).error().While(doing);
  }
  pool_->Give(std::move(session));
  return response;
}

}  // namespace satchel::net
