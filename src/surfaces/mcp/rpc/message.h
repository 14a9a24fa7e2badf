#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/json.h"

// JSON-RPC 2.0 as MCP uses it: no batches, ids are texts or integers, parameters are an object.
namespace satchel::mcp {

// A message larger or nested deeper is refused before anything is built of it.
inline constexpr std::size_t kMostMessageBytes = 4U << 20U;
inline constexpr std::size_t kMostMessageDepth = 64;

enum class RpcCode : std::int32_t {
  kParseError = -32'700,
  kInvalidRequest = -32'600,
  kMethodNotFound = -32'601,
  kInvalidParams = -32'602,
  kInternalError = -32'603,
  kHeaderMismatch = -32'020,
  kMissingCapability = -32'021,
  kUnsupportedVersion = -32'022,
};

struct RpcError {
  RpcCode code = RpcCode::kInternalError;
  std::string message;
  Json data = nullptr;  // null: none
};

struct Message {
  enum class Kind : std::uint8_t {
    kRequest,
    kNotification,
    kResponse,  // to a request that a server has sent
  };

  Kind kind = Kind::kRequest;
  Json id = nullptr;  // a text or an integer; null: a notification
  std::string method;
  Json params = Json::object();  // of a response: its result
};

// What cannot be taken for a message, and the id that it has nevertheless, or null.
struct BadMessage {
  RpcError error;
  Json id = nullptr;
};

std::expected<Message, BadMessage> ParseMessage(std::string_view text);

Json ResultMessage(const Json& id, Json result);
// Without an id when there is none to answer to: a null would be no id of MCP's.
Json ErrorMessage(const Json& id, const RpcError& error);
Json NotificationMessage(std::string_view method, Json params);

}  // namespace satchel::mcp
