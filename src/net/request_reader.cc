// Boost.Beast reads HTTP. It is asked for the header first and for the body only when the header
// has been looked at: it would take a body in an encoding that it does not know for the next
// request, and fields behind a body for headers.

#include "net/request_reader.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/optional/optional.hpp>

#include "base/ascii.h"

namespace satchel::net {
namespace {

namespace http = boost::beast::http;
using ErrorCode = boost::beast::error_code;

// A body that takes about as much memory as has arrived, however much was announced: room for all
// of it is made when a quarter is there. Beast wants these names.
struct ArrivingBody {
  using value_type = std::string;  // NOLINT(readability-identifier-naming): Beast's
  class reader {                   // NOLINT(readability-identifier-naming): Beast's
   public:
    template <bool kIsRequest, class Fields>
    reader(http::header<kIsRequest, Fields>& /*header*/, value_type& body) : body_(body) {}

    // NOLINTBEGIN(readability-identifier-naming): Beast's
    void init(const boost::optional<std::uint64_t>& length, ErrorCode& error) {
      if (length) announced_ = static_cast<std::size_t>(*length);
      error = {};
    }
    template <class Buffers>
    std::size_t put(const Buffers& buffers, ErrorCode& error) {
      error = {};
      const std::size_t before = body_.size();
      for (auto it = boost::asio::buffer_sequence_begin(buffers);
           it != boost::asio::buffer_sequence_end(buffers); ++it) {
        const boost::asio::const_buffer bytes = *it;
        const std::size_t needed = body_.size() + bytes.size();
        if (needed >= announced_ / 4 && needed <= announced_) body_.reserve(announced_);
        body_.append(static_cast<const char*>(bytes.data()), bytes.size());
      }
      return body_.size() - before;
    }
    static void finish(ErrorCode& error) { error = {}; }
    // NOLINTEND(readability-identifier-naming)

   private:
    value_type& body_;
    std::size_t announced_ = 0;  // 0: it comes in chunks
  };
};

std::size_t CountOf(const std::vector<HttpHeader>& headers, std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count(headers, name, &HttpHeader::name));
}

}  // namespace

class RequestReader::Parser : public http::request_parser<ArrivingBody> {};

RequestReader::RequestReader(std::size_t header_bytes, std::size_t body_bytes)
    : header_bytes_(header_bytes), body_bytes_(body_bytes) {}
RequestReader::~RequestReader() = default;

bool RequestReader::has_begun() const { return parser_ != nullptr || !unread_.empty(); }

bool RequestReader::has_header() const { return parser_ != nullptr && parser_->is_header_done(); }

bool RequestReader::TakeWantsContinue() { return std::exchange(wants_continue_, false); }

RequestReader::State RequestReader::Refuse(int status, std::string_view why) {
  refusal_ = {.status = status, .why = why};
  return State::kRefused;
}

// Hands the parser what is there. False: it was refused.
bool RequestReader::Parse() {
  ErrorCode error;
  const std::size_t taken =
      parser_->put(boost::asio::const_buffer(unread_.data(), unread_.size()), error);
  unread_.erase(0, taken);
  if (!error || error == http::error::need_more) return true;
  if (error == http::error::header_limit) {
    Refuse(431, "the header is too large");
  } else if (error == http::error::body_limit) {
    Refuse(413, "the body is too large");
  } else if (error == http::error::bad_version) {
    Refuse(505, "this is not HTTP/1.1");
  } else {
    Refuse(400, "this is no HTTP request");
  }
  return false;
}

// Keeps the headers and looks at those that say where the request ends. False: it was refused.
bool RequestReader::CheckFraming() {
  const auto& message = parser_->get();
  for (const auto& field : message) {
    request_.headers.push_back({.name = AsciiLower(std::string_view(field.name_string())),
                                .value = std::string(std::string_view(field.value()))});
  }
  const bool is_old = message.version() < 11;
  const std::size_t lengths = CountOf(request_.headers, "content-length");
  const std::size_t encodings = CountOf(request_.headers, "transfer-encoding");
  const std::string* encoding = request_.Find("transfer-encoding");
  const std::size_t hosts = CountOf(request_.headers, "host");
  if (lengths > 1 || encodings > 1 || (lengths > 0 && encodings > 0) || (encodings > 0 && is_old)) {
    Refuse(400, "it is not clear where the request ends");
  } else if (encoding != nullptr && !SameButCase(*encoding, "chunked")) {
    Refuse(501, "the only encoding is chunked");
  } else if (hosts > 1 || (hosts == 0 && !is_old)) {
    Refuse(400, "there must be one Host");
  } else {
    const std::string* expect = request_.Find("expect");
    wants_continue_ = expect != nullptr && SameButCase(*expect, "100-continue");
    return true;
  }
  return false;
}

RequestReader::State RequestReader::Take(std::string_view bytes) {
  unread_ += bytes;
  if (unread_.empty()) return State::kMore;
  if (parser_ == nullptr) {
    parser_ = std::make_unique<Parser>();
    parser_->header_limit(static_cast<std::uint32_t>(header_bytes_));
    parser_->body_limit(body_bytes_);
    parser_->eager(false);
  }
  if (!parser_->is_header_done()) {
    if (!Parse()) return State::kRefused;
    if (!parser_->is_header_done()) return State::kMore;
    if (!CheckFraming()) return State::kRefused;
    parser_->eager(true);
  }
  if (!parser_->is_done() && !Parse()) return State::kRefused;
  if (parser_->is_done()) return State::kWhole;
  // The parser waits for the end of something that is no body: the line of a chunk, or what is
  // behind the last one.
  if (unread_.size() > header_bytes_) return Refuse(431, "the line of a chunk is too long");
  return State::kMore;
}

ServedRequest RequestReader::Release() {
  assert(parser_ != nullptr && parser_->is_done());
  auto message = parser_->release();
  parser_.reset();
  wants_continue_ = false;
  keep_alive_ = message.keep_alive();
  request_.method = std::string(std::string_view(message.method_string()));
  request_.target = std::string(std::string_view(message.target()));
  request_.body = std::move(message.body());
  unread_.shrink_to_fit();
  return std::exchange(request_, {});
}

void RequestReader::Forget() {
  parser_.reset();
  unread_ = std::string();
  request_ = {};
}

}  // namespace satchel::net
