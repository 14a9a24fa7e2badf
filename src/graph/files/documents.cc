#include "graph/files/documents.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "base/sha256.h"
#include "text/invisible.h"
#include "text/safe_line.h"
#include "text/safe_text.h"

namespace satchel::graph {
namespace {

// Raised when the same logs give other rows than before.
constexpr int kReaderVersion = 3;
constexpr std::size_t kMostTitle = 200;

std::string Visible(std::string_view text) { return text::EscapeInvisible(std::string(text)).text; }

}  // namespace

std::string DocumentDigest(const Graph& graph, int redaction) {
  Sha256 digest;
  digest.Update(fmt::format("{}.{}\n", kReaderVersion, redaction));
  // What was committed when is no part of a document.
  for (const Layer layer : kLayers) {
    digest.Update(fmt::format("{} {}\n", Name(layer), graph.logs().digests[IndexOf(layer)]));
  }
  return digest.Finish().Hex();
}

std::vector<store::DocumentRow> DocumentsOf(const Graph& graph) {
  std::vector<store::DocumentRow> rows;
  rows.reserve(graph.nodes().size());
  std::unordered_set<std::string> paths;
  for (const Node& node : graph.nodes()) {
    // An id is compared, so it cannot be redacted. Packets show such a node with a redacted id.
    if (text::HoldsSecret(node.id)) continue;
    std::string path = Visible(node.id);
    // Of two whose escaped ids are the same the first stays, as in a packet.
    if (!paths.insert(path).second) continue;
    const std::string_view log = graph.logs().nodes[IndexOf(node.layer)];
    const Digest digest = Sha256Of(log.substr(node.offset, node.size));
    const Json attributes = {{"status", text::SafeLine(node.status, kMostTitle)},
                             {"flagged", node.flagged},
                             {"rev", node.rev ? Json(*node.rev) : Json()}};
    rows.push_back({.source = std::string(kDocumentSource),
                    .path = std::move(path),
                    .digest = std::string(digest.bytes.begin(), digest.bytes.end()),
                    .kind = text::SafeLine(node.type, kMostTitle),
                    .role = std::string(Name(node.layer)),
                    .title = text::SafeLine(node.title, kMostTitle),
                    .size = static_cast<std::int64_t>(node.size),
                    .time = node.updated_at,
                    .attributes = CanonicalJson(attributes)});
  }
  std::ranges::sort(rows, {}, &store::DocumentRow::path);
  return rows;
}

}  // namespace satchel::graph
