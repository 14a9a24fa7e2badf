#include "surfaces/mcp/protocol/era.h"

#include <array>
#include <cstddef>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace satchel::mcp {
namespace {

constexpr std::array<std::string_view, 4> kLegacyRevisions = {"2025-11-25", "2025-06-18",
                                                              "2025-03-26", "2024-11-05"};

// Null: there is none.
const Json* MetaOf(const Message& request) {
  const auto meta = request.params.find("_meta");
  return meta == request.params.end() || !meta->is_object() ? nullptr : &*meta;
}

RpcError Missing(const char* key) {
  return {.code = RpcCode::kInvalidParams, .message = fmt::format("_meta has no {}", key)};
}

}  // namespace

std::span<const std::string_view> LegacyRevisions() { return kLegacyRevisions; }

Era EraOf(const Message& request) {
  // These have no legacy form: what lacks its `_meta` is a wrong modern request.
  if (request.method == "server/discover" || request.method == "subscriptions/listen") {
    return Era::kModern;
  }
  const Json* meta = MetaOf(request);
  if (meta == nullptr) return Era::kLegacy;
  const bool modern = meta->contains(kMetaRevision) || meta->contains(kMetaCapabilities);
  return modern ? Era::kModern : Era::kLegacy;
}

std::optional<RpcError> CheckMeta(const Message& request) {
  const Json* meta = MetaOf(request);
  if (meta == nullptr || !meta->contains(kMetaRevision)) return Missing(kMetaRevision);
  const Json& revision = (*meta)[kMetaRevision];
  if (!revision.is_string()) {
    return RpcError{.code = RpcCode::kInvalidParams,
                    .message = fmt::format("{} must be a text", kMetaRevision)};
  }
  if (revision != kModernRevision) {
    return RpcError{.code = RpcCode::kUnsupportedVersion,
                    .message = "this protocol version is not supported",
                    .data = {{"supported", {kModernRevision}}, {"requested", revision}}};
  }
  const auto capabilities = meta->find(kMetaCapabilities);
  if (capabilities == meta->end()) return Missing(kMetaCapabilities);
  if (!capabilities->is_object()) {
    return RpcError{.code = RpcCode::kInvalidParams,
                    .message = fmt::format("{} must be an object", kMetaCapabilities)};
  }
  return std::nullopt;
}

std::string ClientNameOf(const Message& request) {
  constexpr std::size_t kMostBytes = 200;
  const bool first = request.method == "initialize";
  const Json* holder = first ? &request.params : MetaOf(request);
  if (holder == nullptr) return {};
  const auto info = holder->find(first ? "clientInfo" : kMetaClientInfo);
  if (info == holder->end() || !info->is_object()) return {};
  const auto name = info->find("name");
  if (name == info->end() || !name->is_string()) return {};
  const auto& text = name->get_ref<const std::string&>();
  return text.size() <= kMostBytes ? text : std::string();
}

std::string_view MetaText(const Message& request, const char* key) {
  const Json* meta = MetaOf(request);
  if (meta == nullptr) return {};
  const auto value = meta->find(key);
  if (value == meta->end() || !value->is_string()) return {};
  return value->get_ref<const std::string&>();
}

}  // namespace satchel::mcp
