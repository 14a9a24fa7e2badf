#include "surfaces/mcp/protocol/request_log.h"

#include <cstdint>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/deadline.h"
#include "text/safe_line.h"

namespace satchel::mcp {
namespace {

std::string NameIn(const Json& params) {
  const auto name = params.find("name");
  if (name == params.end() || !name->is_string()) return {};
  return text::SafeLine(name->get_ref<const std::string&>(), 80);
}

std::string_view StatusOf(const Json& reply) {
  if (reply.is_null()) return "cancelled";
  if (reply.contains("error")) return "refused";
  const Json& result = reply["result"];
  const auto failed = result.find("isError");
  return failed != result.end() && *failed == true ? "failed" : "ok";
}

}  // namespace

RequestLog::RequestLog(Logger* log, const Message& request)
    : log_(log),
      method_(text::SafeLine(request.method, 80)),
      name_(NameIn(request.params)),
      started_(SteadyTicker().Elapsed()) {}

void RequestLog::Ended(const Json& reply) const {
  if (log_ == nullptr) return;
  const auto took =
      std::chrono::duration_cast<std::chrono::microseconds>(SteadyTicker().Elapsed() - started_);
  log_->Log(LogLevel::kInfo, "mcp", "request",
            {{"method", method_},
             {"name", name_},
             {"status", StatusOf(reply)},
             {"micros", static_cast<std::int64_t>(took.count())}});
}

}  // namespace satchel::mcp
