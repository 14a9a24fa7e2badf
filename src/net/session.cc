// A transfer is driven by libcurl's multi interface, although there is only one: its simple
// interface waits up to a second before it asks whether to go on. Here the wait is a poll of at
// most kSlice, and between two of them the deadline is looked at, as a cancellation is a flag and
// not a descriptor.
//
// libcurl's own texts about a failure are not used: they hold times and addresses that differ from
// run to run.

#include "net/session.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <new>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/trimmed.h"
#include "net/pipe_signal.h"

namespace satchel::net {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kSlice(20);
constexpr std::size_t kMostHeaderBytes = 256U << 10U;
constexpr std::size_t kMostHeaderValue = 1024;

class HeaderList {
 public:
  explicit HeaderList(const Libcurl& curl) : curl_(&curl) {}
  ~HeaderList() { curl_->slist_free_all(list_); }
  HeaderList(const HeaderList&) = delete;
  HeaderList& operator=(const HeaderList&) = delete;

  bool Add(const std::string& line) {
    CurlList* longer = curl_->slist_append(list_, line.c_str());
    if (longer != nullptr) list_ = longer;
    return longer != nullptr;
  }
  const CurlList* get() const { return list_; }

 private:
  const Libcurl* curl_;
  CurlList* list_ = nullptr;
};

// "Expect:" keeps libcurl from waiting a second for leave to send a long body. A header without a
// value is written with a semicolon: with a colon it would be taken away.
bool AddHeaders(const HttpRequest& request, HeaderList& list) {
  bool added = list.Add("Expect:");
  for (const auto& [name, value] : request.headers) {
    added = added && list.Add(value.empty() ? name + ";" : name + ": " + value);
  }
  return added;
}

}  // namespace

struct Session::Transfer {
  const HttpRequest* request = nullptr;
  HttpResponse response;
  std::size_t header_bytes = 0;
  bool too_large = false;

  bool TakeBody(std::string_view bytes) {
    if (bytes.size() > request->max_body - response.body.size()) {
      too_large = true;
      return false;
    }
    response.body += bytes;
    return true;
  }

  bool TakeHeader(std::string_view line) {
    header_bytes += line.size();
    if (header_bytes > kMostHeaderBytes) {
      too_large = true;
      return false;
    }
    if (line.starts_with("HTTP/")) response.headers.clear();  // 100 Continue was not the answer
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return true;
    std::string name = AsciiLower(line.substr(0, colon));
    const std::string_view value = Trimmed(line.substr(colon + 1));
    if (value.size() <= kMostHeaderValue &&
        std::ranges::find(request->wanted, name) != request->wanted.end()) {
      response.headers.push_back({.name = std::move(name), .value = std::string(value)});
    }
    return true;
  }

  // The callbacks. Anything but the number of bytes given ends the transfer; no exception may
  // pass through a library in C.
  template <bool (Transfer::*kTake)(std::string_view)>
  static std::size_t Callback(char* data, std::size_t size, std::size_t count, void* self) {
    try {
      const std::string_view bytes(data, size * count);
      return (static_cast<Transfer*>(self)->*kTake)(bytes) ? bytes.size() : bytes.size() + 1;
    } catch (const std::bad_alloc&) {
      return size * count + 1;
    }
  }
};

Session::Session(const Libcurl& curl, const HttpOptions& options)
    : curl_(&curl), options_(options), multi_(curl.multi_init()), easy_(curl.easy_init()) {}

Session::~Session() {
  const PipeSignalHeldOff held_off;  // TLS says goodbye
  if (easy_ != nullptr) curl_->easy_cleanup(easy_);
  if (multi_ != nullptr) curl_->multi_cleanup(multi_);
}

Result<std::unique_ptr<Session>> Session::Open(const Libcurl& curl, const HttpOptions& options) {
  std::unique_ptr<Session> session(new Session(curl, options));
  if (session->easy_ == nullptr || session->multi_ == nullptr) {
    return Fail(Errc::kSystem, "libcurl has no memory for a request");
  }
  return session;
}

bool Session::Prepare(const std::string& url, const HttpRequest& request, const CurlList* headers,
                      Transfer& transfer) {
  bool taken = true;
  const auto set = [&](CurlOption option, auto value) {
    taken = taken && curl_->easy_setopt(easy_, option, value) == CurlCode::kOk;
  };
  curl_->easy_reset(easy_);
  set(CurlOption::kUrl, url.c_str());
  set(CurlOption::kProtocols, kCurlProtocolHttp | kCurlProtocolHttps);
  set(CurlOption::kDisallowUsernameInUrl, 1L);
  set(CurlOption::kFollowLocation, 0L);
  set(CurlOption::kHttpVersion, kCurlHttpVersion11);
  set(CurlOption::kHttp09Allowed, 0L);
  set(CurlOption::kUserAgent, "satchel");
  set(CurlOption::kHttpHeader, headers);
  if (!options_.proxy_from_environment) set(CurlOption::kProxy, "");
  set(CurlOption::kSslVerifyPeer, 1L);
  set(CurlOption::kSslVerifyHost, 2L);
  if (!options_.ca_file.empty()) set(CurlOption::kCaInfo, options_.ca_file.c_str());
  set(CurlOption::kConnectTimeoutMs, static_cast<long>(options_.connect_timeout.count()));
  set(CurlOption::kTcpKeepAlive, 1L);
  set(CurlOption::kNoSignal, 1L);
  // Whoever runs out of time does not wait for the thread that resolves a name. Versions before
  // 7.87 do not know it.
  curl_->easy_setopt(easy_, CurlOption::kQuickExit, 1L);
  set(CurlOption::kWriteFunction, &Transfer::Callback<&Transfer::TakeBody>);
  set(CurlOption::kWriteData, &transfer);
  set(CurlOption::kHeaderFunction, &Transfer::Callback<&Transfer::TakeHeader>);
  set(CurlOption::kHeaderData, &transfer);
  if (request.method == Method::kPost) {
    set(CurlOption::kPost, 1L);
    set(CurlOption::kPostFieldSizeLarge, static_cast<std::int64_t>(request.body.size()));
    set(CurlOption::kPostFields, request.body.data());
  } else {
    set(CurlOption::kHttpGet, 1L);
  }
  return taken;
}

// Until the transfer has ended, or there is no time left.
Result<CurlCode> Session::Drive(const Deadline& deadline) {
  for (;;) {
    int running = 0;
    if (curl_->multi_perform(multi_, &running) != 0) {
      return Fail(Errc::kInternal, "libcurl cannot go on");
    }
    if (running == 0) return ResultOfTransfer();
    if (deadline.Expired()) {
      // Its text says whether it was cancelled.
      SATCHEL_TRY(deadline.Check("waiting for the answer"));
    }
    milliseconds wait = kSlice;
    if (const auto left = deadline.Remaining()) {
      wait = std::min(wait, std::chrono::ceil<milliseconds>(*left));
    }
    if (curl_->multi_poll(multi_, nullptr, 0, static_cast<int>(wait.count()), nullptr) != 0) {
      return Fail(Errc::kInternal, "libcurl cannot wait");
    }
  }
}

CurlCode Session::ResultOfTransfer() const {
  int left = 0;
  while (const CurlMessage* message = curl_->multi_info_read(multi_, &left)) {
    if (message->message == kCurlMessageDone) return message->data.result;
  }
  return CurlCode::kGotNothing;
}

Result<HttpResponse> Session::Run(const Url& url, const HttpRequest& request,
                                  const Deadline& deadline) {
  const PipeSignalHeldOff held_off;
  Transfer transfer{.request = &request, .response = {}};
  HeaderList headers(*curl_);
  const std::string address = url.Text();
  if (!AddHeaders(request, headers) || !Prepare(address, request, headers.get(), transfer)) {
    return Fail(Errc::kInternal, "libcurl does not take the request");
  }
  if (curl_->multi_add_handle(multi_, easy_) != 0) {
    return Fail(Errc::kInternal, "libcurl does not begin the request");
  }
  const auto code = Drive(deadline);
  curl_->multi_remove_handle(multi_, easy_);
  if (!code) return std::unexpected(code.error());
  if (*code != CurlCode::kOk) return std::unexpected(Explain(*code, transfer, request));
  long status = 0;
  curl_->easy_getinfo(easy_, kCurlInfoResponseCode, &status);
  transfer.response.status = static_cast<int>(status);
  return std::move(transfer.response);
}

Error Session::Explain(CurlCode code, const Transfer& transfer, const HttpRequest& request) const {
  switch (code) {
    case CurlCode::kCouldNotResolveHost:
      return {Errc::kUnavailable, "its name cannot be resolved"};
    case CurlCode::kCouldNotResolveProxy:
      return {Errc::kUnavailable, "the name of the proxy cannot be resolved"};
    case CurlCode::kCouldNotConnect:
      return {Errc::kUnavailable, "connection refused or host unreachable"};
    case CurlCode::kOperationTimedOut:
      return {Errc::kUnavailable,
              fmt::format("no connection within {} ms", options_.connect_timeout.count())};
    case CurlCode::kSslConnectError:
      return {Errc::kUnavailable, "the TLS handshake failed"};
    case CurlCode::kPeerFailedVerification:
      return {Errc::kSystem, "its certificate is not trusted"};
    case CurlCode::kBadCaFile:
      return {Errc::kSystem, "the file of trusted certificates cannot be read"};
    case CurlCode::kUnsupportedProtocol:
    case CurlCode::kWeirdServerReply:
      return {Errc::kUnavailable, "what answers there does not speak HTTP"};
    case CurlCode::kGotNothing:
    case CurlCode::kSendError:
    case CurlCode::kReceiveError:
    case CurlCode::kPartialFile:
      return {Errc::kUnavailable, "the connection broke off before the answer was complete"};
    case CurlCode::kWriteError:
      if (transfer.too_large) {
        return {Errc::kInvalidInput,
                fmt::format("the answer is larger than {} bytes", request.max_body)};
      }
      return {Errc::kSystem, "there is no memory for the answer"};
    case CurlCode::kOutOfMemory:
      return {Errc::kSystem, "there is no memory for the request"};
    default:
      return {Errc::kUnavailable, fmt::format("{} (libcurl's code {})", curl_->easy_strerror(code),
                                              static_cast<int>(code))};
  }
}

}  // namespace satchel::net
