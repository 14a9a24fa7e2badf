#include "surfaces/mcp/protocol/exchange.h"

#include <utility>

#include <nlohmann/json.hpp>

namespace satchel::mcp {

Exchange::Exchange(const Message& request, Deadline deadline, const SendMessage& send,
                   std::string client)
    : request_(request),
      era_(EraOf(request)),
      deadline_(std::move(deadline)),
      send_(send),
      client_([&] {
        std::string own = ClientNameOf(request);
        return own.empty() ? std::move(client) : own;
      }()) {}

void Exchange::Notify(std::string_view method, Json params) const {
  Send(NotificationMessage(method, std::move(params)));
}

void Exchange::ReportProgress(std::uint64_t done, std::optional<std::uint64_t> total,
                              std::string_view message) {
  const auto meta = params().find("_meta");
  if (meta == params().end() || !meta->is_object()) return;
  const auto token = meta->find("progressToken");
  if (token == meta->end() || !(token->is_string() || token->is_number_integer())) return;
  // Whoever cancelled wants to hear nothing more.
  if (deadline_.Expired() || (reported_ && done <= *reported_)) return;
  reported_ = done;
  Json body = {{"progressToken", *token}, {"progress", done}};
  if (total) body["total"] = *total;
  if (!message.empty()) body["message"] = message;
  Notify("notifications/progress", std::move(body));
}

}  // namespace satchel::mcp
