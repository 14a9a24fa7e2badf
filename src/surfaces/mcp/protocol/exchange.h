#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/deadline.h"
#include "surfaces/mcp/protocol/era.h"
#include "surfaces/mcp/rpc/message.h"

namespace satchel::mcp {

// Takes a message to the client, before the answer or after it. Safe to call from any thread.
using SendMessage = std::function<void(const Json& message)>;

// A request on its way, as the one who answers it sees it: what was asked, how long that may take,
// and what can be said meanwhile. Confined to one thread.
class Exchange {
 public:
  // Request and sender must outlive it. `client`: the name that was said on this connection before,
  // if any; what the request itself says comes first.
  Exchange(const Message& request, Deadline deadline, const SendMessage& send,
           std::string client = {});

  Era era() const { return era_; }
  const Json& params() const { return request_.params; }
  const Json& id() const { return request_.id; }
  // The name of the client's program; empty where it is not known.
  const std::string& client() const { return client_; }
  // It ends when the client cancels the request, too.
  const Deadline& deadline() const { return deadline_; }

  void Send(const Json& message) const { send_(message); }
  void Notify(std::string_view method, Json params) const;
  // How far it is, if the client wants to know; said only when it is further than before.
  void ReportProgress(std::uint64_t done, std::optional<std::uint64_t> total,
                      std::string_view message);

 private:
  const Message& request_;
  const Era era_;
  const Deadline deadline_;
  const SendMessage& send_;
  const std::string client_;
  std::optional<std::uint64_t> reported_;
};

}  // namespace satchel::mcp
