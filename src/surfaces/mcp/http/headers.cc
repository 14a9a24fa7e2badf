#include "surfaces/mcp/http/headers.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/base64.h"
#include "base/trimmed.h"
#include "surfaces/mcp/protocol/era.h"

namespace satchel::mcp {
namespace {

constexpr std::string_view kRevisionHeader = "mcp-protocol-version";

RpcError Mismatch(std::string_view header, std::string_view why) {
  return {.code = RpcCode::kHeaderMismatch, .message = fmt::format("header {}: {}", header, why)};
}

// What is not ASCII comes as =?base64?…?=. Nothing: that cannot be read.
std::optional<std::string> Decoded(std::string_view value) {
  constexpr std::string_view kBefore = "=?base64?";
  constexpr std::string_view kBehind = "?=";
  value = Trimmed(value);
  if (value.size() < kBefore.size() + kBehind.size() || !value.starts_with(kBefore) ||
      !value.ends_with(kBehind)) {
    return std::string(value);
  }
  value.remove_prefix(kBefore.size());
  value.remove_suffix(kBehind.size());
  auto decoded = DecodeBase64(value);
  if (!decoded) return std::nullopt;
  return *std::move(decoded);
}

std::optional<RpcError> Compare(const net::ServedRequest& http, std::string_view header,
                                std::string_view wanted) {
  const std::string* value = http.Find(header);
  if (value == nullptr) return Mismatch(header, "is missing, or there is more than one");
  const auto decoded = Decoded(*value);
  if (!decoded || *decoded != wanted) return Mismatch(header, "differs from the body's");
  return std::nullopt;
}

// The member of `params` that names what a request is about, and that Mcp-Name repeats.
const char* NameKeyOf(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  if (method == "resources/read") return "uri";
  return nullptr;
}

}  // namespace

bool IsModern(const net::ServedRequest& http, const Message& request) {
  if (EraOf(request) == Era::kModern) return true;
  const std::string* revision = http.Find(kRevisionHeader);
  return revision != nullptr && Trimmed(*revision) == kModernRevision;
}

std::optional<RpcError> CheckHeaders(const net::ServedRequest& http, const Message& request) {
  if (!IsModern(http, request)) {
    const std::string* revision = http.Find(kRevisionHeader);
    if (revision == nullptr) return std::nullopt;
    const auto known = LegacyRevisions();
    if (std::ranges::find(known, Trimmed(*revision)) != known.end()) return std::nullopt;
    Json supported = Json::array({kModernRevision});
    for (const std::string_view one : known) supported.push_back(one);
    return RpcError{.code = RpcCode::kUnsupportedVersion,
                    .message = "this protocol version is not supported",
                    .data = {{"supported", supported}, {"requested", *revision}}};
  }
  const std::string_view revision = MetaText(request, kMetaRevision);
  // Without it the request itself is wrong, which is for the dispatcher to say.
  if (revision.empty()) return std::nullopt;
  if (const auto wrong = Compare(http, kRevisionHeader, revision)) return wrong;
  if (const auto wrong = Compare(http, "mcp-method", request.method)) return wrong;
  const char* key = NameKeyOf(request.method);
  if (key == nullptr) return std::nullopt;
  const auto name = request.params.find(key);
  if (name == request.params.end() || !name->is_string()) return std::nullopt;
  return Compare(http, "mcp-name", name->get_ref<const std::string&>());
}

}  // namespace satchel::mcp
